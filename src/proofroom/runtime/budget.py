"""Steps that cost something: one that a budget refuses waits for a person, as a stop in the inbox.

The refused step was never opened, so nothing is repeated when the run goes on. Nothing is kept in memory
while it waits: the loop is replayed, finds the stop decided, and tries the step again.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from proofroom.durable import RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.errors import BudgetExceeded, NotFound
from proofroom.kernel.ids import BudgetId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.account import reserve_call, spender_of, tell
from proofroom.runtime.rest import WaitsForPerson
from proofroom.store import Connection, Database
from proofroom.telemetry.budgets import Budget, Notice, Stop, release
from proofroom.telemetry.budgets.repo import budgets as budgets_repo
from proofroom.telemetry.budgets.repo import stops


class Bill:
    """What a tool call may cost: asked before its step opens, held back with it. Most tools cost nothing."""

    def __init__(self, spec: ToolSpec | None, agent: str, given: dict[str, Any]) -> None:
        self._spec, self._agent, self._given = spec, agent, given
        self._bound: int | None = 0
        self._notices: list[Notice] = []

    async def prepare(self, step: StepContext) -> None:
        """Ask what the call may cost."""
        if self._spec is not None and self._spec.most_it_costs is not None:
            self._bound = await self._spec.most_it_costs(step.run.workspace_id, self._given)

    async def open(self, connection: Connection, step: StepContext) -> None:
        """Hold it back, or refuse the call."""
        if self._spec is not None and self._spec.most_it_costs is not None:
            self._notices = await reserve_call(
                connection, step, self._agent, self._bound, f"a call of {self._spec.name}"
            )

    def tell(self, step: StepContext) -> None:
        """Tell watchers of marks that budgets passed."""
        tell(step, self._notices)


async def within_budget(
    handle: RunHandle, database: Database, agent: str, key: str, make: Callable[[], Awaitable[Any]]
) -> Any:
    """Make a step; wait for a person each time a budget refuses it, and end the run if they decline."""
    number = 0
    while True:
        number += 1
        place = f"{key}.budget.{number}"
        if not handle.has_step(place):
            try:
                return await make()
            except BudgetExceeded as refused:
                if not await _stop(handle, database, agent, key, place, refused):
                    continue
        async with database.reading() as connection:
            status = await stops.status_at(connection, handle.run.workspace_id, handle.run.id, place)
        if status == "waiting":
            raise WaitsForPerson
        # A fork has the steps of the run it was made from, but not what was decided about them.
        if status not in ("raised", "resumed", None):
            raise BudgetExceeded(say("budgets.not_raised"))


def notice_of(stop: Stop) -> events.BudgetNotice:
    """Return the event that tells of a stop."""
    return events.BudgetNotice(
        budget_id=stop.budget_id,
        title=stop.title,
        state="stopped",
        spent_micros=stop.limit_micros - stop.left_micros,
        limit_micros=stop.limit_micros,
        stop_id=stop.id,
    )


async def _stop(
    handle: RunHandle, database: Database, agent: str, key: str, place: str, refused: BudgetExceeded
) -> bool:
    """Write down that the run waits; False if the budget is gone by now."""
    workspace_id, budget_id = handle.run.workspace_id, BudgetId(refused.context.get("budget_id", ""))
    try:
        async with database.reading() as connection:
            budget = await budgets_repo.get(connection, workspace_id, budget_id)
    except NotFound:
        return False

    async def record(step: StepContext) -> object:
        stop = _stop_of(step, budget, agent, refused)
        step.closing(partial(_write, stop=stop, held_by=key, step=step))
        step.emit(notice_of(stop))
        return {"stopId": stop.id}

    await handle.step(place, "guard", "wait for a budget", record)
    return True


async def _write(connection: Connection, stop: Stop, held_by: str, step: StepContext) -> None:
    await stops.add(connection, stop)
    # What an attempt held that a crash cut off: it is not going on for now.
    await release(connection, spender_of(step, stop.agent), held_by)


def _stop_of(step: StepContext, budget: Budget, agent: str, refused: BudgetExceeded) -> Stop:
    run, told = step.run, refused.context
    return Stop(
        id=step.new_id(),
        workspace_id=run.workspace_id,
        budget_id=budget.id,
        period_key=told["period_key"],
        scope_kind=budget.scope_kind,
        scope_id=budget.scope_id,
        period=budget.period,
        run_id=run.id,
        step=step.key,
        project_id=run.project_id,
        person_id=run.person_id,
        agent=agent,
        what=told["what"][:200],
        reason=refused.message,
        needed_micros=told["needed_micros"],
        left_micros=told["left_micros"],
        limit_micros=told["limit_micros"],
        status="waiting",
        created_at=step.opened_at,
    )
