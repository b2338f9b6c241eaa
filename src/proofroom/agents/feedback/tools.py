"""`createSystemFeedback`: what an agent notices about an agent's work, for the review of feedback."""

import hashlib

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access.actors import principal_of
from proofroom.agents.feedback import About, Feedback, Pointer
from proofroom.agents.feedback.subjects import Subjects
from proofroom.agents.roster import Roster
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class NoticeInput(BaseModel):
    """Input of `createSystemFeedback`. At most one of the pointers says what it is about."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    agent_slug: str = Field(description="Whose work it is about.")
    comment: str = Field(min_length=3, max_length=2_000, description="What was wrong, in a sentence.")
    message_id: str | None = None
    tool_call_id: str | None = Field(None, description="With `runId`, the run that made the call.")
    response_id: str | None = None
    run_id: str | None = None
    entity_id: str | None = None

    def pointer(self) -> Pointer:
        """Return what it is about; the same observation twice is one."""
        if self.message_id:
            return Pointer("message", self.message_id)
        if self.tool_call_id:
            return Pointer("toolCall", self.tool_call_id)
        if self.response_id:
            return Pointer("response", self.response_id)
        if self.run_id:
            return Pointer("run", self.run_id)
        return Pointer("observation", hashlib.sha256(self.comment.strip().lower().encode()).hexdigest()[:32])


def feedback_tool(feedback: Feedback, subjects: Subjects, roster: Roster) -> ToolSpec:
    """Return the tool. What a run noticed that read a stranger's text stands in no prompt before a review."""

    async def create(where: ToolContext, given: NoticeInput) -> ToolOutput:
        agent = await roster.get(where.workspace_id, given.agent_slug)
        pointer = given.pointer()
        if pointer.kind == "observation":
            about = About(agent.record.slug, agent.version, entity_id=given.entity_id)
        else:
            about = await subjects.find(where.workspace_id, pointer, given.run_id)
        context = {"run": where.run_id}
        word = await feedback.notice(
            principal_of(where), pointer, about, given.comment, context=context, outside=where.outside
        )
        data = {"feedbackId": word.id, "sourceType": word.source_type, "status": word.status}
        return ToolOutput(ok=True, data=data, summary=say("did.noted", text=word.comment))

    return ToolSpec(
        "createSystemFeedback",
        "Say what was wrong in an agent's work, so that it is reviewed and learnt from.",
        NoticeInput,
        create,
        "feedback",
        "write",
        "context.team.create",
    )
