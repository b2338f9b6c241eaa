"""Tasks that wait for a person, for the inbox."""

from proofroom.access import Principal
from proofroom.entities.task import Task, TaskFilter
from proofroom.entities.tasks import OPEN, Tasks
from proofroom.kernel.strings import say
from proofroom.reviews import InboxItem
from proofroom.reviews.inbox import Source

KIND = "task"
_MOST = 100


def task_source(tasks: Tasks) -> Source:
    """Return the inbox source for tasks of whoever looks, and for those that an agent could not close."""

    async def items(principal: Principal) -> list[InboxItem]:
        if principal.person_id is None or not principal.can("tasks.own.read"):
            return []
        mine = TaskFilter(OPEN, assigned_to=principal.person_id)
        found = await tasks.find(principal.workspace_id, mine, _MOST)
        if principal.can("tasks.team.update"):
            left = await tasks.find(principal.workspace_id, TaskFilter(("waiting_human",)), _MOST)
            found += [task for task in left if task.assigned_to is None]
        return [_item(task) for task in found]

    return items


def _item(task: Task) -> InboxItem:
    return InboxItem(
        kind=KIND,
        id=task.id,
        title=str(say("entities.task_waits", title=task.title)),
        state=task.status,
        is_waiting=task.status != "blocked",
        is_high_risk=False,
        project_id=None,
        run_id=task.run_id,
        asked_by=task.created_by,
        for_person_id=task.assigned_to,
        created_at=task.created_at,
        expires_at=task.due_at,
        about=task.title,
        detail=task.description[:120],
        slug=task.slug,
    )
