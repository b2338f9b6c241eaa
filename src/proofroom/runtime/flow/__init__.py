"""Flows: what everything durable has in common, from a chat turn to a crew of agents."""
