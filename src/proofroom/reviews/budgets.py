"""Budgets as people set them: who may spend how much in which time, how each stands, and raising one."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from proofroom.access import Principal
from proofroom.access.audit import Audit, Facts, Named
from proofroom.kernel.calendar import zone_named
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.ids import BudgetId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database
from proofroom.telemetry.budgets import Budget, Mode, Period, PeriodBalance, ScopeKind, Spender, StandingState
from proofroom.telemetry.budgets.periods import key_of, span_of
from proofroom.telemetry.budgets.repo import budgets as repo
from proofroom.telemetry.budgets.repo import periods, stops

NO_RUN = RunId("")

Changed = Callable[[Principal, BudgetId], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class NewBudget:
    """A budget to be made."""

    scope_kind: ScopeKind
    period: Period
    limit_micros: int
    scope_id: str = ""
    mode: Mode = "hard"
    warn_percent: int = 80
    allows_unpriced: bool = False


@dataclass(frozen=True, slots=True)
class BudgetView:
    """A budget, how it stands now, and how many runs wait for it. One for every run has no standing."""

    budget: Budget
    standing: PeriodBalance | None
    waiting: int


class Budgets:
    """The budgets of a workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._on_changed: Changed | None = None

    def on_changed(self, tell: "Changed") -> None:
        """Say who wants to know that a budget was changed or deleted: what waits for it may go on."""
        self._on_changed = tell

    async def list(self, principal: Principal) -> list[BudgetView]:
        """Return the budgets the principal may see: all of them, or those on themselves."""
        is_team = principal.can("budgets.team.read")
        async with self._database.reading() as connection:
            found = await repo.list_all(connection, principal.workspace_id)
            seen = [each for each in found if is_team or _is_own(principal, each)]
            return await self._views(connection, principal, seen)

    async def get(self, principal: Principal, budget_id: BudgetId) -> BudgetView:
        """Return one budget with its standing."""
        principal.require("budgets.team.read")
        async with self._database.reading() as connection:
            budget = await repo.get(connection, principal.workspace_id, budget_id)
            return (await self._views(connection, principal, [budget]))[0]

    async def holding_for(self, spender: Spender) -> "list[tuple[Budget, PeriodBalance | None]]":
        """Return the budgets that hold for a spender, each with how it stands; most have none."""
        key = ("budgets", spender.workspace_id, spender.project_id, spender.agent, spender.person_id)
        found, zone = await self._database.remembered(
            key, ("budgets", "workspace_settings"), lambda connection: repo.matching(connection, spender)
        )
        if not found:
            return []
        now = self._clock.now()
        async with self._database.reading() as connection:
            return [(each, await _standing(connection, each, now, zone_named(zone))) for each in found]

    async def zone(self, workspace_id: WorkspaceId) -> str:
        """Return the time zone whose days and months budgets count."""
        async with self._database.reading() as connection:
            return await repo.zone_of(connection, workspace_id)

    async def create(self, principal: Principal, new: NewBudget) -> BudgetView:
        """Make a budget; what its period has cost already counts."""
        principal.require("budgets.team.create")
        _check(new)
        now = self._clock.now()
        budget = Budget(
            id=BudgetId(new_id()),
            workspace_id=principal.workspace_id,
            created_by=principal.person_id,
            created_at=now,
            updated_at=now,
            **asdict(new),
        )
        async with self._database.transaction() as connection:
            if not await repo.add(connection, budget):
                raise Conflict(say("budgets.taken"))
            await self._audit.change(
                connection, principal, "budget.create", None, budget, _named, **_told(budget)
            )
        return await self.get(principal, budget.id)

    async def change(self, principal: Principal, budget_id: BudgetId, changes: dict[str, Any]) -> Budget:
        """Change a budget's limit, mode, mark or whether it allows unknown prices."""
        principal.require("budgets.team.update")
        async with self._database.transaction() as connection:
            before = await repo.get(connection, principal.workspace_id, budget_id)
            after = replace(before, **changes, updated_at=self._clock.now())
            _check(NewBudget(**{name: getattr(after, name) for name in NewBudget.__dataclass_fields__}))
            values = {**changes, "updated_at": after.updated_at}
            await repo.change(connection, principal.workspace_id, budget_id, values)
            await periods.forget_notices(connection, budget_id)
            await self._audit.change(
                connection, principal, "budget.update", before, after, _named, **_told(after)
            )
        await self._tell(principal, budget_id)
        return after

    async def add_for_period(
        self, principal: Principal, budget_id: BudgetId, run_id: RunId, amount: int
    ) -> None:
        """Let a budget spend more in its present period, or in this run; its limit stays as it is."""
        principal.require("budgets.team.update")
        if amount <= 0:
            raise InvalidInput(say("budgets.amount"), field="extraMicros")
        async with self._database.transaction() as connection:
            budget = await repo.get(connection, principal.workspace_id, budget_id)
            zone, now = zone_named(await repo.zone_of(connection, principal.workspace_id)), self._clock.now()
            key = key_of(budget, now, zone, run_id)
            await periods.begin(connection, budget, key, span_of(budget, now, zone))
            before = await periods.read(connection, budget_id, key)
            await periods.add_extra(connection, budget_id, key, amount)
            after = await periods.read(connection, budget_id, key)
            told = _told(budget, period=key, addedMicros=amount)
            await self._audit.record(
                connection, principal, "budget.raise", _named(budget), before=before, after=after, **told
            )

    async def remove(self, principal: Principal, budget_id: BudgetId) -> None:
        """Delete a budget; the ledger keeps what was spent."""
        principal.require("budgets.team.delete")
        async with self._database.transaction() as connection:
            budget = await repo.get(connection, principal.workspace_id, budget_id)
            await repo.remove(connection, principal.workspace_id, budget_id)
            await self._audit.change(
                connection, principal, "budget.delete", budget, None, _named, **_told(budget)
            )
        await self._tell(principal, budget_id)

    async def release_ended(self) -> int:
        """Give back what runs hold that are over, should a stop of the studio have left something."""
        async with self._database.transaction() as connection:
            return await periods.release_ended(connection)

    async def _tell(self, principal: Principal, budget_id: BudgetId) -> None:
        if self._on_changed is not None:
            await self._on_changed(principal, budget_id)

    async def _views(
        self, connection: Connection, principal: Principal, budgets: "list[Budget]"
    ) -> "list[BudgetView]":
        zone = zone_named(await repo.zone_of(connection, principal.workspace_id))
        waiting = await stops.count_waiting(connection, principal.workspace_id)
        now = self._clock.now()
        return [
            BudgetView(each, await _standing(connection, each, now, zone), waiting.get(each.id, 0))
            for each in budgets
        ]


