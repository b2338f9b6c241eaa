"""Insert, or do something else when the row is there: one statement on both databases."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from proofroom.store.core import AsyncConnection


def insert_or(connection: AsyncConnection, table: sa.Table) -> postgresql.Insert:
    """Return an insert that knows `on_conflict_do_nothing` and `on_conflict_do_update`.

    SQLite's insert has the same two methods with the same arguments, so callers see one type.
    """
    return insert_for(connection.dialect.name, table)


def insert_for(dialect: str, table: sa.Table) -> postgresql.Insert:
    """Return such an insert for a dialect, for statements that are made once and kept."""
    if dialect == "postgresql":
        return postgresql.insert(table)
    found: Any = sqlite.insert(table)
    return found


async def insert_if_absent(connection: AsyncConnection, table: sa.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless a key of it is taken; tell whether it was inserted.

    The answer comes from RETURNING: the drivers do not agree on a row count for inserts.
    """
    statement = insert_or(connection, table).values(**values).on_conflict_do_nothing()
    return (await connection.execute(statement.returning(sa.literal(1)))).first() is not None


async def put_row(
    connection: AsyncConnection, table: sa.Table, whose: dict[str, Any], values: dict[str, Any]
) -> None:
    """Write values into the row that `whose` tells, its primary key among it, or add it with both.

    A row that has the key but is another workspace's stays as it is.
    """
    statement = insert_or(connection, table).values(**whose, **values)
    same = [column.name for column in table.primary_key]
    ours = sa.and_(*(table.c[name] == value for name, value in whose.items()))
    await connection.execute(statement.on_conflict_do_update(index_elements=same, set_=values, where=ours))
