"""A person's word on what an agent did: up or down and why, on a message, a tool call or a run."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.feedback import Feedback, Pointer, Rating, SubjectKind, Word, WordFilter, WordStatus
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.system import REVIEWER
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out
from proofroom.evals import FeedbackLoop
from proofroom.kernel.ids import ConversationId, RunId
from proofroom.runtime.pointers import find_run

router = APIRouter(prefix="/feedback", tags=["feedback"])


class FeedbackInfo(Out):
    """A word, with the agent and the version it is about."""

    id: str
    kind: SubjectKind
    subject_id: str
    run_id: str | None
    conversation_id: str | None
    project_id: str | None
    person_id: str
    agent: str
    agent_version: int
    rating: Rating
    comment: str
    status: WordStatus
    created_at: datetime
    updated_at: datetime


class NewFeedback(In):
    """What one thinks of a message, a tool call or a run. `runId` is needed for a tool call."""

    kind: SubjectKind
    id: str = Field(max_length=80)
    run_id: str | None = None
    rating: Rating
    comment: str = Field("", max_length=4_000)


class ReviewBegun(Out):
    """The review that was begun. It is skipped with a reason where nothing waits."""

    run_id: str | None
    status: str
    skip_reason: str


class WordChange(In):
    """What came of a word: a person can set it aside, or open it again."""

    status: Literal["open", "dismissed"]


def _show(word: Word) -> FeedbackInfo:
    return FeedbackInfo.model_validate(word)


@router.put("")
async def give_feedback(
    body: NewFeedback, studio: StudioDep, principal: Principal = requires("feedback.own.create")
) -> FeedbackInfo:
    """Say what one thinks of something one can see; saying it again changes it."""
    run = await find_run(
        studio.database,
        studio.engine.runs,
        principal.workspace_id,
        body.kind,
        body.id,
        RunId(body.run_id) if body.run_id else None,
    )
    await studio.visible_run(principal, run.id)
    pointer = Pointer(body.kind, body.id)
    return _show(await studio.get(Feedback).say(principal, pointer, run, body.rating, body.comment))


@router.get("")
async def list_feedback(
    studio: StudioDep,
    run_id: str | None = None,
    conversation_id: str | None = None,
    agent: str | None = None,
    rating: Rating | None = None,
    status: WordStatus | None = None,
    limit: int = 100,
    principal: Principal = requires("feedback.own.read"),
) -> list[FeedbackInfo]:
    """Return one's own words, or everybody's with the permission for it, newest first."""
    sees_all = principal.can("feedback.team.read")
    which: dict[str, Any] = {"agent": agent, "rating": rating, "status": status}
    found = await studio.get(Feedback).find(
        principal,
        WordFilter(
            person_id=None if sees_all else principal.require_human(),
            run_id=RunId(run_id) if run_id else None,
            conversation_id=ConversationId(conversation_id) if conversation_id else None,
            **which,
        ),
        max(1, min(limit, 500)),
    )
    return [_show(word) for word in found]


@router.post("/review")
async def review_feedback(
    studio: StudioDep, principal: Principal = requires("agents.team.run")
) -> ReviewBegun:
    """Let what people disliked be reviewed now, as every night."""
    beat = await studio.get(Heartbeats).run_now(principal, REVIEWER)
    return ReviewBegun(run_id=beat.run_id, status=beat.status, skip_reason=beat.skip_reason)


@router.put("/{word_id}/status")
async def set_status(
    word_id: str,
    body: WordChange,
    studio: StudioDep,
    principal: Principal = requires("feedback.team.update"),
) -> FeedbackInfo:
    """Set a word aside, or open it again."""
    feedback = studio.get(Feedback)
    return _show(await feedback.set_status(principal.workspace_id, word_id, body.status, principal))


@router.post("/{word_id}/replay")
async def replay_word(
    word_id: str, studio: StudioDep, principal: Principal = requires("evals.team.run")
) -> FeedbackInfo:
    """Make the request again without and with what was learnt; a word is applied when only that helps."""
    word = await studio.get(Feedback).get(principal.workspace_id, word_id)
    return _show(await studio.get(FeedbackLoop).close(principal, word))


@router.delete("/{kind}/{subject_id}")
async def take_back_feedback(
    kind: SubjectKind,
    subject_id: str,
    studio: StudioDep,
    principal: Principal = requires("feedback.own.delete"),
) -> Done:
    """Take one's own word back."""
    await studio.get(Feedback).take_back(principal, Pointer(kind, subject_id))
    return Done()
