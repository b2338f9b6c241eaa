"""The group `memory`: what agents write down. At once in clean runs, waiting for a person in others."""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access.actors import principal_of
from proofroom.agents.memory import Memories, MemoryKind
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec


class _Input(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class RememberInput(_Input):
    """Input of `remember`."""

    content: str = Field(min_length=3, max_length=2_000, description="What agents shall know, in a sentence.")
    kind: MemoryKind = "insight"
    agent_slug: str | None = Field(None, description="Only for this agent; otherwise for all.")
    expires_in_days: int | None = Field(None, ge=1, le=365)
    supersedes_id: str | None = Field(None, description="The memory that this one replaces.")


class LearnInput(_Input):
    """Input of `addCorrection` and `addLesson`."""

    content: str = Field(
        min_length=3, max_length=2_000, alias="content", description="One sentence that agents shall know."
    )
    agent_slug: str | None = None


def memory_tools(memories: Memories) -> list[ToolSpec]:
    """Return `remember`, and `addCorrection` and `addLesson`, which are it with a kind."""

    async def keep(
        where: ToolContext,
        kind: MemoryKind,
        content: str,
        agent: str | None,
        days: int | None = None,
        supersedes: str | None = None,
    ) -> ToolOutput:
        made = await memories.remember(
            where.workspace_id,
            kind,
            content,
            principal_of(where),
            agent=agent,
            expires_in_days=days,
            supersedes=supersedes,
            trust="untrusted" if where.outside else "agent",
            memory_id=where.new_id(),
        )
        data = {"id": made.id, "kind": made.kind, "text": made.content, "status": made.status}
        return ToolOutput(ok=True, data=data, summary=say("did.noted", text=made.content))

    async def remember(where: ToolContext, given: RememberInput) -> ToolOutput:
        return await keep(
            where,
            given.kind,
            given.content,
            given.agent_slug,
            given.expires_in_days,
            given.supersedes_id,
        )

    async def correct(where: ToolContext, given: LearnInput) -> ToolOutput:
        return await keep(where, "correction", given.content, given.agent_slug)

    async def learn(where: ToolContext, given: LearnInput) -> ToolOutput:
        return await keep(where, "lesson", given.content, given.agent_slug)

    told = "Write down a correction, lesson, routing, insight or guideline for agents, from now on."
    corrects = "Write down a person's correction for all agents, from now on."
    learns = "Write down something learnt that all agents should know from now on."
    return [
        _tool("remember", told, RememberInput, remember),
        _tool("addCorrection", corrects, LearnInput, correct),
        _tool("addLesson", learns, LearnInput, learn),
    ]


def _tool(name: str, told: str, given: type[BaseModel], handler: Handler) -> ToolSpec:
    return ToolSpec(name, told, given, handler, "memory", "write", "context.team.create")
