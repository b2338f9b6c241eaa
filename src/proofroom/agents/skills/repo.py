"""Skills in the database."""

from typing import Any

import sqlalchemy as sa

from proofroom.agents.skills.types import WrittenSkill
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.agents import skills
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in skills.columns)


async def add(connection: Connection, skill: WrittenSkill) -> bool:
    """Write a skill; False if its slug is taken."""
    return await insert_if_absent(connection, skills, {name: getattr(skill, name) for name in _COLUMNS})


async def update(connection: Connection, skill: WrittenSkill, expected: int) -> bool:
    """Write the next version, if the skill is still at the expected one."""
    names = ("name", "description", "body", "is_enabled", "version", "updated_by", "updated_at")
    done = await connection.execute(
        skills.update()
        .where(
            skills.c.workspace_id == skill.workspace_id,
            skills.c.id == skill.id,
            skills.c.version == expected,
        )
        .values({name: getattr(skill, name) for name in names})
    )
    return done.rowcount == 1


async def remove(connection: Connection, skill: WrittenSkill) -> None:
    """Remove a skill."""
    await connection.execute(
        skills.delete().where(skills.c.workspace_id == skill.workspace_id, skills.c.id == skill.id)
    )


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[WrittenSkill]:
    """Return the skills of a workspace by slug."""
    query = sa.select(skills).where(skills.c.workspace_id == workspace_id).order_by(skills.c.slug)
    return [_skill(row) for row in (await connection.execute(query)).mappings()]


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> WrittenSkill:
    """Return a skill by its slug, or say that there is none."""
    query = sa.select(skills).where(skills.c.workspace_id == workspace_id, skills.c.slug == slug)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("agents.no_skill", slug=slug))
    return _skill(row)


def _skill(row: sa.RowMapping) -> WrittenSkill:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return WrittenSkill(**values)
