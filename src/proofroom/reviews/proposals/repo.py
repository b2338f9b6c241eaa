"""Proposals, decisions and comments in the database."""

from collections.abc import Collection
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import to_builtins

from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, ProposalId, RunId, WorkspaceId
from proofroom.kernel.strings import plain, say
from proofroom.reviews.types import (
    BranchPlace,
    Comment,
    HunkDecision,
    HunkTarget,
    HunkView,
    Proposal,
    ReviewView,
    TextView,
)
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.reviews import (
    hunk_decisions,
    proposal_drafts,
    proposal_turns,
    proposal_views,
    proposals,
    review_comments,
)
from proofroom.store.upsert import insert_or, put_row

PROPOSALS = Mapped(proposals, Proposal)
COMMENTS = Mapped(review_comments, Comment)
_NEWEST = proposals.c.updated_at.desc()


async def record(connection: Connection, proposal: Proposal) -> ProposalId:
    """Write a proposal, and return its id; the same place again updates its state, size and newest run."""
    values = asdict(proposal)
    kept = {"id", "workspace_id", "project_id", "kind", "branch", "title", "created_at", *_CONFIG}
    changed = {name: value for name, value in values.items() if name not in kept}
    insert = insert_or(connection, proposals).values(**values)
    if isinstance(proposal.place, BranchPlace):
        statement = insert.on_conflict_do_update(index_elements=["project_id", "branch"], set_=changed)
    else:
        statement = insert.on_conflict_do_update(
            index_elements=["workspace_id", "config_kind", "config_id", "run_id"],
            index_where=sa.text("state IN ('open', 'conflicts')"),
            set_=changed,
        )
    return (await connection.execute(statement.returning(proposals.c.id))).scalar_one()


_CONFIG = ("config_kind", "config_id", "base_version")


async def get(connection: Connection, workspace_id: WorkspaceId, proposal_id: ProposalId) -> Proposal:
    """Return a proposal of the workspace."""
    found = await PROPOSALS.find(connection, workspace_id=workspace_id, id=proposal_id)
    if found is None:
        raise NotFound(say("reviews.no_proposal"), suggestion=say("reviews.no_approval.next"))
    return found


async def find_branch(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, branch: str
) -> Proposal | None:
    """Return the proposal of a branch."""
    one = {"workspace_id": workspace_id, "project_id": project_id, "branch": branch}
    return await PROPOSALS.find(connection, **one)


async def find_config(
    connection: Connection, workspace_id: WorkspaceId, kind: str, config_id: str, run_id: RunId
) -> Proposal | None:
    """Return the proposal of a run about a configuration that still waits."""
    one = {"workspace_id": workspace_id, "config_kind": kind, "config_id": config_id, "run_id": run_id}
    return await PROPOSALS.find(connection, proposals.c.state.in_(("open", "conflicts")), **one)


async def undone_by(connection: Connection, proposal: Proposal) -> list[Proposal]:
    """Return the proposals that take this one back, or one of its turns, the newest first.

    What came before the proposal was decided took nothing of it; what was taken back itself takes nothing.
    """
    if proposal.decided_at is None:
        return []
    turns = sa.select(proposal_turns.c.run_id).where(proposal_turns.c.proposal_id == proposal.id)
    is_its_run = proposals.c.undoes_run == proposal.run_id if proposal.run_id else sa.false()
    found = await PROPOSALS.list(
        connection,
        proposals.c.id != proposal.id,
        proposals.c.state != "rejected",
        proposals.c.created_at >= proposal.decided_at,
        sa.or_(proposals.c.undoes_id == proposal.id, is_its_run, proposals.c.undoes_run.in_(turns)),
        workspace_id=proposal.workspace_id,
        order_by=proposals.c.created_at.desc(),
    )
    return [one for one in found if not await _is_taken_back(connection, one)]


