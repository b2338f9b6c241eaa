"""Merge three trees, record by record: the one merge behind merging, accepting a part, and undo."""

from collections.abc import Mapping, Sequence

from proofroom.repository.git.objects import Entry, read_blob, write_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.reconcile import Merged
from proofroom.repository.git.tree import EMPTY_TREE, TreeView, write_entries
from proofroom.repository.git.treemerge import Clash, merge_trees
from proofroom.repository.git.worktree import MergeEdited
from proofroom.repository.merge.conflicts import Conflicts, Side
from proofroom.repository.merge.files import Bytes
from proofroom.repository.merge.formats import Format, Layout, Owned
from proofroom.repository.merge.types import Choice, Conflict, Sides, Where

_REGULAR = (0o100644, 0o100755)


def merge3(
    repo: Repo,
    base: Sha | None,
    ours: Sha,
    theirs: Sha,
    *,
    formats: Sequence[Format] = (),
    choices: Mapping[str, Choice] | None = None,
    otherwise: Side = "ours",
) -> Merged[Conflict]:
    """Return a tree with both sides' changes since `base`.

    Conflicts without a choice are listed, and there the tree has what the side named `otherwise` had.
    """
    conflicts = Conflicts(choices, otherwise=otherwise)
    merging = _Merging(repo, formats, [ours, theirs, base or EMPTY_TREE], conflicts)
    tree = merging.finish(merge_trees(repo, base, ours, theirs, merging.resolve))
    return Merged(tree, tuple(conflicts.open))


def edits_merger(repo: Repo, tree: Sha, formats: Sequence[Format] = ()) -> MergeEdited:
    """Return how to merge a file that somebody edits in a work tree with what was just committed."""

    def merge(path: str, before: bytes | None, edited: bytes, now: bytes) -> bytes | None:
        conflicts = Conflicts()
        owned = Layout(repo, formats, [tree]).find(path)
        merged = owned.format.merge(owned.place, Sides(before, edited, now), conflicts)
        return None if conflicts.open else merged

    return merge


class _Merging:
    def __init__(self, repo: Repo, formats: Sequence[Format], trees: list[Sha], conflicts: Conflicts) -> None:
        self._repo = repo
        self._formats = formats
        self._trees = trees
        self._layout: Layout | None = None
        self._late: list[tuple[Owned, Clash]] = []
        self._conflicts = conflicts

    def resolve(self, clash: Clash) -> Entry | None:
        """Merge a file that both sides changed; one that follows others waits until they are merged."""
        if self._layout is None:
            self._layout = Layout(self._repo, self._formats, self._trees)
        owned = self._layout.find(clash.path)
        sides = (clash.base, clash.ours, clash.theirs)
        if any(side is not None and side.mode not in _REGULAR for side in sides):
            names = [_named(side) for side in sides]
            verdict = self._conflicts.resolve(Where(owned.place), *names, code="file_conflict")
            return clash.theirs if verdict.take == "theirs" else clash.ours
        if owned.place.is_late:
            self._late.append((owned, clash))
            return clash.ours
        return self._entry(clash, owned.format.merge(owned.place, self._read(clash), self._conflicts))

    def finish(self, tree: Sha) -> Sha:
        """Merge the files that waited, and return the final tree."""
        if not self._late:
            return tree
        view = TreeView(self._repo, tree)
        layout = Layout(self._repo, self._formats, [tree])
        edits: dict[str, Entry | None] = {}
        for owned, clash in self._late:
            opened = layout.opened[owned.number]
            merged = opened.merge_late(owned.place, self._read(clash), self._conflicts, view)
            edits[clash.path] = self._entry(clash, merged)
        return write_entries(self._repo, tree, edits)

    def _read(self, clash: Clash) -> Bytes:
        sides = (clash.base, clash.ours, clash.theirs)
        return Sides(*(None if side is None else read_blob(self._repo, side.sha) for side in sides))

    def _entry(self, clash: Clash, data: bytes | None) -> Entry | None:
        if data is None:
            return None
        base, ours, theirs = (side and side.mode for side in (clash.base, clash.ours, clash.theirs))
        mode = theirs if theirs and ours in (base, None) else ours
        return Entry(mode or _REGULAR[0], write_blob(self._repo, data))


def _named(entry: Entry | None) -> object:
    return None if entry is None else {"mode": f"{entry.mode:o}", "id": entry.sha}