def _named(budget: Budget) -> Named:
    return "budget", budget.id, budget.title


def _told(budget: Budget, **more: Any) -> Facts:
    return {"data": {"limitMicros": budget.limit_micros, **more}}


async def _standing(
    connection: Connection, budget: Budget, now: datetime, zone: ZoneInfo
) -> PeriodBalance | None:
    if budget.scope_kind == "run":
        return None
    key, span = key_of(budget, now, zone, NO_RUN), span_of(budget, now, zone)
    figures = await periods.read(connection, budget.id, key)
    if figures is None:
        spent, held, extra = await periods.spent_before(connection, budget, key, span), 0, 0
    else:
        spent, held, extra = figures.spent_micros, figures.reserved_micros, figures.extra_micros
    limit = budget.limit_micros + extra
    return PeriodBalance(
        period_key=key,
        since=span.since if span else None,
        until=span.until if span else None,
        spent_micros=spent,
        reserved_micros=held,
        extra_micros=extra,
        limit_micros=limit,
        state=_state(budget, spent, limit),
    )


def _state(budget: Budget, spent: int, limit: int) -> StandingState:
    if spent >= limit:
        return "reached"
    return "warned" if spent * 100 >= limit * budget.warn_percent else "ok"


def _is_own(principal: Principal, budget: Budget) -> bool:
    is_me = budget.scope_kind == "person" and budget.scope_id == principal.person_id
    return is_me and principal.can("budgets.own.read")


def _check(new: NewBudget) -> None:
    if new.limit_micros < 0:
        raise InvalidInput(say("budgets.below_nought"), field="limitMicros")
    if not 1 <= new.warn_percent <= 100:
        raise InvalidInput(say("budgets.mark"), field="warnPercent")
    has_owner = new.scope_kind in ("project", "agent", "person")
    if has_owner != bool(new.scope_id):
        key = "budgets.which" if has_owner else "budgets.names_nobody"
        raise InvalidInput(say(key, kind=new.scope_kind), field="scopeId")
    if new.scope_kind == "run" and new.period != "total":
        raise InvalidInput(say("budgets.run_total"), field="period")
