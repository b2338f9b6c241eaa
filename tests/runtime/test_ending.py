"""How a turn ends: with a word in any case, and with a notice where something cut it short."""

import pytest

from proofroom.kernel import events
from proofroom.kernel.blocks import TextBlock, ToolCallBlock
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.providers.types import StopReason
from proofroom.runtime import Limits
from tests.runtime.conftest import WHO, Anything, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply

NOTE = ScriptedReply(calls=(("note", {"value": "a"}), ("note", {"value": "b"})))
SILENCE = ScriptedReply()


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


async def test_a_model_that_is_silent_at_the_limit_is_asked_to_sum_up_and_the_loop_tells_how_far_it_came(
    open_desk: OpenDesk,
) -> None:
    driver = ScriptedDriver(NOTE)
    async with open_desk(driver, limits=Limits(max_rounds=2)) as desk:
        conversation = await desk.open()
        run, found = await desk.say("go on for ever", conversation)
        kept = await desk.chat.messages(WHO, conversation)
    assert run.status == "completed"
    assert ["This turn ends here" in request.system_suffix for request in driver.requests] == [
        *(False, False, True)
    ]
    assert [event.code for event in found if isinstance(event, events.Notice)] == ["round_limit"]
    assert [type(block) for block in kept[-1].blocks] == [TextBlock]
    said = "".join(event.text for event in found if isinstance(event, events.Text))
    assert said == kept[-1].blocks[0].text  # type: ignore[union-attr]
    assert "note ×4" in said


async def test_a_call_in_the_closing_round_is_not_kept(open_desk: OpenDesk) -> None:
    class Stubborn(ScriptedDriver):
        async def stream(self, request, sink):  # type: ignore[no-untyped-def, override]
            reply = await super().stream(request, sink)
            reply.blocks = [*reply.blocks, ToolCallBlock("again", "note", {"value": "c"})]
            return reply

    async with open_desk(Stubborn(ScriptedReply("On it.")), limits=Limits(max_rounds=1)) as desk:
        run, found = await desk.say("note it")
    assert run.status == "completed"
    assert sum(isinstance(event, events.ToolCall) for event in found) == 1
    assert [value for _, value in desk.called] == ["c"]


async def test_an_empty_answer_is_the_providers_failure_and_can_be_tried_again(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(SILENCE)) as desk:
        run, found = await desk.say("hello")
    assert run.status == "failed"
    last = found[-1]
    assert isinstance(last, events.Error)
    assert (last.code, last.recoverable) == ("provider_failed", True)
    assert "empty answer" in last.message


async def test_silence_after_tools_is_put_into_words(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(NOTE, SILENCE)) as desk:
        run, found = await desk.say("note two things")
    assert run.status == "completed"
    assert "note ×2" in "".join(event.text for event in found if isinstance(event, events.Text))


@pytest.mark.parametrize(
    ("text", "stop", "code"), [("Half a sen", "length", "output_truncated"), ("", "refused", "refused")]
)
async def test_what_cut_an_answer_short_is_told(
    open_desk: OpenDesk, text: str, stop: StopReason, code: str
) -> None:
    async with open_desk(ScriptedDriver(ScriptedReply(text, stop=stop))) as desk:
        run, found = await desk.say("hello")
    assert run.status == "completed"
    (notice,) = [event for event in found if isinstance(event, events.Notice)]
    assert notice.code == code
    assert notice.suggestion


async def test_what_every_round_changed_is_told_together_at_the_end(open_desk: OpenDesk) -> None:
    async def write(context: ToolContext, given: Anything) -> ToolOutput:
        return ToolOutput(ok=True, affected=events.Affected(models=[given.value], locales=["en"]))

    rounds = [ScriptedReply("", calls=(("write", {"value": model}),)) for model in ("notes", "authors")]
    driver = ScriptedDriver(*rounds, ScriptedReply("Done."))
    async with open_desk(driver, tool("write", write, effect="write")) as desk:
        _, found = await desk.say("write both")
    last = found[-1]
    assert isinstance(last, events.Done)
    assert (last.affected.models, last.affected.locales) == (["authors", "notes"], ["en"])
