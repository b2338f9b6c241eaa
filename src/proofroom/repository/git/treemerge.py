"""Merge three trees, file by file.

Equal ids are skipped, so cost follows the change and not the repository. What both sides changed differently
is handed to `resolve`, which knows what the file means.
"""

from collections.abc import Callable
from typing import NamedTuple

from proofroom.repository.git.objects import (
    EMPTY_TREE,
    TREE,
    Entry,
    Line,
    changed_names,
    edit_lines,
    find_lines,
    read_lines,
    write_lines,
)
from proofroom.repository.git.open import Repo, Sha


class Clash(NamedTuple):
    """A path that both sides changed, differently. None: it does not exist there."""

    path: str
    base: Entry | None
    ours: Entry | None
    theirs: Entry | None


Resolve = Callable[[Clash], Entry | None]


def merge_trees(repo: Repo, base: Sha | None, ours: Sha, theirs: Sha, resolve: Resolve) -> Sha:
    """Return the tree with both sides' changes since `base`."""
    merged = _merge(repo, Clash("", _folder(base), _folder(ours), _folder(theirs)), resolve)
    return merged.sha if merged else write_lines(repo, [])


def _merge(repo: Repo, at: Clash, resolve: Resolve) -> Entry | None:
    _, base, ours, theirs = at
    if theirs in (base, ours):
        return ours
    if base == ours:
        return theirs
    if not _are_folders(ours, theirs):
        return resolve(at)
    # A folder missing on one side is an empty one, so that a deletion is settled file by file.
    old = read_lines(repo, base.sha if base and base.is_tree else None)
    mine = read_lines(repo, ours.sha if ours else None)
    other = read_lines(repo, theirs.sha if theirs else None)
    merged = _merge_entries(repo, at.path, (old, mine, other), resolve)
    if not merged:
        return None
    if merged == mine:
        return ours
    return theirs if merged == other else Entry(TREE, write_lines(repo, merged))


def _merge_entries(
    repo: Repo, folder: str, sides: tuple[list[Line], list[Line], list[Line]], resolve: Resolve
) -> list[Line]:
    """Merge what theirs changed since the base; the rest stays as ours has it."""
    names = changed_names(sides[0], sides[2])
    old, mine, other = (find_lines(side, names) for side in sides)
    edits: dict[str, Entry | None] = {}
    for name in names:
        path = f"{folder}/{name}" if folder else name
        merged = _merge(repo, Clash(path, old.get(name), mine.get(name), other.get(name)), resolve)
        if merged != mine.get(name):
            edits[name] = merged
    return edit_lines(sides[1], edits) if edits else sides[1]


def _are_folders(ours: Entry | None, theirs: Entry | None) -> bool:
    return (ours is None or ours.is_tree) and (theirs is None or theirs.is_tree)


def _folder(sha: Sha | None) -> Entry | None:
    return None if sha is None or sha == EMPTY_TREE else Entry(TREE, sha)
