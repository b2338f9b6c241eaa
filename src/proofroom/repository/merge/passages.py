"""The whole texts around changed sentences, so that a reviewer reads each change where it stands."""

from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from proofroom.repository.git.objects import read_blob
from proofroom.repository.git.open import Repo
from proofroom.repository.merge.hunks import FileDiff
from proofroom.repository.merge.types import FieldPath, Hunk
from proofroom.reviews.texts.prose import Prose, grouped_edits, split


class Piece(NamedTuple):
    """A stretch of a text: words that stay, or the id of the hunk that stands here."""

    kind: Literal["text", "hunk"]
    value: str


class Passage(NamedTuple):
    """One field's text from its beginning to its end, with its hunks in their places."""

    subject: str
    locale: str | None
    path: FieldPath
    pieces: tuple[Piece, ...]


def passages(repo: Repo, files: list[FileDiff]) -> list[Passage]:
    """Return the texts of which sentences changed, in the order of their files."""
    return [passage for file in files for passage in _of_file(repo, file)]


def _of_file(repo: Repo, file: FileDiff) -> Iterator[Passage]:
    groups: dict[tuple[str | None, FieldPath], list[Hunk]] = {}
    for hunk in file.hunks:
        if hunk.is_prose:
            groups.setdefault((hunk.key, hunk.path), []).append(hunk)
    if not groups or file.change.old is None or file.change.new is None:
        return
    old, new = read_blob(repo, file.change.old.sha), read_blob(repo, file.change.new.sha)
    for (key, path), hunks in groups.items():
        read = partial(file.owned.format.value, file.place, key=key, path=path)
        texts = read(old), read(new)
        if isinstance(texts[0], str) and isinstance(texts[1], str):
            pieces = tuple(_pieces(split(texts[0]), split(texts[1]), hunks))
            yield Passage(hunks[0].subject, hunks[0].locale, path, pieces)


def _pieces(old: Prose, new: Prose, hunks: list[Hunk]) -> Iterator[Piece]:
    position = 0
    for edit, hunk in zip(grouped_edits(old, new), hunks, strict=True):
        # White space belongs to the segment after it, so the gap before a change is read from that change.
        kept = "".join(gap + text for gap, text in old.segments[position : edit.old.start])
        gap = old.segments[edit.old.start].gap if edit.old else new.segments[edit.new.start].gap
        if kept + gap:
            yield Piece("text", kept + gap)
        yield Piece("hunk", hunk.id)
        position = edit.old.stop
    rest = "".join(gap + text for gap, text in old.segments[position:]) + old.tail
    if rest:
        yield Piece("text", rest)