async def undos_of_run(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> list[Proposal]:
    """Return what takes a run back and was neither rejected nor taken back, the newest first."""
    counts = (proposals.c.state != "rejected", proposals.c.undoes_run == run_id)
    newest = proposals.c.created_at.desc()
    found = await PROPOSALS.list(connection, *counts, workspace_id=workspace_id, order_by=newest)
    return [each for each in found if not await _is_taken_back(connection, each)]


async def _is_taken_back(connection: Connection, undo: Proposal) -> bool:
    return any(again.state == "merged" for again in await undone_by(connection, undo))


async def keep_turn(
    connection: Connection, proposal: Proposal, run_id: RunId, hunks: list[str], at: datetime
) -> None:
    """Write down which changes of a proposal a turn has made: those that no turn before it had."""
    known = await turns(connection, proposal)
    own = [hunk for hunk in hunks if known.get(hunk, run_id) == run_id]
    values = {"hunks": own, "created_at": at}
    keys = {"proposal_id": proposal.id, "run_id": run_id, "workspace_id": proposal.workspace_id}
    await put_row(connection, proposal_turns, keys, values)


async def record_carried(
    connection: Connection, before: Proposal, proposal: Proposal, rest: Collection[str]
) -> None:
    """Write down the proposal that goes on with what another left undecided, and whose turns that was."""
    stored = replace(proposal, id=await record(connection, proposal))
    own: dict[RunId, list[str]] = {}
    for hunk, run_id in (await turns(connection, before)).items():
        if hunk in rest:
            own.setdefault(run_id, []).append(hunk)
    for run_id, hunks in own.items():
        await keep_turn(connection, stored, run_id, hunks, proposal.created_at)


async def turns(connection: Connection, proposal: Proposal) -> dict[str, RunId]:
    """Return which run made each change of a proposal."""
    query = (
        sa.select(proposal_turns.c.run_id, proposal_turns.c.hunks)
        .where(
            proposal_turns.c.workspace_id == proposal.workspace_id,
            proposal_turns.c.proposal_id == proposal.id,
        )
        .order_by(proposal_turns.c.created_at)
    )
    return {hunk: row.run_id for row in await connection.execute(query) for hunk in row.hunks}


async def keep_draft(connection: Connection, proposal: Proposal, draft: dict[str, Any]) -> None:
    """Write down the configuration that a proposal would make."""
    keys = {"proposal_id": proposal.id, "workspace_id": proposal.workspace_id}
    await put_row(connection, proposal_drafts, keys, {"draft": draft})


async def draft_of(connection: Connection, proposal: Proposal) -> dict[str, Any]:
    """Return the configuration that a proposal would make."""
    query = sa.select(proposal_drafts.c.draft).where(
        proposal_drafts.c.workspace_id == proposal.workspace_id,
        proposal_drafts.c.proposal_id == proposal.id,
    )
    return (await connection.execute(query)).scalar_one()


async def find(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId | None,
    run_id: RunId | None,
    limit: int,
) -> list[Proposal]:
    """Return proposals, the newest change first."""
    made = sa.select(proposal_turns.c.proposal_id).where(
        proposal_turns.c.workspace_id == workspace_id, proposal_turns.c.run_id == run_id
    )
    by_run = () if run_id is None else (sa.or_(proposals.c.run_id == run_id, proposals.c.id.in_(made)),)
    wanted = given(workspace_id=workspace_id, project_id=project_id)
    return await PROPOSALS.list(connection, *by_run, order_by=_NEWEST, limit=limit, **wanted)


async def find_open(connection: Connection) -> list[Proposal]:
    """Return every proposal that waits, in all workspaces."""
    return await PROPOSALS.list(connection, proposals.c.state.in_(("open", "conflicts")))


async def of_conversation(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId, limit: int = 6
) -> list[Proposal]:
    """Return what a conversation proposed, the newest change first."""
    wanted = {"workspace_id": workspace_id, "conversation_id": conversation_id}
    return await PROPOSALS.list(connection, order_by=_NEWEST, limit=limit, **wanted)


async def change(
    connection: Connection, workspace_id: WorkspaceId, proposal_id: ProposalId, **values: Any
) -> None:
    """Set columns of a proposal."""
    await PROPOSALS.update(connection, values, workspace_id=workspace_id, id=proposal_id)


async def keep_view(connection: Connection, proposal: Proposal, view: ReviewView) -> None:
    """Write down what a proposal held, before its branch goes. Its checks are over by then."""
    kept = {
        "sha": view.sha,
        "hunks": to_builtins(view.hunks, enc_hook=plain),
        "conflicts": to_builtins(view.conflicts, enc_hook=plain),
        "texts": to_builtins(view.texts, enc_hook=plain),
    }
    stored, place = proposal, proposal.place
    if isinstance(place, BranchPlace):  # who just recorded it may not know that it was there before
        stored = await find_branch(connection, proposal.workspace_id, place.project_id, place.branch)
    keys = {"proposal_id": (stored or proposal).id, "workspace_id": proposal.workspace_id}
    await put_row(connection, proposal_views, keys, {"view": kept})


async def kept_view(connection: Connection, proposal: Proposal) -> ReviewView | None:
    """Return what a decided proposal held, if that was written down."""
    query = sa.select(proposal_views.c.view).where(
        proposal_views.c.workspace_id == proposal.workspace_id,
        proposal_views.c.proposal_id == proposal.id,
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
    await put_row(connection, hunk_decisions, keys, values)


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


async def last_decider(connection: Connection, proposal: Proposal) -> PersonId | None:
    """Return who said the last word about a change; None for the operator, a guest, or nobody."""
    query = (
        sa.select(hunk_decisions.c.person_id)
        .where(
            hunk_decisions.c.workspace_id == proposal.workspace_id,
            hunk_decisions.c.proposal_id == proposal.id,
        )
        .order_by(hunk_decisions.c.decided_at.desc())
        .limit(1)
    )
    return (await connection.execute(query)).scalar()


async def add_comment(connection: Connection, workspace_id: WorkspaceId, comment: Comment) -> None:
    """Write a comment."""
    await COMMENTS.insert(connection, comment, workspace_id=workspace_id)


async def comments(connection: Connection, proposal: Proposal) -> list[Comment]:
    """Return the comments on a proposal, oldest first."""
    of_it = given(workspace_id=proposal.workspace_id, proposal_id=proposal.id)
    return await COMMENTS.list(connection, order_by=review_comments.c.created_at, **of_it)
