"""Who waits for PostgreSQL: a slow statement is waited for, and a line that says nothing is not."""

import asyncio
import socket

import pytest
import sqlalchemy as sa

from proofroom.kernel.settings import Settings
from proofroom.store import silence
from proofroom.store.database import open_database
from proofroom.store.silence import Silence
from tests.patience import until


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence, "DOUBT_S", 0.2)
    monkeypatch.setattr(silence, "TICK_S", 0.05)


async def test_a_slow_statement_is_waited_for(postgres_settings: Settings) -> None:
    database = open_database(postgres_settings)
    try:
        for quick in (False, True):
            async with database.reading(quick=quick) as connection:
                found = await connection.execute(sa.text("SELECT pg_sleep(1.5), 7"))
                assert found.one()[1] == 7
    finally:
        await database.close()


async def _wait(watch: Silence, line: socket.socket) -> bytes:
    with watch.watched(line.fileno()):
        return await asyncio.get_running_loop().sock_recv(line, 1)


@pytest.mark.parametrize("answers", [True, False])
async def test_a_silent_line_is_cut_only_where_the_server_answers_nobody(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silence, "ASK_S", 0.2)
    asked: list[bool] = []

    async def ask() -> None:
        asked.append(answers)
        if not answers:
            await asyncio.sleep(3_600)

    watch = Silence(ask)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        waiting = asyncio.create_task(_wait(watch, ours))
        # A slow one is asked about again and again.
        await until(lambda: len(asked) > 2 if answers else waiting.done())
        assert watch.is_hanging is not answers
        assert waiting.done() is not answers
        if answers:
            theirs.send(b"!")
        assert await waiting == (b"!" if answers else b"")
    finally:
        await watch.close()
        ours.close()
        theirs.close()
