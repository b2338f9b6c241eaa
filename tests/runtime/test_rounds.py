"""The calls of one round: neighbouring reads at once, writes one after the other, in the model's order."""

import asyncio

import pytest

from proofroom.kernel import events
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from tests.runtime.conftest import Anything, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


async def test_reads_meet_and_writes_wait_for_what_stands_before_them(open_desk: OpenDesk) -> None:
    meeting, told = asyncio.Barrier(2), list[str]()

    async def read(context: ToolContext, given: Anything) -> ToolOutput:
        await meeting.wait()  # each waits for the other: one after the other they never end
        told.append(f"read {given.value}")
        return ToolOutput(ok=True)

    async def write(context: ToolContext, given: Anything) -> ToolOutput:
        told.append(f"begin {given.value}")
        await asyncio.sleep(0.05)  # time for another one to begin, if it did not wait
        told.append(f"end {given.value}")
        return ToolOutput(ok=True)

    names = ("read", "read", "write", "write", "read", "read")
    calls = tuple((name, {"value": str(at)}) for at, name in enumerate(names))
    driver = ScriptedDriver(ScriptedReply("", calls=calls), ScriptedReply("Done."))
    tools = tool("read", read, timeout_s=20), tool("write", write, effect="write")
    async with open_desk(driver, *tools) as desk:
        run, found = await desk.say("go")
    assert run.status == "completed"
    assert all(event.ok for event in found if isinstance(event, events.ToolResult))
    assert set(told[:2]) == {"read 0", "read 1"}
    assert told[2:6] == ["begin 2", "end 2", "begin 3", "end 3"]
    assert set(told[6:]) == {"read 4", "read 5"}
