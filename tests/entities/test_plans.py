"""How SQLite looks records up: by their ids, never by reading a whole workspace or everybody's relations."""

from typing import Any

from sqlalchemy import event

from proofroom.entities import graph
from proofroom.entities.repo import records, relations
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Database

HERE = WorkspaceId("here")
IDS = [f"id{number}" for number in range(20)]


async def test_several_records_and_their_relations_are_looked_up_by_their_ids(
    sqlite_database: Database,
) -> None:
    asked: list[tuple[str, Any]] = []
    async with sqlite_database.reading() as connection:

        def note(_c: Any, _cursor: Any, statement: str, given: Any, _context: Any, _many: bool) -> None:
            asked.append((statement, given))

        event.listen(connection.sync_connection, "before_cursor_execute", note)
        await records.many(connection, HERE, IDS)
        await relations.around(connection, HERE, IDS, 100)
        await graph.around(connection, HERE, IDS[:1], 2, 100, "")
        event.remove(connection.sync_connection, "before_cursor_execute", note)
        for statement, given in asked:
            plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)).all()
            told = "; ".join(str(row[-1]) for row in plan)
            assert "SCAN" not in told, told
            assert "workspace_id" not in told, told
    assert len(asked) >= 5
