"""A person's word on the tool calls that wait: look at them, look ahead, decide one or several."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.families import FamilyInfo, families_of
from proofroom.api.language import Told, ToldError, tell
from proofroom.api.proposals import HunkInfo
from proofroom.api.security import StudioDep, signed_in
from proofroom.api.shapes import In, Moment, Out
from proofroom.kernel.errors import InvalidInput, NotFound, ProofroomError
from proofroom.kernel.ids import ApprovalId, RunId
from proofroom.kernel.strings import say
from proofroom.reviews import (
    Approval,
    ApprovalStatus,
    Decision,
    Fate,
    Remember,
    RememberScope,
    SeenCall,
    Verdict,
    check_memorable,
    decide_all,
    may_decide,
    scopes_for,
)
from proofroom.wiring import Studio

router = APIRouter(tags=["inbox"])

CHANGES_SHOWN = 40


class ApprovalInfo(Out):
    """A call that waits, or waited, for a person: its exact input, why it was asked, and for which run.

    `rememberScopes` tells for what this reader's word could hold besides the call; to guests nothing is
    said of that, nor of the run.
    """

    id: str
    slug: str
    run_id: str
    tool_call_id: str
    tool_name: str
    input: dict[str, Any]
    input_sha256: str
    edited_input: dict[str, Any] | None
    reason: Told
    agent: str
    agent_version: int
    needs_second_person: bool
    status: ApprovalStatus
    decision_reason: Told
    decided_by: str | None
    decided_at: datetime | None
    expires_at: datetime
    created_at: datetime
    run: FamilyInfo | None
    may_decide: bool
    stands_for_many: bool
    """True of a tool by which many others are called; its calls are decided one by one."""
    remember_scopes: list[RememberScope]


class CallPreviewInfo(Out):
    """What a call would change now: `fate` tells whether that is written, merged or thrown away.

    `problem` is there when the call would be refused as things stand.
    """

    fate: Fate | None
    changes: list[HunkInfo]
    total: int
    problem: ToldError | None


NO_CHANGES = CallPreviewInfo(fate=None, changes=[], total=0, problem=None)


class RememberRule(In):
    """What else to allow: in this conversation, or for this agent until a date."""

    scope: RememberScope
    until: Moment | None = None


class ApprovalDecision(In):
    """A person's word on one call; `inputSha256` binds it to the input that was looked at."""

    decision: Decision
    reason: str = Field("", max_length=2_000)
    input: dict[str, Any] | None = None
    input_sha256: str | None = None
    remember: RememberRule | None = None


class SeenCallIn(In):
    """A call as it was looked at."""

    id: str
    input_sha256: str


class ApprovalDecisions(In):
    """One word on several calls of the same tool."""

    decision: Decision
    reason: str = Field("", max_length=2_000)
    calls: list[SeenCallIn] = Field(min_length=1, max_length=100)


class OutcomeInfo(Out):
    """What became of one call: how it stands now, or why it could not be decided."""

    id: str
    status: ApprovalStatus | None
    error: ToldError | None


@router.get("/approvals")
async def list_approvals(
    studio: StudioDep,
    status: ApprovalStatus | None = None,
    run_id: str | None = None,
    principal: Principal = signed_in(),
) -> list[ApprovalInfo]:
    """Return the approvals this person may see, newest first."""
    found = await studio.approvals.find(principal, status, RunId(run_id) if run_id else None)
    return await _show(studio, principal, found)


@router.get("/approvals/{approval_id}")
async def read_approval(
    approval_id: str, studio: StudioDep, principal: Principal = signed_in()
) -> ApprovalInfo:
    """Return one approval."""
    found = await studio.approvals.get(principal, ApprovalId(approval_id))
    return (await _show(studio, principal, [found]))[0]


