"""Our SQLite connection behaves like the plain one and crosses to its thread once per statement."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from proofroom.store import sqlite
from proofroom.store.database import Database
from proofroom.store.embedded import open_embedded
from proofroom.store.sqlite import FileConnection


async def crossings(connection: AsyncConnection) -> list[str]:
    """Record what is done on the connection's thread from now on."""
    raw = (await connection.get_raw_connection()).driver_connection
    assert isinstance(raw, FileConnection)
    done: list[str] = []
    plain = raw._execute

    async def execute(work: object, *arguments: object, **named: object) -> object:
        done.append(getattr(work, "__name__", ""))
        return await plain(work, *arguments, **named)

    raw._execute = execute
    return done


async def test_a_transaction_crosses_once_per_statement_and_once_to_commit(sqlite_database: Database) -> None:
    async with sqlite_database.engine.connect() as connection:
        done = await crossings(connection)
        await connection.execute(sa.text("CREATE TABLE words (word TEXT)"))
        await connection.execute(sa.text("INSERT INTO words VALUES (:w)"), [{"w": "a"}, {"w": "b"}])
        rows = (await connection.execute(sa.text("SELECT word FROM words ORDER BY word"))).scalars().all()
        assert rows == ["a", "b"]
        assert len(done) == 3
        await connection.commit()
        assert len(done) == 4
        await connection.rollback()
    assert len(done) == 4


async def test_an_error_rolls_back_and_the_connection_stays_good(
    sqlite_database: Database,
) -> None:
    async with sqlite_database.transaction() as connection:
        await connection.execute(sa.text("CREATE TABLE words (word TEXT PRIMARY KEY)"))
    insert = sa.text("INSERT INTO words VALUES ('a')")

    async def insert_twice() -> None:
        async with sqlite_database.transaction() as connection:
            await connection.execute(insert)
            await connection.execute(insert)

    with pytest.raises(sa.exc.IntegrityError):
        await insert_twice()
    async with sqlite_database.transaction() as connection:
        assert (await connection.execute(insert)).rowcount == 1
        assert await connection.scalar(sa.text("SELECT COUNT(*) FROM words")) == 1


async def test_an_empty_transaction_takes_no_lock(sqlite_database: Database, sqlite_settings: object) -> None:
    async with sqlite_database.transaction() as first, sqlite_database.transaction() as second:
        assert not first.closed
        assert await second.scalar(sa.text("SELECT 1")) == 1


async def test_rows_can_be_streamed(sqlite_database: Database) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i FROM n"
    async with sqlite_database.engine.connect() as connection:
        result = await connection.stream(sa.text(numbers))
        assert [row.i async for row in result] == list(range(1, 501))


def test_a_library_that_stops_in_its_migrations_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = open_embedded(tmp_path / "library.db")

    def migrate() -> None:
        with engine.begin() as connection:
            connection.execute(sa.text("CREATE TABLE first (id INTEGER)"))
            connection.execute(sa.text("CREATE TABLE first (id INTEGER)"))

    with pytest.raises(sa.exc.OperationalError):
        migrate()
    engine.dispose()
    with sqlite3.connect(tmp_path / "library.db") as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == []
    raw.close()


async def test_a_quick_transaction_does_not_cross(sqlite_database: Database) -> None:
    async with sqlite_database.transaction(quick=True) as connection:
        done = await crossings(connection)
        await connection.execute(sa.text("CREATE TABLE words (word TEXT)"))
        await connection.execute(sa.text("INSERT INTO words VALUES ('a')"))
    async with sqlite_database.reading(quick=True) as connection:
        assert await connection.scalar(sa.text("SELECT word FROM words")) == "a"
    assert done == []


async def test_a_quick_transaction_waits_for_another_writer_on_its_thread(sqlite_database: Database) -> None:
    async with sqlite_database.transaction() as connection:
        await connection.execute(sa.text("CREATE TABLE words (word TEXT)"))
    order: list[str] = []

    async def write(word: str) -> None:
        async with sqlite_database.transaction(quick=True) as connection:
            await connection.execute(sa.text("INSERT INTO words VALUES (:w)"), {"w": word})
            order.append(word)

    async with sqlite_database.transaction() as first:
        await first.execute(sa.text("INSERT INTO words VALUES ('first')"))
        second = asyncio.create_task(write("second"))
        for _ in range(5):  # the loop is free meanwhile
            await asyncio.sleep(0.01)
        order.append("first")
    await second
    assert order == ["first", "second"]
    async with sqlite_database.transaction(quick=True) as connection:
        assert await connection.scalar(sa.text("SELECT COUNT(*) FROM words")) == 2


async def test_what_is_read_in_a_phase_comes_from_one_transaction(database: Database) -> None:
    async with database.phase():
        async with database.reading() as one, database.reading() as two:
            assert one is two

        async def elsewhere() -> bool:
            async with database.reading() as other:
                return other is not one

        assert await asyncio.create_task(elsewhere()), "another task has its own"
    async with database.reading() as later:
        assert later is not one


async def test_the_log_is_written_back_after_some_commits(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_EVERY", 3)
    async with sqlite_database.transaction() as connection:
        await connection.execute(sa.text("CREATE TABLE words (word TEXT)"))
    async with sqlite_database.engine.connect() as connection:
        done = await crossings(connection)
        for _ in range(6):
            await connection.execute(sa.text("INSERT INTO words VALUES ('a')"))
            await connection.commit()
    assert done.count("_checkpoint") == 2
