"""Statements that are compiled once, on both databases; on PostgreSQL some of them wait for the next."""

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from proofroom.store.database import Database
from proofroom.store.prepared import Prepared
from proofroom.store.types import json_column, time_column

_NOTES = sa.Table(
    "prepared_notes",
    sa.MetaData(),
    sa.Column("n", sa.Integer, primary_key=True),
    json_column("body"),
    time_column("at", nullable=True),
)
_ADD = Prepared(_NOTES.insert(), ("n", "body"))
_READ = Prepared(sa.select(_NOTES.c.n, _NOTES.c.body).order_by(_NOTES.c.n))


async def test_statements_keep_their_order_and_fail_with_their_transaction(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_NOTES.create)
        await _ADD.execute(connection, {"n": 1, "body": {"a": [1, "ü"]}})
        await _ADD.execute_many(connection, [{"n": n, "body": None} for n in (2, 3)])
        count = sa.select(sa.func.count()).select_from(_NOTES)
        assert (await connection.execute(count)).scalar_one() == 3  # a statement of the other kind sees them
        await _ADD.execute(connection, {"n": 4, "body": "last"})
        assert [row[0] for row in await _READ.execute(connection, {})] == [1, 2, 3, 4]
        await _ADD.execute(connection, {"n": 5, "body": "with the commit"})
    async with database.reading() as connection:
        rows = await _READ.execute(connection, {})
    assert rows[0] == (1, {"a": [1, "ü"]})
    assert rows[-1] == (5, "with the commit")

    async def write_twice() -> None:
        async with database.transaction() as connection:
            await _ADD.execute(connection, {"n": 6, "body": 0})
            await _ADD.execute(connection, {"n": 6, "body": 1})

    with pytest.raises(IntegrityError):
        await write_twice()
    async with database.transaction() as connection:
        assert len(await _READ.execute(connection, {})) == 5
        await _ADD.execute(connection, {"n": 6, "body": "again"})
    async with database.reading() as connection:
        assert len(await _READ.execute(connection, {})) == 6


async def test_a_connection_that_the_server_has_cut_is_not_lent_again(postgres_database: Database) -> None:
    cut = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    async with postgres_database.reading() as one:
        await one.execute(sa.text("SELECT 1"))
        async with postgres_database.reading() as other:
            before = await other.scalar(sa.text("SELECT pg_backend_pid()"))
        await one.execute(sa.text(cut))
        async with postgres_database.transaction() as again:
            assert await again.scalar(sa.text("SELECT pg_backend_pid()")) != before
