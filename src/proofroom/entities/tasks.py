"""The tasks of a workspace: made, assigned, taken, done; one waits for others."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.access.names import slugify
from proofroom.entities.repo import records
from proofroom.entities.repo import tasks as repo
from proofroom.entities.task import Task, TaskFilter, TaskStatus
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

MOST_NEEDS = 50
_CHANGEABLE = frozenset({*repo.CHANGEABLE, "depends_on"})

_WORDS = frozenset({"title", "description", "output"})
LONGEST_TITLE = 300


FindAgent = Callable[[WorkspaceId, str], Awaitable[object]]


class Tasks:
    """The tasks of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._find_agent: FindAgent | None = None

    def know_agents(self, find: FindAgent) -> None:
        """Say how to find an agent that a task is for; it refuses a name that nobody has."""
        self._find_agent = find

    async def get(self, workspace_id: WorkspaceId, task: str) -> Task:
        """Return a task by its id or slug."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, task)

    async def find(self, workspace_id: WorkspaceId, which: TaskFilter, limit: int = 100) -> list[Task]:
        """Return tasks: the most important first, then the oldest."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, which, limit)

    async def create(
        self,
        workspace_id: WorkspaceId,
        title: str,
        by: Principal,
        *,
        task_id: str | None = None,
        **given: Any,
    ) -> Task:
        """Make a task."""
        now, made_id = self._clock.now(), task_id or new_id()
        clean = " ".join(title.split())
        if not 1 <= len(clean) <= LONGEST_TITLE:
            raise InvalidInput(say("entities.task_title", most=LONGEST_TITLE))
        task = Task(
            id=made_id,
            workspace_id=workspace_id,
            slug=f"{slugify(clean)[:80] or 'task'}-{made_id[-6:]}",
            title=clean,
            description=str(given.get("description") or "")[:20_000],
            parent_id=given.get("parent_id"),
            entity_id=given.get("entity_id"),
            field_key=given.get("field_key"),
            assigned_to=given.get("assigned_to"),
            agent=given.get("agent"),
            status="open",
            priority=int(given.get("priority") or 0),
            due_at=given.get("due_at"),
            output="",
            created_by=by.name[:200],
            run_id=by.run_id,
            created_at=now,
            updated_at=now,
            depends_on=tuple(given.get("depends_on") or ()),
            is_outside=bool(given.get("is_outside")) or by.is_program,
        )
        await self._check_agent(workspace_id, task.agent)
        async with self._database.transaction() as connection:
            task = await self._checked(connection, task)
            if await repo.add(connection, task):
                await self._audit.change(connection, by, "task.create", None, task, _named)
        return task

    async def change(
        self, workspace_id: WorkspaceId, task: str, changes: Mapping[str, Any], by: Principal
    ) -> Task:
        """Change a task. Completing it frees those that waited for it."""
        await self._check_agent(workspace_id, changes.get("agent"))
        async with self._database.transaction() as connection:
            before = await repo.get(connection, workspace_id, task)
            if before.is_closed and changes.get("status") not in (None, "open"):
                raise InvalidStatus(say("entities.task_closed", title=before.title, status=before.status))
            known = {key: value for key, value in changes.items() if key in _CHANGEABLE}
            if by.is_program and any(known[one] != getattr(before, one) for one in _WORDS & known.keys()):
                known["is_outside"] = True
            after = await self._checked(connection, replace(before, **known, updated_at=self._clock.now()))
            if replace(after, updated_at=before.updated_at) == before:
                return before
            await repo.update(connection, after)
            await self._audit.change(connection, by, "task.change", before, after, _named)
            if after.status == "completed":
                await self._free(connection, after)
        return after

    async def claim(self, workspace_id: WorkspaceId, task: Task) -> bool:
        """Take an open task into work; False if somebody else has."""
        async with self._database.transaction() as connection:
            return await repo.claim(connection, replace(task, workspace_id=workspace_id), self._clock.now())

    async def _check_agent(self, workspace_id: WorkspaceId, agent: str | None) -> None:
        if agent and self._find_agent is not None:
            await self._find_agent(workspace_id, agent)

    async def _checked(self, connection: Connection, task: Task) -> Task:
        """Return a task with the status its dependencies give it, or refuse what cannot be."""
        if task.entity_id is not None:
            await records.get(connection, task.workspace_id, task.entity_id)
        if len(task.depends_on) > MOST_NEEDS:
            raise InvalidInput(say("entities.task_needs", most=MOST_NEEDS))
        await self._check_chain(connection, task)
        is_waiting = False
        for needed in task.depends_on:
            other = await repo.get(connection, task.workspace_id, needed)
            await self._check_circle(connection, task, other)
            is_waiting = is_waiting or other.status != "completed"
        status: TaskStatus = task.status
        if status in ("open", "blocked"):
            status = "blocked" if is_waiting else "open"
        return replace(task, status=status)

    async def _check_chain(self, connection: Connection, task: Task) -> None:
        above, seen = task.parent_id, {task.id}
        while above is not None:
            if above in seen or len(seen) > 100:
                raise InvalidInput(say("entities.task_circle"))
            seen.add(above)
            above = (await repo.get(connection, task.workspace_id, above)).parent_id

    async def _check_circle(self, connection: Connection, task: Task, needed: Task) -> None:
        waiting, seen = [needed], {needed.id}
        while waiting:
            one = waiting.pop()
            if one.id == task.id:
                raise InvalidInput(say("entities.task_circle"))
            for each in one.depends_on:
                if each not in seen:
                    seen.add(each)
                    waiting.append(await repo.get(connection, task.workspace_id, each))

    async def _free(self, connection: Connection, done: Task) -> None:
        for task_id in await repo.dependents(connection, done.workspace_id, done.id):
            waiting = await repo.get(connection, done.workspace_id, task_id)
            if waiting.status == "blocked":
                freed = await self._checked(connection, replace(waiting, updated_at=self._clock.now()))
                await repo.update(connection, freed)


OPEN: tuple[str, ...] = ("open", "blocked", "in_progress", "waiting_human")
"""What is still to do."""


def _named(task: Task) -> Named:
    return "task", task.id, task.title
