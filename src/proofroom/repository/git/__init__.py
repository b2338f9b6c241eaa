"""Git without a work tree: objects, trees, commits, branches, history and remotes of a content repository.

It knows files and bytes only. What a file means, how two versions of it merge and who may change it are for
`format`, `merge` and the callers. Its modules are imported by name; calls block, so callers use threads.
"""

__all__: list[str] = []
