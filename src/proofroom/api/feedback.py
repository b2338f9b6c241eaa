"""Words on what an agent did: up or down and why, on a message, a tool call, a run or an answer."""

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.feedback import Feedback, Pointer, Rating, SubjectKind, Word, WordFilter, WordStatus
from proofroom.agents.feedback.subjects import Subjects
from proofroom.agents.feedback.types import SourceType
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.system import REVIEWER
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.evals import FeedbackLoop
from proofroom.kernel.ids import ConversationId, RunId
from proofroom.wiring.studio import Studio

router = APIRouter(prefix="/feedback", tags=["feedback"])


class FeedbackInfo(fields_of(Word, without=("workspace_id",))):
    """A word, with the agent and the version it is about, and a typed pointer to what it is about.

    `personId` is empty where the studio or an agent noticed it by itself; `context` then says who and how.
    """

    source_type: SourceType
    message_id: str | None
    tool_call_id: str | None
    response_id: str | None
    person_name: str | None = None


class NewFeedback(In):
    """What one thinks of a message, a tool call, a run or an answer. `runId` is needed for a tool call."""

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


class ReviewSwitch(In):
    """Whether what people disliked is reviewed every night."""

    is_on: bool


class ReviewRhythm(Out):
    """Whether what people disliked is reviewed by the clock, and when it is next."""

    is_on: bool
    schedule: str
    time_zone: str
    next_run_at: datetime | None


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
    pointer = Pointer(body.kind, body.id)
    about = await studio.get(Subjects).find(principal.workspace_id, pointer, body.run_id)
    if body.kind == "response":
        principal.require("entities.team.read")
    elif about.run_id is not None:
        await studio.visible_run(principal, about.run_id)
    return _show(await studio.get(Feedback).say(principal, pointer, about, body.rating, body.comment))


@router.get("")
async def list_feedback(
    studio: StudioDep,
    run_id: str | None = None,
    conversation_id: str | None = None,
    agent: str | None = None,
    rating: Rating | None = None,
    status: WordStatus | None = None,
    kind: SubjectKind | None = None,
    subject_id: str | None = None,
    entity_id: str | None = None,
    limit: int = 100,
    principal: Principal = requires("feedback.own.read"),
) -> list[FeedbackInfo]:
    """Return one's own words, or everybody's with the permission for it, newest first."""
    sees_all = principal.can("feedback.team.read") and not principal.is_limited
    which: dict[str, Any] = {"agent": agent, "rating": rating, "status": status}
    which |= {"kind": kind, "subject_id": subject_id, "entity_id": entity_id}
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
    names = await studio.access.people.names({word.person_id for word in found if word.person_id})
    return [
        FeedbackInfo.of(word, person_name=names.get(word.person_id) if word.person_id else None)
        for word in found
    ]


@router.post("/review")
async def review_feedback(
    studio: StudioDep, principal: Principal = requires("agents.team.run")
) -> ReviewBegun:
    """Let what people disliked be reviewed now, as every night."""
    beat = await studio.get(Heartbeats).run_now(principal, REVIEWER)
    return ReviewBegun(run_id=beat.run_id, status=beat.status, skip_reason=beat.skip_reason)


@router.get("/review")
async def get_review(studio: StudioDep, principal: Principal = requires("actions.team.read")) -> ReviewRhythm:
    """Tell whether what people disliked is reviewed by the clock."""
    return await _rhythm(studio, principal)


@router.put("/review")
async def switch_review(
    body: ReviewSwitch, studio: StudioDep, principal: Principal = requires("actions.team.update")
) -> ReviewRhythm:
    """Switch the nightly review of what people disliked on or off for the workspace."""
    await studio.get(Heartbeats).set(principal, REVIEWER, enabled=body.is_on)
    return await _rhythm(studio, principal)


async def _rhythm(studio: Studio, principal: Principal) -> ReviewRhythm:
    action = await studio.get(Heartbeats).get(principal.workspace_id, REVIEWER)
    if action is None:
        return ReviewRhythm(is_on=False, schedule="", time_zone="UTC", next_run_at=None)
    return ReviewRhythm(
        is_on=action.status == "active",
        schedule=action.schedule,
        time_zone=action.zone,
        next_run_at=action.next_run_at,
    )


@router.put("/{word_id}/status")
async def set_status(
    word_id: str,
    body: WordChange,
    studio: StudioDep,
    principal: Principal = requires("feedback.team.update", whole=True),
) -> FeedbackInfo:
    """Set a word aside, or open it again."""
    feedback = studio.get(Feedback)
    return _show(await feedback.set_status(principal.workspace_id, word_id, body.status, principal))


@router.post("/{word_id}/replay")
async def replay_word(
    word_id: str, studio: StudioDep, principal: Principal = requires("evals.team.run", whole=True)
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
