"""Which words on a call may be remembered: never for ever, never for what throws things away."""

from collections.abc import Sequence
from typing import Literal

from proofroom.access import Principal
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec
from proofroom.reviews.types import Approval, ApprovalRule

RememberScope = Literal["conversation", "agent"]


def check_memorable(spec: ToolSpec, approval: Approval, rules: Sequence[ApprovalRule]) -> None:
    """Refuse to remember what a rule could not change, or what would allow more than was seen."""
    if spec.is_gateway:
        raise InvalidInput(say("reviews.many_tools", tool=spec.name))
    is_ruled = any(
        rule.tool_name == spec.name and rule.effect != "allow" and rule.agent in (None, approval.agent)
        for rule in rules
    )
    always_asks = spec.policy == "always_ask" and not spec.relaxable
    if approval.is_gate or is_ruled or always_asks or spec.destructive or spec.needs_second_person:
        raise InvalidInput(
            say("reviews.rule_useless", tool=spec.name),
            suggestion=say("reviews.approve_alone"),
            field="remember",
        )


def scopes_for(
    principal: Principal,
    spec: ToolSpec,
    approval: Approval,
    rules: Sequence[ApprovalRule],
    *,
    has_conversation: bool,
) -> list[RememberScope]:
    """Return for what somebody's word on a call could hold besides the call itself."""
    try:
        check_memorable(spec, approval, rules)
    except InvalidInput:
        return []
    found: list[RememberScope] = ["conversation"] if has_conversation else []
    return [*found, "agent"] if principal.can("agents.team.update") else found


def check_standing(spec: ToolSpec, *, has_end: bool) -> None:
    """Refuse a rule that would let a tool throw things away for ever without asking."""
    if spec.destructive and not has_end:
        raise InvalidInput(say("reviews.rule_endless_tool", tool=spec.name), field="expiresAt")
