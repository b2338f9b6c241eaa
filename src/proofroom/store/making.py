"""Tables as migrations make them: what one made once, it makes for ever. A test holds the SQL of each."""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

from proofroom.store.columns import PLAIN, parse


def make_table(
    name: str, columns: str, *, key: str = "id", unique: Iterable[str] = (), index: Iterable[str] = ()
) -> None:
    """Make a table; `key`, `unique` and `index` name columns, apart by spaces. Names are the usual ones."""
    said = parse(columns)
    points = sorted((one for one in said if one.table), key=lambda one: f"{one.name}_{one.table}")
    op.create_table(
        name,
        *(one.column(PLAIN) for one in said),
        *(one.points_at(op.f(f"fk_{name}_{one.name}_{one.table}")) for one in points),
        sa.PrimaryKeyConstraint(*key.split(), name=op.f(f"pk_{name}")),
        *(
            sa.UniqueConstraint(*one.split(), name=op.f(f"uq_{name}_{one.replace(' ', '_')}"))
            for one in unique
        ),
    )
    for one in index:
        op.create_index(op.f(f"ix_{name}_{one.replace(' ', '_')}"), name, one.split())
