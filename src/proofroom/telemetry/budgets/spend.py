"""Reserving before a call, charging after it. Everything here runs inside a step's own transactions.

A call is let through only if the most it may cost fits into every budget that holds for it; the compare and
the reservation are one statement per budget, so calls at the same time cannot all see the same money.
"""

from datetime import datetime
from typing import Any

from proofroom.durable import Run
from proofroom.kernel.calendar import CalendarSpan, zone_named
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import BudgetExceeded
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.telemetry.budgets.periods import key_of, span_of
from proofroom.telemetry.budgets.repo import budgets as repo
from proofroom.telemetry.budgets.repo import periods
from proofroom.telemetry.budgets.repo.periods import Figures
from proofroom.telemetry.budgets.types import Budget, Notice, Spender

MOST_KNOWN = 10_000

FULL = 100
"""The mark at which a budget is reached, in percent."""


@dataclass(frozen=True, slots=True)
class _Account:
    """One budget in the period that counts now."""

    budget: Budget
    key: str
    span: CalendarSpan | None


async def reserve(
    connection: Connection, spender: Spender, step: str, at: datetime, bound: int | None, what: str
) -> list[Notice]:
    """Hold back the most a call may cost in every budget, or refuse it; return marks that were passed.

    A bound that nobody knows is refused by hard budgets that do not allow it. A call that costs nothing
    needs no budget. A step holds once: what it held before has to be released first.
    """
    if bound == 0:
        return []
    taken: list[tuple[_Account, Figures]] = []
    for account in await _accounts(connection, spender, at):
        budget = account.budget
        is_unpriced = bound is None and budget.mode == "hard" and not budget.allows_unpriced
        figures = None if is_unpriced else await _take(connection, account, bound or 0)
        if figures is None:
            refusal = await _refusal(connection, account, bound, what)
            for before, _ in taken:  # so that a smaller amount can be tried in the same transaction
                await periods.give_back(connection, before.budget.id, before.key, bound or 0)
            raise refusal
        taken.append((account, figures))
    if bound:
        holds = [_hold(spender, step, account, bound, at) for account, _ in taken]
        await periods.hold(connection, holds)
    passed = [await _passed(connection, account, figures) for account, figures in taken]
    return [notice for notice in passed if notice is not None]


async def release(connection: Connection, spender: Spender, step: str) -> None:
    """Give back what a step held: it has ended, and what it cost is charged by itself."""
    await periods.release_step(connection, spender.run_id, step)


async def let_go(connection: Connection, run: Run) -> None:
    """Give back what a run holds that was cut off; a step that closes has given back its own by then."""
    await periods.release_run(connection, run.id)


async def charge(connection: Connection, spender: Spender, at: datetime, cost: int | None) -> None:
    """Count a call whose line is in the ledger already. An unknown cost cannot be counted."""
    if not cost:
        return
    for account in await _accounts(connection, spender, at):
        if await periods.spend(connection, account.budget, account.key, cost):
            continue
        # A period that begins here reads the ledger, and finds the call in it.
        if not await periods.begin(connection, account.budget, account.key, account.span):
            await periods.spend(connection, account.budget, account.key, cost)


class _Free:
    """Who has no budget, and as of when. Most have none, and every call asks twice."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, ...], int] = {}

    def is_free(self, spender: Spender) -> bool:
        """Tell whether no budget holds for a spender, as the tables stood when their step was opened.

        A budget that came later finds the call in the ledger, when its period begins.
        """
        return spender.stamp is not None and self._known.get(_whose(spender)) == spender.stamp

    def note(self, spender: Spender) -> None:
        """Note that no budget holds for a spender."""
        if spender.stamp is not None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[_whose(spender)] = spender.stamp


def _whose(spender: Spender) -> tuple[str | None, ...]:
    return spender.workspace_id, spender.agent, spender.project_id, spender.person_id


_FREE = _Free()


async def _accounts(connection: Connection, spender: Spender, at: datetime) -> list[_Account]:
    if _FREE.is_free(spender):
        return []
    budgets, zone_name = await repo.matching(connection, spender)
    if not budgets:
        _FREE.note(spender)
        return []
    zone, root = zone_named(zone_name), spender.run_id
    if any(budget.scope_kind == "run" for budget in budgets):
        root = await repo.root_of(connection, spender)
    return [_Account(each, key_of(each, at, zone, root), span_of(each, at, zone)) for each in budgets]


async def _take(connection: Connection, account: _Account, amount: int) -> Figures | None:
    budget, key = account.budget, account.key
    figures = await periods.take(connection, budget, key, amount)
    if figures is None:
        if await periods.read(connection, budget.id, key) is None:
            await periods.begin(connection, budget, key, account.span)
        figures = await periods.take(connection, budget, key, amount)
    return figures


async def _passed(connection: Connection, account: _Account, figures: Figures) -> Notice | None:
    """Return the highest mark that was passed and not told yet."""
    budget, limit = account.budget, account.budget.limit_micros + figures.extra_micros
    percent = figures.spent_micros * FULL // limit if limit else FULL
    mark = max((mark for mark in (budget.warn_percent, FULL) if percent >= mark), default=0)
    if mark <= figures.noticed_percent or not await periods.note(connection, budget.id, account.key, mark):
        return None
    return Notice(budget.id, budget.title, mark, figures.spent_micros, limit)


async def _refusal(
    connection: Connection, account: _Account, needed: int | None, what: str
) -> BudgetExceeded:
    figures = await periods.read(connection, account.budget.id, account.key)
    spent, held, extra = (
        (figures.spent_micros, figures.reserved_micros, figures.extra_micros) if figures else (0, 0, 0)
    )
    limit = account.budget.limit_micros + extra
    left = max(0, limit - spent - held)
    title = account.budget.title
    said = {"budget": title, "what": what, "left": dollars(left), "limit": dollars(limit)}
    return BudgetExceeded(
        say("budgets.no_price", budget=title, what=what)
        if needed is None
        else say("budgets.left", needed=dollars(needed), **said),
        budget_id=account.budget.id,
        period_key=account.key,
        needed_micros=needed,
        left_micros=left,
        limit_micros=limit,
        what=what,
    )


def dollars(micros: int) -> str:
    """Return an amount as people write it, with as many digits as it needs."""
    text = f"{micros / 1_000_000:.6f}".rstrip("0")
    whole, _, part = text.partition(".")
    return f"${whole}.{part:0<2}"


def _hold(spender: Spender, step: str, account: _Account, amount: int, at: datetime) -> dict[str, Any]:
    return {
        "run_id": spender.run_id,
        "step": step,
        "budget_id": account.budget.id,
        "period_key": account.key,
        "workspace_id": spender.workspace_id,
        "amount_micros": amount,
        "created_at": at,
    }
