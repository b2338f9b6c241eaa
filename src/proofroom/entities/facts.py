"""The records at hand when the offline model answers: rows, what ties them, and their columns."""

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, cast

from proofroom.entities.naming import is_number
from proofroom.entities.wording import SMALL, plain_text
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Call, Result

MOST_ROWS = 100
"""Records of a type that are looked at all together."""
_MOST_TYPES = 24
_ASIDE = re.compile(r"\([^)]*\)")
Kind = dict[str, Any]
Row = dict[str, Any]
Tie = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a type, or a kind of relation that begins at its records."""

    slug: str
    key: str
    label: str
    type: str

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that it is called by, without a measure or an ending in brackets."""
        said = plain_text(_ASIDE.sub(" ", self.label)) or plain_text(self.label)
        words = [one for one in said.replace("ı", "i").split() if one not in SMALL and len(one) > 1]
        return tuple(one for one in words if not is_number(one)) or tuple(words)

    @property
    def is_relation(self) -> bool:
        """Tell whether its cells are other records."""
        return self.type == "relation"


@dataclass(frozen=True, slots=True)
class KnownRecords:
    """Records of types that are small enough to be looked at whole."""

    kinds: tuple[Kind, ...]
    rows: Mapping[str, list[Row]]
    ties: tuple[Tie, ...]
    """From a record, of a kind, to a record."""
    columns: tuple[Column, ...]

    def row(self, id: str) -> Row | None:
        """Return a record."""
        return next((one for rows in self.rows.values() for one in rows if one["id"] == id), None)

    def kind(self, slug: str) -> Kind:
        """Return a type."""
        return next(one for one in self.kinds if one["slug"] == slug)

    def of(self, slug: str) -> list[Column]:
        """Return the columns of a type."""
        return [one for one in self.columns if one.slug == slug]

    def beside(self, ids: set[str], among: set[str], kinds: set[str] | None = None) -> dict[str, set[str]]:
        """Return which of some records stand beside others, by the kind of relation, in both directions."""
        found: dict[str, set[str]] = {}
        for source, kind, target in self.ties:
            for here, there in ((source, target), (target, source)):
                if here in among and there in ids and (kinds is None or kind in kinds):
                    found.setdefault(kind, set()).add(here)
        return found

    def cell(self, row: Row, column: Column) -> Any:
        """Return what a record says in a column: names, where it is one of relations."""
        if not column.is_relation:
            return row["fields"].get(column.key)
        ids = [there for here, kind, there in self.ties if here == row["id"] and kind == column.key]
        return [one["title"] for one in map(self.row, ids) if one is not None]


def gather(
    kinds: Sequence[Kind], named: Sequence[Kind]
) -> Generator[list[Call], list[Result], KnownRecords | None]:
    """Look at all records of the types that have few, those of named types last."""
    few = [one for one in kinds if 0 < int(one.get("count") or 0) <= MOST_ROWS]
    few = sorted(few, key=lambda one: one in named)[-_MOST_TYPES:]
    if not few:
        return None
    found = yield [
        Call("searchEntities", {"typeSlug": one["slug"], "limit": MOST_ROWS, "include": ["relations"]})
        for one in few
    ]
    whole = [
        (kind, cast("list[Row]", looked.rows("entities")))
        for kind, looked in zip(few, found, strict=True)
        if looked.rows("entities") and not any(row.get("isMore") for row in looked.rows("entities"))
    ]
    rows = {kind["slug"]: found for kind, found in whole}
    ties = tuple(_ties(row for found in rows.values() for row in found))
    return KnownRecords(tuple(kind for kind, _ in whole), rows, ties, tuple(_columns(whole)))


def _ties(rows: Iterable[Row]) -> Iterable[Tie]:
    for row in rows:
        for kind, others in cast("dict[str, dict[str, str]]", row.get("relations") or {}).items():
            yield from ((row["id"], kind, other) for other in others)


def _columns(whole: Sequence[tuple[Kind, list[Row]]]) -> Iterable[Column]:
    for kind, rows in whole:
        for one in kind["fields"]:
            yield Column(kind["slug"], one["key"], one.get("label") or one["key"], one["type"])
        for tie in dict.fromkeys(name for _, name, _ in _ties(rows)):
            yield Column(kind["slug"], tie, tie, "relation")
