"""A table's rows as instances of a dataclass, whose fields have the names of columns.

Conditions are keyword arguments where a column equals a value, and SQL for the rest. A field that is stored
in another form names both ways.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.store.database import Connection
from proofroom.store.upsert import insert_if_absent, insert_or

T = TypeVar("T")
Ways = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a field is stored, and how it is read; neither is asked about None."""
Condition = sa.ColumnElement[bool]


def given(**values: Any) -> dict[str, Any]:
    """Return the conditions that were given; None sets none."""
    return {name: value for name, value in values.items() if value is not None}


class Mapped(Generic[T]):
    """One table and the dataclass of its rows; columns without a field are written by name.

    `beside` are fields that have no column: they are kept elsewhere, and have a default.
    """

    def __init__(self, table: sa.Table, kind: type[T], *, beside: Sequence[str] = (), **ways: Ways) -> None:
        self.table, self._kind, self._ways = table, kind, ways
        self._names = [each.name for each in fields(kind) if each.name not in beside]  # type: ignore[arg-type]
        self.columns = [table.c[name] for name in self._names]
        """What a query has to select, in this order and first, for `read`."""

    def values(self, one: T) -> dict[str, Any]:
        """Return a row's columns."""
        found = {name: getattr(one, name) for name in self._names}
        for name, (store, _) in self._ways.items():
            if found[name] is not None:
                found[name] = store(found[name])
        return found

    def read(self, row: Sequence[Any]) -> T:
        """Return a row as an instance."""
        values = dict(zip(self._names, row, strict=False))
        for name, (_, read) in self._ways.items():
            if values[name] is not None:
                values[name] = read(values[name])
        return self._kind(**values)

    async def get(self, connection: Connection, missing: str, *where: Condition, **equal: Any) -> T:
        """Return the row that fits, or say that there is none."""
        found = await self.find(connection, *where, **equal)
        if found is None:
            raise NotFound(missing)
        return found

    async def find(
        self, connection: Connection, *where: Condition, order_by: Any = (), **equal: Any
    ) -> T | None:
        """Return the first row that fits."""
        found = await self.list(connection, *where, order_by=order_by, limit=1, **equal)
        return found[0] if found else None

    async def list(
        self,
        connection: Connection,
        *where: Condition,
        order_by: Any = (),
        limit: int | None = None,
        **equal: Any,
    ) -> list[T]:
        """Return the rows that fit, in order."""
        query = sa.select(*self.columns).where(*self._fits(where, equal)).limit(limit)
        query = query.order_by(*(order_by if isinstance(order_by, tuple) else (order_by,)))
        return [self.read(row) for row in await connection.execute(query)]

    async def count(self, connection: Connection, *where: Condition, **equal: Any) -> int:
        """Return how many rows fit."""
        query = sa.select(sa.func.count()).select_from(self.table).where(*self._fits(where, equal))
        return int((await connection.execute(query)).scalar() or 0)

    async def insert(self, connection: Connection, one: T, **more: Any) -> None:
        """Add a row."""
        await connection.execute(self.table.insert().values(**self.values(one), **more))

    async def insert_if_absent(self, connection: Connection, one: T, **more: Any) -> bool:
        """Add a row unless a key of it is taken; tell whether it was added."""
        return await insert_if_absent(connection, self.table, {**self.values(one), **more})

    async def insert_many(self, connection: Connection, some: Iterable[T], **more: Any) -> None:
        """Add rows, if there are any."""
        if rows := [{**self.values(one), **more} for one in some]:
            await connection.execute(self.table.insert(), rows)

    async def insert_absent(self, connection: Connection, some: Iterable[T], **more: Any) -> None:
        """Add those rows of which no key is taken."""
        if rows := [{**self.values(one), **more} for one in some]:
            statement = insert_or(connection, self.table).values(rows)
            await connection.execute(statement.on_conflict_do_nothing())

    async def put(
        self,
        connection: Connection,
        one: T,
        keys: Iterable[str],
        *,
        changes: Iterable[str] | None = None,
        where: Condition | None = None,
    ) -> None:
        """Add a row, or change the one that has the same keys: all of it, or some fields."""
        values, same = self.values(one), list(keys)
        changed = {name: values[name] for name in changes or values if name not in same}
        statement = insert_or(connection, self.table).values(**values)
        await connection.execute(
            statement.on_conflict_do_update(index_elements=same, set_=changed, where=where)
        )

    async def update(
        self, connection: Connection, values: Mapping[str, Any], *where: Condition, **equal: Any
    ) -> int:
        """Change columns of the rows that fit, to their stored form; return how many."""
        statement = self.table.update().where(*self._fits(where, equal)).values(**values)
        return (await connection.execute(statement)).rowcount

    async def change(self, connection: Connection, one: Any, names: Iterable[str], **still: Any) -> bool:
        """Write some fields of a row that has this workspace and id, if it still has some values; tell so."""
        written = self.values(one)
        same = {"workspace_id": one.workspace_id, "id": one.id, **still}
        return await self.update(connection, {name: written[name] for name in names}, **same) == 1

    async def delete(self, connection: Connection, *where: Condition, **equal: Any) -> int:
        """Remove the rows that fit; return how many."""
        return (await connection.execute(self.table.delete().where(*self._fits(where, equal)))).rowcount

    def _fits(self, where: Iterable[Condition], equal: Mapping[str, Any]) -> Iterable[Condition]:
        return (*where, *(self.table.c[name] == value for name, value in equal.items()))
