"""Reading runs, steps and events. Every function takes the workspace and stays inside it."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson
import sqlalchemy as sa

from proofroom.durable.types import MOVING, Run, RunStatus, Step, StepStatus
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.events import AnyEvent, decode_event, trace_tail, with_trace
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.trace import trace_id_of
from proofroom.store.database import Connection, Database
from proofroom.store.tables.durable import events, runs, steps

PAGE = 500

_RUN_COLUMNS = [runs.c[name] for name in Run.__dataclass_fields__]
_STEP_COLUMNS = [steps.c[name] for name in Step.__dataclass_fields__]


@dataclass(frozen=True, slots=True)
class KnownStep:
    """What an execution must know of a step that exists already."""

    key: str
    status: StepStatus
    attempt: int
    workflow_id: str
    started_at: Any


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs to list; unset fields do not filter."""

    status: Sequence[RunStatus] = ()
    agent: str | None = None
    workflow: str | None = None
    source: str | None = None
    project_id: ProjectId | None = None
    conversation_id: ConversationId | None = None
    person_id: PersonId | None = None
    parent_id: RunId | None = None
    root_id: RunId | None = None


class Runs:
    """The runs of the studio, for reading."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, run_id: RunId, workspace_id: WorkspaceId) -> Run:
        """Return a run, or say that there is none."""
        return (await self.look(run_id, workspace_id))[0]

    async def find(self, run_id: RunId, workspace_id: WorkspaceId) -> Run | None:
        """Return a run if there is one."""
        row = await self._find(run_id, workspace_id)
        return run_of(row) if row else None

    async def look(self, run_id: RunId, workspace_id: WorkspaceId) -> tuple[Run, bool]:
        """Return a run, and whether it is at rest: its last line is stored then, and nobody executes it.

        Its status alone does not tell: a step may set one at which the run has yet to arrive.
        """
        if (row := await self._find(run_id, workspace_id)) is None:
            raise NotFound(say("runs.none"), run_id=run_id)
        return run_of(row), row.status not in MOVING and row.holder is None

    async def _find(self, run_id: RunId, workspace_id: WorkspaceId) -> sa.Row[Any] | None:
        query = sa.select(*_RUN_COLUMNS, runs.c.holder)
        query = query.where(runs.c.id == run_id, runs.c.workspace_id == workspace_id)
        async with self._database.reading(quick=True) as connection:
            return (await connection.execute(query)).first()

    async def resting(self) -> list[Run]:
        """Return every run that waits for somebody, in all workspaces (the studio's own housekeeping)."""
        query = sa.select(*_RUN_COLUMNS).where(runs.c.status.in_(("awaiting_tool", "waiting_human")))
        async with self._database.reading() as connection:
            return [run_of(row) for row in await connection.execute(query)]

    async def steps(self, run_id: RunId, workspace_id: WorkspaceId) -> list[Step]:
        """Return the steps of a run in the order in which they began."""
        query = (
            sa.select(*_STEP_COLUMNS)
            .where(steps.c.run_id == run_id, steps.c.workspace_id == workspace_id)
            .order_by(steps.c.number)
        )
        async with self._database.reading() as connection:
            return [step_of(row) for row in await connection.execute(query)]

    async def events(
        self, run_id: RunId, workspace_id: WorkspaceId, *, after: int = 0, limit: int = PAGE
    ) -> list[AnyEvent]:
        """Return stored events with numbers above `after`."""
        rows = await self._lines(run_id, workspace_id, after, limit)
        found = [decode_event(row.body) for row in rows]
        for event in found:
            event.trace_id = trace_id_of(rows[0].root_id)
        return found

    async def lines(
        self, run_id: RunId, workspace_id: WorkspaceId, *, after: int
    ) -> AsyncIterator[tuple[bytes, int]]:
        """Yield all stored events above `after` as batches of NDJSON with the last number of each."""
        while rows := await self._lines(run_id, workspace_id, after, PAGE):
            after = rows[-1].n
            batch = "\n".join([row.body for row in rows]) + "\n"
            yield with_trace(batch.encode(), trace_tail(trace_id_of(rows[0].root_id))), after
            if len(rows) < PAGE:
                return

    async def _lines(self, run_id: RunId, workspace_id: WorkspaceId, after: int, limit: int) -> Sequence[Any]:
        query = (
            sa.select(events.c.n, events.c.body, runs.c.root_id)
            .join(runs, runs.c.id == events.c.run_id)
            .where(events.c.run_id == run_id, events.c.workspace_id == workspace_id, events.c.n > after)
            .order_by(events.c.n)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query)).all()

    async def count_moving(self) -> dict[tuple[str, str], int]:
        """Return how many runs wait and run now, by queue and status, in all workspaces."""
        query = (
            sa.select(sa.func.coalesce(runs.c.queue, ""), runs.c.status, sa.func.count())
            .where(runs.c.status.in_(tuple(MOVING)))
            .group_by(runs.c.queue, runs.c.status)
        )
        async with self._database.reading() as connection:
            return {(queue, status): count for queue, status, count in await connection.execute(query)}

    async def list(
        self,
        workspace_id: WorkspaceId,
        which: RunFilter | None = None,
        *,
        before: RunId | None = None,
        limit: int = 50,
    ) -> list[Run]:
        """Return runs, newest first; `before` is the last id of the page before."""
        query = sa.select(*_RUN_COLUMNS).where(runs.c.workspace_id == workspace_id)
        for name, value in _conditions(which or RunFilter()):
            column = runs.c[name]
            query = query.where(column.in_(value) if name == "status" else column == value)
        if before is not None:
            query = query.where(runs.c.id < before)
        query = query.order_by(runs.c.id.desc()).limit(limit)
        async with self._database.reading() as connection:
            return [run_of(row) for row in await connection.execute(query)]

    async def below(self, workspace_id: WorkspaceId, roots: Sequence[RunId]) -> dict[RunId, RunId]:
        """Return all runs that some began with, themselves too, each with its root."""
        query = sa.select(runs.c.id, runs.c.root_id)
        theirs = query.where(runs.c.workspace_id == workspace_id, runs.c.root_id.in_(roots))
        async with self._database.reading() as connection:
            return {RunId(row[0]): RunId(row[1]) for row in await connection.execute(theirs)}


