"""Text from outside: where it came from, what looks like an order in it, which addresses it may name."""
