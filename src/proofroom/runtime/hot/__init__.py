"""What every turn asks of conversations and messages, compiled once. It decides nothing."""
