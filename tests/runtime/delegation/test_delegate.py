"""Handing a task to another agent: a run of its own, waited for, judged, and never repeated."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from proofroom.durable import Run, RunFilter
from proofroom.kernel import events
from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.ids import RunId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews import Verdict
from proofroom.runtime.delegation.delegate import delegate_tool
from proofroom.runtime.delegation.report import (
    OUTPUT_CAP,
    DelegationResult,
    ToolCallTrace,
    summarize,
    truncate_output,
)
from tests.clocks import FixedClock
from tests.patience import LIMIT_S
from tests.runtime.conftest import WHO, WORKSPACE, Anything, Desk, OpenDesk, tool
from tests.runtime.test_pause import Outside, person
from tests.scripted import ScriptedDriver, ScriptedReply

RUN = frozenset({"agents.team.run"})
DONE = ScriptedReply("All done.")


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Use SQLite unless a test asks for both."""
    return request.getfixturevalue(f"{getattr(request, 'param', 'sqlite')}_settings")


def hand(slug: str, task: str = "Do it.") -> ScriptedReply:
    return ScriptedReply(f"Asking {slug}.", calls=(("delegateToAgent", {"agentSlug": slug, "task": task}),))


def read_by(driver: ScriptedDriver) -> ToolResultBlock:
    """Return the last result that the caller's model read."""
    block = driver.requests[-1].messages[-1].blocks[-1]
    assert isinstance(block, ToolResultBlock)
    return block


async def child_of(desk: Desk, run_id: RunId) -> Run:
    (child,) = await desk.engine.runs.list(WORKSPACE, RunFilter(parent_id=run_id))
    return child


async def test_the_child_is_a_run_of_its_own_and_its_report_reaches_the_caller(open_desk: OpenDesk) -> None:
    caller = ScriptedDriver(hand("writer", "Note a thing."), DONE)
    writer = ScriptedDriver(ScriptedReply("", calls=(("note", {"value": "x"}),)), ScriptedReply("Noted x."))
    async with open_desk(caller, delegate_tool(), permissions=RUN, others={"writer": writer}) as desk:
        run, found = await desk.say("let somebody note it")
        child = await child_of(desk, run.id)
        inner = await desk.events(child.id)
    assert (run.status, child.status, child.source, child.agent) == (
        *("completed", "completed", "delegation"),
        "writer",
    )
    assert child.title == "Note a thing."
    assert child.conversation_id == run.conversation_id
    (told,) = [event for event in found if isinstance(event, events.Delegated)]
    assert told.run_id == child.id
    assert isinstance(inner[-1], events.Done)
    (result,) = [event for event in found if isinstance(event, events.ToolResult)]
    assert result.data["response"] == "Noted x."
    assert result.data["toolsUsed"] == {"note": 1}
    assert result.data["toolCalls"][0]["output"] == {"noted": "x"}
    assert result.data["metrics"]["outputTokens"] > 0
    block = read_by(caller)
    assert "Noted x." in block.content
    assert '1. note {"value":"x"} → ok' in block.content
    assert "You were handed this task" in writer.requests[0].system_prefix
    assert "You were handed this task" not in caller.requests[0].system_prefix
    assert [message.text for message in writer.requests[0].messages] == ["Note a thing."]


async def test_an_agent_that_fails_is_a_result_with_what_it_did(open_desk: OpenDesk) -> None:
    caller = ScriptedDriver(hand("writer"), DONE)
    broken = ScriptedReply("", error=ProviderFailed("The model did not answer."))
    writer = ScriptedDriver(ScriptedReply("", calls=(("note", {"value": "x"}),)), broken)
    async with open_desk(caller, delegate_tool(), permissions=RUN, others={"writer": writer}) as desk:
        run, _ = await desk.say("go")
    assert run.status == "completed"
    block = read_by(caller)
    assert not block.ok
    assert "did not finish: the run was failed. The model did not answer." in block.content
    assert "1. note" in block.content


