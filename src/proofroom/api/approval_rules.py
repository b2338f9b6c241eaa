"""Standing words on tools: what was remembered of approvals, and what the workspace has ruled."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Moment, fields_of
from proofroom.kernel.ids import PersonId
from proofroom.reviews import ApprovalRule, RuleEffect, check_standing
from proofroom.wiring import Studio

router = APIRouter(tags=["inbox"])

NOBODY = PersonId("")


class NewRule(In):
    """A standing word on a tool."""

    tool_name: str
    effect: RuleEffect
    agent: str | None = None
    expires_at: Moment | None = None


class RuleInfo(fields_of(ApprovalRule, without=("workspace_id",))):
    """A standing word on a tool, and whose it is. `canRemove` tells whether this reader may take it back."""

    created_by_name: str | None
    can_remove: bool


@router.get("/approval-rules")
async def list_rules(studio: StudioDep, principal: Principal = signed_in()) -> list[RuleInfo]:
    """Return the rules in force: one's own, or all of them with the permission to see agents."""
    return await _show(studio, principal, await studio.approvals.rules_for(principal))


@router.post("/approval-rules", status_code=201)
async def add_rule(
    body: NewRule, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> RuleInfo:
    """Make a rule: allow, ask or deny a tool, for one agent or all."""
    spec = studio.registry.get(body.tool_name)
    if body.effect == "allow":
        check_standing(spec, has_end=body.expires_at is not None)
    rule = await studio.approvals.add_rule(
        principal, body.tool_name, body.effect, body.agent, expires_at=body.expires_at
    )
    return (await _show(studio, principal, [rule]))[0]


@router.delete("/approval-rules/{rule_id}")
async def remove_rule(rule_id: str, studio: StudioDep, principal: Principal = signed_in()) -> Done:
    """Take a rule back: one's own, or anybody's with the permission to change agents."""
    await studio.approvals.remove_rule(principal, rule_id)
    return Done()


async def _show(studio: Studio, principal: Principal, rules: list[ApprovalRule]) -> list[RuleInfo]:
    names = await studio.access.people.names({rule.created_by for rule in rules if rule.created_by})
    may_all = principal.can("agents.team.update")
    return [
        RuleInfo.of(
            rule,
            created_by_name=names.get(rule.created_by or NOBODY),
            can_remove=may_all or (rule.created_by or NOBODY) == principal.person_id,
        )
        for rule in rules
    ]
