"""A gate: a flow asks a person whether, and with what, it may go on.

It is an approval without a tool call: whoever may see it finds it in the inbox, can change what is proposed,
approve or deny it. Nobody's silence lets a flow pass.
"""

from dataclasses import field, replace
from functools import partial
from typing import Any, cast

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ApprovalId, PersonId
from proofroom.kernel.strings import say
from proofroom.reviews import GATE, Approval, ApprovalStatus, expiry, input_hash
from proofroom.reviews import repo as reviews
from proofroom.runtime.flow.flow import Flow

LONGEST_KEY = 70


@dataclass(frozen=True, slots=True)
class Gate:
    """What a person is asked: the name of the gate, why, and what they see and may change."""

    name: str
    reason: str
    proposed: dict[str, Any] = field(default_factory=dict[str, Any])
    permission: str | None = None
    """What whoever answers must be allowed to do."""
    needs_second_person: bool = False


@dataclass(frozen=True, slots=True)
class GateAnswer:
    """What a person said; `values` are the proposed ones with their changes."""

    status: ApprovalStatus
    values: dict[str, Any]
    reason: str
    person_id: PersonId | None

    @property
    def is_open(self) -> bool:
        """Tell whether the flow may go on."""
        return self.status == "approved"


async def ask_at_gate(flow: Flow, key: str, gate: Gate) -> GateAnswer:
    """Ask a person and rest until they answer; the answer is kept with the flow's steps."""
    place = flow.place(key)
    if len(place) > LONGEST_KEY:
        raise InvalidInput(say("flows.long_key", key=place, most=LONGEST_KEY))

    async def question(step: StepContext) -> object:
        approval = _approval(step, gate, place)
        if not await flow.ports.has_approver(approval):  # so that no flow waits in vain
            nobody = str(say("reviews.nobody_can", tool=gate.name))
            approval = replace(approval, status="denied", decision_reason=nobody, decided_at=step.now())
        step.closing(partial(reviews.add_approval, approval=approval))
        step.emit(
            events.ApprovalRequested(
                approval_id=approval.id,
                tool_call_id=approval.tool_call_id,
                tool_name=gate.name,
                reason=gate.reason,
            )
        )
        return {"approvalId": approval.id}

    async def look() -> dict[str, Any] | None:
        run = flow.run
        async with flow.ports.database.reading() as connection:
            found = await reviews.approvals_of_step(connection, run.workspace_id, run.id, place)
        if not found or found[0].status == "pending":
            return None
        said = found[0]
        return {
            "status": said.status,
            "values": said.final_input,
            "reason": said.decision_reason,
            "personId": said.decided_by,
        }

    stored = cast("dict[str, Any]", await flow.ask(key, gate.name, question, look))
    return GateAnswer(stored["status"], stored["values"], stored["reason"], stored["personId"])


def _approval(step: StepContext, gate: Gate, place: str) -> Approval:
    run = step.run
    return Approval(
        id=ApprovalId(step.new_id()),
        workspace_id=run.workspace_id,
        project_id=run.project_id,
        run_id=run.id,
        step=place,
        tool_call_id=f"{GATE}{place}",
        tool_name=gate.name,
        permission=gate.permission,
        input=gate.proposed,
        input_sha256=input_hash(gate.name, gate.proposed),
        reason=gate.reason,
        agent=run.agent,
        agent_version=run.agent_version,
        person_id=run.person_id,
        needs_second_person=gate.needs_second_person,
        status="pending",
        created_at=step.now(),
        expires_at=expiry(step.now(), is_autonomous=run.person_id is None),
    )
