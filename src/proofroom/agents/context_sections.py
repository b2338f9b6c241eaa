"""The prompt sections of what people have told all agents. Stable: they change only when somebody writes."""

from proofroom.agents.context import AgentContext, Correction, Layers
from proofroom.runtime import PromptFacts, Section

SHOWN, SHOWN_BYTES = 40, 6_144
"""How many corrections agents read at most, and how much text."""


def context_sections(context: AgentContext) -> list[Section]:
    """Return the profile and the corrections, behind the platform's own rules."""

    async def profile(facts: PromptFacts) -> str:
        return render_layers(
            await context.layers(facts.workspace_id, facts.project_id, facts.authority.person_id)
        )

    async def corrections(facts: PromptFacts) -> str:
        return render_corrections(await context.corrections(facts.workspace_id))

    return [Section("profile", 40, "stable", profile), Section("corrections", 50, "stable", corrections)]


def render_layers(layers: Layers) -> str:
    """Return the layers one inside the other; nothing if nobody wrote any."""
    named = (
        ("## About this workspace", layers.workspace),
        ("### About this project", layers.project),
        ("### About the person you work for", layers.person),
    )
    parts = [f"{title}\n\n{text}" for title, text in named if text]
    if parts and not layers.workspace:
        parts.insert(0, named[0][0])
    return "\n\n".join(parts)


def render_corrections(corrections: list[Correction]) -> str:
    """Return the newest corrections, corrections before lessons, as far as they fit."""
    ordered = sorted(corrections, key=lambda one: one.kind != "correction")
    lines: list[str] = []
    size = 0
    for one in ordered[:SHOWN]:
        line = f"- {one.text} ({one.by}, {one.at})"
        size += len(line.encode())
        if size > SHOWN_BYTES:
            break
        lines.append(line)
    if not lines:
        return ""
    return "## What people have corrected\n\nFollow these; the newest stand first.\n\n" + "\n".join(lines)
