"""Reports of a time: totals, and the same by person, agent, model and so on, and day by day."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import fields, replace
from zoneinfo import ZoneInfo

from proofroom.kernel.calendar import CalendarSpan, days_between
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ConversationId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Database
from proofroom.telemetry.types import UsageRecord
from proofroom.telemetry.usage import repo
from proofroom.telemetry.usage.types import DIMENSIONS, Dimension, Seen, Stack, Sum

MOST_DAYS = 800
NOTHING = Sum()

_ADDED = [each.name for each in fields(Sum) if each.name != "key"]


@dataclass(frozen=True, slots=True)
class UsageFigures:
    """A time in figures. Groups have the dearest first, days are in order and none is left out."""

    totals: Sum
    groups: dict[Dimension, list[Sum]]
    days: list[Sum]
    stacks: list[Stack]


class Usage:
    """The ledger for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def report(self, seen: Seen, zone: ZoneInfo, stack_by: Dimension = "agent") -> UsageFigures:
        """Return everything about a time: two passes over its lines, whatever is asked."""
        days = _days(seen, zone)
        async with self._database.reading() as connection:
            cells = await repo.sums(connection, seen, DIMENSIONS)
            stacked = await repo.sums_by_day(connection, seen, days, stack_by)
        groups: dict[Dimension, list[Sum]] = {
            name: _dearest(_folded((keys[at], each) for keys, each in cells))
            for at, name in enumerate(DIMENSIONS)
        }
        by_day = _folded(stacked)
        return UsageFigures(
            totals=add(each for _, each in cells),
            groups=groups,
            days=[replace(by_day.get(day.name, NOTHING), key=day.name) for day in days],
            stacks=[Stack(day, each) for day, each in stacked],
        )

    async def grouped(self, seen: Seen, zone: ZoneInfo, by: Dimension | None) -> list[Sum]:
        """Return the sums of a time by one dimension, the dearest first, or by day where none is named."""
        async with self._database.reading() as connection:
            if by is not None:
                cells = await repo.sums(connection, seen, (by,))
                return _dearest(_folded((keys[0], each) for keys, each in cells))
            days = _days(seen, zone)
            by_day = _folded(await repo.sums_by_day(connection, seen, days, "kind"))
        return [replace(by_day.get(day.name, NOTHING), key=day.name) for day in days]

    async def total(self, seen: Seen) -> Sum:
        """Return the sum of a time."""
        async with self._database.reading() as connection:
            return add(each for _, each in await repo.sums(connection, seen, ("kind",)))

    async def of_runs(self, workspace_id: WorkspaceId, run_ids: Sequence[RunId]) -> dict[RunId, Sum]:
        """Return what runs used; one that used nothing is left out."""
        async with self._database.reading() as connection:
            return await repo.sums_of_runs(connection, workspace_id, run_ids)

    async def of_steps(self, workspace_id: WorkspaceId, run_ids: Sequence[RunId]) -> dict[str, Sum]:
        """Return what the steps of runs used, by their names."""
        async with self._database.reading() as connection:
            return await repo.sums_of_steps(connection, workspace_id, run_ids)

    async def of_conversations(
        self, workspace_id: WorkspaceId, conversation_ids: Sequence[ConversationId]
    ) -> dict[ConversationId, Sum]:
        """Return what conversations used; one that used nothing is left out."""
        async with self._database.reading() as connection:
            return await repo.sums_of_conversations(connection, workspace_id, conversation_ids)

    async def chats(self, seen: Seen, zone: ZoneInfo) -> dict[str, dict[str, int]]:
        """Return how many conversations there were: altogether, by person, scope and model, and by day."""
        days = _days(seen, zone)
        async with self._database.reading() as connection:
            found = {"": await repo.count_conversations(connection, seen, None)}
            for name in ("person", "scope", "model"):
                found[name] = await repo.count_conversations(connection, seen, name)
            found["day"] = await repo.count_conversations(connection, seen, None, days)
        return found

    async def lines(self, seen: Seen) -> AsyncIterator[UsageRecord]:
        """Yield the lines of a time, oldest first, without holding them all or the database."""
        last: UsageRecord | None = None
        while True:
            async with self._database.reading() as connection:
                page = await repo.lines_after(connection, seen, last)
            for line in page:
                yield line
            if len(page) < repo.PAGE:
                return
            last = page[-1]


def add(sums: Iterable[Sum], key: str = "") -> Sum:
    """Return several sums as one."""
    figures = dict.fromkeys(_ADDED, 0)
    for each in sums:
        for name in _ADDED:
            figures[name] += getattr(each, name)
    return Sum(key, **figures)


def _folded(cells: Iterable[tuple[str, Sum]]) -> dict[str, Sum]:
    by_key: dict[str, list[Sum]] = {}
    for key, each in cells:
        by_key.setdefault(key, []).append(each)
    return {key: add(sums, key) for key, sums in by_key.items()}


def _dearest(found: dict[str, Sum]) -> list[Sum]:
    return sorted(found.values(), key=lambda each: (-each.cost_micros, -each.tokens, each.key))


def _days(seen: Seen, zone: ZoneInfo) -> list[CalendarSpan]:
    days = days_between(seen.since, seen.until, zone)
    if len(days) > MOST_DAYS:
        raise InvalidInput(
            say("telemetry.days", most=MOST_DAYS),
            field="since",
        )
    if days and days[-1].since >= seen.until:  # the time ends with midnight
        days.pop()
    return days
