"""Proposals: look at the changes, decide one by one, comment, finish, reject, and undo a turn."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BeforeValidator, Field
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.language import Told, for_reader, reader
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Out, answer_beside, fields_of
from proofroom.kernel.ids import ProjectId, ProposalId, RunId
from proofroom.kernel.strings import say, translate
from proofroom.reviews import HunkDecision
from proofroom.reviews.proposals.looking import OpenReview
from proofroom.reviews.types import HunkTarget, HunkView
from proofroom.reviews.undo import TakenBack

router = APIRouter(tags=["proposals"])


class ProposalInfo(Out):
    """Changes that wait for a person, or waited.

    They are on a `branch` of a project, or about a configuration: `configKind` and `configId`. `undoesRun`
    and `undoesId` say which run or which merged proposal they take back.
    """

    id: str
    project_id: str | None
    kind: str
    branch: str | None
    config_kind: str | None
    config_id: str | None
    undoes_id: str | None
    undoes_run: str | None
    state: str
    title: str
    agent: str
    hunks: int
    subject: str
    subjects: int
    conversation_id: str | None
    run_id: str | None
    carried_to: str | None
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime
    updated_at: datetime


def _in_language(labels: dict[str, dict[str, str]]) -> dict[str, str]:
    language = reader.get()
    return {name: words.get(language) or words.get("en") or name for name, words in labels.items()}


Labels = Annotated[dict[str, str], BeforeValidator(_in_language)]


def _said(key: Any) -> str:
    return translate(say(key), reader.get()) if key else ""


Risk = Annotated[str, BeforeValidator(_said)]
"""What a change allows that was not allowed before; empty where nothing."""


Called = Annotated[str, BeforeValidator(for_reader)]
"""What a thing is called: somebody's own word, which stays, or one of ours in the reader's language."""


class TargetInfo(fields_of(HunkTarget)):
    """What a change is about: a thing of a room, in a language, and the way to one of its fields.

    `area` is the part that access can be limited to: the content model of an entry.
    """


class HunkInfo(fields_of(HunkView)):
    """One change: what it is about, before and after. `words` is the word diff of prose.

    `locale` and `path` are those of the target. `labels` says what the fields it touches are called in the
    reader's language, where their model says so. `runId` is the run that made it: several turns go on in one
    proposal. `risk` says what it would allow that was not allowed before.
    """

    target: TargetInfo
    title: Called
    locale: str | None
    path: list[str]
    labels: Labels
    risk: Risk
    decision: HunkDecision | None = None
    choice: dict[str, Any] | None = None
    run_id: str | None = None


class TextInfo(Out):
    """A changed text as a whole: `text` is what stays, `hunk` names the change that stands there."""

    target: TargetInfo
    pieces: list[tuple[Literal["text", "hunk"], str]]


class FindingInfo(Out):
    """What a check of the result says."""

    severity: Literal["error", "warning"]
    message: Told
    target: TargetInfo | None


class CommentInfo(Out):
    """What somebody said about a proposal or one of its changes."""

    id: str
    hunk_id: str | None
    author: str
    text: str
    created_at: datetime


class ProposalDetail(Out):
    """A proposal with its changes, decisions and comments. `sha` goes with `finish`.

    `undoneBy` is what takes it back, or one of its turns, the newest first.
    """

    proposal: ProposalInfo
    can_decide: bool
    sha: str | None
    hunks: list[HunkInfo]
    conflicts: list[HunkInfo]
    texts: list[TextInfo]
    findings: list[FindingInfo]
    comments: list[CommentInfo]
    undone_by: list[ProposalInfo]


class ConflictChoice(In):
    """The answer to a conflict."""

    take: Literal["ours", "theirs", "value"]
    value: Any = None


class HunkWord(In):
    """A decision about some changes; null takes it back."""

    hunks: list[str] = Field(min_length=1, max_length=1_000)
    decision: HunkDecision | None
    choice: ConflictChoice | None = None


class NewComment(In):
    """Something to say."""

    text: str = Field(min_length=1, max_length=5_000)
    hunk_id: str | None = None


class Finish(In):
    """The state the reviewer saw; refused if the branch has moved since."""

    sha: str | None = None


class FinishInfo(Out):
    """What finishing did."""

    state: str
    accepted: int
    rejected: int
    undecided: int
    commit: str | None
    carried_to: str | None


class ResultPreview(Out):
    """What finishing would merge: its changes, conflicts without an answer, and checks of the result."""

    hunks: list[HunkInfo]
    conflicts: list[HunkInfo]
    findings: list[FindingInfo]


class RoomUndoInfo(Out):
    """What one room took back, and what it had to leave, by name."""

    room: str
    count: int
    left: list[str]


class UndoInfo(Out):
    """What undoing did: `merged` at once, `waiting` or in `conflicts` as a proposal, or `nothing` was left.

    `undone`: it was taken back before. `proposalId` names the proposal that takes it back, `waitsId` the one
    in which changes of the run still wait to be decided. `mediaLeft` names files that an entry still shows or
    somebody described anew.
    """

    state: str
    proposal_id: str | None
    waits_id: str | None
    branch: str | None
    hunks: int
    rooms: list[RoomUndoInfo]
    media: int
    media_left: list[str]


@router.get("/proposals")
async def list_proposals(
    studio: StudioDep,
    project_id: str | None = None,
    run_id: str | None = None,
    principal: Principal = signed_in(),
) -> list[ProposalInfo]:
    """Return the proposals one may see, the newest change first."""
    found = await studio.proposals.find(
        principal, ProjectId(project_id) if project_id else None, RunId(run_id) if run_id else None
    )
    return [ProposalInfo.model_validate(proposal) for proposal in found]


@router.get("/proposals/{proposal_id}", response_model=ProposalDetail)
async def read_proposal(proposal_id: str, studio: StudioDep, principal: Principal = signed_in()) -> Response:
    """Return a proposal with its changes, what was decided, and what people said."""
    review = await studio.proposals.open(principal, ProposalId(proposal_id))
    return await answer_beside(lambda: show_review(review))


@router.get("/proposals/{proposal_id}/preview")
async def preview_result(
    proposal_id: str, studio: StudioDep, principal: Principal = signed_in()
) -> ResultPreview:
    """Return what finishing would merge as things are decided now, and what its result would break."""
    found = await studio.proposals.preview(principal, ProposalId(proposal_id))
    return ResultPreview.model_validate(found)


@router.post("/proposals/{proposal_id}/decisions")
async def decide(
    proposal_id: str, body: HunkWord, studio: StudioDep, principal: Principal = signed_in()
) -> Done:
    """Accept or reject changes; nothing is merged before the review is finished."""
    choice = body.choice.model_dump() if body.choice else None
    await studio.proposals.decide(principal, ProposalId(proposal_id), body.hunks, body.decision, choice)
    return Done()


@router.post("/proposals/{proposal_id}/comments", status_code=201)
async def comment(
    proposal_id: str, body: NewComment, studio: StudioDep, principal: Principal = signed_in()
) -> CommentInfo:
    """Comment on a proposal or on one change."""
    said = await studio.proposals.comment(principal, ProposalId(proposal_id), body.text, body.hunk_id)
    return CommentInfo.model_validate(said)


@router.post("/proposals/{proposal_id}/finish")
async def finish(
    proposal_id: str, body: Finish, studio: StudioDep, principal: Principal = signed_in()
) -> FinishInfo:
    """Merge what was accepted, take out what was rejected, carry on what is undecided."""
    done = await studio.proposals.finish(principal, ProposalId(proposal_id), body.sha)
    return FinishInfo.model_validate(done)


@router.post("/proposals/{proposal_id}/reject")
async def reject(
    proposal_id: str, studio: StudioDep, body: Finish | None = None, principal: Principal = signed_in()
) -> Done:
    """Reject the whole proposal; with `sha`, only what the reviewer saw."""
    await studio.proposals.reject(principal, ProposalId(proposal_id), body.sha if body else None)
    return Done()


@router.post("/proposals/{proposal_id}/restore")
async def restore(proposal_id: str, studio: StudioDep, principal: Principal = signed_in()) -> ProposalInfo:
    """Bring a rejected proposal back, so that it waits again; a conflict where nothing of it was kept."""
    return ProposalInfo.model_validate(await studio.proposals.restore(principal, ProposalId(proposal_id)))


@router.post("/runs/{run_id}/undo")
async def undo_run(
    run_id: str, studio: StudioDep, principal: Principal = requires("sessions.own.read")
) -> UndoInfo:
    """Take back everything a turn changed, as one step."""
    run = await studio.visible_run(principal, RunId(run_id))
    return show_undo(await studio.undo_run(principal, run))


@router.post("/proposals/{proposal_id}/undo")
async def undo_merge(proposal_id: str, studio: StudioDep, principal: Principal = signed_in()) -> UndoInfo:
    """Take back what merging this proposal brought, as one step; changes made since are asked about."""
    return show_undo(await studio.undo.merge(principal, ProposalId(proposal_id)))


def show_undo(done: TakenBack) -> UndoInfo:
    """Return what undoing did, as it is told."""
    media = [room for room in done.rooms if room.room == "media"]
    return UndoInfo(
        state=done.state,
        proposal_id=done.proposal.id if done.proposal else None,
        waits_id=done.waits.id if done.waits else None,
        branch=done.proposal.branch if done.proposal else None,
        hunks=done.proposal.hunks if done.proposal else 0,
        rooms=[RoomUndoInfo.model_validate(room) for room in done.rooms],
        media=sum(room.count for room in media),
        media_left=[name for room in media for name in room.left],
    )


def show_review(review: OpenReview) -> ProposalDetail:
    """Return a proposal as a reviewer sees it."""
    view = review.view

    def show(hunk: Any) -> HunkInfo:
        shown = HunkInfo.model_validate(hunk)
        told = {
            "decision": review.decisions.get(hunk.id),
            "choice": review.choices.get(hunk.id),
            "run_id": review.made_by.get(hunk.id, review.proposal.run_id),
        }
        return shown.model_copy(update=told)

    return ProposalDetail(
        proposal=ProposalInfo.model_validate(review.proposal),
        can_decide=review.can_decide,
        sha=view.sha if view else None,
        hunks=[show(hunk) for hunk in view.hunks] if view else [],
        conflicts=[show(hunk) for hunk in view.conflicts] if view else [],
        texts=[TextInfo.model_validate(text) for text in view.texts] if view else [],
        findings=[FindingInfo.model_validate(finding) for finding in view.findings] if view else [],
        comments=[CommentInfo.model_validate(comment) for comment in review.comments],
        undone_by=[ProposalInfo.model_validate(one) for one in review.undone_by],
    )
