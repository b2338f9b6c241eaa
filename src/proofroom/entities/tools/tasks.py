"""`getTaskStatus`, which every agent has, and the group `tasks`."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from proofroom.access import Access
from proofroom.access.actors import principal_of
from proofroom.entities.task import Task, TaskFilter
from proofroom.entities.tasks import OPEN, Tasks
from proofroom.entities.tools.shapes import CHANGED, OUTSIDE, Given
from proofroom.kernel.errors import InvalidInput, MissingContext, NotAllowed
from proofroom.kernel.ids import PersonId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.tools.select import BASELINE_GROUP

GROUP = "tasks"
CREATE, UPDATE = "tasks.team.create", "tasks.team.update"


class TaskStatusInput(Given):
    """Input of `getTaskStatus`. Without an id: what is open for whoever asks."""

    task_id: str | None = None
    slug: str | None = None
    limit: int = Field(20, ge=1, le=50)


class ManageTasksInput(Given):
    """Input of `manageTasks`."""

    action: Literal["create", "update", "complete", "cancel", "assign"]
    task_id: str | None = None
    title: str | None = Field(None, max_length=300)
    description: str | None = Field(None, max_length=20_000)
    assignee_user_id: str | None = None
    agent_slug: str | None = None
    entity_id: str | None = None
    due_at: datetime | None = None
    parent_id: str | None = None
    depends_on: list[str] | None = None


def told_task(task: Task) -> dict[str, Any]:
    """Return a task as tools tell it."""
    return {
        "id": task.id,
        "slug": task.slug,
        "title": task.title,
        "status": task.status,
        "parentId": task.parent_id,
        "entityId": task.entity_id,
        "agentSlug": task.agent,
        "assigneeUserId": task.assigned_to,
        "dueAt": task.due_at.isoformat() if task.due_at else None,
        "dependsOn": list(task.depends_on),
        "output": task.output[:2_000],
    }


def task_tools(tasks: Tasks, access: Access) -> list[ToolSpec]:
    """Return the tools."""

    async def status(where: ToolContext, given: TaskStatusInput) -> ToolOutput:
        named = given.task_id or given.slug
        if named:
            found = [await tasks.get(where.workspace_id, named)]
        elif where.person_id is not None:
            which = TaskFilter(OPEN, assigned_to=where.person_id)
            found = await tasks.find(where.workspace_id, which, given.limit)
        else:
            found = await tasks.find(where.workspace_id, TaskFilter(OPEN, agent=where.agent), given.limit)
        may_see_all = "tasks.team.read" in where.permissions
        shown = [one for one in found if may_see_all or _is_own(where, one)]
        if named and not shown:
            raise MissingContext(say("entities.no_task"))
        summary = say("did.entities.tasks", count=len(shown))
        outside = OUTSIDE if any(one.is_outside for one in shown) else ""
        return ToolOutput(ok=True, data=[told_task(one) for one in shown], summary=summary, outside=outside)

    async def manage(where: ToolContext, given: ManageTasksInput) -> ToolOutput:
        by = principal_of(where)
        changes = await _changes(where, given, access)
        if given.action == "create":
            _require(where, CREATE)
            made_id = where.new_id()
            task = await tasks.create(where.workspace_id, given.title or "", by, task_id=made_id, **changes)
            summary = say("did.entities.task_made", title=task.title)
        else:
            task_id = await _checked_id(where, given, tasks)
            ends = {"complete": "completed", "cancel": "cancelled"}
            if given.action in ends:
                changes["status"] = ends[given.action]
            task = await tasks.change(where.workspace_id, task_id, changes, by)
            summary = say("did.entities.task_changed", title=task.title, status=task.status)
        return ToolOutput(ok=True, data=told_task(task), affected=CHANGED, summary=summary)

    return [
        ToolSpec(
            "getTaskStatus",
            "Look at a task, or at the tasks that are open for you.",
            TaskStatusInput,
            status,
            BASELINE_GROUP,
            "read",
            "tasks.own.read",
        ),
        ToolSpec(
            "manageTasks",
            "Make, change, assign, complete or cancel a task; tasks may wait for others."
            " With rights on your own tasks alone: complete one that was given to you.",
            ManageTasksInput,
            manage,
            GROUP,
            "write",
            "tasks.own.update",
            default_affects=CHANGED,
        ),
    ]


def _is_own(where: ToolContext, task: Task) -> bool:
    if where.person_id is not None:
        return task.assigned_to == where.person_id
    return task.agent == where.agent


async def _checked_id(where: ToolContext, given: ManageTasksInput, tasks: Tasks) -> str:
    """Return the task to change. Without rights on the tasks of all, one's own may be completed, no more."""
    if not given.task_id:
        raise InvalidInput(say("entities.needs", what="taskId"))
    if UPDATE not in where.permissions:
        said = given.model_fields_set - {"action", "task_id"}
        task = await tasks.get(where.workspace_id, given.task_id)
        if given.action != "complete" or said or not _is_own(where, task):
            _require(where, UPDATE)
    return given.task_id


def _require(where: ToolContext, permission: str) -> None:
    if permission not in where.permissions:
        raise NotAllowed(say("access.may_not"), permission=permission)


async def _changes(where: ToolContext, given: ManageTasksInput, access: Access) -> dict[str, Any]:
    found = given.model_dump(exclude_none=True, exclude={"action", "task_id"})
    if "agent_slug" in found:
        found["agent"] = found.pop("agent_slug")
    if "assignee_user_id" in found:
        person_id = PersonId(found.pop("assignee_user_id"))
        await access.principals.for_person(where.workspace_id, person_id)
        found["assigned_to"] = person_id
    if where.outside:
        found["is_outside"] = True
    if given.action != "create":
        found.pop("entity_id", None)
    return found if given.action != "create" else {k: v for k, v in found.items() if k != "title"}
