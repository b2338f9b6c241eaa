"""Submissions in the database."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

import sqlalchemy as sa

from proofroom.content.forms.types import Submission, SubmissionStatus
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.forms import submissions


async def add(connection: Connection, submission: Submission) -> None:
    """Write a submission."""
    await connection.execute(submissions.insert().values(**asdict(submission)))


async def get(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, submission_id: str
) -> Submission:
    """Return a submission of a project, or say that there is none."""
    query = sa.select(submissions).where(
        submissions.c.workspace_id == workspace_id,
        submissions.c.project_id == project_id,
        submissions.c.id == submission_id,
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("forms.no_submission"))
    return Submission(**row)


async def find(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model_id: str | None,
    status: SubmissionStatus | None,
    limit: int,
) -> tuple[list[Submission], int]:
    """Return submissions, newest first, and how many there are."""
    rules = [submissions.c.workspace_id == workspace_id, submissions.c.project_id == project_id]
    if model_id is not None:
        rules.append(submissions.c.model_id == model_id)
    if status is not None:
        rules.append(submissions.c.status == status)
    total = await connection.execute(sa.select(sa.func.count()).select_from(submissions).where(*rules))
    query = sa.select(submissions).where(*rules).order_by(submissions.c.id.desc()).limit(limit)
    rows = await connection.execute(query)
    return [Submission(**row) for row in rows.mappings()], int(total.scalar() or 0)


async def with_status(
    connection: Connection, workspace_id: WorkspaceId, statuses: Sequence[SubmissionStatus], limit: int
) -> list[Submission]:
    """Return what has one of some states in all projects of a workspace, newest first."""
    query = (
        sa.select(submissions)
        .where(submissions.c.workspace_id == workspace_id, submissions.c.status.in_(statuses))
        .order_by(submissions.c.id.desc())
        .limit(limit)
    )
    return [Submission(**row) for row in (await connection.execute(query)).mappings()]


async def count_since(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model_id: str,
    since: datetime,
) -> int:
    """Return how many submissions a form took since a moment; spam does not count."""
    query = (
        sa.select(sa.func.count())
        .select_from(submissions)
        .where(
            submissions.c.workspace_id == workspace_id,
            submissions.c.project_id == project_id,
            submissions.c.model_id == model_id,
            submissions.c.created_at >= since,
            submissions.c.status != "spam",
        )
    )
    return int((await connection.execute(query)).scalar() or 0)


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
    done = await connection.execute(
        submissions.update()
        .where(
            submissions.c.workspace_id == submission.workspace_id,
            submissions.c.id == submission.id,
            submissions.c.status == "pending",
        )
        .values(status=status, claim=claim, decided_by=by[:200], decided_at=at, entry_id=entry_id)
    )
    return done.rowcount == 1


async def release(connection: Connection, submission: Submission, claim: str) -> None:
    """Take a decision back whose work did not succeed."""
    await connection.execute(
        submissions.update()
        .where(
            submissions.c.workspace_id == submission.workspace_id,
            submissions.c.id == submission.id,
            submissions.c.claim == claim,
        )
        .values(status="pending", claim=None, decided_by=None, decided_at=None, entry_id=None)
    )
