"""The agents every workspace begins with."""

from importlib import resources

from proofroom.kernel.errors import NotFound
from proofroom.runtime import AgentProfile
from proofroom.tools import ToolWish


def _instructions(slug: str) -> str:
    return resources.files("proofroom.agents").joinpath("prompts", f"{slug}.md").read_text("utf-8").strip()


SYSTEM_AGENTS: tuple[AgentProfile, ...] = (
    AgentProfile(
        slug="assistant",
        name="Assistant",
        version=1,
        instructions=_instructions("assistant"),
        scope="workspace",
        tools=ToolWish(),
        suggestions=("What can you do?", "Which projects do we have?", "How do I undo a change?"),
    ),
)


def system_agent(slug: str) -> AgentProfile:
    """Return a system agent by its slug."""
    for agent in SYSTEM_AGENTS:
        if agent.slug == slug:
            return agent
    raise NotFound(f"There is no agent called {slug}.", suggestion="List the agents to see their names.")
