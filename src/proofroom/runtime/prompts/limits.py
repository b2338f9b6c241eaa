"""What limits the workspace, as the prompt tells it: the seed's plan and its upgrade hints.

A studio of one's own has no plans and sells nothing. What takes their place is what people have set here:
budgets, how much an API key may ask, and how many branches may wait. An agent that knows them says which one
stands in the way and who can raise it, instead of inventing a plan to buy.
"""

from collections.abc import Awaitable, Callable, Sequence

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import prompts
from proofroom.runtime.prompts.prompt import PromptFacts, Section
from proofroom.telemetry.budgets import Budget, PeriodBalance, Spender, dollars

SCOPES = frozenset({"content"})
_NO_RUN = RunId("")


@dataclass(frozen=True, slots=True)
class SetLimits:
    """What was set for a workspace."""

    budgets: Sequence[tuple[Budget, PeriodBalance | None]]
    key_requests_per_minute: int


FindLimits = Callable[[Spender], Awaitable[SetLimits]]
"""Returns what limits whoever spends."""


def limits_section(find: FindLimits) -> Section:
    """Return the section of plan and limits; it follows the rules of the scope that has it."""

    async def write(facts: PromptFacts) -> str:
        spender = Spender(
            facts.workspace_id, _NO_RUN, facts.agent.slug, facts.project_id, facts.authority.person_id
        )
        return limits_text(await find(spender))

    return Section("limits", 540, "volatile", write, SCOPES, once=True)


def limits_text(limits: SetLimits) -> str:
    """Return the limits in words; nothing is a limit that nobody has set."""
    lines = [_budget_line(budget, balance) for budget, balance in limits.budgets]
    if not lines:
        lines = ["- Budget: none is set."]
    lines.append("- Projects, people, models and entries: no limit to their number.")
    lines.append(f"- API keys: {limits.key_requests_per_minute} requests a minute each.")
    return prompts()["limits"].replace("{limits}", "\n".join(lines))


def _budget_line(budget: Budget, balance: PeriodBalance | None) -> str:
    kind = "stops runs" if budget.mode == "hard" else "only warns"
    name = f"- Budget ({budget.scope_kind}, {budget.period}), {kind}: "
    if balance is None:
        return f"{name}{dollars(budget.limit_micros)} for each run."
    said = f"{name}{dollars(balance.spent_micros)} of {dollars(balance.limit_micros)} spent."
    return f"{said} It is reached." if balance.state == "reached" else said
