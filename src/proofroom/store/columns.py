"""Tables said by their columns in a line, for what is there now and for migrations alike.

A column is `name type`, with `?` where it may be empty, `= value` for what stands there by default, and
`-> table cascade` (or `set null`, or neither) for what it points at. A type is one of those below, or `text`
with its greatest length. What stands behind `--` is a remark, to the end of its line.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from proofroom.store.types import JSON, REMEMBERED, SEALED, StoredText, UtcTime, metadata

Types = Mapping[str, Any]

PLAIN: Types = {
    "id": sa.String(36),
    "text": sa.Text(),
    "int": sa.Integer(),
    "big": sa.BigInteger(),
    "float": sa.Float(),
    "double": sa.Double(),
    "bool": sa.Boolean(),
    "json": JSON,
    "time": sa.DateTime(timezone=True),
}
"""What columns are in a database."""
OURS: Types = {**PLAIN, "time": UtcTime(), "sentence": StoredText(), "sealed": sa.Text()}
"""What they are in the studio: a moment knows its zone, a sentence has its key, a secret is sealed."""

_COLUMN = re.compile(
    r"(?P<name>\w+) (?P<type>[a-z]+)(?:\((?P<length>\d+)\))?(?P<empty>\?)?(?: = (?P<default>\S+))?"
    r"(?: -> (?P<table>\w+)(?: (?P<gone>cascade|set null))?)?"
)
_REMARK = re.compile(r"--.*")
_DEFAULTS = {"false": sa.false(), "true": sa.true(), "''": ""}


class Said(NamedTuple):
    """A column as a line says it."""

    name: str
    type: str
    length: str | None
    empty: str | None
    default: str | None
    table: str | None
    gone: str | None

    def column(self, types: Types) -> sa.Column[Any]:
        """Return the column, without what it points at."""
        return sa.Column(
            self.name,
            sa.String(int(self.length)) if self.length else types[self.type],
            autoincrement=False,
            nullable=self.empty is not None,
            server_default=None if self.default is None else _DEFAULTS.get(self.default, self.default),
            info={SEALED: True} if self.type == "sealed" else None,
        )

    def points_at(self, name: str | None = None) -> sa.ForeignKeyConstraint:
        """Return what holds that the column points at a row that is there."""
        gone = self.gone and self.gone.upper()
        return sa.ForeignKeyConstraint([self.name], [f"{self.table}.id"], name=name, ondelete=gone)


def parse(columns: str) -> list[Said]:
    """Read a line of columns."""
    lines = _REMARK.sub("", columns).split(",")
    found = [(one, _COLUMN.fullmatch(" ".join(one.split()))) for one in lines]
    wrong = [one for one, read in found if read is None]
    if wrong:
        raise ValueError(f"not a column: {wrong[0]}")
    return [Said(**read.groupdict()) for _, read in found if read is not None]


def table(
    name: str,
    columns: str,
    *more: Any,
    key: str = "id",
    unique: Iterable[str] = (),
    index: Iterable[str] = (),
    is_remembered: bool = False,
    within: sa.MetaData = metadata,
) -> sa.Table:
    """Return a table of the studio; `key`, `unique` and `index` name columns, apart by spaces."""
    said = parse(columns)
    return sa.Table(
        name,
        within,
        *(one.column(OURS) for one in said),
        *(one.points_at() for one in said if one.table),
        sa.PrimaryKeyConstraint(*key.split()),
        *(sa.UniqueConstraint(*one.split()) for one in unique),
        *(sa.Index(None, *one.split()) for one in index),
        *more,
        info={REMEMBERED: True} if is_remembered else {},
    )
