"""The writer's tools about whom it writes for: what was told of them, the how-tos there are, what to add.

They stand in the writer's group, since nobody else is asked for them by these names: every agent has the
same words in its prompt already.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from proofroom.agents.context import AgentContext
from proofroom.agents.skills import WrittenSkills
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

GROUP = "articles"


class UserLookupInput(BaseModel):
    """Input of `getUserContext` and `getUserSkills`: nothing."""

    model_config = ConfigDict(extra="forbid")


class ProfileUpdateInput(BaseModel):
    """Input of `suggestProfileUpdates`."""

    model_config = ConfigDict(extra="forbid")

    section: Literal["about_me", "profession", "customers", "goals"]
    suggestion: str = Field(
        min_length=3, max_length=2_000, description="The words to add, as they would say."
    )
    rationale: str = Field("", max_length=1_000, description="Why, in one sentence.")


def profile_tools(context: AgentContext, skills: WrittenSkills) -> list[ToolSpec]:
    """Return them."""

    async def look(where: ToolContext, given: UserLookupInput) -> ToolOutput:
        layers = await context.layers(where.workspace_id, where.project_id, where.person_id)
        profile = {"workspace": layers.workspace, "project": layers.project, "person": layers.person}
        data = {"user": {"name": where.actor.name, "email": where.actor.email}, "profile": profile}
        return ToolOutput(ok=True, data=data, summary=say("did.looked_at", thing=where.actor.name or "-"))

    async def known(where: ToolContext, given: UserLookupInput) -> ToolOutput:
        found = [one for one in await skills.list(where.workspace_id) if one.is_enabled]
        rows = [{"id": one.slug, "name": one.name, "description": one.description} for one in found]
        data = {"skills": rows, "count": len(rows)}
        return ToolOutput(ok=True, data=data, summary=say("agents.skills_listed", count=len(rows)))

    async def suggest(where: ToolContext, given: ProfileUpdateInput) -> ToolOutput:
        layers = await context.layers(where.workspace_id, where.project_id, where.person_id)
        card = {"type": "profile_update", "id": where.new_id(), "title": given.section}
        data = card | {
            "section": given.section,
            "description": given.suggestion,
            "suggestion": given.suggestion,
            "rationale": given.rationale,
            "current": layers.person,
        }
        return ToolOutput(ok=True, data=data, summary=say("agents.profile_suggested"))

    return [
        ToolSpec(
            "getUserContext",
            "Whom you write for, and what was told about their work.",
            UserLookupInput,
            look,
            GROUP,
            "read",
            "articles.own.read",
        ),
        ToolSpec(
            "getUserSkills",
            "The how-tos that people here wrote, one line each.",
            UserLookupInput,
            known,
            GROUP,
            "read",
            "skills.team.read",
        ),
        ToolSpec(
            "suggestProfileUpdates",
            "Suggest words for the person's profile. Nothing changes: they write it under Settings, Context.",
            ProfileUpdateInput,
            suggest,
            GROUP,
            "read",
            "articles.own.read",
        ),
    ]
