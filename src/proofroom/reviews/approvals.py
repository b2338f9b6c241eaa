"""A person's word on a tool call: asked for once, decided once, bound to the exact input.

Nothing but an explicit approval lets a call run. Decisions come from an authenticated person; who may decide
is checked against the permissions they have now. When the last call of a step is decided, the run goes on.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import ApprovalId, ConversationId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews import repo
from proofroom.reviews.remember import RememberScope
from proofroom.reviews.types import Approval, ApprovalRule, ApprovalStatus, Decision, RuleEffect
from proofroom.store import Connection, Database

INTERACTIVE_FOR = timedelta(days=7)
AUTONOMOUS_FOR = timedelta(hours=24)
REMEMBERED_FOR = timedelta(days=366)
"""The longest that an approval is remembered."""

Wake = Callable[[RunId, WorkspaceId], Awaitable[None]]
"""Lets a run go on after the last decision of a step."""

CheckInput = Callable[[Approval, dict[str, Any]], dict[str, Any]]
"""Checks an edited input against the tool's schema and returns it."""


@dataclass(frozen=True, slots=True)
class Remember:
    """What else an approval should allow: for this conversation, or for this agent until a date."""

    scope: RememberScope
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person says about one call."""

    decision: Decision
    reason: str = ""
    edited_input: dict[str, Any] | None = None
    remember: Remember | None = None
    seen_sha256: str | None = None
    """The hash of the input that the person looked at, where the door was told."""


class Approvals:
    """Everything about approving tool calls."""

    def __init__(self, database: Database, clock: Clock, check_input: CheckInput) -> None:
        self._database, self._clock, self._check_input = database, clock, check_input
        self._wake: Wake | None = None
        self._audit = Audit(database, clock)

    def on_decided(self, wake: Wake) -> None:
        """Say how a run is told that it may go on."""
        self._wake = wake

    async def get(self, principal: Principal, approval_id: ApprovalId) -> Approval:
        """Return an approval that the principal may see."""
        async with self._database.reading() as connection:
            approval = await repo.get_approval(connection, principal.workspace_id, approval_id)
        if not _may_see(principal, approval):
            raise NotFound(say("reviews.no_approval"))
        return approval

    async def find(
        self, principal: Principal, status: ApprovalStatus | None = None, run_id: RunId | None = None
    ) -> list[Approval]:
        """Return the approvals that the principal may see, newest first."""
        async with self._database.reading() as connection:
            found = await repo.list_approvals(connection, principal.workspace_id, status, run_id, 200)
        return [approval for approval in found if _may_see(principal, approval)]

    async def decide(
        self,
        principal: Principal,
        approval_id: ApprovalId,
        verdict: Verdict,
        conversation_id: ConversationId | None = None,
    ) -> Approval:
        """Decide on a call. Saying the same again changes nothing; saying otherwise is a conflict."""
        approval = await self.get(principal, approval_id)
        person_id = principal.require_human()
        if verdict.seen_sha256 not in (None, approval.input_sha256):
            raise Conflict(say("reviews.other_input"))
        if approval.status != "pending":
            return _already(approval, verdict.decision)
        if approval.expires_at <= self._clock.now():
            await self._close(approval, "expired", None, str(say("reviews.nobody_in_time")))
            raise Conflict(say("reviews.time_over"))
        _check_right(principal, approval)
        edited = verdict.edited_input
        if edited is not None:
            edited = self._check_input(approval, edited)
        rule = None
        if verdict.remember is not None and verdict.decision == "approved":
            rule = self._rule(principal, approval, verdict.remember, conversation_id)
        is_first = await self._close(
            approval, verdict.decision, person_id, verdict.reason, edited, principal, rule
        )
        decided = await self.get(principal, approval_id)
        return decided if is_first else _already(decided, verdict.decision)

    async def expire(self) -> int:
        """Close what nobody decided in time, and let those runs go on."""
        async with self._database.reading() as connection:
            late = await repo.overdue(connection, self._clock.now())
        for approval in late:
            await self._close(approval, "expired", None, str(say("reviews.nobody_in_time")))
        return len(late)

    async def is_waiting(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        """Tell whether a run still waits for a decision."""
        async with self._database.reading() as connection:
            return bool(await repo.list_approvals(connection, workspace_id, "pending", run_id, 1))

    async def withdraw(self, run_id: RunId, workspace_id: WorkspaceId) -> None:
        """Take back what a run still asked for, because the run was stopped."""
        async with self._database.transaction() as connection:
            await repo.cancel_pending(connection, workspace_id, run_id, self._clock.now())

    async def rules(self, workspace_id: WorkspaceId) -> list[ApprovalRule]:
        """Return the rules in force."""
        found = await self._database.remembered(
            ("approval rules", workspace_id),
            ("approval_rules",),
            lambda connection: repo.list_rules(connection, workspace_id),
        )
        now = self._clock.now()
        return [rule for rule in found if rule.expires_at is None or rule.expires_at > now]

    async def rules_for(self, principal: Principal) -> list[ApprovalRule]:
        """Return the rules in force that somebody may see: their own, or all with the right to see agents."""
        sees_all = principal.can("agents.team.read")
        found = await self.rules(principal.workspace_id)
        return [rule for rule in found if sees_all or _is_own(principal, rule)]

    async def add_rule(
        self,
        principal: Principal,
        tool_name: str,
        effect: RuleEffect,
        agent: str | None = None,
        conversation_id: ConversationId | None = None,
        expires_at: datetime | None = None,
    ) -> ApprovalRule:
        """Make a rule for the workspace."""
        rule = ApprovalRule(
            id=new_id(),
            workspace_id=principal.workspace_id,
            tool_name=tool_name,
            effect=effect,
            agent=agent,
            conversation_id=conversation_id,
            created_by=principal.require_human(),
            expires_at=expires_at,
            created_at=self._clock.now(),
        )
        async with self._database.transaction() as connection:
            await self._add_rule(connection, principal, rule)
        return rule

    async def remove_rule(self, principal: Principal, rule_id: str) -> None:
        """Take a rule back: one's own, or anybody's with the right to change agents."""
        async with self._database.transaction() as connection:
            known = await repo.list_rules(connection, principal.workspace_id)
            rule = next((each for each in known if each.id == rule_id), None)
            if rule is None:
                raise NotFound(say("reviews.no_rule"))
            if not _is_own(principal, rule):
                principal.require("agents.team.update")
            await repo.remove_rule(connection, principal.workspace_id, rule_id)
            await self._audit.record(
                connection,
                principal,
                "approval_rule.delete",
                ("approval_rule", rule_id, rule.tool_name),
                before=rule,
            )

    async def _add_rule(self, connection: Connection, principal: Principal, rule: ApprovalRule) -> None:
        await repo.add_rule(connection, rule)
        await self._audit.record(
            connection,
            principal,
            "approval_rule.create",
            ("approval_rule", rule.id, rule.tool_name),
            after=rule,
            data={"effect": rule.effect},
        )

    def _rule(
        self,
        principal: Principal,
        approval: Approval,
        remember: Remember,
        conversation_id: ConversationId | None,
    ) -> ApprovalRule:
        """Return what an approval allows beside its call: never more than was asked, nor for ever."""
        now = self._clock.now()
        if remember.until is not None and remember.until <= now:
            raise InvalidInput(say("reviews.rule_past"), field="remember.until")
        if remember.until is not None and remember.until > now + REMEMBERED_FOR:
            raise InvalidInput(say("reviews.rule_long"), field="remember.until")
        if remember.scope == "conversation" and conversation_id is None:
            raise InvalidInput(
                say("reviews.rule_nowhere"), suggestion=say("reviews.approve_alone"), field="remember"
            )
        if remember.scope == "agent":
            principal.require("agents.team.update")
            if remember.until is None:
                raise InvalidInput(say("reviews.rule_endless"), field="remember.until")
        return ApprovalRule(
            id=new_id(),
            workspace_id=approval.workspace_id,
            tool_name=approval.tool_name,
            effect="allow",
            agent=approval.agent,
            conversation_id=conversation_id if remember.scope == "conversation" else None,
            created_by=principal.person_id,
            expires_at=remember.until,
            created_at=now,
        )

    async def _close(
        self,
        approval: Approval,
        status: ApprovalStatus,
        person_id: PersonId | None,
        reason: str,
        edited_input: dict[str, Any] | None = None,
        principal: Principal | None = None,
        rule: ApprovalRule | None = None,
    ) -> bool:
        """Write a decision down, with all that follows from it; False if somebody was faster."""
        async with self._database.transaction() as connection:
            is_first = await repo.decide(
                connection,
                approval.workspace_id,
                approval.id,
                status=status,
                decided_by=person_id,
                decided_at=self._clock.now(),
                decision_reason=reason,
                edited_input=edited_input,
            )
            if is_first and principal is not None:
                await self._record(connection, approval, status, edited_input, principal)
                if rule is not None:
                    await self._add_rule(connection, principal, rule)
            step = await repo.approvals_of_step(
                connection, approval.workspace_id, approval.run_id, approval.step
            )
        # Two deciders at once may both see the last one decided: waking a run twice is harmless.
        if self._wake is not None and all(each.status != "pending" for each in step):
            await self._wake(approval.run_id, approval.workspace_id)
        return is_first

    async def _record(
        self,
        connection: Connection,
        approval: Approval,
        status: ApprovalStatus,
        edited_input: dict[str, Any] | None,
        principal: Principal,
    ) -> None:
        await self._audit.record(
            connection,
            principal,
            f"approval.{status}",
            ("approval", approval.id, approval.tool_name),
            project_id=approval.project_id,
            run_id=approval.run_id,
            before={"status": approval.status, "input": approval.input},
            after={"status": status, "input": approval.input if edited_input is None else edited_input},
            data={"agent": approval.agent, "edited": edited_input is not None},
        )


def expiry(now: datetime, *, is_autonomous: bool) -> datetime:
    """Return when a call that nobody decided on counts as denied."""
    return now + (AUTONOMOUS_FOR if is_autonomous else INTERACTIVE_FOR)


def _is_own(principal: Principal, rule: ApprovalRule) -> bool:
    return rule.created_by is not None and rule.created_by == principal.person_id


def _may_see(principal: Principal, approval: Approval) -> bool:
    is_own = approval.person_id is not None and approval.person_id == principal.person_id
    return is_own or principal.can("sessions.team.approve", approval.project_id)


def may_decide(principal: Principal, approval: Approval) -> bool:
    """Tell whether somebody could give their word on a call."""
    if not _may_see(principal, approval):
        return False
    try:
        _check_right(principal, approval)
    except NotAllowed:
        return False
    return True


def _check_right(principal: Principal, approval: Approval) -> None:
    if approval.permission is not None:
        principal.require(approval.permission, approval.project_id)
    if approval.needs_second_person and approval.person_id == principal.person_id:
        raise NotAllowed(say("reviews.second_person"))


def _already(approval: Approval, decision: Decision) -> Approval:
    if approval.status == decision:
        return approval
    raise Conflict(say("reviews.call_decided", status=approval.status), suggestion=say("reviews.who_decided"))
