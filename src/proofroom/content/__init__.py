"""Git-backed content: the project format, its validation, planned changes, branches, merging and search.

It must not know pages, articles, agents or the web framework. Its modules are imported by name.
"""

__all__: list[str] = []
