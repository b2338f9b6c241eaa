"""A task handed on spends its caller's budget: stopped, told, raised or declined, through HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo, TokenUsage
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.api.test_budgets import CHAT, add, finished
from tests.scripted import ScriptedReply

SPENT = TokenUsage(input=1_000, output=1_000)
DEAR = TokenUsage(input=49_500, output=500)
HAND = {"agentSlug": "editor", "task": "Count the birds."}


class PricedCast(Cast):
    """Every agent speaks for a dollar per million tokens, in short answers."""

    async def models(self) -> list[ModelInfo]:
        dollar = {"input_micros_per_mtok": 1_000_000, "output_micros_per_mtok": 1_000_000}
        return [ModelInfo("scripted", "scripted", context_window=8_000, max_output=1_000, **dollar)]


def cast() -> PricedCast:
    return PricedCast(
        assistant=(
            ScriptedReply("Handing on.", calls=(("delegateToAgent", HAND),), usage=DEAR),
            ScriptedReply("The editor has counted.", usage=SPENT),
        ),
        editor=(ScriptedReply("Seven birds.", usage=SPENT),),
    )


@asynccontextmanager
async def studio(settings: Settings, played: Cast) -> AsyncGenerator[Browser]:
    async with serve(settings, {"scripted": played}) as owner:
        await owner.set_up()
        yield owner


async def stopped(owner: Browser) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Send the message whose child is stopped; return the caller, the child and what stands in the inbox."""
    events = await owner.lines("POST", CHAT, {"message": "count the birds"})
    assert (events[-1]["type"], events[-1]["status"]) == ("done", "awaiting_tool")
    run_id = events[0]["runId"]
    _, family = await owner.call("GET", f"/api/runs?parent={run_id}")
    (child,) = family["runs"]
    assert (child["status"], child["agent"]) == ("waiting_human", "editor")
    _, items = await owner.call("GET", "/api/inbox")
    (item,) = [each for each in items if each["isWaiting"]]
    assert (item["kind"], item["runId"]) == ("budget", child["id"])
    # Whoever follows the caller only is told too.
    (notice,) = [event for event in events if event["type"] == "budget" and event["state"] == "stopped"]
    assert notice["stopId"] == item["id"]
    _, found = await owner.call("GET", f"/api/runs/{run_id}")
    return found["run"], child, item


async def decide(owner: Browser, item: dict[str, Any], **verdict: Any) -> None:
    status, told = await owner.call("POST", f"/api/budgets/stops/{item['id']}/decision", verdict)
    assert status == 200, told


async def test_a_child_is_stopped_by_its_callers_budget_and_both_finish_after_a_raise(
    sqlite_settings: Settings,
) -> None:
    played = cast()
    async with studio(sqlite_settings, played) as owner:
        await add(owner, 50_000, scopeKind="run", period="total")
        caller, child, item = await stopped(owner)
        assert "budget of one run" in item["title"]
        assert played.agents["editor"].requests == [], "the child had not called its model yet"
        await decide(owner, item, decision="raise", limitMicros=200_000)
        done = await finished(owner, caller["id"])
        assert (done["status"], (await finished(owner, child["id"]))["status"]) == ("completed", "completed")
        assert [len(agent.requests) for agent in played.agents.values()] == [2, 1], "nothing was repeated"
        _, report = await owner.call("GET", "/api/usage")
        assert (report["totals"]["calls"], report["totals"]["costMicros"]) == (3, 54_000)


async def test_a_child_that_gets_no_more_ends_and_its_caller_reads_why_and_goes_on(
    sqlite_settings: Settings,
) -> None:
    played = cast()
    async with studio(sqlite_settings, played) as owner:
        await add(owner, 100, scopeKind="agent", scopeId="editor")
        caller, child, item = await stopped(owner)
        await decide(owner, item, decision="decline")
        assert (await finished(owner, caller["id"]))["status"] == "completed"
        ended = await finished(owner, child["id"])
        assert (ended["status"], ended["error"]["code"]) == ("failed", "budget_exceeded")
        assert played.agents["editor"].requests == []
        (told,) = played.agents["assistant"].requests[-1].messages[-1].blocks
        assert isinstance(told, ToolResultBlock)
        assert not told.ok
        assert "The budget was not raised" in told.content
