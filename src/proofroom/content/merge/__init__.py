"""Change by change: two trees compared into hunks, hunks taken out, three trees merged, a turn undone.

One three-way merge on entry and field serves merging a branch, accepting a part of it and undoing it later.
It must not know who may merge, what valid content is, or a database. Its modules are imported by name.
"""

__all__: list[str] = []
