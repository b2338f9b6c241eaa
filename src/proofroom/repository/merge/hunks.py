"""Compare two trees: every change as a hunk that can be accepted or rejected alone.

A hunk's id is a hash of what it is about, where, and the old and new value. It stays the same when other
things change on the branch, so a decision stays with its hunk. Adding or deleting a record is one hunk.
Files that follow others bring no hunks by themselves, and derived ones are never shown.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from proofroom.kernel.data import dataclass
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import Change, changes
from proofroom.repository.json.text import compact_json
from proofroom.repository.merge.formats import Format, Layout, Owned, Version
from proofroom.repository.merge.types import Draft, Hunk, Place, subject_of


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One changed file: whose it is, its two versions, and its hunks."""

    owned: Owned
    change: Change
    hunks: tuple[Hunk, ...]

    @property
    def place(self) -> Place:
        """What the file is."""
        return self.owned.place


def diff(repo: Repo, old: Sha, new: Sha, *, formats: Sequence[Format] = ()) -> list[Hunk]:
    """Return the hunks that lead from one tree to another, in the order of their files."""
    return [hunk for file in diff_files(repo, old, new, formats=formats) for hunk in file.hunks]


def diff_files(repo: Repo, old: Sha, new: Sha, *, formats: Sequence[Format] = ()) -> list[FileDiff]:
    """Return the changed files with their hunks, and what each hunk requires."""
    layout = Layout(repo, formats, [new, old])
    found: list[FileDiff] = []
    for change in changes(repo, old, new):
        owned = layout.find(change.path)
        if owned.place.shape != "derived":
            before, after = (Version(repo, entry) for entry in (change.old, change.new))
            drafts = owned.format.hunks(owned.place, before, after)
            found.append(FileDiff(owned, change, tuple(_Numbering().take(drafts))))
    return _linked(found, layout)


def _linked(files: list[FileDiff], layout: Layout) -> list[FileDiff]:
    needs: dict[str, tuple[str, ...]] = {}
    for number, opened in enumerate(layout.opened):
        own = [hunk for file in files if file.owned.number == number for hunk in file.hunks]
        if own:
            needs.update(opened.link(own))
    return [
        replace(file, hunks=tuple(replace(hunk, requires=needs.get(hunk.id, ())) for hunk in file.hunks))
        for file in files
    ]


class _Numbering:
    """Gives ids; equal changes in one file are told apart by counting."""

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def take(self, drafts: Iterator[Draft]) -> Iterator[Hunk]:
        for draft in drafts:
            place = draft.place
            subject = subject_of(draft.type, place.path, place.area, draft.key)
            parts = [subject, place.locale, list(draft.path), draft.old, draft.new]
            plain = compact_json(parts).encode(errors="surrogatepass")
            number = self._seen[plain]
            self._seen[plain] += 1
            digest = hashlib.sha256(plain + (b"#%d" % number if number else b"")).hexdigest()[:16]
            yield Hunk(
                id=digest,
                file=place.path,
                room=place.room,
                type=draft.type,
                area=place.area,
                key=draft.key,
                locale=place.locale,
                path=draft.path,
                op=draft.op,
                old=draft.old,
                new=draft.new,
                is_prose=draft.is_prose,
            )
