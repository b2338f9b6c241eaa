"""Tasks and what they wait for in the database."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from proofroom.entities.task import CLOSED, Task, TaskFilter
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.words import word_list
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.entities import task_dependencies, tasks
from proofroom.store.upsert import insert_if_absent

_TASKS = Mapped(tasks, Task, beside=("depends_on",))
CHANGEABLE = word_list("""
    title description parent_id assigned_to agent status priority due_at output is_outside
    """)
"""What is written anew when a task changes, beside what it waits for."""


async def add(connection: Connection, task: Task) -> bool:
    """Write a task with what it waits for; False if its id or slug is taken."""
    if not await _TASKS.insert_if_absent(connection, task):
        return False
    await _write_dependencies(connection, task)
    return True


async def _write_dependencies(connection: Connection, task: Task) -> None:
    for needed in task.depends_on:
        row = {"task_id": task.id, "depends_on_id": needed, "workspace_id": task.workspace_id}
        await insert_if_absent(connection, task_dependencies, row)


async def update(connection: Connection, task: Task) -> None:
    """Write what changed of a task."""
    await _TASKS.change(connection, task, (*CHANGEABLE, "updated_at"))
    await connection.execute(
        task_dependencies.delete().where(
            task_dependencies.c.workspace_id == task.workspace_id, task_dependencies.c.task_id == task.id
        )
    )
    await _write_dependencies(connection, task)


async def claim(connection: Connection, task: Task, at: datetime) -> bool:
    """Take an open task into work, if nobody has by now (compare and set)."""
    taken = replace(task, status="in_progress", updated_at=at)
    return await _TASKS.change(connection, taken, ("status", "updated_at"), status="open")


async def get(connection: Connection, workspace_id: WorkspaceId, task: str) -> Task:
    """Return a task by its id or slug, or say that there is none."""
    is_it = sa.or_(tasks.c.id == task, tasks.c.slug == task)
    found = await _TASKS.list(connection, is_it, workspace_id=workspace_id)
    if not found:
        raise NotFound(say("entities.no_task"))
    return (await _with_needs(connection, found))[0]


async def find(
    connection: Connection, workspace_id: WorkspaceId, which: TaskFilter, limit: int
) -> list[Task]:
    """Return tasks: the most important first, then the oldest."""
    fits = list[sa.ColumnElement[bool]]()
    if which.statuses:
        fits.append(tasks.c.status.in_(which.statuses))
    if which.is_goal is not None:
        child = tasks.alias()
        has_children = sa.exists(sa.select(sa.literal(1)).where(child.c.parent_id == tasks.c.id))
        is_goal = sa.and_(tasks.c.parent_id.is_(None), has_children)
        fits.append(is_goal if which.is_goal else sa.not_(is_goal))
    if which.is_ready:
        other = tasks.alias()
        waits = (
            sa.select(sa.literal(1))
            .select_from(task_dependencies.join(other, other.c.id == task_dependencies.c.depends_on_id))
            .where(task_dependencies.c.task_id == tasks.c.id, other.c.status != "completed")
        )
        fits.append(sa.not_(sa.exists(waits)))
    wanted = given(
        workspace_id=workspace_id,
        assigned_to=which.assigned_to,
        agent=which.agent,
        entity_id=which.entity_id,
        parent_id=which.parent_id,
    )
    order = (tasks.c.priority.desc(), tasks.c.id)
    return await _with_needs(
        connection, await _TASKS.list(connection, *fits, order_by=order, limit=limit, **wanted)
    )


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
    is_open = (tasks.c.run_id.in_(run_ids), tasks.c.status.not_in(CLOSED))
    cancelled = {"status": "cancelled", "updated_at": at}
    return await _TASKS.update(connection, cancelled, *is_open, workspace_id=workspace_id)


async def _with_needs(connection: Connection, found: Sequence[Task]) -> list[Task]:
    needs: dict[str, list[str]] = {}
    if found:
        query = sa.select(task_dependencies).where(
            task_dependencies.c.task_id.in_([task.id for task in found])
        )
        for one in (await connection.execute(query)).mappings():
            needs.setdefault(one["task_id"], []).append(one["depends_on_id"])
    return [replace(task, depends_on=tuple(sorted(needs.get(task.id, ())))) for task in found]
