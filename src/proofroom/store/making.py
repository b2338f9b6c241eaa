"""Tables as migrations say them: a line of columns instead of a call each.

A column is `name type`, with `?` where it may be empty, `= value` for what stands there by default, and
`-> table cascade` (or `set null`, or neither) for what it points at. What a migration made once, it makes for
ever: a test holds the SQL of each, so that this notation may grow but never mean something else.
"""

import re
from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

_COLUMN = re.compile(
    r"(?P<name>\w+) (?P<type>[a-z]+)(?:\((?P<length>\d+)\))?(?P<empty>\?)?(?: = (?P<default>\S+))?"
    r"(?: -> (?P<table>\w+)(?: (?P<gone>cascade|set null))?)?"
)
_TYPES: dict[str, sa.types.TypeEngine[object]] = {
    "id": sa.String(length=36),
    "text": sa.Text(),
    "int": sa.Integer(),
    "big": sa.BigInteger(),
    "float": sa.Float(),
    "double": sa.Double(),
    "bool": sa.Boolean(),
    "json": sa.JSON().with_variant(postgresql.JSONB(), "postgresql"),
    "time": sa.DateTime(timezone=True),
}
_DEFAULTS = {"false": sa.false(), "true": sa.true(), "''": ""}


def make_table(
    name: str, columns: str, *, key: str = "id", unique: Iterable[str] = (), index: Iterable[str] = ()
) -> None:
    """Make a table; `key`, `unique` and `index` name columns, apart by spaces. Names are the usual ones."""
    said = [_parsed(one) for one in columns.split(", ")]
    points = sorted((f"fk_{name}_{one['name']}_{one['table']}", one) for one in said if one["table"])
    op.create_table(
        name,
        *(_column(one) for one in said),
        *(
            sa.ForeignKeyConstraint(
                [str(one["name"])], [f"{one['table']}.id"], name=op.f(called), ondelete=_upper(one["gone"])
            )
            for called, one in points
        ),
        sa.PrimaryKeyConstraint(*key.split(), name=op.f(f"pk_{name}")),
        *(
            sa.UniqueConstraint(*one.split(), name=op.f(f"uq_{name}_{one.replace(' ', '_')}"))
            for one in unique
        ),
    )
    for one in index:
        op.create_index(op.f(f"ix_{name}_{one.replace(' ', '_')}"), name, one.split())


def _parsed(said: str) -> dict[str, str | None]:
    found = _COLUMN.fullmatch(said.strip())
    if found is None:
        raise ValueError(f"not a column: {said}")
    return found.groupdict()


def _column(said: dict[str, str | None]) -> sa.Column[object]:
    kind, default = str(said["type"]), said["default"]
    return sa.Column(
        str(said["name"]),
        sa.String(length=int(said["length"])) if said["length"] else _TYPES[kind],
        autoincrement=False,
        nullable=said["empty"] is not None,
        server_default=None if default is None else _DEFAULTS.get(default, default),
    )


def _upper(said: str | None) -> str | None:
    return said and said.upper()
