"""What a model is shown of a conversation: sessions, windows, and another provider in the middle."""

from datetime import UTC, datetime, timedelta

import pytest

from proofroom.kernel.blocks import ImageBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.ids import MessageId, new_id
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.runtime.context.history import elide_heavy, last_turns, this_session, without_images
from proofroom.runtime.types import StoredMessage
from tests.runtime.conftest import WHO, Anything, OpenDesk, tool
from tests.runtime.delegation.test_delegate import settings
from tests.scripted import ScriptedDriver, ScriptedReply

__all__ = ["settings"]

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def said(turn: int, role: str, minute: float) -> StoredMessage:
    at = NOON + timedelta(minutes=minute)
    blocks = [TextBlock(f"{role} {turn}")]
    return StoredMessage(MessageId(new_id()), turn, 0, None, role, "sent", blocks, {}, at)  # type: ignore[arg-type]


def test_a_session_ends_with_half_an_hour_of_silence() -> None:
    stored = [said(1, "user", 0), said(1, "assistant", 1), said(2, "user", 31), said(2, "assistant", 32)]
    assert this_session(stored, 30) == stored  # exactly half an hour is not longer than that
    late = [*stored, said(3, "user", 62.1)]
    assert [each.turn for each in this_session(late, 30)] == [3]
    assert this_session(late, None) == late
    slow = [said(1, "user", 0), said(1, "assistant", 45)]  # the agent's own time is no silence
    assert this_session(slow, 30) == slow


def test_only_the_newest_turns_are_kept() -> None:
    stored = [said(turn, role, turn) for turn in range(1, 13) for role in ("user", "assistant")]
    assert sorted({each.turn for each in last_turns(stored, 10)}) == list(range(3, 13))


def test_pictures_are_heavy_and_only_for_those_who_see() -> None:
    image = ImageBlock("image/png", "aGk=")
    rounds = [
        message
        for number in range(2)
        for message in (
            Message(
                "assistant", [ToolCallBlock(f"c{number}", "shot", {}), ToolCallBlock(f"d{number}", "x", {})]
            ),
            Message(
                "tool",
                [
                    ToolResultBlock(f"c{number}", "shot", True, "seen", images=[image]),
                    ToolResultBlock(f"d{number}", "x", True, "light"),
                ],
            ),
        )
    ]
    older, newer = elide_heavy(rounds, frozenset())[1], elide_heavy(rounds, frozenset())[3]
    assert isinstance(older.blocks[0], ToolResultBlock)
    assert older.blocks[0].images == []
    assert "Call shot again" in older.blocks[0].content
    assert older.blocks[1] == rounds[1].blocks[1]
    assert newer == rounds[3]
    blind = without_images(rounds)[3].blocks[0]
    assert isinstance(blind, ToolResultBlock)
    assert blind.images == []
    assert "1 image(s) left out" in blind.content


async def test_another_provider_goes_on_in_the_middle_of_a_conversation(open_desk: OpenDesk) -> None:
    note = ScriptedReply("Noting.", calls=(("note", {"value": "a"}),))
    first, second = ScriptedDriver(note, ScriptedReply("First.")), ScriptedDriver(ScriptedReply("Second."))
    async with open_desk(first, others={"second": second}) as desk:
        conversation = await desk.open()
        await desk.say("one", conversation)
        await desk.chat.change(WHO, conversation, model="second")
        run, _ = await desk.say("two", conversation)
        await desk.chat.change(WHO, conversation, model="scripted")
        await desk.say("three", conversation)
    assert run.status == "completed"
    seen = second.requests[0].messages
    assert [message.role for message in seen] == ["user", "assistant", "tool", "assistant", "user"]
    assert [message.text for message in seen if message.role != "tool"] == ["one", "Noting.", "First.", "two"]
    assert "Second." in [message.text for message in first.requests[-1].messages]
    # A tool call keeps our id with both, so its result finds it whoever asks.
    call, result = seen[1].blocks[1], seen[2].blocks[0]
    assert isinstance(call, ToolCallBlock)
    assert isinstance(result, ToolResultBlock)
    assert call.tool_call_id == result.tool_call_id


@pytest.mark.parametrize("vision", [True, False, None])
async def test_pictures_reach_only_a_model_that_sees_and_the_others_are_told(
    open_desk: OpenDesk, vision: bool | None
) -> None:
    async def shoot(context: ToolContext, given: Anything) -> ToolOutput:
        return ToolOutput(ok=True, data={1: "no text as key"}, images=[ImageBlock("image/png", "aGk=")])

    driver = ScriptedDriver(ScriptedReply("", calls=(("shoot", {}),)), ScriptedReply("Seen."))
    async with open_desk(driver, tool("shoot", shoot), priced={"vision": vision}) as desk:
        run, _ = await desk.say("look")
    assert run.status == "completed"
    (shot,) = driver.requests[1].messages[-1].blocks
    assert isinstance(shot, ToolResultBlock)
    assert len(shot.images) == (1 if vision else 0)
    assert ("1 image(s) left out" in shot.content) is not bool(vision)
