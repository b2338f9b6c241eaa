"""The group `feedback`: how the agent that reviews feedback reads it and makes memories of it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access.actors import principal_of
from proofroom.agents.feedback import Feedback, Word
from proofroom.agents.memory import Memories, MemoryKind
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

REVIEWER = "feedback-review"


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


def told_word(word: Word) -> dict[str, Any]:
    """Return a word as tools tell it."""
    return {
        "feedbackId": word.id,
        "agentSlug": word.agent,
        "kind": word.kind,
        "runId": word.run_id,
        "comment": word.comment,
        "at": word.created_at.isoformat(timespec="minutes"),
    }


def review_tools(feedback: Feedback, memories: Memories) -> list[ToolSpec]:
    """Return the tools. Distilling the same word twice makes one memory."""

    async def list_words(where: ToolContext, given: ListFeedbackInput) -> ToolOutput:
        found = await feedback.waiting(where.workspace_id, given.limit)
        data = [told_word(one) for one in found]
        return ToolOutput(ok=True, data=data, summary=say("did.agents.feedback", count=len(data)))

    async def distill(where: ToolContext, given: DistillInput) -> ToolOutput:
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
            trust="untrusted" if where.outside else "agent",
            memory_id=where.new_id(),
        )
        if word.status == "open":
            await feedback.set_status(where.workspace_id, word.id, "reviewed", by)
        data = {"memoryId": made.id, "status": made.status, "text": made.content}
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