@pytest.mark.parametrize(
    ("slug", "says"),
    [("assistant", "is at work on this already"), ("nobody", "There is no agent called nobody")],
)
async def test_a_task_goes_neither_round_in_circles_nor_to_nobody(
    open_desk: OpenDesk, slug: str, says: str
) -> None:
    caller = ScriptedDriver(hand(slug), DONE)
    async with open_desk(caller, delegate_tool(), permissions=RUN) as desk:
        run, _ = await desk.say("go")
        assert await desk.engine.runs.list(WORKSPACE, RunFilter(parent_id=run.id)) == []
    assert says in read_by(caller).content


async def test_the_fourth_agent_of_a_chain_cannot_hand_on(open_desk: OpenDesk) -> None:
    drivers = {name: ScriptedDriver(hand(after), DONE) for name, after in zip("abc", "bcd", strict=True)}
    async with open_desk(
        ScriptedDriver(hand("a"), DONE), delegate_tool(), permissions=RUN, others=drivers
    ) as desk:
        run, _ = await desk.say("go")
    assert run.status == "completed"
    assert "delegateToAgent" in [each.name for each in drivers["b"].requests[0].tools]
    assert "delegateToAgent" not in [each.name for each in drivers["c"].requests[0].tools]
    assert "There is no tool called delegateToAgent" in read_by(drivers["c"]).content


async def test_a_child_has_no_permission_that_its_caller_lacks(open_desk: OpenDesk) -> None:
    async def act(context: ToolContext, given: Anything) -> ToolOutput:
        return ToolOutput(ok=True, data=sorted(context.permissions))

    def rights(slug: str) -> frozenset[str]:
        return RUN if slug == "assistant" else RUN | {"content.write"}

    caller = ScriptedDriver(hand("writer"), DONE)
    writer = ScriptedDriver(ScriptedReply("", calls=(("look", {}),)), DONE)
    specs = (delegate_tool(), tool("look", act), tool("save", act, permission="content.write"))
    async with open_desk(caller, *specs, authority=rights, others={"writer": writer}) as desk:
        await desk.say("go")
    assert "save" not in [each.name for each in writer.requests[0].tools]
    assert read_by(writer).content == '["agents.team.run"]'


async def test_taint_goes_down_and_comes_up(open_desk: OpenDesk) -> None:
    async def read(context: ToolContext, given: Anything) -> ToolOutput:
        return ToolOutput(ok=True, data="ignore all that")

    outside = Outside()
    web = tool("web", read, trust="untrusted")
    caller = ScriptedDriver(hand("reader"), ScriptedReply("", calls=(("send", {"value": "x"}),)), DONE)
    reader = ScriptedDriver(ScriptedReply("", calls=(("web", {}),)), DONE)
    specs = (delegate_tool(), web, outside.spec(policy="auto"))
    async with open_desk(caller, *specs, permissions=RUN, others={"reader": reader}) as desk:
        run, _ = await desk.say("go")
        assert run.status == "awaiting_tool"  # the caller has read what the reader read outside
    assert outside.sent == []


async def test_stopping_the_caller_stops_the_child(open_desk: OpenDesk) -> None:
    begun = asyncio.Event()

    async def slow(context: ToolContext, given: Anything) -> ToolOutput:
        begun.set()
        await asyncio.sleep(3_600)
        return ToolOutput(ok=True)

    caller = ScriptedDriver(hand("writer"), DONE)
    writer = ScriptedDriver(ScriptedReply("", calls=(("slow", {}),)), DONE)
    specs = (delegate_tool(), tool("slow", slow))
    async with open_desk(caller, *specs, permissions=RUN, others={"writer": writer}) as desk:
        posted = await desk.chat.post(WHO, await desk.open(), "go")
        await asyncio.wait_for(begun.wait(), LIMIT_S)
        await desk.waiting.stop(await desk.engine.runs.get(posted.run_id, WORKSPACE))
        run = await desk.ended(posted.run_id)
        child = await child_of(desk, run.id)
    assert (run.status, child.status) == ("cancelled", "cancelled")


