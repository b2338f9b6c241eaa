"""A turn reads what is new in its conversation, and sees all of it."""

from typing import Any

import pytest

from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.ids import ConversationId, WorkspaceId
from proofroom.runtime import repo
from proofroom.runtime.context import history
from proofroom.runtime.context.past import EACH, Pasts
from proofroom.runtime.hot import repo as hot
from proofroom.store import Database
from tests.runtime.conftest import WORKSPACE, OpenDesk
from tests.scripted import ScriptedDriver, ScriptedReply

HELLO = ScriptedReply("Hello there.")
FAILS = ScriptedReply("Half an ans", error=ProviderFailed("The model did not answer."))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many messages each turn has read from the database."""
    counts = list[int]()
    real = hot.read_before

    def counted(rows: Any) -> Any:
        counts.append(len(rows))
        return real(rows)

    monkeypatch.setattr(hot, "read_before", counted)
    return counts


def texts(driver: ScriptedDriver) -> list[str]:
    return [message.text for message in driver.requests[-1].messages]


async def test_a_turn_reads_what_is_new_and_sees_everything(open_desk: OpenDesk, read: list[int]) -> None:
    driver = ScriptedDriver(HELLO)
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        for number in range(4):
            await desk.say(f"turn {number}", conversation)
    assert read == [1, 3, 3, 3]
    assert texts(driver) == [
        *("turn 0", "Hello there.", "turn 1", "Hello there.", "turn 2", "Hello there.", "turn 3")
    ]


async def test_a_turn_looks_at_what_is_new_and_not_at_every_turn_again(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, real = list[int](), history._shown

    def shown(turn: Any) -> Any:
        looked[-1] += 1
        return real(turn)

    monkeypatch.setattr(history, "_shown", shown)
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        for number in range(8):
            looked.append(0)
            await desk.say(f"turn {number}", conversation)
    assert looked[1:] == [2] * 7  # the turn before, and what is asked now


async def test_a_turn_that_was_taken_up_again_is_seen_as_it_is_now(
    open_desk: OpenDesk, database: Database
) -> None:
    elsewhere = Pasts()  # another process that has worked for the conversation
    async with open_desk(ScriptedDriver(FAILS)) as desk:
        conversation = await desk.open()
        failed, _ = await desk.say("first", conversation)
        desk.cast.driver = second = ScriptedDriver(HELLO)
        await desk.say("second", conversation)
        async with database.reading() as connection:
            await elsewhere.read(connection, WORKSPACE, conversation, 2)
        desk.cast.driver = ScriptedDriver(ScriptedReply("At last."))
        await desk.reruns.resume(failed)
        await desk.let_go(conversation)
        desk.cast.driver = third = ScriptedDriver(HELLO)
        await desk.say("third", conversation)
        async with database.reading() as connection:
            there = await elsewhere.read(connection, WORKSPACE, conversation, 3)
    assert [message.text for message in there.shown] == texts(third)
    assert texts(second) == ["first", "Half an ans", "second"]
    assert texts(third) == ["first", "At last.", "second", "Hello there.", "third"]


async def test_no_more_is_kept_than_has_room(
    open_desk: OpenDesk, read: list[int], database: Database
) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversations = [await desk.open() for _ in range(2)]
        for conversation in conversations:
            for text in ("first", "second"):
                await desk.say(text, conversation)
        async with database.reading() as connection:
            messages = await repo.list_messages(connection, WORKSPACE, conversations[0])
            room = sum(EACH + message.tokens for message in messages[:2])
            del read[:]
            pasts = Pasts(room)
            for conversation in (conversations[0], conversations[0], conversations[1], conversations[0]):
                found = await pasts.read(connection, WORKSPACE, conversation, 2)
                assert [message.turn for message in found.messages] == [1, 1, 2]
    assert read == [3, 1, 3, 3]


async def test_a_conversation_of_another_workspace_is_not_remembered(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        await desk.say("first", conversation)
        async with database.reading() as connection:
            pasts = Pasts()
            assert (await pasts.read(connection, WORKSPACE, conversation, 2)).messages
            assert (await pasts.read(connection, WorkspaceId("another"), conversation, 2)).messages == []
            assert (await pasts.read(connection, WORKSPACE, ConversationId("another"), 2)).messages == []


async def test_a_conversation_of_one_turn_takes_no_room(open_desk: OpenDesk, database: Database) -> None:
    pasts = Pasts()
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        await desk.say("first", conversation)
        async with database.reading() as connection:
            assert (await pasts.read(connection, WORKSPACE, conversation, 1)).messages
    assert not pasts._kept
