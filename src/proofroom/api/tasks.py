"""Tasks and goals: list, make, change, look at."""

from typing import Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import In, Moment, fields_of
from proofroom.entities import Tasks
from proofroom.entities.task import Task, TaskFilter
from proofroom.entities.tasks import OPEN
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import PersonId
from proofroom.kernel.strings import say
from proofroom.reviews.inbox import called_name
from proofroom.wiring import Studio

router = APIRouter(prefix="/tasks", tags=["tasks"])

READS, CREATES = "tasks.own.read", "tasks.team.create"
TAKEN_AWAY = frozenset({"parent_id", "assigned_to", "agent", "due_at", "depends_on"})
"""What null takes away; of everything else there is always something."""


class TaskInfo(fields_of(Task, without=("workspace_id",))):
    """Something to do. A goal is a task without a parent that has children.

    A call that waits for a person's word is listed too (`isApproval`), by the seed's name; it is decided at
    `POST /api/actions/{id}/tool-approval` and nowhere else.
    """

    status: str
    is_approval: bool = False


class TaskDetail(TaskInfo):
    """A task with those it is divided into."""

    children: list[TaskInfo]


class TaskBody(In):
    """A task to make."""

    title: str = Field(min_length=1, max_length=300)
    description: str = Field("", max_length=20_000)
    parent_id: str | None = None
    entity_id: str | None = None
    assigned_to: str | None = None
    agent: str | None = None
    priority: int = Field(0, ge=-10, le=10)
    due_at: Moment | None = None
    depends_on: list[str] = Field(default_factory=list[str], max_length=50)


class TaskChange(In):
    """What is to change of a task; what is left out stays."""

    title: str | None = Field(None, min_length=1, max_length=300)
    description: str | None = Field(None, max_length=20_000)
    parent_id: str | None = None
    assigned_to: str | None = None
    agent: str | None = None
    status: Literal["open", "in_progress", "waiting_human", "completed", "failed", "cancelled"] | None = None
    priority: int | None = Field(None, ge=-10, le=10)
    due_at: Moment | None = None
    output: str | None = Field(None, max_length=20_000)
    depends_on: list[str] | None = Field(None, max_length=50)


@router.get("")
async def list_tasks(
    studio: StudioDep,
    status: str = Query("open", description="`open` for all that is left to do, `all`, or one status."),
    mine: bool = False,
    agent: str | None = None,
    entity: str | None = None,
    goals: bool | None = None,
    limit: int = Query(100, ge=1, le=500),
    principal: Principal = requires(READS),
) -> list[TaskInfo]:
    """Return tasks: the most important first, then the oldest. Without the team's rights, one's own."""
    statuses = () if status == "all" else OPEN if status == "open" else (status,)
    is_own = mine or not principal.can("tasks.team.read")
    person = principal.person_id if is_own else None
    which = TaskFilter(statuses, person, agent, entity, is_goal=goals)
    found = await studio.get(Tasks).find(principal.workspace_id, which, limit)
    listed = [TaskInfo.model_validate(one) for one in found] if person or not is_own else []
    if entity or goals or not ({"waiting_human"} <= {*statuses} or not statuses):
        return listed
    calls = [one for one in await _approvals(studio, principal) if agent in (None, one.agent)]
    asked = [one for one in calls if not mine or one.assigned_to == principal.person_id]
    return [*(TaskInfo.of(one, is_approval=True) for one in asked), *listed][:limit]


@router.post("", status_code=201)
async def create_task(
    body: TaskBody, studio: StudioDep, principal: Principal = requires(CREATES)
) -> TaskInfo:
    """Make a task for a person, for an agent, or for whoever takes it."""
    given = body.model_dump(exclude={"title"})
    if body.assigned_to:
        await studio.access.principals.for_person(principal.workspace_id, PersonId(body.assigned_to))
    made = await studio.get(Tasks).create(principal.workspace_id, body.title, principal, **given)
    return TaskInfo.model_validate(made)


@router.get("/{task_id}")
async def read_task(task_id: str, studio: StudioDep, principal: Principal = requires(READS)) -> TaskDetail:
    """Return a task with those it is divided into."""
    tasks = studio.get(Tasks)
    for call in await _approvals(studio, principal):
        if task_id in (call.id, call.slug):
            return TaskDetail.of(call, is_approval=True, children=[])
    task = await tasks.get(principal.workspace_id, task_id)
    _check(principal, task, "read")
    children = await tasks.find(principal.workspace_id, TaskFilter(parent_id=task.id), 500)
    return TaskDetail.of(task, children=[TaskInfo.model_validate(one) for one in children])


@router.put("/{task_id}")
async def change_task(
    task_id: str, body: TaskChange, studio: StudioDep, principal: Principal = requires("tasks.own.update")
) -> TaskInfo:
    """Change a task, or say that it is done: completing it frees those that waited for it."""
    tasks = studio.get(Tasks)
    _check(principal, await tasks.get(principal.workspace_id, task_id), "update")
    said = body.model_dump(exclude_unset=True)
    changes: dict[str, Any] = {
        name: value for name, value in said.items() if value is not None or name in TAKEN_AWAY
    }
    if changes.get("assigned_to"):
        await studio.access.principals.for_person(principal.workspace_id, PersonId(changes["assigned_to"]))
    if "depends_on" in changes:
        changes["depends_on"] = tuple(changes["depends_on"] or ())
    if principal.person_id is not None and {"title", "description"} & changes.keys():
        changes["is_outside"] = False  # a person has said it in their own words
    return TaskInfo.model_validate(await tasks.change(principal.workspace_id, task_id, changes, principal))


async def _approvals(studio: Studio, principal: Principal) -> list[Task]:
    """Return the calls that wait for this person's word, as tasks."""
    found = await studio.approvals.find(principal, "pending")
    return [
        Task(
            id=one.id,
            workspace_id=one.workspace_id,
            slug=one.slug,
            title=str(say("reviews.approve_call", agent=one.agent, tool=called_name(one))),
            description=str(one.reason),
            parent_id=None,
            entity_id=None,
            field_key=None,
            assigned_to=one.person_id,
            agent=one.agent,
            status="waiting_human",
            priority=0,
            due_at=one.expires_at,
            output="",
            created_by=one.agent,
            run_id=one.run_id,
            created_at=one.created_at,
            updated_at=one.created_at,
        )
        for one in found
    ]


def _check(principal: Principal, task: Task, verb: str) -> None:
    """Refuse somebody else's task to whoever has only rights on their own."""
    is_own = task.assigned_to is not None and task.assigned_to == principal.person_id
    if not is_own and not principal.can(f"tasks.team.{verb}"):
        raise NotAllowed(say("access.may_not"), permission=f"tasks.team.{verb}")