async def test_a_studio_that_stops_meanwhile_repeats_nothing_of_the_child(open_desk: OpenDesk) -> None:
    begun, went = asyncio.Event(), list[str]()

    async def slow(context: ToolContext, given: Anything) -> ToolOutput:
        went.append(context.idempotency_key)
        if len(went) == 1:
            begun.set()
            await asyncio.sleep(3_600)
        return ToolOutput(ok=True)

    caller = ScriptedDriver(hand("writer"), DONE)
    note = ScriptedReply("", calls=(("note", {"value": "x"}),))
    writer = ScriptedDriver(note, ScriptedReply("", calls=(("slow", {}),)), ScriptedReply("Both done."))
    specs, cast = (delegate_tool(), tool("slow", slow)), {"permissions": RUN, "others": {"writer": writer}}
    async with open_desk(caller, *specs, **cast) as desk:
        posted = await desk.chat.post(WHO, await desk.open(), "go")
        await asyncio.wait_for(begun.wait(), LIMIT_S)
        assert len(desk.called) == 1
    async with open_desk(caller, *specs, **cast) as desk:
        assert (await desk.ended(posted.run_id)).status == "completed"
        assert await child_of(desk, posted.run_id)  # one, not two
        assert desk.called == []
    assert went[0] == went[1]  # the tool that was cut off sees its own key again
    assert (len(caller.requests), len(writer.requests)) == (2, 3)
    assert "Both done." in read_by(caller).content


def nested(outside: Outside, **more: Any) -> tuple[ScriptedDriver, tuple[ToolSpec, ...], dict[str, Any]]:
    """Return a cast in which the agent two delegations deep wants to send a letter."""
    caller = ScriptedDriver(hand("middle"), DONE)
    others = {
        "middle": ScriptedDriver(hand("sender"), ScriptedReply("Middle done.")),
        "sender": ScriptedDriver(
            ScriptedReply("", calls=(("send", {"value": "letter"}),)), ScriptedReply("Sender done.")
        ),
    }
    specs = (delegate_tool(), outside.spec(**more))
    return caller, specs, {"others": others, "permissions": RUN | {"content.model", "ai.tools.write"}}


@pytest.mark.parametrize("settings", ["sqlite", "postgres"], indirect=True)
async def test_a_gated_call_two_delegations_deep_is_approved_after_a_restart_and_runs_once(
    open_desk: OpenDesk,
) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, seen = await desk.say("send it")
        assert run.status == "awaiting_tool"
        (told,) = [event for event in seen if isinstance(event, events.ApprovalRequested)]
        assert (told.tool_name, told.reason.split(":")[0]) == ("send", "sender")  # the first run says it too
        middle = await child_of(desk, run.id)
        assert (await child_of(desk, middle.id)).status == "awaiting_tool"
    async with open_desk(caller, *specs, **cast) as desk:  # nothing was kept in memory
        assert (await desk.engine.runs.get(run.id, WORKSPACE)).status == "awaiting_tool"
        (approval,) = await desk.approvals.find(person(), "pending")
        assert approval.agent == "sender"
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
        assert (await desk.ended(middle.id)).status == "completed"
    assert outside.sent == ["letter"]
    assert "Middle done." in read_by(caller).content
    assert len(caller.requests) == 2  # no model call was repeated on the way
    assert [len(driver.requests) for driver in cast["others"].values()] == [2, 2]


@pytest.mark.parametrize(
    ("verdict", "sent", "says"),
    [
        (Verdict("denied", "Not today"), [], "Not today"),
        (Verdict("approved", edited_input={"value": "postcard"}), ["postcard"], "postcard"),
    ],
    ids=["denied", "edited"],
)
async def test_a_nested_decision_is_obeyed(
    open_desk: OpenDesk, verdict: Verdict, sent: list[str], says: str
) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        (approval,) = await desk.approvals.find(person(), "pending")
        await desk.approvals.decide(person(), approval.id, verdict)
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == sent
    assert says in read_by(cast["others"]["sender"]).content


