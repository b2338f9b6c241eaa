"""What a turn with one tool asks of the database. More than this is a step back, to be explained first."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from psycopg.pq import TransactionStatus

from proofroom.durable import Engine
from proofroom.kernel.settings import Settings
from proofroom.runtime import Asker
from proofroom.store.pipeline import Call, Wire
from proofroom.store.sqlite import FileConnection
from proofroom.wiring import open_studio
from tests.patience import until
from tests.scripted import ScriptedDriver, ScriptedReply

STATEMENTS, TRANSACTIONS = 22, 4
WAYS, COMMITS = 6, 4
"""What goes to PostgreSQL and back, beside what the door asks, and which of it waits for the disk."""
TURNS = 12


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what reaches SQLite: every statement, and every transaction that was begun."""
    counted: Counter[str] = Counter()

    def count(name: str, word: str) -> None:
        plain: Callable[..., Any] = getattr(FileConnection, name)

        def counting(self: FileConnection, *given: Any, **named: Any) -> Any:
            counted[word] += 1
            return plain(self, *given, **named)

        monkeypatch.setattr(FileConnection, name, counting)

    count("cross", "statements")
    count("begin_later", "transactions")
    return counted


async def test_a_turn_with_one_tool_asks_the_database_little_and_no_more_in_a_long_conversation(
    sqlite_settings: Settings, asked: Counter[str]
) -> None:
    await _hold_to(sqlite_settings, asked, {"statements": STATEMENTS, "transactions": TRANSACTIONS})


async def test_a_turn_goes_to_postgresql_few_times_and_waits_for_its_disk_where_it_must(
    postgres_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, send = Counter[str](), Wire.send

    async def counting(self: Wire, calls: Sequence[Call], **named: Any) -> Any:
        is_begun = self._server.transaction_status != TransactionStatus.IDLE
        if calls or is_begun:
            counted["ways"] += 1
            counted["commits"] += bool(named.get("commits"))
        return await send(self, calls, **named)

    monkeypatch.setattr(Wire, "send", counting)
    await _hold_to(postgres_settings, counted, {"ways": WAYS, "commits": COMMITS})


async def _hold_to(settings: Settings, asked: Counter[str], most: dict[str, int]) -> None:
    replies = (ScriptedReply("Looking. ", calls=(("getTime", {}),)), ScriptedReply("It is late."))
    studio = await open_studio(
        settings.model_copy(update={"demo": False}),
        drivers={"offline": ScriptedDriver(*replies * TURNS)},
        part="command",
    )
    who, counts = Asker(studio.workspace_id), list[tuple[int, ...]]()
    try:
        conversation = await studio.chat.open(who, scope="workspace", agent="assistant")
        for _ in range(TURNS):
            asked.clear()
            posted = await studio.chat.post(who, conversation.id, "What time is it?")
            await until(lambda run_id=posted.run_id: _has_left(studio.engine, run_id))
            counts.append(tuple(asked[name] for name in most))
    finally:
        await studio.close()
    # The first turn also gives the conversation its title, and reads what the others remember. On a busy
    # machine the studio's own signs of life fall into a turn now and then: they are not what the turn asks.
    early, late = counts[1 : TURNS // 2], counts[TURNS // 2 :]
    for found in (min(early), min(late)):
        assert all(each <= limit for each, limit in zip(found, most.values(), strict=True)), counts


def _has_left(engine: Engine, run_id: str) -> bool:
    """Tell whether nothing of a run is at work any more, without asking the database."""
    driver = engine._driver
    return run_id not in driver.handles and not driver._tasks and not driver._prepared
