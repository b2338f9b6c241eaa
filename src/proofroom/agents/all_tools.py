"""The tools of agents about agents, put together with the first look at one: much to import at a start."""

from proofroom.agents.config_tools import config_tools
from proofroom.agents.context import AgentContext
from proofroom.agents.feedback import Feedback
from proofroom.agents.feedback.subjects import Subjects
from proofroom.agents.feedback.tools import feedback_tool
from proofroom.agents.filling import Filling
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.memory import Memories
from proofroom.agents.memory.tools import memory_tools
from proofroom.agents.profile_tools import profile_tools
from proofroom.agents.roster import Roster
from proofroom.agents.roster_tools import roster_tools
from proofroom.agents.skills import WrittenSkills, skill_tool
from proofroom.agents.workflow_tools import WorkflowTools
from proofroom.entities.briefs import Briefs
from proofroom.house import House
from proofroom.kernel.tool import ToolSpec
from proofroom.reviews.configurations import Configurations


def agent_tools(house: House, configurations: Configurations) -> list[ToolSpec]:
    """Return every tool of the room."""
    roster, skills, filling = house.get(Roster), house.get(WrittenSkills), house.get(Filling)
    briefs, heartbeats = house.get(Briefs), house.get(Heartbeats)
    return [
        *memory_tools(house.get(Memories)),
        skill_tool(skills),
        *profile_tools(house.get(AgentContext), skills),
        *roster_tools(roster),
        feedback_tool(house.get(Feedback), house.get(Subjects), roster),
        *WorkflowTools(house.access, house.engine, house.reruns, briefs, filling, heartbeats).specs(),
        *config_tools(roster, configurations, house.access),
    ]
