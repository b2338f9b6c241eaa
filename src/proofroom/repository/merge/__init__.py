"""Change by change: two trees compared into hunks, hunks taken out, three trees merged, a turn undone.

One three-way merge on record and field serves merging a branch, accepting a part of it and undoing it later.
What a file means is for its format to say. It must not know who may merge, what is valid, or a database.
Its modules are imported by name.
"""

__all__: list[str] = []