def run_of(row: sa.Row[Any]) -> Run:
    """Return the row as a run."""
    values = dict(row._mapping)  # pyright: ignore[reportPrivateUsage]  (public in SQLAlchemy's documentation)
    for name in ("input", "result", "error"):
        values[name] = load(values[name])
    return Run(**{name: values[name] for name in Run.__dataclass_fields__})


def step_of(row: sa.Row[Any]) -> Step:
    """Return the row as a step."""
    values = dict(row._mapping)  # pyright: ignore[reportPrivateUsage]
    for name in ("input", "result", "error"):
        values[name] = load(values[name])
    return Step(**values)


def load(text: str | None) -> Any:
    """Return a stored payload."""
    return None if text is None else orjson.loads(text)


async def known_steps(connection: Connection, run_id: RunId) -> dict[str, KnownStep]:
    """Return what an execution must know of the steps that exist, without their payloads."""
    columns = (steps.c.key, steps.c.status, steps.c.attempt, steps.c.workflow_id, steps.c.started_at)
    rows = await connection.execute(sa.select(*columns).where(steps.c.run_id == run_id))
    return {row.key: KnownStep(*row) for row in rows}


async def step_outcome(connection: Connection, run_id: RunId, key: str) -> tuple[Any, dict[str, Any] | None]:
    """Return the stored result and error of a step."""
    query = sa.select(steps.c.result, steps.c.error).where(steps.c.run_id == run_id, steps.c.key == key)
    row = (await connection.execute(query)).one()
    return load(row.result), load(row.error)


def _conditions(which: RunFilter) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name in RunFilter.__dataclass_fields__:
        value = getattr(which, name)
        if name == "status":
            value = tuple(value) or None
        if value is not None:
            found.append((name, value))
    return found
