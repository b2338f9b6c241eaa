"""What a turn with one tool asks of the database. More than this is a step back, to be explained first."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from proofroom.durable import Engine
from proofroom.kernel.settings import Settings
from proofroom.runtime import Asker
from proofroom.store.sqlite import FileConnection
from proofroom.wiring import open_studio
from tests.patience import until
from tests.scripted import ScriptedDriver, ScriptedReply

STATEMENTS, TRANSACTIONS = 25, 6
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
    replies = (ScriptedReply("Looking. ", calls=(("getTime", {}),)), ScriptedReply("It is late."))
    studio = await open_studio(
        sqlite_settings.model_copy(update={"demo": False}),
        drivers={"offline": ScriptedDriver(*replies * TURNS)},
        is_embedded=True,
    )
    who, counts = Asker(studio.workspace_id), list[tuple[int, int]]()
    try:
        conversation = await studio.chat.open(who, scope="workspace", agent="assistant")
        for _ in range(TURNS):
            asked.clear()
            posted = await studio.chat.post(who, conversation.id, "What time is it?")
            await until(lambda run_id=posted.run_id: _has_left(studio.engine, run_id))
            counts.append((asked["statements"], asked["transactions"]))
    finally:
        await studio.close()
    # The first turn also gives the conversation its title, and reads what the others remember. On a busy
    # machine the studio's own signs of life fall into a turn now and then: they are not what the turn asks.
    early, late = counts[1 : TURNS // 2], counts[TURNS // 2 :]
    for statements, transactions in (min(early), min(late)):
        assert statements <= STATEMENTS, counts
        assert transactions <= TRANSACTIONS, counts


def _has_left(engine: Engine, run_id: str) -> bool:
    """Tell whether nothing of a run is at work any more, without asking the database."""
    driver = engine._driver
    return run_id not in driver.handles and not driver._tasks and not driver._prepared
