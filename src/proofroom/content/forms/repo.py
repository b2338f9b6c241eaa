"""Submissions in the database."""

from collections.abc import Sequence
from datetime import datetime

from proofroom.content.forms.types import Submission, SubmissionStatus
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.forms import submissions

SUBMISSIONS = Mapped(submissions, Submission)
_NEWEST = submissions.c.id.desc()


async def add(connection: Connection, submission: Submission) -> None:
    """Write a submission."""
    await SUBMISSIONS.insert(connection, submission)


async def get(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, submission_id: str
) -> Submission:
    """Return a submission of a project, or say that there is none."""
    one = {"workspace_id": workspace_id, "project_id": project_id, "id": submission_id}
    return await SUBMISSIONS.get(connection, say("forms.no_submission"), **one)


async def find(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model_id: str | None,
    status: SubmissionStatus | None,
    limit: int,
) -> tuple[list[Submission], int]:
    """Return submissions, newest first, and how many there are."""
    wanted = given(workspace_id=workspace_id, project_id=project_id, model_id=model_id, status=status)
    found = await SUBMISSIONS.list(connection, order_by=_NEWEST, limit=limit, **wanted)
    return found, await SUBMISSIONS.count(connection, **wanted)


async def with_status(
    connection: Connection, workspace_id: WorkspaceId, statuses: Sequence[SubmissionStatus], limit: int
) -> list[Submission]:
    """Return what has one of some states in all projects of a workspace, newest first."""
    has_one, mine = submissions.c.status.in_(statuses), {"workspace_id": workspace_id}
    return await SUBMISSIONS.list(connection, has_one, order_by=_NEWEST, limit=limit, **mine)


async def count_since(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model_id: str,
    since: datetime,
) -> int:
    """Return how many submissions a form took since a moment; spam does not count."""
    counts = submissions.c.created_at >= since, submissions.c.status != "spam"
    form = {"workspace_id": workspace_id, "project_id": project_id, "model_id": model_id}
    return await SUBMISSIONS.count(connection, *counts, **form)


async def decide(
    connection: Connection,
    submission: Submission,
    status: SubmissionStatus,
    claim: str,
    by: str,
    at: datetime,
    entry_id: str | None,
) -> bool:
    """Write a decision if nobody has decided yet (compare and set)."""
    decided = {"status": status, "claim": claim, "decided_by": by[:200], "decided_at": at}
    one = {"workspace_id": submission.workspace_id, "id": submission.id, "status": "pending"}
    return await SUBMISSIONS.update(connection, {**decided, "entry_id": entry_id}, **one) == 1


async def release(connection: Connection, submission: Submission, claim: str) -> None:
    """Take a decision back whose work did not succeed."""
    undecided = dict.fromkeys(("claim", "decided_by", "decided_at", "entry_id"))
    one = {"workspace_id": submission.workspace_id, "id": submission.id, "claim": claim}
    await SUBMISSIONS.update(connection, {"status": "pending", **undecided}, **one)
