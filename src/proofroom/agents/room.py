"""What agents bring to the house."""

from proofroom.agents.context import AgentContext
from proofroom.agents.context_sections import context_sections
from proofroom.agents.context_tools import context_tools
from proofroom.agents.feedback import Feedback
from proofroom.agents.roster import Roster
from proofroom.agents.schedules import AgentSchedules
from proofroom.agents.sections import colleagues
from proofroom.house import House, LoopPorts, Room


def room(house: House) -> Room:
    """Return agents as records, what people told all of them, and when they work by the clock."""
    roster = Roster(house.database, house.clock)
    context = AgentContext(house.access, house.clock)
    schedules = AgentSchedules(house.engine, roster, house.access.audit)
    return Room(
        name="agents",
        offers=(roster, context, schedules, Feedback(house.database, house.clock)),
        loop=LoopPorts(find_agent=roster.profile, find_target=roster.target),
        tools=context_tools(context, house.access),
        sections=[*context_sections(context), colleagues(roster)],
        opening=[roster.backfill],
    )
