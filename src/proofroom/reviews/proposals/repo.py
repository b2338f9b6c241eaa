"""Proposals, decisions and comments in the database."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, ProjectId, ProposalId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.reviews.types import (
    Comment,
    HunkDecision,
    HunkTarget,
    HunkView,
    Proposal,
    ReviewView,
    TextView,
)
from proofroom.store import Connection
from proofroom.store.tables.reviews import hunk_decisions, proposal_views, proposals, review_comments
from proofroom.store.upsert import insert_or


async def record(connection: Connection, proposal: Proposal) -> None:
    """Write a proposal; the same branch again updates its state, size and newest run."""
    values = asdict(proposal)
    kept = {"id", "workspace_id", "project_id", "kind", "branch", "title", "created_at"}
    changed = {name: value for name, value in values.items() if name not in kept}
    await connection.execute(
        insert_or(connection, proposals)
        .values(**values)
        .on_conflict_do_update(index_elements=["project_id", "branch"], set_=changed)
    )


async def get(connection: Connection, workspace_id: WorkspaceId, proposal_id: ProposalId) -> Proposal:
    """Return a proposal of the workspace."""
    query = sa.select(proposals).where(
        proposals.c.workspace_id == workspace_id, proposals.c.id == proposal_id
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("reviews.no_proposal"), suggestion=say("reviews.no_approval.next"))
    return Proposal(**row)


async def find_branch(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, branch: str
) -> Proposal | None:
    """Return the proposal of a branch."""
    query = sa.select(proposals).where(
        proposals.c.workspace_id == workspace_id,
        proposals.c.project_id == project_id,
        proposals.c.branch == branch,
    )
    row = (await connection.execute(query)).mappings().first()
    return Proposal(**row) if row else None


async def find(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId | None,
    run_id: RunId | None,
    limit: int,
) -> list[Proposal]:
    """Return proposals, the newest change first."""
    query = sa.select(proposals).where(proposals.c.workspace_id == workspace_id)
    if project_id is not None:
        query = query.where(proposals.c.project_id == project_id)
    if run_id is not None:
        query = query.where(proposals.c.run_id == run_id)
    rows = await connection.execute(query.order_by(proposals.c.updated_at.desc()).limit(limit))
    return [Proposal(**row) for row in rows.mappings()]


async def of_conversation(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId, limit: int = 6
) -> list[Proposal]:
    """Return what a conversation proposed, the newest change first."""
    query = sa.select(proposals).where(
        proposals.c.workspace_id == workspace_id, proposals.c.conversation_id == conversation_id
    )
    rows = await connection.execute(query.order_by(proposals.c.updated_at.desc()).limit(limit))
    return [Proposal(**row) for row in rows.mappings()]


async def change(
    connection: Connection, workspace_id: WorkspaceId, proposal_id: ProposalId, **values: Any
) -> None:
    """Set columns of a proposal."""
    await connection.execute(
        proposals.update()
        .where(proposals.c.workspace_id == workspace_id, proposals.c.id == proposal_id)
        .values(**values)
    )


async def keep_view(connection: Connection, proposal: Proposal, view: ReviewView) -> None:
    """Write down what a proposal held, before its branch goes. Its checks are over by then."""
    values = {
        "view": {
            "sha": view.sha,
            "hunks": [asdict(hunk) for hunk in view.hunks],
            "conflicts": [asdict(hunk) for hunk in view.conflicts],
            "texts": [asdict(text) for text in view.texts],
        }
    }
    keys = {
        "project_id": proposal.project_id,
        "branch": proposal.branch,
        "workspace_id": proposal.workspace_id,
    }
    await connection.execute(
        insert_or(connection, proposal_views)
        .values(**keys, **values)
        .on_conflict_do_update(index_elements=["project_id", "branch"], set_=values)
    )


async def kept_view(connection: Connection, proposal: Proposal) -> ReviewView | None:
    """Return what a decided proposal held, if that was written down."""
    query = sa.select(proposal_views.c.view).where(
        proposal_views.c.workspace_id == proposal.workspace_id,
        proposal_views.c.project_id == proposal.project_id,
        proposal_views.c.branch == proposal.branch,
    )
    kept = (await connection.execute(query)).scalar_one_or_none()
    if kept is None:
        return None
    return ReviewView(
        sha=kept["sha"],
        hunks=[HunkView(**_with_target(hunk)) for hunk in kept["hunks"]],
        conflicts=[HunkView(**_with_target(hunk)) for hunk in kept["conflicts"]],
        findings=[],
        texts=[TextView(**_with_target(text)) for text in kept["texts"]],
    )


def _with_target(kept: dict[str, Any]) -> dict[str, Any]:
    """Return a kept change with its target; the oldest have a name in one string instead."""
    rest = {name: value for name, value in kept.items() if name not in _BEFORE_TARGET}
    target: dict[str, Any] | None = kept.get("target")
    if target is not None:
        return {**rest, "target": HunkTarget(**dict(target, path=tuple(target["path"])))}
    kind, _, about = kept["subject"].partition(":")
    model, _, entry = ("", "", about) if kind == "file" else about.partition(":")
    path = tuple(kept["path"])
    return {**rest, "target": HunkTarget("content", kind, entry or model, model, kept["locale"], path)}


_BEFORE_TARGET = frozenset({"target", "subject", "area", "locale", "path"})


async def decide(
    connection: Connection,
    proposal: Proposal,
    hunk_id: str,
    decision: HunkDecision,
    choice: dict[str, Any] | None,
    person_id: str | None,
    at: datetime,
) -> None:
    """Write a decision about a change; a later word replaces an earlier one."""
    values = {"decision": decision, "choice": choice, "person_id": person_id, "decided_at": at}
    keys = {"proposal_id": proposal.id, "hunk_id": hunk_id, "workspace_id": proposal.workspace_id}
    await connection.execute(
        insert_or(connection, hunk_decisions)
        .values(**keys, **values)
        .on_conflict_do_update(index_elements=["proposal_id", "hunk_id"], set_=values)
    )


async def take_back(connection: Connection, proposal: Proposal, hunk_id: str) -> None:
    """Forget a decision about a change."""
    await connection.execute(
        hunk_decisions.delete().where(
            hunk_decisions.c.workspace_id == proposal.workspace_id,
            hunk_decisions.c.proposal_id == proposal.id,
            hunk_decisions.c.hunk_id == hunk_id,
        )
    )


async def decisions(
    connection: Connection, proposal: Proposal
) -> dict[str, tuple[HunkDecision, dict[str, Any] | None]]:
    """Return what was decided, by change."""
    query = sa.select(hunk_decisions).where(
        hunk_decisions.c.workspace_id == proposal.workspace_id, hunk_decisions.c.proposal_id == proposal.id
    )
    return {row.hunk_id: (row.decision, row.choice) for row in await connection.execute(query)}


async def add_comment(connection: Connection, workspace_id: WorkspaceId, comment: Comment) -> None:
    """Write a comment."""
    await connection.execute(review_comments.insert().values(workspace_id=workspace_id, **asdict(comment)))


async def comments(connection: Connection, proposal: Proposal) -> list[Comment]:
    """Return the comments on a proposal, oldest first."""
    columns = [column for column in review_comments.c if column.name != "workspace_id"]
    query = (
        sa.select(*columns)
        .where(
            review_comments.c.workspace_id == proposal.workspace_id,
            review_comments.c.proposal_id == proposal.id,
        )
        .order_by(review_comments.c.created_at)
    )
    return [Comment(**row) for row in (await connection.execute(query)).mappings()]
