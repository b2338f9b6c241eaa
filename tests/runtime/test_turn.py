"""One turn, from a message to its last event."""

import asyncio
from typing import Any

import pytest

from proofroom.kernel import events
from proofroom.kernel.blocks import TextBlock, ToolResultBlock
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound, ProviderFailed, TooLarge
from proofroom.kernel.ids import MessageId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.runtime import Asker, Limits, repo
from proofroom.store import Database
from tests.patience import LIMIT_S, until
from tests.runtime.conftest import WHO, WORKSPACE, Anything, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply

HELLO = ScriptedReply("Hello there.", pieces=3)
NOTE = ScriptedReply("Noting. ", calls=(("note", {"value": "a"}), ("note", {"value": "b"})))


def kinds(found: list[events.AnyEvent]) -> list[str]:
    return [type(event).__name__ for event in found]


def text_of(found: list[events.AnyEvent], step: str) -> str:
    text = ""
    for event in found:
        if isinstance(event, events.Text) and event.step == step:
            text = text[: event.offset] + event.text
    return text


async def test_a_message_is_answered_and_its_events_are_numbered(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        run, found = await desk.say("hello")
    assert run.status == "completed"
    assert kinds(found)[0] == "RunStarted"
    assert kinds(found)[-1] == "Done"
    assert text_of(found, "001.model") == "Hello there."
    numbers = [event.n for event in found]
    assert numbers == sorted(set(numbers))
    assert numbers[0] > 0


async def test_tools_run_and_their_results_reach_the_model(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE, HELLO)
    async with open_desk(driver) as desk:
        run, found = await desk.say("note two things")
    assert run.status == "completed"
    assert sorted(value for _, value in desk.called) == ["a", "b"]
    results = driver.requests[1].messages[-1]
    assert results.role == "tool"
    assert [b.content for b in results.blocks if isinstance(b, ToolResultBlock)] == [
        '{"noted":"a"}',
        '{"noted":"b"}',
    ]
    assert sorted(e.summary for e in found if isinstance(e, events.ToolResult)) == ["Noted a", "Noted b"]


async def test_the_next_turn_sees_the_turn_before(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE, HELLO)
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        await desk.say("note two things", conversation)
        await desk.say("and now?", conversation)
    roles = [message.role for message in driver.requests[2].messages]
    assert roles == ["user", "assistant", "tool", "assistant", "user"]


async def test_the_stable_prefix_is_the_same_in_every_turn(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE, HELLO)
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        for number in range(5):
            await desk.say(f"turn {number}", conversation)
    assert len({request.system_prefix for request in driver.requests}) == 1
    assert driver.requests[0].system_prefix


async def test_a_long_conversation_fits_the_window_and_says_what_was_left_out(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(HELLO)
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        for number in range(5):
            _, found = await desk.say(f"turn {number} " + "word " * 1_800, conversation)
    seen = driver.requests[-1].messages
    assert seen[0].text.startswith("[Earlier 4 messages truncated to fit token budget]")
    assert seen[-1].text.startswith("turn 4")
    (told,) = [event for event in found if isinstance(event, events.Context)]
    assert told.cut == {"historyMessages": 4}
    assert told.remaining is not None
    assert 0 <= told.remaining < 8_000
    assert set(told.breakdown) == {
        *("systemPrompt", "toolDefinitions", "userMessage"),
        *("screenContext", "conversationHistory", "researchData"),
    }


async def test_at_the_limit_the_model_sums_up_without_tools(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE)
    async with open_desk(driver, limits=Limits(max_rounds=2)) as desk:
        run, _ = await desk.say("go on for ever")
    assert run.status == "completed"
    assert [request.tool_choice.mode for request in driver.requests] == ["auto", "auto", "none"]


async def test_an_unknown_tool_is_a_result_the_model_can_act_on(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply(calls=(("vanish", {}),)), HELLO)
    async with open_desk(driver) as desk:
        run, _ = await desk.say("vanish")
    assert run.status == "completed"
    block = driver.requests[1].messages[-1].blocks[0]
    assert isinstance(block, ToolResultBlock)
    assert not block.ok
    assert "Use one of: note" in block.content


async def test_a_tool_outside_the_phase_or_permission_is_not_shown(open_desk: OpenDesk) -> None:
    async def act(context: ToolContext, given: Anything) -> ToolOutput:
        return ToolOutput(ok=True)

    driver = ScriptedDriver(HELLO)
    async with open_desk(driver, tool("secret", act, permission="content.write")) as desk:
        await desk.say("hello")
    assert [each.name for each in driver.requests[0].tools] == ["note"]


async def test_a_provider_error_closes_the_run_with_a_next_step(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply("Half an ans", error=ProviderFailed("The model did not answer.")))
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        run, found = await desk.say("hello", conversation)
        messages = await desk.chat.messages(WHO, conversation)
    assert run.status == "failed"
    last = found[-1]
    assert isinstance(last, events.Error)
    assert last.code == "provider_failed"
    assert last.suggestion.startswith(ProviderFailed.usual_suggestion())
    assert "What was done so far is kept" in last.suggestion
    assert messages[-1].blocks == [TextBlock("Half an ans")]


async def test_stop_cancels_the_provider_at_once_and_keeps_what_was_said(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply("one two three four", pieces=4, delay_s=3_600))
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        posted = await desk.chat.post(WHO, conversation, "count")
        await until(lambda: driver.requests)
        assert await desk.engine.stop(posted.run_id, WORKSPACE)
        run = await asyncio.wait_for(desk.engine.wait(posted.run_id, WORKSPACE), LIMIT_S)
        found = await desk.events(posted.run_id)
        messages = await desk.chat.messages(WHO, conversation)
    assert run.status == "cancelled"
    assert isinstance(found[-1], events.Done)
    assert found[-1].status == "cancelled"
    said = messages[-1].blocks[0]
    assert isinstance(said, TextBlock)
    assert "one two three four".startswith(said.text)


async def test_a_message_typed_ahead_waits_and_then_runs(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply("slow answer", pieces=2, delay_s=0.15))
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        first = await desk.chat.post(WHO, conversation, "first")
        second = await desk.chat.post(WHO, conversation, "second")
        assert (first.is_queued, second.is_queued) == (False, True)
        await desk.engine.wait(first.run_id, WORKSPACE)
        await desk.begun(second.run_id)
        run = await desk.engine.wait(second.run_id, WORKSPACE)
        assert run.status == "completed"
        await desk.let_go(conversation)
    assert [message.text for message in driver.requests[1].messages if message.role == "user"] == [
        "first",
        "second",
    ]


async def test_a_queued_message_can_be_taken_back(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply("slow", pieces=2, delay_s=0.2))
    async with open_desk(driver) as desk:
        conversation = await desk.open()
        first = await desk.chat.post(WHO, conversation, "first")
        second = await desk.chat.post(WHO, conversation, "second")
        await desk.chat.take_back(WHO, conversation, second.message_id)
        with pytest.raises(NotFound):
            await desk.chat.take_back(WHO, conversation, first.message_id)
        await desk.engine.wait(first.run_id, WORKSPACE)
        await asyncio.sleep(0.1)
        assert await desk.engine.runs.find(second.run_id, WORKSPACE) is None


async def test_other_people_and_workspaces_do_not_see_a_conversation(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        with pytest.raises(NotFound):
            await desk.chat.get(Asker(WORKSPACE, PersonId(new_id())), conversation)
        with pytest.raises(NotFound):
            await desk.chat.get(Asker(WorkspaceId(new_id())), conversation)


@pytest.mark.parametrize(("text", "error"), [("   ", InvalidInput), ("x" * 200_001, TooLarge)])
async def test_a_message_must_say_something_and_fit(
    open_desk: OpenDesk, text: str, error: type[Exception]
) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        with pytest.raises(error):
            await desk.chat.post(WHO, conversation, text)


async def test_the_same_message_id_starts_one_turn(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        first = await desk.chat.post(WHO, conversation, "hello")
        again = await desk.chat.post(WHO, conversation, "hello", message_id=first.message_id)
        assert again.run_id == first.run_id
        await desk.engine.wait(first.run_id, WORKSPACE)
        messages = await desk.chat.messages(WHO, conversation)
    assert [message.role for message in messages] == ["user", "assistant"]


async def test_a_message_kept_by_a_studio_that_stopped_before_its_turn_is_not_forgotten(
    open_desk: OpenDesk, database: Database
) -> None:
    ids = [MessageId(new_id()), MessageId(new_id())]
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversations = [await desk.open(), await desk.open()]
        for conversation, message_id in zip(conversations, ids, strict=True):
            # As an older release left it, and as a message typed ahead is between two turns.
            async with database.transaction() as connection:
                place = await repo.place_for(connection, WHO, conversation, message_id)
                await desk.chat._keep(connection, place, message_id, "hello", {})
        # The client that got no answer sends it again; the other one never comes back.
        again = await desk.chat.post(WHO, conversations[0], "hello", message_id=ids[0])
        assert not again.is_queued
        await desk.chat.tidy()
        for message_id in ids:
            assert (await desk.engine.wait(RunId(message_id), WORKSPACE)).status == "completed"


async def test_the_id_of_another_conversations_message_is_refused(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        first = await desk.chat.post(WHO, await desk.open(), "hello")
        with pytest.raises(Conflict, match="another conversation"):
            await desk.chat.post(WHO, await desk.open(), "hello", message_id=first.message_id)
        await desk.engine.wait(first.run_id, WORKSPACE)


async def test_a_message_that_comes_as_the_turn_before_lets_go_is_started_and_can_be_followed(
    open_desk: OpenDesk, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_desk(ScriptedDriver(HELLO)) as desk:
        conversation = await desk.open()
        run, _ = await desk.say("first", conversation)
        await desk.let_go(conversation)
        looked_up, ending = desk.chat._is_over, []

        async def free() -> None:  # the turn before saw nothing that waited, and lets go
            async with database.transaction() as connection:
                await repo.release(connection, WORKSPACE, conversation, run.id)

        async def look_up_while_it_is_freed(*given: Any) -> bool:
            ending.append(asyncio.create_task(free()))
            await asyncio.wait(ending, timeout=0.5)  # not longer: it has to wait for us
            return await looked_up(*given)

        async with database.transaction() as connection:
            await repo.occupy(connection, WORKSPACE, conversation, run.id, instead_of=None)
        monkeypatch.setattr(desk.chat, "_is_over", look_up_while_it_is_freed)
        second, _ = await desk.say("second", conversation)
        await asyncio.gather(*ending)
    assert (len(ending), second.status) == (1, "completed")