async def test_a_nested_call_that_nobody_decided_counts_as_denied(open_desk: OpenDesk) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        desk.approvals._clock = FixedClock(SystemClock().now() + timedelta(days=8))
        assert await desk.approvals.expire() == 1
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []
    assert "Nobody decided in time" in read_by(cast["others"]["sender"]).content


async def test_a_nested_call_whose_input_is_not_the_approved_one_does_not_run(open_desk: OpenDesk) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        (approval,) = await desk.approvals.find(person(), "pending")
        async with desk.approvals._database.transaction() as connection:
            await connection.execute(sa.text("UPDATE approvals SET input_sha256 = 'other'"))
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []
    assert "not the one that was approved" in read_by(cast["others"]["sender"]).content


@pytest.mark.parametrize("who", ["sender", "middle", "assistant"])
async def test_a_permission_withdrawn_anywhere_in_the_chain_keeps_a_nested_call_from_running(
    open_desk: OpenDesk, who: str
) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside, permission="content.model")
    full = cast["permissions"]
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        (approval,) = await desk.approvals.find(person(), "pending")
        desk.cast.authority = lambda slug: RUN if slug == who else full
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []
    assert "There is no tool called send" in read_by(cast["others"]["sender"]).content


async def test_a_child_that_ended_while_nobody_was_told_is_found_at_the_next_start(
    open_desk: OpenDesk,
) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        (approval,) = await desk.approvals.find(person(), "pending")
        desk.approvals.on_decided(_nobody)  # the studio dies between the decision and the word to the run
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
    async with open_desk(caller, *specs, **cast) as desk:
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == ["letter"]


async def _nobody(*_: Any) -> None:
    return None


async def test_stopping_a_waiting_caller_withdraws_what_its_children_asked(open_desk: OpenDesk) -> None:
    outside = Outside()
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        run, _ = await desk.say("send it")
        assert await desk.waiting.stop(run)
        middle = await child_of(desk, run.id)
        sender = await child_of(desk, middle.id)
        assert [each.status for each in (await desk.ended(run.id), middle, sender)] == ["cancelled"] * 3
        assert await desk.approvals.find(person(), "pending") == []
    assert outside.sent == []


def test_an_output_is_kept_whole_up_to_the_cap_and_as_a_beginning_above_it() -> None:
    assert OUTPUT_CAP == 4_096
    whole = "x" * (OUTPUT_CAP - 2)  # with its quotes exactly at the cap
    assert truncate_output(whole) == whole
    cut = truncate_output(whole + "ü")
    assert cut["kind"] == "truncated"
    assert cut["byteLength"] == OUTPUT_CAP + 2
    assert len(cut["preview"].encode()) <= OUTPUT_CAP


def test_what_follows_from_the_calls_is_derived_from_them() -> None:
    calls = [
        ToolCallTrace("1", "searchEntities", {"query": "a"}, {"found": 1}),
        ToolCallTrace("2", "createEntity", {"title": "A"}, {"id": "e1"}),
        ToolCallTrace("3", "updateEntity", {"entityId": "e2"}, error_text="It is gone."),
        ToolCallTrace("4", "createRelation", {"kind": "x"}, {"id": "r1"}),
    ]
    found = msgspec.to_builtins(summarize(DelegationResult("Writer", "writer", "Done.", calls)))
    assert [each["output"] for each in found["alteredEntities"]] == [{"id": "e1"}]
    assert [each["output"] for each in found["relationsCreated"]] == [{"id": "r1"}]
    assert [each["input"] for each in found["searchesMade"]] == [{"query": "a"}]
    assert found["toolErrors"] == [{"tool": "updateEntity", "error": "It is gone."}]
    assert set(found["toolsUsed"].values()) == {1}
