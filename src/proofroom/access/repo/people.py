"""People and their memberships in the database.

A person is not owned by a workspace: they may be a member of several. What a workspace sees of them goes
through membership.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.access.grants import WorkspaceRole
from proofroom.access.repo import projects as projects_repo
from proofroom.access.types import Member, Person
from proofroom.kernel.ids import PersonId, RoleId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.access import people, workspace_members
from proofroom.store.upsert import insert_if_absent

PEOPLE = Mapped(people, Person)


async def insert(connection: Connection, person: Person, password_hash: str | None) -> bool:
    """Add a person; tell whether the email address was free."""
    kept = {"password_hash": password_hash, "updated_at": person.created_at}
    return await PEOPLE.insert_if_absent(connection, person, **kept)


async def find(connection: Connection, person_id: PersonId) -> Person | None:
    """Return a person."""
    return await PEOPLE.find(connection, id=person_id)


_NAME = sa.select(people.c.name, people.c.email).where(people.c.id == sa.bindparam("b_person"))


async def name_of(connection: Connection, person_id: PersonId) -> str:
    """Return what one person is called; nothing if there is no such person. Every turn asks."""
    row = (await connection.execute(_NAME, {"b_person": person_id})).first()
    return (row.name or row.email) if row else ""


async def names(connection: Connection, person_ids: Iterable[PersonId]) -> dict[PersonId, str]:
    """Return what people are called: their name, or their address where they gave none."""
    query = sa.select(people.c.id, people.c.name, people.c.email).where(people.c.id.in_(list(person_ids)))
    return {PersonId(row.id): row.name or row.email for row in await connection.execute(query)}


async def find_with_password(connection: Connection, email: str) -> tuple[Person, str | None] | None:
    """Return the person who has an email address, and their password's hash."""
    query = sa.select(*PEOPLE.columns, people.c.password_hash).where(people.c.email == email)
    row = (await connection.execute(query)).one_or_none()
    return (PEOPLE.read(row), row.password_hash) if row else None


async def update(connection: Connection, person_id: PersonId, values: dict[str, Any]) -> bool:
    """Change columns of a person; tell whether they are there."""
    return await PEOPLE.update(connection, values, id=person_id) == 1


async def add_member(
    connection: Connection,
    workspace_id: WorkspaceId,
    person_id: PersonId,
    role: WorkspaceRole,
    role_id: RoleId | None,
    at: datetime,
) -> bool:
    """Make a person a member; tell whether they were not one before."""
    values = {
        "workspace_id": workspace_id,
        "person_id": person_id,
        "role": role,
        "role_id": role_id,
        "created_at": at,
    }
    return await insert_if_absent(connection, workspace_members, values)


async def find_member(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId
) -> Member | None:
    """Return a member of a workspace."""
    found = await _members(connection, workspace_id, person_id)
    return found[0] if found else None


async def list_members(connection: Connection, workspace_id: WorkspaceId) -> list[Member]:
    """Return the members of a workspace by name."""
    return await _members(connection, workspace_id, None)


async def update_member(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId, values: dict[str, Any]
) -> bool:
    """Change columns of a membership; tell whether it is there."""
    statement = workspace_members.update().where(*_one(workspace_id, person_id)).values(**values)
    return (await connection.execute(statement)).rowcount == 1


async def delete_member(connection: Connection, workspace_id: WorkspaceId, person_id: PersonId) -> bool:
    """End a membership and its project roles; tell whether it was there."""
    await projects_repo.delete_memberships(connection, workspace_id, person_id)
    statement = workspace_members.delete().where(*_one(workspace_id, person_id))
    return (await connection.execute(statement)).rowcount == 1


async def list_owners(
    connection: Connection, workspace_id: WorkspaceId, *, lock: bool = False
) -> list[PersonId]:
    """Return the owners of a workspace, oldest first; locked, nobody else changes them meanwhile."""
    table = workspace_members
    query = (
        sa.select(table.c.person_id)
        .where(table.c.workspace_id == workspace_id, table.c.role == "owner")
        .order_by(table.c.created_at, table.c.person_id)
    )
    rows = await connection.execute(query.with_for_update() if lock else query)
    return [PersonId(row["person_id"]) for row in rows.mappings()]


async def _members(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId | None
) -> list[Member]:
    table = workspace_members
    query = (
        sa.select(*PEOPLE.columns, table.c.role, table.c.role_id, table.c.created_at.label("joined_at"))
        .join(people, people.c.id == table.c.person_id)
        .where(table.c.workspace_id == workspace_id)
        .order_by(people.c.name, people.c.id)
    )
    if person_id is not None:
        query = query.where(table.c.person_id == person_id)
    rows = (await connection.execute(query)).all()
    roles = await projects_repo.list_roles(connection, workspace_id, person_id)
    limits = await projects_repo.list_limits(connection, workspace_id, person_id)
    return [
        Member(
            person=PEOPLE.read(row),
            role=row.role,
            role_id=row.role_id,
            project_roles=roles.get(PersonId(row.id), {}),
            joined_at=row.joined_at,
            project_limits=limits.get(PersonId(row.id), {}),
        )
        for row in rows
    ]


def _one(workspace_id: WorkspaceId, person_id: PersonId) -> tuple[sa.ColumnElement[bool], ...]:
    table = workspace_members
    return table.c.workspace_id == workspace_id, table.c.person_id == person_id
