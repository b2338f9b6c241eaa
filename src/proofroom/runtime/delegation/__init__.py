"""Runs that a run starts and waits for: another agent's task, and what came of it."""
