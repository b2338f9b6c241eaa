"""Content as a format of the repository: places, documents, metadata, requirements, how hunks are told.

It must not know branches, reviews or who may merge. Its modules are imported by name.
"""

__all__: list[str] = []
