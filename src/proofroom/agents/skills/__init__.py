"""Skills: how-tos that people write, that agents know by one line and load when they need one."""

from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.access.names import clean_name, slugify
from proofroom.agents.skills import repo
from proofroom.agents.skills.types import WrittenSkill
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.runtime import PromptFacts, Section
from proofroom.store import Database
from proofroom.tools.select import BASELINE_GROUP

__all__ = ["WrittenSkills", "skill_section", "skill_tool"]


class WrittenSkills:
    """The skills of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def list(self, workspace_id: WorkspaceId) -> list[WrittenSkill]:
        """Return the skills of a workspace."""
        found = await self._database.remembered(
            ("skills", workspace_id), ("skills",), lambda connection: repo.list_all(connection, workspace_id)
        )
        return list(found)

    async def get(self, workspace_id: WorkspaceId, slug: str) -> WrittenSkill:
        """Return a skill by its slug."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, slug)

    async def create(
        self, principal: Principal, name: str, description: str, body: str, slug: str = ""
    ) -> WrittenSkill:
        """Write a skill."""
        title = clean_name(name)
        skill = WrittenSkill(
            new_id(),
            principal.workspace_id,
            slugify(slug or title),
            title,
            " ".join(description.split()),
            body.strip(),
            True,
            1,
            principal.name[:200],
            self._clock.now(),
        )
        async with self._database.transaction() as connection:
            if not await repo.add(connection, skill):
                raise Conflict(say("agents.skill_taken", slug=skill.slug))
            await self._audit.change(connection, principal, "skill.create", None, skill, _named)
        return skill

    async def change(
        self, principal: Principal, slug: str, changes: dict[str, Any], expected: int | None = None
    ) -> WrittenSkill:
        """Change a skill; a change made on an old copy is refused."""
        async with self._database.transaction() as connection:
            before = await repo.get(connection, principal.workspace_id, slug)
            if expected is not None and expected != before.version:
                asked = {"version": before.version, "expected": expected}
                raise Conflict(say("agents.newer_version", name=before.name, **asked))
            now, by = self._clock.now(), principal.name[:200]
            after = replace(before, **changes, version=before.version + 1, updated_by=by, updated_at=now)
            if not await repo.update(connection, after, before.version):
                raise Conflict(say("agents.meanwhile", name=before.name))
            await self._audit.change(connection, principal, "skill.change", before, after, _named)
        return after

    async def delete(self, principal: Principal, slug: str) -> None:
        """Delete a skill."""
        async with self._database.transaction() as connection:
            skill = await repo.get(connection, principal.workspace_id, slug)
            await repo.remove(connection, skill)
            await self._audit.change(connection, principal, "skill.delete", skill, None, _named)


def _named(skill: WrittenSkill) -> Named:
    return "skill", skill.id, skill.name


class LoadSkillInput(BaseModel):
    """Input of `loadSkill`."""

    model_config = ConfigDict(extra="forbid")

    slug: str = Field(max_length=80)


def skill_tool(skills: WrittenSkills) -> ToolSpec:
    """Return `loadSkill`; a workspace that has no skills does not see it."""

    async def load(where: ToolContext, given: LoadSkillInput) -> ToolOutput:
        skill = await skills.get(where.workspace_id, given.slug)
        if not skill.is_enabled:
            raise NotFound(say("agents.no_skill", slug=given.slug))
        data = {"slug": skill.slug, "name": skill.name, "body": skill.body}
        return ToolOutput(ok=True, data=data, summary=say("did.looked_at", thing=skill.name))

    async def adapt(spec: ToolSpec, workspace_id: WorkspaceId) -> ToolSpec | None:
        return spec if any(one.is_enabled for one in await skills.list(workspace_id)) else None

    return ToolSpec(
        "loadSkill",
        "Load a skill that somebody wrote: how something is done here.",
        LoadSkillInput,
        load,
        BASELINE_GROUP,
        "read",
        "skills.team.read",
        adapt=adapt,
        output_cap=60_000,
    )


def skill_section(skills: WrittenSkills) -> Section:
    """Return the section that lists an agent's skills, one line each."""

    async def write(facts: PromptFacts) -> str:
        wanted = set(facts.agent.skills)
        if not wanted:
            return ""
        found = [
            one for one in await skills.list(facts.workspace_id) if one.is_enabled and one.slug in wanted
        ]
        lines = [f"- {one.slug}: {one.description or one.name}" for one in found]
        return "## Skills you can load with loadSkill\n" + "\n".join(lines) if lines else ""

    return Section("skills", 60, "stable", write)
