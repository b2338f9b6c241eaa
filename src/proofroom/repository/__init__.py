"""A project's Git repository: branches, saves by compare-and-swap, merging, review, undo, remotes, packing.

It knows the formats of files by a port, never one of them. Its modules are imported by name.
"""

__all__: list[str] = []
