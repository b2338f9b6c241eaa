"""What stays of messages that the model is not shown any more."""

from datetime import UTC, datetime, timedelta
from typing import Any

from proofroom.kernel.blocks import AnyBlock, TextBlock, ToolCallBlock, ToolResultBlock, user
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import MessageId, RunId, new_id
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.runtime import Limits
from proofroom.runtime.context.history import as_messages, shown_turns
from proofroom.runtime.context.recap import LINE, RECAP_TOKENS, Standing, of_result, recap
from proofroom.runtime.context.window import Request, fit
from proofroom.runtime.types import StoredMessage
from tests.runtime.conftest import Anything, OpenDesk, tool
from tests.runtime.quarter import quarter
from tests.scripted import ScriptedDriver, ScriptedReply

AT = datetime(2026, 11, 15, tzinfo=UTC)
SAVED = ToolOutput(
    ok=True,
    summary="Saved 2 entries",
    affected=Affected(models=["posts"], locales=["en", "tr"], branch="cr/chat/1"),
)
WAITS = Standing("Add an FAQ", "cr/chat/1", "open")


async def _nothing(context: ToolContext, given: Anything) -> ToolOutput:
    return SAVED


SAVE = tool("save", _nothing, effect="write")
LOOK = tool("look", _nothing)


def stored(turn: int, position: int, role: Any, *blocks: AnyBlock, recap: str = "") -> StoredMessage:
    return StoredMessage(
        id=MessageId(new_id()),
        turn=turn,
        position=position,
        run_id=RunId(new_id()),
        role=role,
        state="sent",
        blocks=list(blocks),
        meta={"recap": recap} if recap else {},
        created_at=AT + timedelta(minutes=turn),
        tokens=1,
    )


def wrote(turn: int) -> list[StoredMessage]:
    """Return a turn in which something was saved."""
    call_id = f"c{turn}"
    return [
        stored(turn, 0, "user", TextBlock(f"please save number {turn} " + "and more " * 40)),
        stored(turn, 100, "assistant", TextBlock("Saving."), ToolCallBlock(call_id, "save", {})),
        stored(
            turn,
            101,
            "tool",
            ToolResultBlock(call_id, "save", True, "{}"),
            recap=of_result(SAVE, SAVED, is_approved=turn == 1),
        ),
        stored(turn, 200, "assistant", TextBlock(f"Number {turn} is saved.")),
    ]


def test_only_what_changes_something_leaves_a_line() -> None:
    assert of_result(LOOK, SAVED, is_approved=False) == ""
    assert of_result(SAVE, SAVED, is_approved=True) == (
        "- done: save (a person approved it): Saved 2 entries "
        "[models posts; locales en, tr; branch cr/chat/1]"
    )
    denied = ToolOutput.failure(NotAllowed("A person did not approve this call: not today"))
    told = of_result(SAVE, denied, is_approved=True)
    assert told == "- not done: save: A person did not approve this call: not today"
    long = of_result(SAVE, ToolOutput(ok=True, summary="a line\nand " * 500), is_approved=False)
    assert len(long) <= len("- done: ") + LINE
    assert "\n" not in long


def test_a_recap_tells_what_was_asked_done_decided_and_answered_and_what_waits() -> None:
    told = recap(as_messages(wrote(1)), [WAITS], 1_000, quarter).splitlines()
    assert told[0] == "What happened in them, the oldest first:"
    assert told[1].startswith("- asked: please save number 1")
    assert told[2].startswith("- done: save (a person approved it): Saved 2 entries [models posts")
    assert told[3] == "- answered: Number 1 is saved."
    assert told[-1] == "- “Add an FAQ” on cr/chat/1 waits for review"


def test_where_room_is_short_answers_go_first_and_what_was_done_last() -> None:
    gone = as_messages([message for turn in range(1, 30) for message in wrote(turn)])
    whole = recap(gone, [WAITS], 10_000, quarter)
    assert quarter(whole) <= RECAP_TOKENS
    assert recap(gone, [WAITS], 10_000, quarter) == whole
    kinds = {
        room: [line.split(":")[0] for line in recap(gone, [], room, quarter).splitlines()[1:]]
        for room in (700, 200)
    }
    assert "- answered" not in kinds[700]
    assert {"- asked", "- done"} == set(kinds[700])
    assert set(kinds[200]) == {"- done"}
    assert recap(gone, [], 3, quarter) == ""


def test_history_that_does_not_fit_leaves_its_recap() -> None:
    messages = [*as_messages([*wrote(1), *wrote(2), *wrote(3)]), user("now")]
    request = Request(messages, system=0, tools=0, screen="", request_at=len(messages) - 1, standing=(WAITS,))
    fitted = fit(request, 320, 50, quarter)
    first = fitted.messages[0].text
    assert first.startswith("[Earlier 8 messages truncated to fit token budget]\n")
    assert first.count("- done: save") == 2
    assert "cr/chat/1 waits for review" in first
    assert fitted.report.total <= 270


def test_turns_beyond_an_agents_limit_leave_their_recap_and_keep_it_when_they_are_cut_too() -> None:
    shown = shown_turns([*wrote(1), *wrote(2), *wrote(3)], 1, [WAITS])
    first = shown[0].text
    assert first.startswith("[Earlier 8 messages left out: the newest 1 turns are shown]")
    assert first.count("- done: save") == 2
    assert shown[0].recap.count("- done: save") == 2
    assert shown_turns(wrote(1), 10, [WAITS])[0].text.startswith("please save")


async def test_the_model_reads_what_was_done_in_turns_it_is_not_shown(open_desk: OpenDesk) -> None:
    async def save(context: ToolContext, given: Anything) -> ToolOutput:
        return SAVED

    driver = ScriptedDriver(
        ScriptedReply("Saving.", calls=(("save", {"value": "a"}),)), ScriptedReply("Saved.")
    )
    one = Limits(history_turns=1)
    async with open_desk(driver, tool("save", save, effect="write"), limits=one) as desk:
        conversation = await desk.open()
        await desk.say("save the first thing", conversation)
        await desk.say("and now?", conversation)
    told = driver.requests[-1].messages[0].text
    assert "- asked: save the first thing" in told
    assert "- done: save: Saved 2 entries [models posts; locales en, tr; branch cr/chat/1]" in told
    assert "- answered: Saved." in told
    assert told.endswith("and now?")
