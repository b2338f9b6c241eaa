"""A call that needs a person's word: asked once, decided once, run once, under the rules of the spec."""

from dataclasses import replace
from typing import Any

import pytest

from proofroom.access import Principal
from proofroom.access.grants import BUILTIN_ROLES, permissions_of
from proofroom.durable import Run
from proofroom.kernel import events
from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.errors import Conflict, NotAllowed, NotFound
from proofroom.kernel.ids import ConversationId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews import Approval, Verdict
from proofroom.runtime import Asker
from proofroom.runtime.guard import Rule
from tests.patience import until
from tests.runtime.conftest import WHO, WORKSPACE, Anything, Desk, OpenDesk, tool
from tests.scripted import ScriptedDriver, ScriptedReply

pytestmark = pytest.mark.both_databases

SEND = ScriptedReply("Sending.", calls=(("note", {"value": "read"}), ("send", {"value": "letter"})))
DONE = ScriptedReply("All done.")
SECOND = PersonId(new_id())


def person(person_id: PersonId = SECOND, workspace_id: WorkspaceId = WORKSPACE) -> Principal:
    assert "owner" in BUILTIN_ROLES
    return Principal("person", workspace_id, "Ada", permissions_of("owner"), person_id=person_id)


class Outside:
    """Counts what really left the house."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def spec(self, **more: Any) -> ToolSpec:
        async def send(context: ToolContext, given: Anything) -> ToolOutput:
            self.sent.append(given.value)
            return ToolOutput(ok=True, data={"sent": given.value})

        return tool("send", send, effect="external", **({"policy": "always_ask"} | more))


async def begin(desk: Desk) -> tuple[Run, Approval, ConversationId]:
    conversation = await desk.open()
    run, found = await desk.say("send it", conversation)
    assert run.status == "awaiting_tool"
    assert isinstance(found[-1], events.Done)
    assert found[-1].status == "awaiting_tool"
    (approval,) = await desk.approvals.find(person(), "pending")
    return run, approval, conversation


async def test_reads_run_first_and_the_gated_call_waits(open_desk: OpenDesk) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        _, approval, _ = await begin(desk)
        assert approval.tool_name == "send"
        assert approval.input == {"value": "letter"}
        assert outside.sent == []
        assert [value for _, value in desk.called] == ["read"]


async def test_an_approved_call_runs_once_and_the_run_goes_on(open_desk: OpenDesk) -> None:
    outside, driver = Outside(), ScriptedDriver(SEND, DONE)
    async with open_desk(driver, outside.spec()) as desk:
        run, approval, _ = await begin(desk)
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        again = await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert again.status == "approved"
        assert (await desk.ended(run.id)).status == "completed"
        found = await desk.events(run.id)
        assert outside.sent == ["letter"]
        assert (await desk.approvals.get(person(), approval.id)).executed_at is not None
    decided = [event for event in found if isinstance(event, events.ApprovalDecided)]
    assert [event.decision for event in decided] == ["approved"]
    assert len(driver.requests) == 2  # the first model call was not repeated


async def test_a_denied_call_does_not_run_and_the_model_reads_why(open_desk: OpenDesk) -> None:
    outside, driver = Outside(), ScriptedDriver(SEND, DONE)
    async with open_desk(driver, outside.spec()) as desk:
        run, approval, _ = await begin(desk)
        await desk.approvals.decide(person(), approval.id, Verdict("denied", "Not today"))
        with pytest.raises(Conflict):
            await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []
    block = driver.requests[1].messages[-1].blocks[1]
    assert isinstance(block, ToolResultBlock)
    assert "Not today" in block.content


async def test_an_edited_input_is_what_runs(open_desk: OpenDesk) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        run, approval, _ = await begin(desk)
        edited = Verdict("approved", edited_input={"value": "postcard"})
        await desk.approvals.decide(person(), approval.id, edited)
        await desk.ended(run.id)
    assert outside.sent == ["postcard"]


async def test_a_call_that_must_have_a_second_person_refuses_the_first(open_desk: OpenDesk) -> None:
    outside, first = Outside(), PersonId(new_id())
    spec, lets = outside.spec(needs_second_person=True), frozenset({"ai.tools.write"})
    async with open_desk(ScriptedDriver(SEND, DONE), spec, permissions=lets) as desk:
        opened = await desk.chat.open(Asker(WORKSPACE, first), scope="workspace", agent="assistant")
        posted = await desk.chat.post(Asker(WORKSPACE, first), opened.id, "send it")
        await desk.engine.wait(posted.run_id, WORKSPACE)
        (approval,) = await desk.approvals.find(person(first), "pending")
        with pytest.raises(NotAllowed):
            await desk.approvals.decide(person(first), approval.id, Verdict("approved"))
        assert outside.sent == []
        await desk.approvals.decide(person(SECOND), approval.id, Verdict("approved"))
        await desk.ended(posted.run_id)
    assert outside.sent == ["letter"]


async def test_what_nobody_could_allow_is_denied_at_once(open_desk: OpenDesk) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        desk.cast.is_staffed = False
        run, _ = await desk.say("send it", await desk.open())
        assert run.status == "completed"
        assert await desk.approvals.find(person(), "pending") == []
        (denied,) = await desk.approvals.find(person(), "denied")
        assert (
            denied.decision_reason == "Nobody in this workspace could allow send, so it was denied at once."
        )
    assert outside.sent == []


async def test_somebody_without_the_tools_permission_cannot_approve(open_desk: OpenDesk) -> None:
    outside = Outside()
    spec = outside.spec(permission="content.model")
    async with open_desk(ScriptedDriver(SEND, DONE), spec, permissions=frozenset({"content.model"})) as desk:
        _, approval, _ = await begin(desk)
        weak = replace(person(), permissions=frozenset({"sessions.team.approve"}))
        with pytest.raises(NotAllowed):
            await desk.approvals.decide(weak, approval.id, Verdict("approved"))
        stranger = person(workspace_id=WorkspaceId(new_id()))
        with pytest.raises(NotFound):
            await desk.approvals.decide(stranger, approval.id, Verdict("approved"))
        assert outside.sent == []


async def test_a_permission_withdrawn_meanwhile_keeps_the_call_from_running(
    open_desk: OpenDesk,
) -> None:
    outside, driver = Outside(), ScriptedDriver(SEND, DONE)
    held = {"permissions": frozenset({"content.model"})}
    async with open_desk(driver, outside.spec(permission="content.model"), **held) as desk:
        run, approval, _ = await begin(desk)
        desk.registry._specs.pop("send")  # the tool is gone by the time of the decision
        desk.registry.add(())
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []


async def asked_again(desk: Desk, run_id: RunId) -> Approval | None:
    waiting = await desk.approvals.find(person(), "pending")
    run = await desk.engine.runs.get(run_id, WORKSPACE)
    return waiting[0] if waiting and run.status == "awaiting_tool" else None


async def test_the_third_denial_of_a_tool_ends_the_run(open_desk: OpenDesk) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND), outside.spec()) as desk:
        run, _, _ = await begin(desk)
        for _ in range(3):
            approval = await until(lambda: asked_again(desk, run.id))
            await desk.approvals.decide(person(), approval.id, Verdict("denied"))
        ended = await desk.ended(run.id)
    assert ended.status == "failed"
    assert outside.sent == []


async def test_a_rule_can_relax_only_a_tool_that_allows_it(open_desk: OpenDesk) -> None:
    outside = Outside()
    allow = (Rule("send", "allow"),)
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec(), rules=allow) as desk:
        await begin(desk)
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec(relaxable=True), rules=allow) as desk:
        run, _ = await desk.say("send it")
    assert run.status == "completed"
    assert outside.sent == ["letter"]


async def test_messages_typed_while_waiting_stay_queued(open_desk: OpenDesk) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        run, approval, conversation = await begin(desk)
        posted = await desk.chat.post(WHO, conversation, "and then?")
        assert posted.is_queued
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        await desk.ended(run.id)
        await desk.begun(posted.run_id)
