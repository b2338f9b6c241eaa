"""Is this content right? Values, entries, models and whole projects, each finding with a stable code.

Pure: it reads a `Project` and returns issues, and for some of them the files that cure them. It writes
nothing and must not know Git, a database or who asks. Its modules are imported by name.
"""

__all__: list[str] = []
