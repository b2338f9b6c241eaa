"""Who is cancelled inside a transaction leaves no connection behind, and none with a transaction open."""

import asyncio
import types
from collections.abc import AsyncIterator, Coroutine, Generator
from contextlib import suppress
from functools import partial
from itertools import count, product
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.kernel.settings import Settings
from proofroom.store.database import Database, maintenance_engine
from proofroom.store.prepared import Prepared

_CUT = sa.Table("cut", sa.MetaData(), sa.Column("word", sa.String))
_ADD, _COUNT = _CUT.insert(), sa.select(sa.func.count()).select_from(_CUT)
_PREPARED = Prepared(_CUT.insert().values(word=sa.bindparam("word")).returning(_CUT.c.word))
_LARGE = {"word": "x" * 100_000}


async def _write(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(_ADD, {"word": "plain"})
        await connection.scalar(_COUNT)


async def _write_quickly(database: Database) -> None:
    async with database.transaction(quick=True) as connection:
        await connection.execute(_ADD, {"word": "quick"})
        await connection.scalar(_COUNT)


async def _write_much(database: Database) -> None:
    async with database.transaction(quick=True) as connection:
        await connection.execute(_ADD, _LARGE)
        await connection.execute(_ADD, [_LARGE, _LARGE])


async def _write_prepared(database: Database) -> None:
    async with database.transaction(quick=True) as connection:
        await _PREPARED.execute(connection, {"word": "prepared"})
        await _PREPARED.execute(connection, _LARGE)


async def _fail(database: Database) -> None:
    async with database.transaction(quick=True) as connection:
        await connection.execute(_ADD, _LARGE)
        raise ValueError


async def _read(database: Database) -> None:
    async with database.reading() as connection:
        await connection.scalar(_COUNT)


async def _read_in_a_phase(database: Database) -> None:
    async with database.phase():
        async with database.reading() as connection:
            await connection.scalar(_COUNT)
        await _write(database)


@types.coroutine
def _walk(work: Coroutine[Any, Any, None], cuts: range) -> Generator[Any, None, int]:
    """Do some work, cancelled where it waits for those times; return how often it waited."""
    task, step, times = asyncio.current_task(), partial[Any](work.send, None), 0
    assert task is not None
    while True:
        try:
            waited = step()
        except StopIteration:
            return times
        if times in cuts:
            task.cancel()
        times += 1
        try:
            yield waited
        except BaseException as error:
            step = partial(work.throw, error)
        else:
            step = partial(work.send, None)


async def _cut(work: Coroutine[Any, Any, None], cuts: range) -> int:
    return await _walk(work, cuts)


WORKS = [_write, _write_quickly, _write_much, _write_prepared, _fail, _read, _read_in_a_phase]


async def _ends(work: Coroutine[Any, Any, None], cuts: range) -> bool:
    """Do some work; tell whether it ended before it came to where it was to be cancelled."""
    try:
        waits = await asyncio.create_task(_cut(work, cuts))
    except asyncio.CancelledError:
        waits = cuts.stop
    except ValueError:
        waits = 0
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
    return waits <= cuts.start


def _count_lent(database: Any) -> int:
    """Return how many connections are out of the pool, but for those that are kept at hand."""
    kept = [*database._quick._kept, *database._quick_reader._kept]
    return database.engine.pool.checkedout() - len(kept)


def _lock_from_outside(beside: sa.Engine) -> None:
    """Lock the table for writing, which a transaction that is still open would not let us."""
    with beside.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 5000")
            connection.exec_driver_sql("LOCK TABLE cut IN EXCLUSIVE MODE")


@pytest.fixture
async def beside(database: Database, settings: Settings) -> AsyncIterator[sa.Engine]:
    """Make the table, and open another way to the same database."""
    async with database.transaction() as connection:
        await connection.run_sync(_CUT.create)
    engine = maintenance_engine(settings)
    yield engine
    engine.dispose()


async def test_a_transaction_may_be_cancelled_wherever_it_waits(
    database: Database, beside: sa.Engine
) -> None:
    # The driver of PostgreSQL gives its connection up when it is cancelled again, and says so.
    often = (1,) if database.is_postgres else (1, 2, 20)
    for work, times, is_new in product(WORKS, often, (True, False)):
        for at in count():
            if is_new:
                await database.close()
            is_over = await _ends(work(database), range(at, at + times))
            assert _count_lent(database) == 0, (work, times, is_new, at)
            _lock_from_outside(beside)
            if is_over:
                break


async def test_what_waited_for_the_lock_is_not_begun_after_it_was_cancelled(
    sqlite_database: Database, sqlite_settings: Settings
) -> None:
    async with sqlite_database.transaction(quick=True) as connection:
        await connection.run_sync(_CUT.create)
        line: Any = (await connection.get_raw_connection()).driver_connection
    other = maintenance_engine(sqlite_settings)
    with other.begin():
        waiting = asyncio.create_task(_write_prepared(sqlite_database))
        for _ in range(3):
            await asyncio.sleep(0)  # until it has met the other writer
        waiting.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
    other.dispose()
    with suppress(asyncio.CancelledError):
        await waiting
    with suppress(ValueError):  # it was closed, which is as good
        await line._execute(lambda: None)  # the thread has done what it was given before
        assert not line.in_transaction
    await _write(sqlite_database)
