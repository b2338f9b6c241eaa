"""The door to the database."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from proofroom.kernel.errors import StorageFailed
from proofroom.store.columns import table as say_table
from proofroom.store.database import Database
from proofroom.store.types import UtcTime

_TIMES = sa.Table(
    "times", sa.MetaData(), sa.Column("n", sa.Integer, primary_key=True), sa.Column("at", UtcTime)
)


async def test_database_answers(database: Database) -> None:
    async with database.reading() as connection:
        assert (await connection.execute(sa.text("SELECT 1"))).scalar_one() == 1


async def test_times_come_back_in_utc(database: Database) -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=timezone(timedelta(hours=3)))
    async with database.transaction() as connection:
        await connection.run_sync(_TIMES.create)
        await connection.execute(_TIMES.insert().values(n=1, at=moment))
        stored = (await connection.execute(sa.select(_TIMES.c.at))).scalar_one()
    assert stored == moment
    assert stored.tzinfo is UTC


@pytest.mark.parametrize("value", [0, -7, 2.5, True, None, "", "12", [1], {"a": None}, "ü😀", 10**15])
async def test_any_json_value_comes_back(database: Database, value: object) -> None:
    table = say_table("things", "id id, value json", within=sa.MetaData())
    async with database.transaction() as connection:
        await connection.run_sync(table.create)
        await connection.execute(table.insert().values(id="1", value=value))
        stored = (await connection.execute(sa.select(table.c.value))).scalar_one()
    assert stored == value
    assert type(stored) is type(value)


async def test_naive_times_are_refused(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_TIMES.create)
    with pytest.raises(exc.StatementError, match="zone"):
        async with database.transaction() as connection:
            await connection.execute(_TIMES.insert().values(n=1, at=datetime(2026, 1, 2)))


async def test_transaction_rolls_back_on_an_error(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_TIMES.create)

    async def write_and_fail() -> None:
        async with database.transaction() as connection:
            await connection.execute(_TIMES.insert().values(n=1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await write_and_fail()
    async with database.reading() as connection:
        assert (await connection.execute(sa.select(sa.func.count()).select_from(_TIMES))).scalar_one() == 0


async def test_writers_that_read_first_wait_for_each_other(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(_TIMES.create)

    async def add(n: int) -> None:
        async with database.transaction() as connection:
            await connection.execute(sa.select(_TIMES.c.n))
            await asyncio.sleep(0.005)
            await connection.execute(_TIMES.insert().values(n=n))

    await asyncio.gather(*(add(n) for n in range(12)))
    async with database.reading() as connection:
        assert (await connection.execute(sa.select(sa.func.count()).select_from(_TIMES))).scalar_one() == 12


THINGS = say_table("things", "id id, text text?", within=sa.MetaData())


async def write(database: Database, *said: str, ids: str = "1") -> None:
    """Make a table and fill it, after telling the database something first."""
    async with database.transaction() as connection:
        for each in said:
            await connection.exec_driver_sql(each)
        await connection.run_sync(THINGS.create)
        for one in ids:
            await connection.execute(THINGS.insert().values(id=one, text="x" * 100_000))


async def test_a_full_disk_is_told_in_words(sqlite_database: Database) -> None:
    with pytest.raises(StorageFailed, match="is full") as caught:
        await write(sqlite_database, "PRAGMA max_page_count=1")
    assert "kept" in caught.value.message
    assert caught.value.suggestion


async def test_a_database_that_only_lets_read_says_so(database: Database) -> None:
    only = "SET TRANSACTION READ ONLY" if database.is_postgres else "PRAGMA query_only=ON"
    with pytest.raises(StorageFailed, match="can only be read"):
        await write(database, only)


async def test_an_error_that_is_not_the_storages_stays_what_it_is(database: Database) -> None:
    with pytest.raises(exc.IntegrityError):
        await write(database, ids="11")


async def test_postgres_ends_what_waits_too_long(postgres_database: Database) -> None:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    async with postgres_database.reading() as connection:
        found = [(await connection.execute(sa.text(f"SHOW {name}"))).scalar_one() for name in names]
    assert found == ["30s", "10s", "2min"]
