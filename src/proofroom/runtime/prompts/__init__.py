"""The system prompt: its frame, the sections every agent has, and what limits the workspace."""
