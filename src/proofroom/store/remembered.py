"""What every turn reads and hardly anybody changes, kept in memory as long as it is true.

A table that is marked as remembered has a number in `table_versions`, which moves with the commit of every
transaction that wrote to the table, whichever process made it. What was read while the number stood still is
read from memory. The number moves in the same transaction as the change, at its very end, so that nobody
holds it for long.
"""

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any

import sqlalchemy as sa

from proofroom.store.prepared import Prepared
from proofroom.store.tables.versions import table_versions
from proofroom.store.types import REMEMBERED, metadata
from proofroom.store.upsert import insert_for

CHANGED = "proofroom_changed"
"""Where a connection notes which remembered tables its transaction wrote to."""

MOST = 2_000
"""How many answers are kept; the ones that nobody asked for longest go first."""

Versions = Mapping[str, int]

stamp = sa.select(sa.func.coalesce(sa.func.sum(table_versions.c.number), 0)).scalar_subquery()
"""One number for all remembered tables; it moves when one of them changes."""

READ = Prepared(sa.select(table_versions.c.name, table_versions.c.number))


def note_change(connection: sa.Connection, context: Any) -> None:
    """Note that a statement writes to a remembered table."""
    if context is None or not (context.isinsert or context.isupdate or context.isdelete):
        return
    table = getattr(context.compiled.statement, "table", None)
    if table is not None and table.info.get(REMEMBERED):
        connection.info.setdefault(CHANGED, set()).add(table.name)


def move_versions(connection: sa.Connection) -> None:
    """Move the numbers of the tables that the transaction wrote to, before it commits."""
    changed = connection.info.pop(CHANGED, None)
    if not changed:
        return
    insert = insert_for(connection.dialect.name, table_versions)
    # In one order, so that nobody waits in a circle.
    rows = [{"name": name, "number": 1} for name in sorted(changed)]
    moved = {"number": table_versions.c.number + 1}
    connection.execute(insert.values(rows).on_conflict_do_update(index_elements=["name"], set_=moved))


def forget_changes(connection: sa.Connection) -> None:
    """Note that nothing comes of what the transaction wrote; a connection that was lost has no notes."""
    if not connection.invalidated:
        connection.info.pop(CHANGED, None)


class Remembered:
    """Answers with the numbers of the tables they were read from."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[tuple[int, ...], Any]] = OrderedDict()

    def find(self, key: Hashable, tables: tuple[str, ...], versions: Versions) -> tuple[Any] | None:
        """Return an answer that still holds."""
        found = self._kept.get(key)
        if found is None or found[0] != _numbers(tables, versions):
            return None
        self._kept.move_to_end(key)
        return (found[1],)

    def keep(self, key: Hashable, tables: tuple[str, ...], versions: Versions, answer: Any) -> None:
        """Keep an answer."""
        self._kept[key] = _numbers(tables, versions), answer
        self._kept.move_to_end(key)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)


def _numbers(tables: tuple[str, ...], versions: Versions) -> tuple[int, ...]:
    return tuple(versions.get(name, 0) for name in tables)


def check_tables(tables: tuple[str, ...]) -> None:
    """Refuse a table whose changes nobody counts."""
    for name in tables:
        if name in metadata.tables and not metadata.tables[name].info.get(REMEMBERED):
            raise ValueError(f"the table {name} is not marked as remembered")
