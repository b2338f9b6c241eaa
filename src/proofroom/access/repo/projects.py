"""Projects and their members in the database."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.access.grants import ProjectRole
from proofroom.access.types import Project, Restrictions
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import project_members, projects, workspace_members
from proofroom.store.types import UtcTime
from proofroom.store.upsert import insert_or

PROJECTS = Mapped(projects, Project)


async def insert(connection: Connection, project: Project) -> bool:
    """Add a project; tell whether its slug was free."""
    return await PROJECTS.insert_if_absent(connection, project)


async def find(connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId) -> Project | None:
    """Return a project of a workspace."""
    return await PROJECTS.find(connection, workspace_id=workspace_id, id=project_id)


async def find_by_slug(connection: Connection, workspace_id: WorkspaceId, slug: str) -> Project | None:
    """Return the project of a workspace that has a slug."""
    return await PROJECTS.find(connection, workspace_id=workspace_id, slug=slug)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[Project]:
    """Return the projects of a workspace by name."""
    order = (projects.c.name, projects.c.id)
    return await PROJECTS.list(connection, workspace_id=workspace_id, order_by=order)


async def update(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, values: dict[str, Any]
) -> bool:
    """Change columns of a project; tell whether it is there."""
    return await PROJECTS.update(connection, values, workspace_id=workspace_id, id=project_id) == 1


async def delete(connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId) -> bool:
    """Remove a project's row; tell whether it was there."""
    return await PROJECTS.delete(connection, workspace_id=workspace_id, id=project_id) == 1


async def put_member(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    person_id: PersonId,
    role: ProjectRole,
    at: datetime,
) -> bool:
    """Give a member of the workspace a role in one of its projects; tell whether both are there."""
    both = sa.select(
        projects.c.id,
        workspace_members.c.person_id,
        projects.c.workspace_id,
        sa.literal(role),
        sa.literal(at, UtcTime()),
    ).where(
        *_one(workspace_id, project_id),
        workspace_members.c.workspace_id == projects.c.workspace_id,
        workspace_members.c.person_id == person_id,
    )
    statement = insert_or(connection, project_members).from_select(
        ["project_id", "person_id", "workspace_id", "role", "created_at"], both
    )
    changed = statement.on_conflict_do_update(
        index_elements=["project_id", "person_id"], set_={"role": statement.excluded.role}
    )
    return (await connection.execute(changed.returning(sa.literal(1)))).first() is not None


async def set_limits(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    person_id: PersonId,
    limits: Restrictions,
) -> bool:
    """Say what a member of a project is limited to; tell whether they have a role there."""
    table = project_members
    statement = table.update().where(
        table.c.workspace_id == workspace_id, table.c.project_id == project_id, table.c.person_id == person_id
    )
    return (await connection.execute(statement.values(limits=limits.as_dict()))).rowcount == 1


async def list_limits(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId | None = None
) -> dict[PersonId, dict[ProjectId, Restrictions]]:
    """Return what members are limited to, by person and project; those without a limit are left out."""
    table = project_members
    query = sa.select(table.c.person_id, table.c.project_id, table.c.limits).where(
        table.c.workspace_id == workspace_id
    )
    if person_id is not None:
        query = query.where(table.c.person_id == person_id)
    found: dict[PersonId, dict[ProjectId, Restrictions]] = {}
    for row in (await connection.execute(query)).mappings():
        if row["limits"]:
            limits = Restrictions.from_dict(row["limits"])
            found.setdefault(PersonId(row["person_id"]), {})[ProjectId(row["project_id"])] = limits
    return found


async def delete_member(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, person_id: PersonId
) -> bool:
    """Take a person's role in a project away; tell whether there was one."""
    table = project_members
    statement = table.delete().where(
        table.c.workspace_id == workspace_id, table.c.project_id == project_id, table.c.person_id == person_id
    )
    return (await connection.execute(statement)).rowcount == 1


async def delete_memberships(connection: Connection, workspace_id: WorkspaceId, person_id: PersonId) -> int:
    """Take all of a person's project roles in a workspace away."""
    table = project_members
    statement = table.delete().where(table.c.workspace_id == workspace_id, table.c.person_id == person_id)
    return (await connection.execute(statement)).rowcount


async def list_roles(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId | None = None
) -> dict[PersonId, dict[ProjectId, ProjectRole]]:
    """Return the project roles of one person or of everybody in a workspace."""
    table = project_members
    query = sa.select(table.c.person_id, table.c.project_id, table.c.role).where(
        table.c.workspace_id == workspace_id
    )
    if person_id is not None:
        query = query.where(table.c.person_id == person_id)
    found: dict[PersonId, dict[ProjectId, ProjectRole]] = {}
    for row in (await connection.execute(query)).mappings():
        found.setdefault(PersonId(row["person_id"]), {})[ProjectId(row["project_id"])] = row["role"]
    return found


def _one(workspace_id: WorkspaceId, project_id: ProjectId) -> tuple[sa.ColumnElement[bool], ...]:
    return projects.c.workspace_id == workspace_id, projects.c.id == project_id
