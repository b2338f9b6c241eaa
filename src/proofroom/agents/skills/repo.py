"""Skills in the database."""

from proofroom.agents.skills.types import WrittenSkill
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.agents import skills

_SKILLS = Mapped(skills, WrittenSkill)
_CHANGED = ("name", "description", "body", "is_enabled", "version", "updated_by", "updated_at")


async def add(connection: Connection, skill: WrittenSkill) -> bool:
    """Write a skill; False if its slug is taken."""
    return await _SKILLS.insert_if_absent(connection, skill)


async def update(connection: Connection, skill: WrittenSkill, expected: int) -> bool:
    """Write the next version, if the skill is still at the expected one."""
    return await _SKILLS.change(connection, skill, _CHANGED, version=expected)


async def remove(connection: Connection, skill: WrittenSkill) -> None:
    """Remove a skill."""
    await _SKILLS.delete(connection, workspace_id=skill.workspace_id, id=skill.id)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[WrittenSkill]:
    """Return the skills of a workspace by slug."""
    return await _SKILLS.list(connection, workspace_id=workspace_id, order_by=skills.c.slug)


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> WrittenSkill:
    """Return a skill by its slug, or say that there is none."""
    missing = say("agents.no_skill", slug=slug)
    return await _SKILLS.get(connection, missing, workspace_id=workspace_id, slug=slug)
