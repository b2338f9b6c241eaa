"""JSON as it stands in a repository: one canonical text per value, and changing a member without the rest.

Its modules are imported by name.
"""

__all__: list[str] = []
