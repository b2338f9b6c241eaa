"""Sign-ins and set-up links in the database. Both are found by the digest of their token."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.access.grants import WorkspaceRole
from proofroom.access.types import Session
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.prepared import Prepared
from proofroom.store.tables.access import people, sessions, setup_links, workspace_members

SESSIONS = Mapped(sessions, Session)
_STANDING = Prepared(  # asked with every request
    sa.select(
        *SESSIONS.columns,
        people.c.name,
        people.c.email,
        workspace_members.c.role,
        workspace_members.c.role_id,
    )
    .join(people, people.c.id == sessions.c.person_id)
    .join(
        workspace_members,
        sa.and_(
            workspace_members.c.workspace_id == sessions.c.workspace_id,
            workspace_members.c.person_id == sessions.c.person_id,
        ),
    )
    .where(
        sessions.c.token_hash == sa.bindparam("b_token"),
        sessions.c.expires_at > sa.bindparam("b_at"),
        people.c.is_disabled.is_(False),
    )
)


@dataclass(frozen=True, slots=True)
class LiveSession:
    """A live session and what its person is in its workspace."""

    session: Session
    name: str
    email: str
    role: WorkspaceRole
    role_id: str | None


async def insert(connection: Connection, session: Session, token_hash: str) -> None:
    """Add a session."""
    await SESSIONS.insert(connection, session, token_hash=token_hash)


async def find_standing(connection: Connection, token_hash: str, at: datetime) -> LiveSession | None:
    """Return a session that has not expired, of a person who is enabled and still a member."""
    rows = await _STANDING.execute(connection, {"b_token": token_hash, "b_at": at})
    return LiveSession(SESSIONS.read(rows[0]), *rows[0][len(SESSIONS.columns) :]) if rows else None


async def list_of_person(connection: Connection, person_id: PersonId, at: datetime) -> list[Session]:
    """Return a person's live sessions, the last seen first."""
    order = (sessions.c.seen_at.desc(), sessions.c.id)
    return await SESSIONS.list(connection, sessions.c.expires_at > at, person_id=person_id, order_by=order)


async def touch(connection: Connection, token_hash: str, at: datetime) -> None:
    """Remember that a session was used."""
    await SESSIONS.update(connection, {"seen_at": at}, token_hash=token_hash)


async def move(connection: Connection, token_hash: str, workspace_id: WorkspaceId) -> bool:
    """Point a session at another workspace of its person; tell whether they are a member there."""
    member = workspace_members
    is_member = sa.exists().where(
        member.c.workspace_id == workspace_id, member.c.person_id == sessions.c.person_id
    )
    statement = sessions.update().where(sessions.c.token_hash == token_hash, is_member)
    return (await connection.execute(statement.values(workspace_id=workspace_id))).rowcount == 1


async def delete(connection: Connection, token_hash: str) -> bool:
    """End a session; tell whether it was there."""
    return await SESSIONS.delete(connection, token_hash=token_hash) == 1


async def delete_of_person(
    connection: Connection, person_id: PersonId, *, session_id: str | None = None, keep: str | None = None
) -> int:
    """End one or all sessions of a person, except the one whose token has the digest `keep`."""
    statement = sessions.delete().where(sessions.c.person_id == person_id)
    if session_id is not None:
        statement = statement.where(sessions.c.id == session_id)
    if keep is not None:
        statement = statement.where(sessions.c.token_hash != keep)
    return (await connection.execute(statement)).rowcount


async def delete_expired(connection: Connection, at: datetime) -> int:
    """Remove sessions and set-up links that nobody can use any more."""
    ended = (await connection.execute(sessions.delete().where(sessions.c.expires_at <= at))).rowcount
    links = setup_links.delete().where(setup_links.c.expires_at <= at)
    return ended + (await connection.execute(links)).rowcount


async def insert_link(
    connection: Connection, link_id: str, token_hash: str, created_at: datetime, expires_at: datetime
) -> None:
    """Add a set-up link and make the earlier ones worthless."""
    await connection.execute(setup_links.delete())
    await connection.execute(
        setup_links.insert().values(
            id=link_id, token_hash=token_hash, created_at=created_at, expires_at=expires_at
        )
    )


async def link_is_open(connection: Connection, token_hash: str, at: datetime) -> bool:
    """Tell whether a set-up link can be used."""
    query = sa.select(setup_links.c.id).where(*_open_link(token_hash, at))
    return (await connection.execute(query)).first() is not None


async def use_link(connection: Connection, token_hash: str, at: datetime) -> bool:
    """Use a set-up link up; tell whether it was open."""
    statement = setup_links.update().where(*_open_link(token_hash, at)).values(used_at=at)
    return (await connection.execute(statement)).rowcount == 1


def _open_link(token_hash: str, at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    table = setup_links
    return table.c.token_hash == token_hash, table.c.expires_at > at, table.c.used_at.is_(None)