@router.get("/approvals/{approval_id}/changes")
async def preview(approval_id: str, studio: StudioDep, principal: Principal = signed_in()) -> CallPreviewInfo:
    """Return what a call that waits would change now, against what is there; nothing is written."""
    approval = await studio.approvals.get(principal, ApprovalId(approval_id))
    if approval.status != "pending":
        return NO_CHANGES
    try:
        found = await studio.previews.look(principal, approval)
    except ProofroomError as error:
        return NO_CHANGES.model_copy(update={"problem": tell(error.as_dict())})
    if found is None:
        return NO_CHANGES
    shown = [HunkInfo.model_validate(hunk) for hunk in found.hunks[:CHANGES_SHOWN]]
    return CallPreviewInfo(fate=found.fate, changes=shown, total=len(found.hunks), problem=None)


@router.post("/actions/{approval_id}/tool-approval")
async def decide(
    approval_id: str, body: ApprovalDecision, studio: StudioDep, principal: Principal = signed_in()
) -> ApprovalInfo:
    """Approve or deny one call; the run goes on when all calls of its step are decided."""
    key = ApprovalId(approval_id)
    waiting = await studio.approvals.get(principal, key)
    run = await studio.engine.runs.get(waiting.run_id, principal.workspace_id)
    remember = Remember(body.remember.scope, body.remember.until) if body.remember else None
    if remember is not None:
        rules = await studio.approvals.rules(principal.workspace_id)
        check_memorable(studio.registry.get(waiting.tool_name), waiting, rules)
    verdict = Verdict(body.decision, body.reason, body.input, remember, body.input_sha256)
    decided = await studio.approvals.decide(principal, key, verdict, run.conversation_id)
    return (await _show(studio, principal, [decided]))[0]


@router.post("/approvals/decisions")
async def decide_several(
    body: ApprovalDecisions, studio: StudioDep, principal: Principal = signed_in()
) -> list[OutcomeInfo]:
    """Give one word on several calls of the same tool; each is decided, or refused, by itself."""
    for call in body.calls:
        await _refuse_gateway(studio, principal, ApprovalId(call.id))
    seen = [SeenCall(ApprovalId(call.id), call.input_sha256) for call in body.calls]
    outcomes = await decide_all(studio.approvals, principal, seen, Verdict(body.decision, body.reason))
    return [
        OutcomeInfo(
            id=each.id,
            status=each.approval.status if each.approval else None,
            error=each.error.as_dict() if each.error else None,
        )
        for each in outcomes
    ]


async def _refuse_gateway(studio: Studio, principal: Principal, approval_id: ApprovalId) -> None:
    """Refuse tools that stand for many: the same name is not the same tool there."""
    try:
        spec = studio.registry.get((await studio.approvals.get(principal, approval_id)).tool_name)
    except NotFound:
        return  # told with the outcome of that call
    if spec.is_gateway:
        raise InvalidInput(say("reviews.one_by_one", tool=spec.name))


async def _show(studio: Studio, principal: Principal, found: Sequence[Approval]) -> list[ApprovalInfo]:
    rules = await studio.approvals.rules(principal.workspace_id)
    # What was decided is listed without its run: nobody weighs its cost any more.
    asked = [each.run_id for each in found if each.status == "pending" or len(found) == 1]
    families = await families_of(studio, principal.workspace_id, asked)
    shown: list[ApprovalInfo] = []
    for approval in found:
        spec = studio.registry.get(approval.tool_name) if approval.tool_name in studio.registry else None
        family = families.get(approval.run_id)
        has_conversation = family is not None and family.conversation_id is not None
        scopes = (
            scopes_for(principal, spec, approval, rules, has_conversation=has_conversation) if spec else []
        )
        shown.append(
            show_approval(
                approval,
                run=family,
                may_decide=approval.status == "pending" and may_decide(principal, approval),
                stands_for_many=spec is not None and spec.is_gateway,
                remember_scopes=scopes,
            )
        )
    return shown


def show_approval(
    approval: Approval,
    *,
    run: FamilyInfo | None = None,
    may_decide: bool = False,
    stands_for_many: bool = False,
    remember_scopes: Sequence[RememberScope] = (),
) -> ApprovalInfo:
    """Return an approval as the API shows it; what is left out is not this reader's."""
    return ApprovalInfo.of(
        approval,
        run=run,
        may_decide=may_decide,
        stands_for_many=stands_for_many,
        remember_scopes=list(remember_scopes),
    )
