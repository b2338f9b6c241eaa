"""Statements that are compiled once, on both databases; on PostgreSQL some of them wait for the next."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from proofroom.kernel.errors import InvalidInput
from proofroom.store.columns import table
from proofroom.store.database import Database
from proofroom.store.pipeline import Wire
from proofroom.store.prepared import Prepared, fetch

_NOTES = table("prepared_notes", "n int, body json, at time?", key="n", within=sa.MetaData())
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


async def test_a_quick_transaction_is_committed_with_its_last_statement(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_NOTES.create)
    exchanges, exchange = list[Wire](), Wire._exchange

    async def counted(wire: Wire, *given: Any) -> list[Any]:
        exchanges.append(wire)
        return await exchange(wire, *given)

    monkeypatch.setattr(Wire, "_exchange", counted)
    async with database.transaction(quick=True) as connection:
        await _ADD.execute(connection, {"n": 1, "body": "one"})
        await _READ.execute_later(connection, {})
        assert await _READ.execute(connection, {}, is_last=True) == [(1, "one")]
    assert len(exchanges) == (1 if database.is_postgres else 0)

    async def fail(*, quick: bool) -> None:
        async with database.transaction(quick=quick) as connection:
            await _ADD.execute(connection, {"n": 2, "body": "two"})
            await _ADD.execute(connection, {"n": 1, "body": "again"})
            await _READ.execute(connection, {}, is_last=True)

    for quick in (True, False):
        with pytest.raises(IntegrityError):
            await fail(quick=quick)
    async with database.transaction() as connection:  # which the database layer commits
        await _ADD.execute(connection, {"n": 2, "body": "two"})
        assert len(await _READ.execute(connection, {}, is_last=True)) == 2
    async with database.reading() as connection:
        assert [row[0] for row in await _READ.execute(connection, {})] == [1, 2]


async def test_a_rollback_leaves_statements_prepared_on_every_connection(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_NOTES.create)

    async def write(number: int, *, fails: bool) -> None:
        async with database.transaction() as connection:
            for _ in range(8):  # the driver prepares by itself what comes often, and lets go of all at once
                await connection.execute(sa.select(sa.func.count()).select_from(_NOTES))
            await _ADD.execute(connection, {"n": number, "body": "a row"})
            assert len(await _READ.execute(connection, {})) == number
            if fails:
                raise ZeroDivisionError

    await write(1, fails=False)
    with pytest.raises(ZeroDivisionError):
        await write(2, fails=True)
    await write(2, fails=False)
    async with database.reading() as connection:
        assert len(await _READ.execute(connection, {})) == 2


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


async def test_a_quick_transaction_that_is_cut_off_leaves_its_connection_usable(
    postgres_database: Database,
) -> None:
    async with postgres_database.transaction() as connection:
        await connection.run_sync(_NOTES.create)
    wait = Prepared(sa.select(sa.func.pg_sleep(sa.bindparam("seconds", type_=sa.Float))))

    async def write_and_wait() -> None:
        async with postgres_database.transaction(quick=True) as connection:
            await _ADD.execute(connection, {"n": 1, "body": "never kept"})
            writing.set()
            await wait.execute(connection, {"seconds": 0.2})

    writing = asyncio.Event()
    cut = asyncio.create_task(write_and_wait())
    await writing.wait()
    await asyncio.sleep(0)  # its statements are on their way
    cut.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cut
    async with postgres_database.transaction(quick=True) as connection:
        assert await _READ.execute(connection, {}) == []
        await _ADD.execute(connection, {"n": 1, "body": "kept"})
    async with postgres_database.reading(quick=True) as connection:
        assert await _READ.execute(connection, {}) == [(1, "kept")]


async def test_a_statement_behind_one_that_failed_is_prepared_when_it_is_needed(
    postgres_database: Database,
) -> None:
    async with postgres_database.transaction() as connection:
        await connection.run_sync(_NOTES.create)
        await _ADD.execute(connection, {"n": 1, "body": None})
    change = Prepared(_NOTES.update().where(_NOTES.c.n == sa.bindparam("which")), ("body",))

    async def change_behind_a_duplicate() -> None:
        async with postgres_database.transaction(quick=True) as connection:
            await _ADD.execute(connection, {"n": 1, "body": 0})
            await change.execute(connection, {"which": 1, "body": "lost"})

    for _ in range(2):
        with pytest.raises(IntegrityError):
            await change_behind_a_duplicate()
    async with postgres_database.transaction(quick=True) as connection:
        await change.execute(connection, {"which": 1, "body": "changed"})
    async with postgres_database.reading(quick=True) as connection:
        assert await _READ.execute(connection, {}) == [(1, "changed")]


async def test_quick_transactions_at_once_do_not_see_each_other(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_NOTES.create)

    async def add(n: int) -> None:
        async with database.transaction(quick=True) as connection:
            await _ADD.execute(connection, {"n": n, "body": n})
            if n % 3 == 0:
                raise LookupError

    done = await asyncio.gather(*(add(n) for n in range(1, 13)), return_exceptions=True)
    assert sum(isinstance(each, LookupError) for each in done) == 4
    async with database.reading(quick=True) as connection:
        assert [n for n, _ in await _READ.execute(connection, {})] == [1, 2, 4, 5, 7, 8, 10, 11]


async def test_a_quick_transaction_finds_another_connection_where_the_server_has_cut_its_own(
    postgres_database: Database,
) -> None:
    own = Prepared(sa.select(sa.func.pg_backend_pid()))
    async with postgres_database.transaction(quick=True) as connection:
        before = await own.execute(connection, {})
    async with postgres_database.reading() as other:
        await other.execute(sa.text(f"SELECT pg_terminate_backend({before[0][0]}, 5000)"))
    async with postgres_database.transaction(quick=True) as connection:
        assert await own.execute(connection, {}) != before


async def test_a_question_written_on_the_spot_is_answered_with_its_own_values(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_NOTES.create)
        await _ADD.execute_many(connection, [{"n": n, "body": None} for n in range(9)])
        # What waits is sent before; the same form has other values, and lists of other lengths.
        for asked in ([2], [8, 3, 5], [7, 1, 4]):
            places = ", ".join("?" * len(asked))
            some = f"SELECT n FROM prepared_notes WHERE n IN ({places}) ORDER BY n"
            assert await fetch(connection, some, tuple(asked)) == [(one,) for one in sorted(asked)]
        either = "SELECT n, CAST(? AS VARCHAR) FROM prepared_notes WHERE n = ?"
        found = await fetch(connection, f"{either} UNION ALL {either}", ("a", 1, "%b?", 1))
        assert sorted(found) == [(1, "%b?"), (1, "a")]
        with pytest.raises(InvalidInput):
            await fetch(connection, "SELECT n FROM prepared_notes WHERE 'b' = ?", ("a\0",))
