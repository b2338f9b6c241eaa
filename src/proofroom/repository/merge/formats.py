"""What a room says about its files: the port by which the repository knows formats, and files of no format.

A format is opened on the trees at hand, because what a file is may stand in other files. Everything it does
has an answer by the shape of a file already; a format overrides what its own files need.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any, Protocol

from proofroom.kernel.data import dataclass
from proofroom.repository.git.objects import Entry, read_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView
from proofroom.repository.merge.compare import compare_objects, compare_spelling, compare_whole
from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.files import Bytes, merge_files
from proofroom.repository.merge.objects import ObjectFile, read_object
from proofroom.repository.merge.records import member
from proofroom.repository.merge.revert import TakenOut, revert_object
from proofroom.repository.merge.types import Draft, FieldPath, Hunk, Place
from proofroom.reviews import Finding


class Version:
    """One version of a file: its id, and its bytes once somebody asks for them. None: it is not there."""

    def __init__(self, repo: Repo, entry: Entry | None) -> None:
        self._repo = repo
        self.sha = None if entry is None else entry.sha

    @property
    def raw(self) -> bytes | None:
        """The bytes."""
        return None if self.sha is None else read_blob(self._repo, self.sha)


class OpenFormat:
    """A format that knows the trees at hand."""

    def place(self, path: str) -> Place | None:
        """Return what a file is; None where it is not one of this format's, as none is until it says so."""
        return None

    def hunks(self, place: Place, old: Version, new: Version) -> Iterator[Draft]:
        """Yield the changes between two versions of a file."""
        found = list(self.compare(place, old, new))
        if found or place.is_late:
            yield from found
        else:
            yield from compare_spelling(place, old.raw, new.raw)

    def compare(self, place: Place, old: Version, new: Version) -> Iterator[Draft]:
        """Yield what two versions of a file say differently."""
        before, after = self.objects(place, old, new) if place.shape != "text" else (None, None)
        if before is None or after is None:
            return compare_whole(place, old.raw, new.raw)
        # The bytes tell whether a version is there at all; only one object as a whole asks for them.
        sides = (old.raw, new.raw) if place.shape not in ("records", "members") else (b"", b"")
        return compare_objects(place, before, after, sides)

    def objects(
        self, place: Place, old: Version, new: Version
    ) -> tuple[ObjectFile | None, ObjectFile | None]:
        """Return the members of both versions, in the same form."""
        return read_object(place, old.raw), read_object(place, new.raw)

    def link(self, hunks: list[Hunk]) -> Mapping[str, tuple[str, ...]]:
        """Return for each hunk that cannot do without others which those are."""
        return {}

    def merge(self, place: Place, sides: Bytes, conflicts: Conflicts) -> bytes | None:
        """Merge a file that both sides changed; None deletes it."""
        return merge_files(place, sides, conflicts)

    def merge_late(self, place: Place, sides: Bytes, conflicts: Conflicts, tree: TreeView) -> bytes | None:
        """Merge a file that follows others, now that they are merged."""
        return self.merge(place, sides, conflicts)

    def take_out(self, place: Place, old: bytes | None, new: bytes | None, out: TakenOut) -> bytes | None:
        """Return a file without some of its changes; None deletes it."""
        return old if place.shape == "text" else revert_object(place, old, new, out)

    def value(self, place: Place, raw: bytes, key: str | None, path: FieldPath) -> Any:
        """Return the value that a hunk's path leads to, in one version of a file."""
        file = read_object(place, raw)
        if file is None:
            return None
        value = file.get(key or "") if place.shape == "records" else file.values
        for name in path:
            value = member(value, name)
        return value


@dataclass(frozen=True, slots=True)
class Derived:
    """Files that a format makes from others after every merge, and what their commit says."""

    message: str
    writes: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Told:
    """A hunk as people call it: what it is about, and what the fields it touches are called."""

    title: str
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """By field, or by its whole path with dots, and language."""
    order: int = 0
    """Where it stands among the changes of its file; the same for all where a file is read in no order."""


class Format(Protocol):
    """A room that keeps files in repositories."""

    @property
    def room(self) -> str:
        """The room's name; targets of hunks carry it."""
        ...

    def open(self, repo: Repo, trees: Sequence[Sha]) -> OpenFormat:
        """Open it on some trees; the first that knows a file decides what it is."""
        ...

    def derive(self, before: TreeView, tree: TreeView, at: datetime, *, by_agent: bool) -> Derived | None:
        """Return the files to be made anew after a merge: from what was there, and what is there now."""
        ...

    def tell(self, trees: Sequence[TreeView], hunks: Sequence[Hunk]) -> Mapping[str, Told]:
        """Return how hunks of this format are called, by id; the last tree that knows a name decides."""
        ...

    def check(self, tree: TreeView, hunks: Sequence[Hunk]) -> Sequence[Finding]:
        """Return what a tree breaks where the hunks touched it."""
        ...


class _PlainFiles(OpenFormat):
    """Files that no format owns."""

    def place(self, path: str) -> Place:
        """Return what a file is by its name alone."""
        if path.endswith(".json"):
            return Place(path, "json", shape="object")
        return Place(path, "text", code="file_conflict")


@dataclass(frozen=True, slots=True)
class Owned:
    """A file with the format that it belongs to."""

    format: OpenFormat
    place: Place
    number: int


class Layout:
    """Answers whose a file is and what it is; the first format that knows it decides."""

    def __init__(self, repo: Repo, formats: Sequence[Format], trees: Sequence[Sha]) -> None:
        distinct = list(dict.fromkeys(trees))
        self.opened: list[OpenFormat] = [one.open(repo, distinct) for one in formats]
        self.opened.append(_PlainFiles())

    def find(self, path: str) -> Owned:
        """Return what a file is."""
        found = ((number, one, one.place(path)) for number, one in enumerate(self.opened))
        return next(Owned(one, place, number) for number, one, place in found if place is not None)
