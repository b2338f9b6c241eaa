"""The inbox, and a person's word on the tool calls that wait in it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import AwareDatetime, Field

from proofroom.access import Principal
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Out
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ApprovalId, RunId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec
from proofroom.reviews import Approval, ApprovalRule, ApprovalStatus, Decision, Remember, RuleEffect, Verdict
from proofroom.wiring import Studio

router = APIRouter(tags=["inbox"])


class InboxItemInfo(Out):
    """One line of the inbox. `title` is an English sentence; `about` and `count` are for other languages."""

    kind: str
    id: str
    title: str
    state: str
    is_waiting: bool
    is_high_risk: bool
    project_id: str | None
    run_id: str | None
    asked_by: str
    for_person_id: str | None
    created_at: datetime
    decided_at: datetime | None
    expires_at: datetime | None
    about: str
    more: int | None
    count: int


class ApprovalInfo(Out):
    """A call that waits, or waited, for a person: its exact input and why it was asked."""

    id: str
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
    decision_reason: str
    decided_by: str | None
    decided_at: datetime | None
    expires_at: datetime
    created_at: datetime
    is_memorable: bool = False
    """Whether the word on it may be remembered: said to people of the house only."""


class RememberRule(In):
    """What else to allow: in this conversation, or for this agent until a date."""

    scope: Literal["conversation", "agent"]
    until: AwareDatetime | None = None


class ApprovalDecision(In):
    """A person's word on one call."""

    decision: Decision
    reason: str = Field("", max_length=2_000)
    input: dict[str, Any] | None = None
    remember: RememberRule | None = None


class NewRule(In):
    """A standing word on a tool."""

    tool_name: str
    effect: RuleEffect
    agent: str | None = None
    expires_at: AwareDatetime | None = None


class RuleInfo(Out):
    """A standing word on a tool."""

    id: str
    tool_name: str
    effect: RuleEffect
    agent: str | None
    conversation_id: str | None
    expires_at: datetime | None
    created_at: datetime


@router.get("/inbox")
async def inbox(studio: StudioDep, principal: Principal = signed_in()) -> list[InboxItemInfo]:
    """Return everything that waits for this person, and what was decided lately."""
    return [InboxItemInfo.model_validate(item) for item in await studio.inbox.items(principal)]


@router.get("/approvals")
async def list_approvals(
    studio: StudioDep,
    status: ApprovalStatus | None = None,
    run_id: str | None = None,
    principal: Principal = signed_in(),
) -> list[ApprovalInfo]:
    """Return the approvals this person may see, newest first."""
    found = await studio.approvals.find(principal, status, RunId(run_id) if run_id else None)
    rules = await studio.approvals.rules(principal.workspace_id)
    return [_show(studio, approval, rules) for approval in found]


@router.get("/approvals/{approval_id}")
async def read_approval(
    approval_id: str, studio: StudioDep, principal: Principal = signed_in()
) -> ApprovalInfo:
    """Return one approval."""
    found = await studio.approvals.get(principal, ApprovalId(approval_id))
    return _show(studio, found, await studio.approvals.rules(principal.workspace_id))


def _show(studio: Studio, approval: Approval, rules: Sequence[ApprovalRule]) -> ApprovalInfo:
    shown = ApprovalInfo.model_validate(approval)
    try:
        _check_memorable(studio.registry.get(approval.tool_name), approval, rules)
    except (InvalidInput, NotFound):
        return shown
    return shown.model_copy(update={"is_memorable": True})


@router.post("/actions/{approval_id}/tool-approval")
async def decide(
    approval_id: str, body: ApprovalDecision, studio: StudioDep, principal: Principal = signed_in()
) -> ApprovalInfo:
    """Approve or deny one call; the run goes on when all calls of its step are decided."""
    key = ApprovalId(approval_id)
    waiting = await studio.approvals.get(principal, key)
    run = await studio.engine.runs.get(waiting.run_id, principal.workspace_id)
    remember = Remember(body.remember.scope, body.remember.until) if body.remember else None
    rules = await studio.approvals.rules(principal.workspace_id)
    if remember is not None:
        _check_memorable(studio.registry.get(waiting.tool_name), waiting, rules)
    verdict = Verdict(body.decision, body.reason, body.input, remember)
    decided = await studio.approvals.decide(principal, key, verdict, run.conversation_id)
    return _show(studio, decided, rules)


def _check_memorable(spec: ToolSpec, approval: Approval, rules: Sequence[ApprovalRule]) -> None:
    """Refuse to remember what a rule could not change, or what would allow more than was seen."""
    if spec.is_gateway:
        raise InvalidInput(say("reviews.many_tools", tool=spec.name))
    is_ruled = any(
        rule.tool_name == spec.name and rule.effect != "allow" and rule.agent in (None, approval.agent)
        for rule in rules
    )
    if is_ruled or (spec.policy == "always_ask" and not spec.relaxable):
        raise InvalidInput(
            say("reviews.rule_useless", tool=spec.name),
            suggestion=say("reviews.approve_alone"),
            field="remember",
        )


@router.get("/approval-rules")
async def list_rules(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[RuleInfo]:
    """Return the rules in force."""
    return [RuleInfo.model_validate(rule) for rule in await studio.approvals.rules(principal.workspace_id)]


@router.post("/approval-rules", status_code=201)
async def add_rule(
    body: NewRule, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> RuleInfo:
    """Make a rule: allow, ask or deny a tool, for one agent or all."""
    studio.registry.get(body.tool_name)
    rule = await studio.approvals.add_rule(
        principal, body.tool_name, body.effect, body.agent, expires_at=body.expires_at
    )
    return RuleInfo.model_validate(rule)


@router.delete("/approval-rules/{rule_id}")
async def remove_rule(
    rule_id: str, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> Done:
    """Take a rule back."""
    await studio.approvals.remove_rule(principal, rule_id)
    return Done()
