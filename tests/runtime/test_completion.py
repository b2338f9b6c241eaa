"""One call of a model for a program, as a run."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

from proofroom.durable import Engine
from proofroom.kernel.blocks import TextBlock, ToolCallBlock, user
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo, ModelRequest, OpenModel, ToolDef
from proofroom.runtime import Asker
from proofroom.runtime.completion import WORKFLOW, read_completed, run_completion, start_completion
from proofroom.runtime.flow.flows import Flows, NewFlow
from proofroom.runtime.waiting import Waiting
from proofroom.store import Database
from tests.runtime.conftest import WORKSPACE
from tests.scripted import ScriptedDriver, ScriptedReply

ASK = ModelRequest(
    model="scripted", messages=[user("hi")], tools=[ToolDef("look", "Looks.", {"type": "object"})]
)


@asynccontextmanager
async def open_engine(
    settings: Settings, database: Database, driver: ScriptedDriver
) -> AsyncGenerator[Engine]:
    async def find_model(*_: Any) -> OpenModel:
        return OpenModel(driver, ModelInfo("scripted", "scripted", max_output=123))

    engine = Engine(settings, database, SystemClock())
    ports: Any = SimpleNamespace(engine=engine, find_model=find_model, database=database, end_turn=None)
    flows = Flows(engine, Waiting(engine))
    flows.add(WORKFLOW, NewFlow(run_completion, announces=False))
    flows.open(ports)
    await engine.launch()
    try:
        yield engine
    finally:
        await engine.close(drain_s=0)


async def test_a_call_is_one_step_whose_result_is_the_answer(settings: Settings, database: Database):
    calls = (("look", {"at": "sky"}), ("look", {"at": "sea"}))
    driver = ScriptedDriver(ScriptedReply("Looking.", calls=calls))
    async with open_engine(settings, database, driver) as engine:
        started = await start_completion(engine, Asker(WORKSPACE), "scripted", ASK, title="Crew")
        run = await engine.wait(started.id, WORKSPACE)
        steps = await engine.runs.steps(run.id, WORKSPACE)
    assert (run.status, [step.key for step in steps]) == ("completed", ["001.model"])
    completed = read_completed(run.result)
    assert completed.blocks[0] == TextBlock("Looking.")
    found = [block for block in completed.blocks if isinstance(block, ToolCallBlock)]
    assert [block.input for block in found] == [{"at": "sky"}, {"at": "sea"}]
    assert len({block.tool_call_id for block in found}) == 2
    assert all(block.tool_call_id.startswith(f"call_{run.id[-12:]}") for block in found)
    assert completed.usage == {"input": 10, "cacheRead": 0, "cacheWrite": 0, "output": 5, "reasoning": 0}
    sent = driver.requests[0]
    assert (sent.messages, sent.tools, sent.max_output_tokens) == (ASK.messages, ASK.tools, 123)


async def test_a_failure_is_the_runs_failure(settings: Settings, database: Database):
    driver = ScriptedDriver(ScriptedReply(error=ProviderFailed("It is down.")))
    async with open_engine(settings, database, driver) as engine:
        started = await start_completion(engine, Asker(WORKSPACE), "scripted", ASK, title="Crew")
        run = await engine.wait(started.id, WORKSPACE)
    assert run.status == "failed"
    assert run.error is not None
    assert run.error["message"] == "It is down."


async def test_a_call_cut_off_by_a_crash_is_not_made_again(settings: Settings, database: Database):
    slow = ScriptedDriver(ScriptedReply("a b", pieces=2, delay_s=30))
    async with open_engine(settings, database, slow) as engine:
        started = await start_completion(engine, Asker(WORKSPACE), "scripted", ASK, title="Crew")
        while not slow.requests:
            await asyncio.sleep(0.01)
    again = ScriptedDriver(ScriptedReply("hi"))
    async with open_engine(settings, database, again) as engine:
        run = await engine.wait(started.id, WORKSPACE)
    assert run.status == "failed"
    assert run.error is not None
    assert run.error["code"] == "interrupted"
    assert again.requests == []
