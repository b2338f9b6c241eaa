"""Who works here: the agents that a task can be given to."""

from pydantic import BaseModel, ConfigDict

from proofroom.agents.roster import Roster
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class ListAgentsInput(BaseModel):
    """Input of `listAgents`: nothing."""

    model_config = ConfigDict(extra="forbid")


def roster_tools(roster: Roster) -> list[ToolSpec]:
    """Return them; they stand with tasks, since that is what agents are named for."""

    async def listed(where: ToolContext, given: ListAgentsInput) -> ToolOutput:
        found = [one.record for one in await roster.all(where.workspace_id) if one.record.enabled]
        rows = [{"slug": one.slug, "name": one.name, "description": one.description} for one in found]
        summary = say("did.agents.listed", count=len(rows))
        return ToolOutput(ok=True, data={"agents": rows}, summary=summary)

    told = "List the agents of the workspace: what each is called and does."
    return [ToolSpec("listAgents", told, ListAgentsInput, listed, "tasks", "read", "agents.team.read")]
