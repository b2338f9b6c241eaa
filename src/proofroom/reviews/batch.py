"""One word on several calls of the same tool: each is decided by itself, and what became of each is told."""

from collections.abc import Sequence
from dataclasses import replace

from proofroom.access import Principal
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotFound, ProofroomError
from proofroom.kernel.ids import ApprovalId
from proofroom.kernel.strings import say
from proofroom.reviews.approvals import Approvals, Verdict
from proofroom.reviews.types import Approval


@dataclass(frozen=True, slots=True)
class SeenCall:
    """A call as the person saw it: which one, and the hash of its exact input."""

    id: ApprovalId
    input_sha256: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one call: the approval as it stands, or why it could not be decided."""

    id: ApprovalId
    approval: Approval | None = None
    error: ProofroomError | None = None


async def decide_all(
    approvals: Approvals, principal: Principal, seen: Sequence[SeenCall], verdict: Verdict
) -> list[Outcome]:
    """Give the same word on every call. One that fails leaves the others decided; repeating it is harmless.

    Only the word itself can be shared: an edited input, or something to remember, belongs to one call.
    """
    calls = list({call.id: call for call in seen}.values())
    tools = {found.tool_name for call in calls if (found := await _find(approvals, principal, call.id))}
    if len(tools) > 1:
        raise InvalidInput(say("reviews.one_tool", tools=", ".join(sorted(tools))))
    said = Verdict(verdict.decision, verdict.reason)
    return [await _decide(approvals, principal, call, said) for call in calls]


async def _decide(approvals: Approvals, principal: Principal, call: SeenCall, said: Verdict) -> Outcome:
    try:
        bound = replace(said, seen_sha256=call.input_sha256)
        return Outcome(call.id, await approvals.decide(principal, call.id, bound))
    except ProofroomError as error:
        return Outcome(call.id, error=error)


async def _find(approvals: Approvals, principal: Principal, approval_id: ApprovalId) -> Approval | None:
    try:
        return await approvals.get(principal, approval_id)
    except NotFound:
        return None
