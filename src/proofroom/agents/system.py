"""The agents every workspace begins with: those that rooms bring, as records."""

from collections.abc import Iterable
from dataclasses import asdict

from proofroom.agents.types import AgentConfig, AgentLimits, AgentRecord
from proofroom.house import SystemAgent
from proofroom.kernel.strings import prompts, say
from proofroom.runtime.types import Limits

PRIMARY = "assistant"
"""The agent that cannot be switched off: somebody must be there to answer."""
REVIEWER = "feedback-review"
"""The agent that reads what people disliked, and makes memories of it."""

ASSISTANT = SystemAgent(
    slug=PRIMARY,
    name="Assistant",
    description="Answers questions about the studio and hands tasks to other agents.",
    icon="message-square",
    prompt=prompts()["agent.assistant"],
    scope="workspace",
    tool_groups=("entity", "tasks"),
    custom_tools=(
        *("addCorrection", "addLesson", "getUsageStats", "remember"),
        *("analyzeEntity", "compareEntities", "generateBrief"),
        *("callMcpTool", "listMcpTools", "readPages", "webSearch"),
    ),
    suggestions=(say("agents.suggest.abilities"), say("agents.suggest.projects"), say("agents.suggest.undo")),
    # Answers and hands on.
    limits=Limits(result_cap=32_000),
)

ANALYST = SystemAgent(
    slug="analyst",
    name="Analyst",
    description="Analyses, scores and compares records, and says what it rests on.",
    icon="bar-chart",
    prompt=prompts()["agent.analyst"],
    scope="workspace",
    tool_groups=("entity", "tasks"),
    suggestions=(say("agents.suggest.compare"), say("agents.suggest.gaps")),
)

RESEARCHER = SystemAgent(
    slug="researcher",
    name="Researcher",
    description="Finds out what is not known yet: searches the web and documents, fills in records.",
    icon="search",
    prompt=prompts()["agent.researcher"],
    scope="workspace",
    tool_groups=("entity", "tasks", "web"),
    suggestions=(say("agents.suggest.record"), say("agents.suggest.sources")),
)

FEEDBACK_REVIEW = SystemAgent(
    slug=REVIEWER,
    name="Feedback review",
    description="Reads what people disliked, every night, and makes memories of it.",
    icon="thumbs-down",
    prompt=prompts()["agent.feedback-review"],
    scope="workspace",
    tool_groups=("feedback",),
    role="feedback_reviewer",
)


def records_of(agents: Iterable[SystemAgent]) -> list[AgentRecord]:
    """Return the first records of agents that rooms bring."""
    return [
        AgentRecord(
            slug=agent.slug,
            name=agent.name,
            description=agent.description,
            icon=agent.icon,
            system_prompt=agent.prompt,
            scope=agent.scope,
            config=AgentConfig(
                tool_groups=agent.tool_groups,
                custom_tools=agent.custom_tools,
                limits=AgentLimits(**asdict(agent.limits)),
                suggestions=tuple(map(str, agent.suggestions)),
            ),
            role_id=agent.role,
        )
        for agent in agents
    ]
