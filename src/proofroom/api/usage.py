"""What the work used and cost: sums of a time by whatever is asked, day by day, and as a file."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import orjson
from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.api.sheets import Format, as_file, csv_line
from proofroom.kernel.calendar import day_of, read_moment, zone_named
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import PersonId, ProjectId
from proofroom.kernel.strings import say
from proofroom.telemetry import CallKind
from proofroom.telemetry.usage import Dimension, Line, Seen, Sum
from proofroom.wiring import Studio

router = APIRouter(prefix="/usage", tags=["usage"])

DEFAULT_DAYS = 30
COLUMNS = tuple(Line.__dataclass_fields__)


class UsageRow(fields_of(Sum, without=("duration_ms",))):
    """What some calls used together. `costMicros` leaves out the calls that `unpriced` counts."""

    label: str
    tokens: int


class UsageStack(Out):
    """One part of a day's column."""

    day: str
    key: str
    label: str
    calls: int
    tokens: int
    cost_micros: int


class UsageReport(Out):
    """A time in figures: groups have the dearest first; every day of the time is there, in order."""

    since: datetime
    until: datetime
    time_zone: str
    totals: UsageRow
    by_person: list[UsageRow]
    by_agent: list[UsageRow]
    by_model: list[UsageRow]
    by_project: list[UsageRow]
    by_scope: list[UsageRow]
    by_source: list[UsageRow]
    by_kind: list[UsageRow]
    by_day: list[UsageRow]
    stack_by: Dimension
    stacks: list[UsageStack]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of the ledger a request asks for."""

    since: Annotated[str | None, Query(description="A day or an ISO time; 30 days ago if left out.")] = None
    until: Annotated[str | None, Query(description="A day or an ISO time, itself not included.")] = None
    tz: Annotated[str, Query(description="The viewer's IANA time zone.")] = "UTC"
    person_id: str | None = None
    project_id: str | None = None
    agent: str | None = None
    provider: str | None = None
    model: str | None = None
    kind: CallKind | None = None
    source: str | None = None

    def read(self, principal: Principal, now: datetime) -> tuple[Seen, ZoneInfo]:
        """Return what is to be looked at, within what the principal may see."""
        zone = zone_named(self.tz)
        start = day_of(now, zone).since - timedelta(days=DEFAULT_DAYS - 1)
        person_id = PersonId(self.person_id) if self.person_id else None
        if not principal.can("usage.team.read"):
            person_id = principal.require_person()
        seen = Seen(
            principal.workspace_id,
            read_moment(self.since, zone, "since") if self.since else day_of(start, zone).since,
            read_moment(self.until, zone, "until") if self.until else now + timedelta(seconds=1),
            person_id=person_id,
            project_id=_project(principal, self.project_id),
            agent=self.agent,
            provider=self.provider,
            model=self.model,
            kind=self.kind,
            source=self.source,
        )
        return seen, zone


def _project(principal: Principal, wished: str | None) -> ProjectId | None:
    """Return the project that is asked about; a key of one project hears of no other."""
    only = principal.only_project
    if only is not None and wished not in (None, only):
        raise NotFound(say("access.no_project"))
    return only or (ProjectId(wished) if wished else None)


WantedDep = Annotated[Wanted, Depends(Wanted)]


class Labels:
    """What the keys of sums are called."""

    def __init__(self, people: dict[PersonId, str], projects: dict[ProjectId, str]) -> None:
        self._people, self._projects = people, projects

    def of(self, dimension: Dimension | None, key: str) -> str:
        """Return the name for people to read; a person or project that is gone keeps its id."""
        if dimension == "person":
            return self._people.get(PersonId(key), key)
        if dimension == "project":
            return self._projects.get(ProjectId(key), key)
        return key


async def read_labels(studio: Studio, principal: Principal, person_keys: list[str]) -> Labels:
    """Look up what people and projects are called."""
    people = await studio.access.people.names(PersonId(key) for key in person_keys if key)
    projects = await studio.access.projects.list_all(principal.workspace_id)
    return Labels(people, {each.id: each.name for each in projects})


@router.get("")
async def report(
    studio: StudioDep,
    wanted: WantedDep,
    stack_by: Dimension = "agent",
    principal: Principal = requires("usage.own.read"),
) -> UsageReport:
    """Return what was used in a time: one's own, or everybody's with the permission for it."""
    seen, zone = wanted.read(principal, studio.clock.now())
    found = await studio.usage.report(seen, zone, stack_by)
    labels = await read_labels(studio, principal, [each.key for each in found.groups["person"]])

    def rows(dimension: Dimension) -> list[UsageRow]:
        return [_row(each, labels.of(dimension, each.key)) for each in found.groups[dimension]]

    return UsageReport(
        since=seen.since,
        until=seen.until,
        time_zone=zone.key,
        totals=_row(found.totals),
        by_person=rows("person"),
        by_agent=rows("agent"),
        by_model=rows("model"),
        by_project=rows("project"),
        by_scope=rows("scope"),
        by_source=rows("source"),
        by_kind=rows("kind"),
        by_day=[_row(each, each.key) for each in found.days],
        stack_by=stack_by,
        stacks=[
            UsageStack.of(each.sum, day=each.day, label=labels.of(stack_by, each.sum.key))
            for each in found.stacks
        ],
    )


@router.get("/export", response_model=None, responses={200: {"content": {"text/csv": {}}}})
async def export(
    studio: StudioDep,
    wanted: WantedDep,
    format: Format = "csv",
    principal: Principal = requires("usage.own.read"),
) -> StreamingResponse:
    """Return every line of a time, oldest first, as CSV or as one JSON object per line."""
    seen, _ = wanted.read(principal, studio.clock.now())
    lines = studio.usage.lines(seen)
    name = f"usage-{seen.since:%Y%m%d}-{seen.until:%Y%m%d}"
    return as_file(name, format, _csv(lines) if format == "csv" else _jsonl(lines))


async def _csv(lines: AsyncIterator[Line]) -> AsyncIterator[str]:
    yield csv_line(COLUMNS)
    async for line in lines:
        yield csv_line(_cell(getattr(line, name)) for name in COLUMNS)


async def _jsonl(lines: AsyncIterator[Line]) -> AsyncIterator[bytes]:
    async for line in lines:
        values = {name: _cell(getattr(line, name)) for name in COLUMNS}
        yield orjson.dumps(values, option=orjson.OPT_APPEND_NEWLINE)


def _cell(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _row(each: Sum, label: str = "") -> UsageRow:
    return UsageRow.of(each, label=label)
