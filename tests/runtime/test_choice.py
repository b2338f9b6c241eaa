"""Whoever starts a run may narrow or force the tools of each round, and the model is held to that."""

from typing import Any

import pytest

from proofroom.durable import NewRun, Run
from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.ids import RunId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.providers.types import ToolChoice
from proofroom.runtime.turn import WORKFLOW
from proofroom.runtime.types import TurnInput
from tests.runtime.conftest import WORKSPACE, Anything, Desk, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply

NOTE = ScriptedReply("", calls=(("note", {"value": "a"}), ("send", {"value": "b"})))
DONE = ScriptedReply("Done.")


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


async def send(context: ToolContext, given: Anything) -> ToolOutput:
    return ToolOutput(ok=True)


SEND = tool("send", send, effect="external", policy="always_ask")


async def start(desk: Desk, *choices: ToolChoice) -> Run:
    given = TurnInput(None, 1, "assistant", "workspace", None, {}, task="go", choices=choices)
    assert TurnInput.from_dict(given.as_dict()) == given
    where: dict[str, Any] = {"conversation_id": await desk.open(), "input": given.as_dict()}
    run = await desk.engine.start(NewRun(RunId(new_id()), WORKSPACE, WORKFLOW, agent="assistant", **where))
    return await desk.engine.wait(run.id, WORKSPACE)


def results(driver: ScriptedDriver) -> list[ToolResultBlock]:
    return [block for block in driver.requests[1].messages[-1].blocks if isinstance(block, ToolResultBlock)]


async def test_a_round_can_be_forced_and_the_next_one_is_free(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE, DONE)
    async with open_desk(driver, SEND) as desk:
        run = await start(desk, ToolChoice("required", ("note",)))
    assert run.status == "completed", "what was not offered is not asked about either"
    assert [request.tool_choice for request in driver.requests] == [
        ToolChoice("required", ("note",)),
        ToolChoice(),
    ]
    assert [value for _, value in desk.called] == ["a"]
    noted, refused = results(driver)
    assert (noted.ok, refused.ok) == (True, False)
    assert "send is not for this step" in refused.content
    assert "Use one of: note." in refused.content
    first, second = driver.requests
    assert first.tools == second.tools, "the list of tools keeps its bytes"


async def test_each_round_has_its_own_tools(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(ScriptedReply("", calls=(("note", {"value": "a"}),)), NOTE, DONE)
    async with open_desk(driver, SEND) as desk:
        run = await start(desk, ToolChoice("auto", ("note",)), ToolChoice("none"))
    assert run.status == "completed"
    assert [request.tool_choice.mode for request in driver.requests] == ["auto", "none"]
    assert [value for _, value in desk.called] == ["a"]


async def test_a_tool_that_the_caller_may_not_use_cannot_be_forced(open_desk: OpenDesk) -> None:
    driver = ScriptedDriver(NOTE, DONE)
    secret = tool("secret", send, permission="content.write")
    async with open_desk(driver, secret) as desk:
        await start(desk, ToolChoice("required", ("secret",)))
    assert driver.requests[0].tool_choice == ToolChoice("none")
    assert "secret" not in {each.name for each in driver.requests[0].tools}
    assert desk.called == []
