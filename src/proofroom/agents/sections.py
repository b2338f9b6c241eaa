"""What an agent is told of its colleagues: whom it can hand a task to."""

from proofroom.agents.roster import Roster
from proofroom.runtime import PromptFacts, Section


def colleagues(roster: Roster) -> Section:
    """Return the section that lists the other agents, for agents that may hand tasks on.

    It stands behind the boundary: a new colleague must not change everybody's cached prefix.
    """

    async def write(facts: PromptFacts) -> str:
        if not any(spec.execution == "agent" for spec in facts.tools):
            return ""
        found = [
            f"- {agent.record.slug}: {agent.record.name}. {agent.record.description}".rstrip()
            for agent in await roster.all(facts.workspace_id)
            if agent.record.enabled and agent.record.slug != facts.agent.slug
        ]
        return "## Agents you can hand a task to\n" + "\n".join(found) if found else ""

    return Section("colleagues", 525, "volatile", write, once=True)
