"""The agents every workspace begins with. People may edit them; what they edited is never overwritten."""

from proofroom.agents.profiles import LOOP_PROFILES
from proofroom.agents.types import AgentConfig, AgentRecord
from proofroom.kernel.strings import prompts

SYSTEM_AGENTS: tuple[AgentRecord, ...] = (
    AgentRecord(
        slug="assistant",
        name="Assistant",
        description="Answers questions about the studio and hands tasks to other agents.",
        icon="message-square",
        system_prompt=prompts()["agent.assistant"],
        scope="workspace",
        config=AgentConfig(
            tool_groups=("mcp", "memory", "web"),
            limits=LOOP_PROFILES["assistant"],
            suggestions=("What can you do?", "Which projects do we have?", "How do I undo a change?"),
        ),
        role="agent_default",
    ),
    AgentRecord(
        slug="editor",
        name="Editor",
        description="Works on the content of a project: models, entries, translations, status.",
        icon="pencil",
        system_prompt=prompts()["agent.editor"],
        scope="content",
        config=AgentConfig(
            tool_groups=("content", "media", "mcp"),
            suggestions=("Is everything valid?", "What is missing in Turkish?", "Show me the open branches"),
            limits=LOOP_PROFILES["editor"],
        ),
        role="agent_default",
    ),
)
PRIMARY = "assistant"
"""The agent that cannot be switched off: somebody must be there to answer."""
