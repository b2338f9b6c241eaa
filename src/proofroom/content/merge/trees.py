"""Merge three trees, record by record: the one merge behind merging, accepting a part, and undo."""

from collections.abc import Mapping

from proofroom.content.merge.conflicts import Conflicts, Side
from proofroom.content.merge.files import Bytes, merge_files, merge_meta_files
from proofroom.content.merge.objects import read_object
from proofroom.content.merge.places import EVERYTHING, Layout, Scope
from proofroom.content.merge.types import Choice, Conflict, Place, Sides, Where
from proofroom.repository.git.objects import Entry, read_blob, write_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.reconcile import Merged
from proofroom.repository.git.tree import EMPTY_TREE, TreeView, write_entries
from proofroom.repository.git.treemerge import Clash, merge_trees
from proofroom.repository.git.worktree import MergeEdited

_REGULAR = (0o100644, 0o100755)


def merge3(
    repo: Repo,
    base: Sha | None,
    ours: Sha,
    theirs: Sha,
    *,
    scope: Scope = EVERYTHING,
    choices: Mapping[str, Choice] | None = None,
    otherwise: Side = "ours",
) -> Merged[Conflict]:
    """Return a tree with both sides' changes since `base`.

    Conflicts without a choice are listed, and there the tree has what the side named `otherwise` had.
    """
    conflicts = Conflicts(choices, otherwise=otherwise)
    merging = _Merging(repo, scope, [ours, theirs, base or EMPTY_TREE], conflicts)
    tree = merging.finish(merge_trees(repo, base, ours, theirs, merging.settle))
    return Merged(tree, tuple(conflicts.open))


def edits_merger(repo: Repo, tree: Sha, scope: Scope = EVERYTHING) -> MergeEdited:
    """Return how to merge a file that somebody edits in a work tree with what was just committed."""

    def merge(path: str, before: bytes | None, edited: bytes, now: bytes) -> bytes | None:
        conflicts = Conflicts()
        place = Layout(repo, scope, [tree]).place(path)
        merged = merge_files(place, Sides(before, edited, now), conflicts)
        return None if conflicts.open else merged

    return merge


class _Merging:
    def __init__(self, repo: Repo, scope: Scope, trees: list[Sha], conflicts: Conflicts) -> None:
        self._repo = repo
        self._scope = scope
        self._trees = trees
        self._layout: Layout | None = None
        self._meta: list[tuple[Place, Clash]] = []
        self._conflicts = conflicts

    def settle(self, clash: Clash) -> Entry | None:
        """Merge a file that both sides changed; metadata waits until content is merged."""
        if self._layout is None:
            self._layout = Layout(self._repo, self._scope, self._trees)
        place = self._layout.place(clash.path)
        sides = (clash.base, clash.ours, clash.theirs)
        if any(side is not None and side.mode not in _REGULAR for side in sides):
            names = [_named(side) for side in sides]
            verdict = self._conflicts.settle(Where(place), *names, code="file_conflict")
            return clash.theirs if verdict.take == "theirs" else clash.ours
        if place.kind == "meta":
            self._meta.append((place, clash))
            return clash.ours
        return self._entry(clash, merge_files(place, self._read(clash), self._conflicts))

    def finish(self, tree: Sha) -> Sha:
        """Merge the metadata that waited, and return the final tree."""
        if not self._meta:
            return tree
        view = TreeView(self._repo, tree)
        layout = Layout(self._repo, self._scope, [tree])
        edits: dict[str, Entry | None] = {}
        for place, clash in self._meta:
            content = _Content(view, layout, place)
            merged = merge_meta_files(place, self._read(clash), self._conflicts, content.has)
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


class _Content:
    """Knows which entries the content of a metadata file has after merging."""

    def __init__(self, view: TreeView, layout: Layout, meta: Place) -> None:
        self._view = view
        self._layout = layout
        self._meta = meta
        self._entries: set[str] | None = None

    def has(self, key: str) -> bool:
        """Tell whether an entry exists; for a singleton or document, whether its file does."""
        model = self._layout.models().get(self._meta.model or "")
        if model is None:
            return False
        path = self._layout.content_path(model, self._meta.locale or "", self._meta.slug)
        if model.kind != "collection":
            return self._view.oid(path) is not None
        if self._entries is None:
            found = read_object(self._layout.place(path), self._view.read(path))
            self._entries = found.keys if found else set()
        return key in self._entries


def _named(entry: Entry | None) -> object:
    return None if entry is None else {"mode": f"{entry.mode:o}", "id": entry.sha}
