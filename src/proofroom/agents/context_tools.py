"""The tools by which agents write down what people taught them; a person says yes to each."""

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access import Access
from proofroom.agents.context import AgentContext, Kind
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class LearnInput(BaseModel):
    """Input of `addCorrection` and `addLesson`."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=3, max_length=600, description="One sentence that every agent shall know.")


def context_tools(context: AgentContext, access: Access) -> list[ToolSpec]:
    """Return `addCorrection` and `addLesson`. They always ask: every agent reads what they write."""

    def tool(name: str, kind: Kind, description: str) -> ToolSpec:
        async def learn(where: ToolContext, given: LearnInput) -> ToolOutput:
            principal = await access.principal_for_run(where.workspace_id, where.person_id)
            made = await context.correct(principal, kind, given.text)
            return ToolOutput(
                ok=True, data={"id": made.id, "text": made.text}, summary=say("did.noted", text=made.text)
            )

        return ToolSpec(
            name=name,
            description=description,
            input_model=LearnInput,
            handler=learn,
            group="memory",
            effect="write",
            permission="context.team.create",
            policy="always_ask",
        )

    return [
        tool("addCorrection", "correction", "Write down a person's correction for all agents, from now on."),
        tool("addLesson", "lesson", "Write down something learnt that all agents should know from now on."),
    ]
