"""Tasks and what they wait for in the database."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.entities.task import CLOSED, Task, TaskFilter
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.entities import task_dependencies, tasks
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in tasks.columns)


async def add(connection: Connection, task: Task) -> bool:
    """Write a task with what it waits for; False if its id or slug is taken."""
    if not await insert_if_absent(connection, tasks, {name: getattr(task, name) for name in _COLUMNS}):
        return False
    await _write_dependencies(connection, task)
    return True


async def _write_dependencies(connection: Connection, task: Task) -> None:
    for needed in task.depends_on:
        row = {"task_id": task.id, "depends_on_id": needed, "workspace_id": task.workspace_id}
        await insert_if_absent(connection, task_dependencies, row)


async def update(connection: Connection, task: Task) -> None:
    """Write what changed of a task."""
    names = (
        "title",
        "description",
        "parent_id",
        "assigned_to",
        "agent",
        "status",
        "priority",
        "due_at",
        "output",
        "is_outside",
        "updated_at",
    )
    await connection.execute(
        tasks.update()
        .where(tasks.c.workspace_id == task.workspace_id, tasks.c.id == task.id)
        .values({name: getattr(task, name) for name in names})
    )
    await connection.execute(
        task_dependencies.delete().where(
            task_dependencies.c.workspace_id == task.workspace_id, task_dependencies.c.task_id == task.id
        )
    )
    await _write_dependencies(connection, task)


async def claim(connection: Connection, task: Task, at: datetime) -> bool:
    """Take an open task into work, if nobody has by now (compare and set)."""
    done = await connection.execute(
        tasks.update()
        .where(tasks.c.workspace_id == task.workspace_id, tasks.c.id == task.id, tasks.c.status == "open")
        .values(status="in_progress", updated_at=at)
    )
    return done.rowcount == 1


async def get(connection: Connection, workspace_id: WorkspaceId, task: str) -> Task:
    """Return a task by its id or slug, or say that there is none."""
    query = sa.select(tasks).where(
        tasks.c.workspace_id == workspace_id, sa.or_(tasks.c.id == task, tasks.c.slug == task)
    )
    rows = (await connection.execute(query)).mappings().all()
    if not rows:
        raise NotFound(say("entities.no_task"))
    return (await _with_needs(connection, rows))[0]


async def find(
    connection: Connection, workspace_id: WorkspaceId, which: TaskFilter, limit: int
) -> list[Task]:
    """Return tasks: the most important first, then the oldest."""
    query = sa.select(tasks).where(tasks.c.workspace_id == workspace_id)
    for name in ("assigned_to", "agent", "entity_id", "parent_id"):
        if (wanted := getattr(which, name)) is not None:
            query = query.where(tasks.c[name] == wanted)
    if which.statuses:
        query = query.where(tasks.c.status.in_(which.statuses))
    if which.is_goal is not None:
        child = tasks.alias()
        has_children = sa.exists(sa.select(sa.literal(1)).where(child.c.parent_id == tasks.c.id))
        is_goal = sa.and_(tasks.c.parent_id.is_(None), has_children)
        query = query.where(is_goal if which.is_goal else sa.not_(is_goal))
    if which.is_ready:
        other = tasks.alias()
        waits = (
            sa.select(sa.literal(1))
            .select_from(task_dependencies.join(other, other.c.id == task_dependencies.c.depends_on_id))
            .where(task_dependencies.c.task_id == tasks.c.id, other.c.status != "completed")
        )
        query = query.where(sa.not_(sa.exists(waits)))
    query = query.order_by(tasks.c.priority.desc(), tasks.c.id).limit(limit)
    return await _with_needs(connection, (await connection.execute(query)).mappings().all())


async def dependents(connection: Connection, workspace_id: WorkspaceId, task_id: str) -> list[str]:
    """Return the ids of tasks that wait for one."""
    query = sa.select(task_dependencies.c.task_id).where(
        task_dependencies.c.workspace_id == workspace_id, task_dependencies.c.depends_on_id == task_id
    )
    return list((await connection.execute(query)).scalars())


async def made_by(connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str]) -> list[str]:
    """Return the ids of open tasks that some runs made."""
    query = sa.select(tasks.c.id).where(
        tasks.c.workspace_id == workspace_id, tasks.c.run_id.in_(run_ids), tasks.c.status.not_in(CLOSED)
    )
    return list((await connection.execute(query)).scalars())


async def cancel_made_by(
    connection: Connection, workspace_id: WorkspaceId, run_ids: Sequence[str], at: datetime
) -> int:
    """Cancel the open tasks that some runs made."""
    ids = await made_by(connection, workspace_id, run_ids)
    if ids:
        await connection.execute(
            tasks.update()
            .where(tasks.c.workspace_id == workspace_id, tasks.c.id.in_(ids))
            .values(status="cancelled", updated_at=at)
        )
    return len(ids)


async def _with_needs(connection: Connection, rows: Sequence[Mapping[Any, Any]]) -> list[Task]:
    ids = [row["id"] for row in rows]
    needs: dict[str, list[str]] = {}
    if ids:
        query = sa.select(task_dependencies).where(task_dependencies.c.task_id.in_(ids))
        for one in (await connection.execute(query)).mappings():
            needs.setdefault(one["task_id"], []).append(one["depends_on_id"])
    return [_task(row, needs.get(row["id"], ())) for row in rows]


def _task(row: Mapping[Any, Any], needs: Iterable[str]) -> Task:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return Task(**values, depends_on=tuple(sorted(needs)))
