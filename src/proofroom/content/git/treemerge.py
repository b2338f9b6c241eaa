"""Merge three trees, file by file.

Equal ids are skipped, so cost follows the change and not the repository. What both sides changed differently
is handed to `settle`, which knows what the file means.
"""

from collections.abc import Callable
from typing import NamedTuple

from proofroom.content.git.objects import TREE, Entry, read_tree, write_tree
from proofroom.content.git.repository import Repo, Sha
from proofroom.content.git.tree import EMPTY_TREE


class Clash(NamedTuple):
    """A path that both sides changed, differently. None: it does not exist there."""

    path: str
    base: Entry | None
    ours: Entry | None
    theirs: Entry | None


Settle = Callable[[Clash], Entry | None]


def merge_trees(repo: Repo, base: Sha | None, ours: Sha, theirs: Sha, settle: Settle) -> Sha:
    """Return the tree with both sides' changes since `base`."""
    merged = _merge(repo, Clash("", _folder(base), _folder(ours), _folder(theirs)), settle)
    return merged.sha if merged else write_tree(repo, {})


def _merge(repo: Repo, at: Clash, settle: Settle) -> Entry | None:
    _, base, ours, theirs = at
    if theirs in (base, ours):
        return ours
    if base == ours:
        return theirs
    if not _are_folders(ours, theirs):
        return settle(at)
    # A folder missing on one side is an empty one, so that a deletion is settled file by file.
    old = read_tree(repo, base.sha) if base and base.is_tree else {}
    mine = read_tree(repo, ours.sha) if ours else {}
    other = read_tree(repo, theirs.sha) if theirs else {}
    merged = dict(mine)
    for name in _touched(old, mine, other):
        path = f"{at.path}/{name}" if at.path else name
        entry = _merge(repo, Clash(path, old.get(name), mine.get(name), other.get(name)), settle)
        if entry is None:
            merged.pop(name, None)
        else:
            merged[name] = entry
    if not merged:
        return None
    if merged == mine:
        return ours
    if merged == other:
        return theirs
    return Entry(TREE, write_tree(repo, merged))


def _touched(old: dict[str, Entry], mine: dict[str, Entry], other: dict[str, Entry]) -> list[str]:
    """Return the names theirs changed since the base; the rest stays as ours has it."""
    names = [name for name, entry in other.items() if old.get(name) != entry]
    names += [name for name in old if name not in other]
    return sorted(name for name in names if mine.get(name) != other.get(name))


def _are_folders(ours: Entry | None, theirs: Entry | None) -> bool:
    return (ours is None or ours.is_tree) and (theirs is None or theirs.is_tree)


def _folder(sha: Sha | None) -> Entry | None:
    return None if sha is None or sha == EMPTY_TREE else Entry(TREE, sha)
