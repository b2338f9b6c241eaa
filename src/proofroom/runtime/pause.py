"""Waiting for a person: a step with gated calls asks once, the run ends, and the last decision resumes it.

Nothing is kept in memory while a run waits. On resume the loop is replayed, finds the step's approvals
decided, and goes on under the permissions valid then.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from proofroom.durable import RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.blocks import ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import ApprovalId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec
from proofroom.reviews import Approval, expiry, input_hash
from proofroom.reviews import repo as reviews
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.rest import Paused
from proofroom.runtime.tool_step import nobody_can
from proofroom.runtime.types import AgentProfile

MAX_DENIALS = 3


@dataclass(frozen=True, slots=True)
class HeldCall:
    """A call that needs a person's word, why, and at which step of its run."""

    call: ToolCallBlock
    spec: ToolSpec | None
    reason: str
    key: str


async def ask_people(
    handle: RunHandle,
    ports: Ports,
    turn: Turn,
    calls: dict[str, ToolCallBlock],
    reasons: dict[str, str],
    key: str,
) -> dict[str, Approval]:
    """Ask for the gated calls of a round; return the decisions by call, or pause until there are some."""

    async def ask(step: StepContext) -> object:
        made: list[dict[str, Any]] = []
        for call_id, reason in reasons.items():
            spec, agent = turn.tool(calls[call_id].tool_name), turn.agent
            made.append(await ask_for(step, ports, HeldCall(calls[call_id], spec, reason, key), agent))
        return made

    await handle.step(f"{key}.pause", "guard", "ask a person", ask)
    async with ports.database.reading() as connection:
        found = await reviews.approvals_of_step(connection, handle.run.workspace_id, handle.run.id, key)
    if any(approval.status == "pending" for approval in found):
        raise Paused
    return {approval.tool_call_id: approval for approval in found}


def count_denial(turn: Turn, approval: Approval) -> None:
    """Remember a denial; the third of one tool ends the run."""
    if approval.status == "approved":
        return
    turn.denials[approval.tool_name] += 1
    if turn.denials[approval.tool_name] >= MAX_DENIALS:
        raise NotAllowed(say("tools.denied", tool=approval.tool_name, count=MAX_DENIALS))


async def ask_for(step: StepContext, ports: Ports, asked: HeldCall, agent: AgentProfile) -> dict[str, Any]:
    """Ask for one call. What nobody could ever allow is denied at once, so that no run waits in vain."""
    spec, call, run = asked.spec, asked.call, step.run
    approval = Approval(
        id=ApprovalId(step.new_id()),
        workspace_id=run.workspace_id,
        project_id=run.project_id,
        run_id=run.id,
        step=asked.key,
        tool_call_id=call.tool_call_id,
        tool_name=call.tool_name,
        permission=spec.permission if spec else None,
        input=call.input,
        input_sha256=input_hash(call.tool_name, call.input),
        reason=asked.reason,
        agent=agent.slug,
        agent_version=agent.version,
        person_id=run.person_id,
        needs_second_person=spec is not None and spec.needs_second_person,
        status="pending",
        created_at=step.now(),
        expires_at=expiry(step.now(), is_autonomous=run.person_id is None),
    )
    if not await ports.has_approver(approval):
        nobody = str(nobody_can(call.tool_name))
        approval = replace(approval, status="denied", decision_reason=nobody, decided_at=step.now())
    step.closing(partial(reviews.add_approval, approval=approval))
    step.emit(
        events.ApprovalRequested(
            approval_id=approval.id,
            tool_call_id=call.tool_call_id,
            tool_name=call.tool_name,
            reason=asked.reason,
        )
    )
    return {"approvalId": approval.id, "toolCallId": call.tool_call_id}
