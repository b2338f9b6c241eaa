"""The group `feedback`: how the agent that reviews feedback reads it, and makes memories and cases of it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access import Access
from proofroom.access.actors import principal_of
from proofroom.agents.feedback import Feedback, Word
from proofroom.agents.memory import Memories, MemoryKind
from proofroom.evals.loop import FeedbackLoop
from proofroom.evals.types import CaseCheck
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

_WORDS = "Words that an answer {must} have from now on; a pattern stands between strokes, as in /^Dear/."


class _Input(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class ListFeedbackInput(_Input):
    """Input of `listFeedback`."""

    limit: int = Field(20, ge=1, le=50)


class DistillInput(_Input):
    """Input of `distillFeedback`. Without `content` the word is set aside."""

    feedback_id: str
    content: str = Field("", max_length=2_000, description="What agents shall know, in a sentence.")
    kind: MemoryKind = "correction"
    for_all: bool = Field(False, description="For all agents, not only the one it is about.")
    must_say: list[str] = Field(
        default_factory=list[str], max_length=5, description=_WORDS.format(must="must")
    )
    must_not_say: list[str] = Field(
        default_factory=list[str], max_length=5, description=_WORDS.format(must="must not")
    )

    def checks(self) -> list[CaseCheck]:
        """Return by what a later answer shows that it has learnt."""
        says = [CaseCheck(kind="output_matches", pattern=one[:500]) for one in self.must_say if one]
        lacks = [CaseCheck(kind="output_lacks", pattern=one[:500]) for one in self.must_not_say if one]
        return [*says, *lacks] or [CaseCheck(kind="judge", pattern=self.content[:500])]


Specs = list[ToolSpec]


def told_word(word: Word) -> dict[str, Any]:
    """Return a word as tools tell it."""
    return {
        "feedbackId": word.id,
        "agentSlug": word.agent,
        "kind": word.kind,
        "sourceType": word.source_type,
        "entityId": word.entity_id,
        "runId": word.run_id,
        "comment": word.comment,
        "at": word.created_at.isoformat(timespec="minutes"),
    }


def review_tools(access: Access, feedback: Feedback, memories: Memories, loop: FeedbackLoop) -> Specs:
    """Return the tools. Distilling the same word twice makes one memory and one case."""

    async def list_words(where: ToolContext, given: ListFeedbackInput) -> ToolOutput:
        (await access.caller(where)).require_whole()
        found = await feedback.waiting(where.workspace_id, given.limit)
        data = [told_word(one) for one in found]
        outside = "feedback" if any(one.is_outside for one in found) else ""
        return ToolOutput(True, data, summary=say("did.agents.feedback", count=len(data)), outside=outside)

    async def distill(where: ToolContext, given: DistillInput) -> ToolOutput:
        (await access.caller(where)).require_whole()
        word = await feedback.get(where.workspace_id, given.feedback_id)
        by = principal_of(where)
        if not given.content.strip():
            await feedback.set_status(where.workspace_id, word.id, "dismissed", by)
            return ToolOutput(ok=True, data={"status": "dismissed"}, summary=say("did.agents.set_aside"))
        known = await memories.of_feedback(where.workspace_id, word.id)
        made = known or await memories.remember(
            where.workspace_id,
            given.kind,
            given.content,
            by,
            agent=None if given.for_all else word.agent,
            feedback_id=word.id,
            # A stranger's word stays one, also for a run that was never shown it.
            trust="untrusted" if where.outside or word.is_outside else "agent",
            memory_id=where.new_id(),
        )
        case = await loop.seed(by, word, given.checks())
        if word.status == "open":
            await feedback.set_status(where.workspace_id, word.id, "reviewed", by)
        data = {
            "memoryId": made.id,
            "status": made.status,
            "text": made.content,
            "caseId": case.id if case else None,
        }
        return ToolOutput(ok=True, data=data, summary=say("did.noted", text=made.content))

    return [
        ToolSpec(
            "listFeedback",
            "List what people disliked and nothing came of yet.",
            ListFeedbackInput,
            list_words,
            "feedback",
            "read",
            "feedback.team.read",
        ),
        ToolSpec(
            "distillFeedback",
            "Make a memory of a person's word, or set it aside.",
            DistillInput,
            distill,
            "feedback",
            "write",
            "feedback.team.update",
        ),
    ]
