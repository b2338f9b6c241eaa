"""What agents bring to the house."""

from proofroom.access import Principal
from proofroom.agents.config_tools import config_tools
from proofroom.agents.configuration import KIND, AgentConfigurations
from proofroom.agents.context import AgentContext
from proofroom.agents.context_sections import context_sections
from proofroom.agents.context_tools import context_tools
from proofroom.agents.feedback import Feedback
from proofroom.agents.roster import Roster
from proofroom.agents.schedules import AgentSchedules
from proofroom.agents.sections import colleagues
from proofroom.agents.system import ASSISTANT, records_of
from proofroom.house import Destination, FindDestinations, House, LoopPorts, Room
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.reviews.configurations import Configurations, ConfigurationUndo


def room(house: House) -> Room:
    """Return agents as records, what people told all of them, and when they work by the clock."""
    roster = Roster(house.database, house.clock)
    context = AgentContext(house.access, house.clock)
    kind = AgentConfigurations(roster, house.registry)
    configurations = Configurations(house.proposals, kind)
    schedules = AgentSchedules(house.engine, roster, house.access.audit)

    async def backfill(workspace_id: WorkspaceId) -> None:
        brought = (agent for each in reversed(house.rooms) for agent in each.system_agents)
        await roster.backfill(workspace_id, records_of(brought))

    return Room(
        name="agents",
        offers=(roster, context, schedules, Feedback(house.database, house.clock)),
        loop=LoopPorts(find_agent=roster.profile, find_target=roster.target),
        tools=[
            *context_tools(context, house.access),
            *config_tools(roster, configurations, house.access),
        ],
        reviewables={KIND: configurations},
        undo=ConfigurationUndo(house.proposals, kind),
        sections=[*context_sections(context), colleagues(roster)],
        search=[_find_agents(roster)],
        system_agents=[ASSISTANT],
        opening=[backfill],
    )


def _find_agents(roster: Roster) -> FindDestinations:
    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if not principal.can("agents.team.read"):
            return []
        asked = query.casefold()
        return [
            Destination("agents", "agent", one.slug, one.name, f"/agents?agent={one.slug}", one.description)
            for one in (agent.record for agent in await roster.all(principal.workspace_id))
            if asked in f"{one.name} {one.description}".casefold()
        ][:limit]

    return find
