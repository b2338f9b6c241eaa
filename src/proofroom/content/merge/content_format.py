"""Content as a format of the repository: what its files are, how they differ, merge and are told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime

from proofroom.content.format import paths
from proofroom.content.format.collection import CollectionFile
from proofroom.content.format.context_file import MERGE, render_context, told_operation
from proofroom.content.format.project import Cache, Project
from proofroom.content.merge.documents import (
    compare_documents,
    merge_documents,
    revert_document,
    take_apart,
)
from proofroom.content.merge.last_operation import operation_of
from proofroom.content.merge.metadata import compare_visibility, merge_metadata, revert_metadata
from proofroom.content.merge.places import BODY, ROOM, ContentPlace, Places
from proofroom.content.merge.requires import link
from proofroom.content.merge.told import check_models, tell_hunks
from proofroom.kernel.data import dataclass
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView
from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.files import Bytes
from proofroom.repository.merge.formats import Derived, OpenFormat, Told, Version
from proofroom.repository.merge.objects import ObjectFile, read_object
from proofroom.repository.merge.records import member
from proofroom.repository.merge.revert import TakenOut
from proofroom.repository.merge.types import Draft, FieldPath, Hunk, Place, Sides, Where
from proofroom.reviews import Finding

CONTEXT_MESSAGE = "[contentrain] context: update"


@dataclass(frozen=True)
class ContentFormat:
    """The Contentrain format below a folder of the repository."""

    cache: Cache | None = None
    root: str = ""
    writes_context: bool = False
    """Whether `context.json` is written anew after every merge."""
    room: str = field(default=ROOM, init=False)

    def open(self, repo: Repo, trees: Sequence[Sha]) -> "OpenContent":
        """Open it on some trees; the first that knows a file decides what it is."""
        return OpenContent(Places(repo, self.root, self.cache, trees), self.cache)

    def derive(self, before: TreeView, tree: TreeView, at: datetime, *, by_agent: bool) -> Derived | None:
        """Return `context.json` as it is to be after a merge."""
        project = self.project(tree)
        if not self.writes_context or project.config is None:
            return None
        operation = told_operation.get()
        if operation is MERGE:
            places = Places(tree.repo, self.root, self.cache, (tree.sha, before.sha))
            operation = operation_of(before, tree, places, by_agent=by_agent)
        data = render_context(project, operation, at)
        path = paths.rooted(paths.normal_root(self.root), paths.CONTEXT)
        return Derived(CONTEXT_MESSAGE, {path: data})

    def tell(self, trees: Sequence[TreeView], hunks: Sequence[Hunk]) -> Mapping[str, Told]:
        """Return what entries and fields of hunks are called; the last tree that knows a name decides."""
        return tell_hunks([self.project(tree) for tree in trees], hunks)

    def check(self, tree: TreeView, hunks: Sequence[Hunk]) -> Sequence[Finding]:
        """Return what validation says of the touched models."""
        return check_models(self.project(tree), hunks)

    def project(self, tree: TreeView) -> Project:
        """Return the content of a tree."""
        return Project(tree, self.root, self.cache)


class OpenContent(OpenFormat):
    """Content that knows the models of the trees at hand."""

    def __init__(self, places: Places, cache: Cache | None) -> None:
        self._places = places
        self._cache = cache
        self._entries: dict[str, set[str]] = {}

    def place(self, path: str) -> ContentPlace | None:
        """Return what a file is; None where it is no content."""
        return self._places.find(path)

    def compare(self, place: Place, old: Version, new: Version) -> Iterator[Draft]:
        """Yield what two versions of a file say differently."""
        own = _own(place)
        if own.kind == "document":
            return compare_documents(own, old.raw, new.raw)
        if own.kind == "meta":
            before, after = self.objects(own, old, new)
            if before is not None and after is not None:
                return compare_visibility(own, before, after)
        return super().compare(place, old, new)

    def objects(
        self, place: Place, old: Version, new: Version
    ) -> tuple[ObjectFile | None, ObjectFile | None]:
        """Return both versions in the same form, so that they are compared by identity or by bytes."""
        if place.kind in ("collection", "meta"):
            before, after = self._parsed(old), self._parsed(new)
            if before is not None and after is not None and not (before.is_list or after.is_list):
                return _members(before), _members(after)
        return super().objects(place, old, new)

    def link(self, hunks: list[Hunk]) -> Mapping[str, tuple[str, ...]]:
        """Return what each hunk cannot do without: its model, the target of a relation, a locale."""
        return link(hunks, self._places.models())

    def merge(self, place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
        """Merge a file that both sides changed; None deletes it."""
        own = _own(place)
        base, ours, theirs = sides
        if own.kind == "document" and ours is not None and theirs is not None:
            old = take_apart(base, own.fields) if base is not None else None
            mine, other = take_apart(ours, own.fields), take_apart(theirs, own.fields)
            if mine is not None and other is not None:
                return merge_documents(Sides(old, mine, other), Where(own, own.slug), conflicts)
        return super().merge(place, sides, conflicts)

    def merge_late(self, place: Place, sides: Bytes, conflicts: Conflicts, tree: TreeView) -> bytes | None:
        """Merge metadata once content is merged: a record stays exactly as long as its entry does."""
        own = _own(place)
        return merge_metadata(own, sides, conflicts, lambda key: self._has(own, key, tree))

    def take_out(self, place: Place, old: bytes | None, new: bytes | None, out: TakenOut) -> bytes | None:
        """Return a file without some of its changes; None deletes it."""
        own = _own(place)
        if own.kind == "meta":
            return revert_metadata(own, old, new, out)
        if own.kind == "document" and old is not None and new is not None:
            return revert_document(own, old, new, out)
        return super().take_out(place, old, new, out)

    def value(self, place: Place, raw: bytes, key: str | None, path: FieldPath) -> object:
        """Return the value that a hunk's path leads to, in one version of a file."""
        own = _own(place)
        if own.kind != "document":
            return super().value(place, raw, key, path)
        parts = take_apart(raw, own.fields)
        if parts is None or path == (BODY,):
            return parts.rest if parts else None
        value: object = parts.front
        for name in path:
            value = member(value, name)
        return value

    def _parsed(self, version: Version) -> CollectionFile | None:
        if self._cache is None or version.sha is None:
            return None
        return self._cache.get((version.sha, "collection"))

    def _has(self, meta: ContentPlace, key: str, tree: TreeView) -> bool:
        """Tell whether an entry exists; for a singleton or document, whether its file does."""
        model = self._places.models().get(meta.model or "")
        if model is None:
            return False
        path = self._places.content_path(model, meta.locale or "", meta.slug)
        if model.kind != "collection":
            return tree.oid(path) is not None
        if path not in self._entries:
            place = self._places.find(path)
            found = read_object(place, tree.read(path)) if place is not None else None
            self._entries[path] = found.keys if found else set()
        return key in self._entries[path]


def _own(place: Place) -> ContentPlace:
    assert isinstance(place, ContentPlace), "a format is asked about its own files only"
    return place


def _members(file: CollectionFile) -> ObjectFile:
    return ObjectFile(file.raw, {**file.entries, **file.others} if file.others else file.entries, None)
