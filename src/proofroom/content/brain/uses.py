"""Where texts stand in the content: which fields of which entries name a path."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from proofroom.content.brain.index import Row
from proofroom.content.brain.view import View
from proofroom.search.words import texts_of


class Mention(NamedTuple):
    """A field that names something."""

    row: Row
    field: str


def mentions(view: View, paths: frozenset[str]) -> list[Mention]:
    """Return every field that holds one of the paths, as its value or inside a text.

    On a branch of its own only what differs from the content branch is looked at.
    """
    parts = view.parts if view.ref is None else view.parts[1:]
    rows = (row for part in parts for key in part.index.by_model for row in part.rows(*key))
    return list(_mentions(rows, paths))


def _mentions(rows: Iterable[Row], paths: frozenset[str]) -> Iterator[Mention]:
    for row in rows:
        for field, text in texts_of(row.data, row.body):
            if "media/" in text and any(path in text for path in paths):
                yield Mention(row, field)
