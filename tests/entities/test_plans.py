"""How databases look records up: by their ids, never by reading a whole workspace or all relations."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import event

from proofroom.entities import graph
from proofroom.entities.repo import records, relations
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection, Database

HERE = WorkspaceId("here")
IDS = [f"id{number}" for number in range(20)]


async def plans_of(
    database: Database, ask: Callable[[Connection], Awaitable[None]], explain: str = "EXPLAIN QUERY PLAN"
) -> list[str]:
    """Return how a database goes about each statement of some questions."""
    asked: list[tuple[str, Any]] = []
    async with database.reading() as connection:

        def note(_c: Any, _cursor: Any, statement: str, given: Any, _context: Any, _many: bool) -> None:
            asked.append((statement, given))

        if database.is_postgres:  # of a few rows it would read all, whatever there is to help
            for way in ("seqscan", "bitmapscan", "hashagg"):
                await connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        event.listen(connection.sync_connection, "before_cursor_execute", note)
        await ask(connection)
        event.remove(connection.sync_connection, "before_cursor_execute", note)
        rows = [
            (await connection.exec_driver_sql(f"{explain} {statement}", given)).all()
            for statement, given in asked
        ]
    return ["; ".join(str(row[-1]) for row in plan) for plan in rows]


async def test_several_records_and_their_relations_are_looked_up_by_their_ids(
    sqlite_database: Database,
) -> None:
    async def ask(connection: Connection) -> None:
        await records.many(connection, HERE, IDS)
        await relations.around(connection, HERE, IDS, 100)
        await graph.around(connection, HERE, IDS[:1], 2, 100, "")

    plans = await plans_of(sqlite_database, ask)
    assert len(plans) >= 5
    assert [told for told in plans if "SCAN" in told or "workspace_id" in told] == []


async def test_what_is_asked_of_all_records_reads_an_index_and_no_record(sqlite_database: Database) -> None:
    async def ask(connection: Connection) -> None:
        await records.same_names(connection, HERE, 100)
        await records.counts(connection, HERE)

    plans = await plans_of(sqlite_database, ask)
    assert ["COVERING INDEX ix_entities_same" in told for told in plans] == [True, True]
    (newest,) = await plans_of(sqlite_database, newest_of)
    assert "ix_entities_newest" in newest
    assert "TEMP B-TREE" not in newest, "they are not sorted for the newest"


async def test_postgres_finds_what_is_there_twice_in_the_order_of_the_index(
    postgres_database: Database,
) -> None:
    async def ask(connection: Connection) -> None:
        await records.same_names(connection, HERE, 100)

    (plan,) = await plans_of(postgres_database, ask, "EXPLAIN")
    assert "ix_entities_same" in plan
    assert "Sort" not in plan, plan


async def newest_of(connection: Connection) -> None:
    await records.newest_titles(connection, HERE, 5_000)
