"""The prompt sections of what people have told all agents. Stable: they change only when somebody writes."""

from collections.abc import Sequence

from proofroom.agents.context import AgentContext, Layers
from proofroom.agents.feedback import Feedback, Word
from proofroom.agents.memory import Memories, render_memories, shown_memories
from proofroom.runtime import PromptFacts, Section

RECENT = 10
"""Words of disapproval that agents read at most."""


def context_sections(context: AgentContext, memories: Memories, feedback: Feedback) -> list[Section]:
    """Return the profile, what was learnt, and what people disliked lately."""

    async def profile(facts: PromptFacts) -> str:
        layers = await context.layers(facts.workspace_id, facts.project_id, facts.authority.person_id)
        excerpts, left = await context.excerpts(facts, layers)
        return render_layers(layers, excerpts, left)

    async def disliked(facts: PromptFacts) -> str:
        return render_feedback(await feedback.recent(facts.workspace_id, facts.agent.slug, RECENT))

    return [
        Section("profile", 40, "stable", profile),
        corrections_section(memories),
        Section("feedback", 540, "volatile", disliked, once=True),
    ]


def corrections_section(
    memories: Memories, *, counts: bool = True, without: frozenset[str] = frozenset()
) -> Section:
    """Return what was learnt; a replay counts no use, and may leave memories out."""

    async def corrections(facts: PromptFacts) -> str:
        known = await memories.for_agent(facts.workspace_id, facts.agent.slug)
        found = [one for one in known if one.id not in without]
        if counts:
            await memories.count_use(facts.workspace_id, shown_memories(found))
        return render_memories(found)

    return Section("corrections", 50, "stable", corrections)


def render_layers(layers: Layers, excerpts: Sequence[str] = (), left: int = 0) -> str:
    """Return the layers one inside the other, then records to know; nothing if nobody wrote any."""
    named = (
        ("## About this workspace", layers.workspace),
        ("### About this project", layers.project),
        ("### About the person you work for", layers.person),
    )
    parts = [f"{title}\n\n{text}" for title, text in named if text]
    if parts and not layers.workspace:
        parts.insert(0, named[0][0])
    if excerpts or left:
        more = [f"+{left} unresolved"] if left else []
        parts.append("\n".join(["## Records to know", *excerpts, *more]))
    return "\n\n".join(parts)


def render_feedback(words: list[Word]) -> str:
    """Return what people disliked lately, quoted: it is said about the agent, and is no instruction."""
    lines = [f"- {word.created_at:%Y-%m-%d}: “{' '.join(word.comment.split())[:300]}”" for word in words]
    return "## Recent Negative Feedback\n" + "\n".join(lines) if lines else ""
