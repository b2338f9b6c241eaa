"""What is remembered holds until somebody writes, in this process or in another."""

import pytest
import sqlalchemy as sa

from proofroom.kernel.settings import Settings
from proofroom.store.database import Connection, Database, open_database
from proofroom.store.prepared import Prepared
from proofroom.store.tables.access import people
from proofroom.store.tables.agents import skills


async def _count(connection: Connection) -> int:
    return int((await connection.execute(sa.select(sa.func.count()).select_from(skills))).scalar() or 0)


async def test_an_answer_is_read_once_and_again_after_somebody_wrote(
    database: Database, settings: Settings
) -> None:
    read = list[int]()

    async def count(connection: Connection) -> int:
        read.append(await _count(connection))
        return read[-1]

    async def ask() -> int:
        return await database.remembered("skills", ("skills",), count)

    assert [await ask(), await ask()] == [0, 0]
    assert len(read) == 1

    other = open_database(settings)  # as another process would
    try:
        async with other.transaction() as connection:
            await connection.execute(skills.delete())
            await connection.execute(people.delete())
    finally:
        await other.close()
    assert [await ask(), await ask()] == [0, 0]
    assert len(read) == 2

    async def turn_back() -> None:
        async with database.transaction() as connection:
            await connection.execute(skills.delete())
            raise RuntimeError("back")

    with pytest.raises(RuntimeError, match="back"):
        await turn_back()
    async with database.transaction() as connection:
        await connection.execute(people.delete())
    await ask()
    assert len(read) == 2  # rolled back, and a table that the answer is not read from


async def test_a_phase_takes_what_is_remembered_as_an_earlier_one_did(sqlite_database: Database) -> None:
    database = sqlite_database
    async with database.phase() as first:
        await database.remembered("skills", ("skills",), _count)
    async with database.transaction() as connection:
        await connection.execute(skills.delete())

    async def never(_connection: Connection) -> int:
        raise AssertionError("it is known")

    async with database.phase(first.versions):
        assert await database.remembered("skills", ("skills",), never) == 0


async def test_tables_whose_changes_nobody_counts_are_refused(sqlite_database: Database) -> None:
    with pytest.raises(ValueError, match="not marked"):
        await sqlite_database.remembered("runs", ("runs",), _count)
    async with sqlite_database.transaction() as connection:
        with pytest.raises(ValueError, match="remembered"):
            await Prepared(sa.insert(skills)).execute(connection, {})


async def test_a_lost_connection_says_what_went_wrong_and_nothing_else(database: Database) -> None:
    async def lose() -> None:
        async with database.transaction() as connection:
            await connection.execute(skills.delete())
            await connection.invalidate()
            raise RuntimeError("lost")

    with pytest.raises(RuntimeError, match="lost"):
        await lose()
    async with database.transaction() as connection:
        await connection.execute(skills.delete())
