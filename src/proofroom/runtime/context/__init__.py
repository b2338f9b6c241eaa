"""What a model is shown of a conversation, and how it is fitted into its window."""
