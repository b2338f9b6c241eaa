"""Runs that a budget stopped: a person raises the budget, lets the run try again, or lets it end.

A raise sets free everything that waits for the same budget. What still does not fit stops again.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Literal

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import BudgetId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.reviews.budgets import Budgets
from proofroom.reviews.inbox import Source
from proofroom.reviews.types import InboxItem
from proofroom.store import Database
from proofroom.telemetry.budgets import Stop, StopStatus
from proofroom.telemetry.budgets.repo import stops as repo

Resume = Callable[[RunId, WorkspaceId], Awaitable[None]]
"""Continues a run if nothing it waits for is open any more."""

StopDecision = Literal["raise", "resume", "decline"]
_OUTCOME: dict[StopDecision, StopStatus] = {"raise": "raised", "resume": "resumed", "decline": "declined"}


@dataclass(frozen=True, slots=True)
class StopVerdict:
    """What a person says. A raise sets the limit anew, or adds something for this period or run only."""

    decision: StopDecision
    limit_micros: int | None = None
    extra_micros: int | None = None


class Stops:
    """Stopped runs of a workspace."""

    def __init__(self, database: Database, clock: Clock, budgets: Budgets) -> None:
        self._database, self._clock, self._budgets = database, clock, budgets
        self._resume: Resume | None = None
        self._audit = Audit(database, clock)
        budgets.on_changed(self.free)

    def on_decided(self, resume: Resume) -> None:
        """Say how a run is continued."""
        self._resume = resume

    async def find(self, principal: Principal, status: StopStatus | None = None) -> list[Stop]:
        """Return the stops the principal may see, newest first."""
        async with self._database.reading() as connection:
            found = await repo.list_some(connection, principal.workspace_id, status, 200)
        return [stop for stop in found if _may_see(principal, stop)]

    async def get(self, principal: Principal, stop_id: str) -> Stop:
        """Return a stop that the principal may see."""
        async with self._database.reading() as connection:
            stop = await repo.get(connection, principal.workspace_id, stop_id)
        if not _may_see(principal, stop):
            raise NotFound(say("budgets.no_stop"))
        return stop

    async def decide(self, principal: Principal, stop_id: str, verdict: StopVerdict) -> Stop:
        """Decide about a stopped run. Saying the same again changes nothing; saying otherwise conflicts."""
        stop = await self.get(principal, stop_id)
        principal.require_human()
        wanted = _OUTCOME[verdict.decision]
        if stop.status != "waiting":
            if stop.status == wanted:
                return stop
            raise Conflict(
                say("budgets.stop_decided", status=stop.status), suggestion=say("reviews.who_decided")
            )
        if verdict.decision == "raise":
            await self._raise(principal, stop, verdict)
        else:
            _check_right(principal, stop)
            await self._decide(principal, wanted, stop_id=stop_id)
        return await self.get(principal, stop_id)

    async def free(self, principal: Principal, budget_id: BudgetId) -> None:
        """Let everything go on that waits for a budget: it was changed, or is gone."""
        await self._decide(principal, "raised", budget_id=budget_id)

    async def is_waiting(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        """Tell whether a run still waits for a budget."""
        async with self._database.reading() as connection:
            return await repo.is_waiting(connection, workspace_id, run_id)

    async def withdraw(self, run_id: RunId, workspace_id: WorkspaceId) -> None:
        """Take a run's stop out of the inbox, because the run was stopped for good."""
        async with self._database.transaction() as connection:
            now = self._clock.now()
            await repo.decide(connection, workspace_id, "cancelled", None, now, run_id=run_id)

    async def _raise(self, principal: Principal, stop: Stop, verdict: StopVerdict) -> None:
        if (verdict.limit_micros is None) == (verdict.extra_micros is None):
            raise InvalidInput(say("budgets.new_limit"), field="limitMicros")
        if verdict.limit_micros is not None:
            if verdict.limit_micros <= stop.limit_micros:
                raise InvalidInput(say("budgets.higher"), field="limitMicros")
            await self._budgets.change(principal, stop.budget_id, {"limit_micros": verdict.limit_micros})
            return
        run_id = RunId(stop.period_key) if stop.scope_kind == "run" else stop.run_id
        extra = verdict.extra_micros or 0
        await self._budgets.add_for_period(principal, stop.budget_id, run_id, extra)
        if stop.scope_kind == "run":  # the others have limits of their own
            await self._decide(principal, "raised", stop_id=stop.id)
        else:
            await self.free(principal, stop.budget_id)

    async def _decide(
        self,
        principal: Principal,
        status: StopStatus,
        *,
        stop_id: str | None = None,
        budget_id: BudgetId | None = None,
    ) -> None:
        workspace_id, person_id, now = principal.workspace_id, principal.person_id, self._clock.now()
        async with self._database.transaction() as connection:
            decided = await repo.decide(
                connection, workspace_id, status, person_id, now, stop_id=stop_id, budget_id=budget_id
            )
            for stop in decided:
                await self._audit.record(
                    connection,
                    principal,
                    f"budget_stop.{status}",
                    ("budget", stop.budget_id),
                    run_id=stop.run_id,
                    before=replace(stop, status="waiting", decided_by=None, decided_at=None),
                    after=stop,
                    data={"stop": stop.id},
                )
        await self._go_on(decided)

    async def _go_on(self, decided: Sequence[Stop]) -> None:
        if self._resume is not None:
            for run_id in dict.fromkeys(stop.run_id for stop in decided):
                await self._resume(run_id, decided[0].workspace_id)


def stop_source(stops: Stops) -> Source:
    """Return the inbox source for stopped runs."""

    async def items(principal: Principal) -> list[InboxItem]:
        return [_item(stop) for stop in await stops.find(principal)]

    return items


def _item(stop: Stop) -> InboxItem:
    return InboxItem(
        kind="budget",
        id=stop.id,
        title=stop.reason,
        state=stop.status,
        is_waiting=stop.status == "waiting",
        is_high_risk=False,
        project_id=stop.project_id,
        run_id=stop.run_id,
        asked_by=stop.agent,
        for_person_id=stop.person_id,
        created_at=stop.created_at,
        decided_at=stop.decided_at,
        about=stop.what,
    )


def _may_see(principal: Principal, stop: Stop) -> bool:
    is_own = stop.person_id is not None and stop.person_id == principal.person_id
    return is_own or principal.can("budgets.team.read")


def _check_right(principal: Principal, stop: Stop) -> None:
    """One's own run anybody may end or let try again; others' only who sets budgets."""
    is_own = stop.person_id is not None and stop.person_id == principal.person_id
    if not is_own and not principal.can("budgets.team.update"):
        raise NotAllowed(say("reviews.not_yours"), permission="budgets.team.update")
