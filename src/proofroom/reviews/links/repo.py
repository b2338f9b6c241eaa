"""Review links in the database."""

from dataclasses import asdict
from datetime import datetime

import sqlalchemy as sa

from proofroom.kernel.ids import WorkspaceId
from proofroom.reviews.links.types import ReviewLink
from proofroom.store import Connection
from proofroom.store.tables.reviews import review_links

_SHOWN = [column for column in review_links.c if column.name != "token_hash"]


async def insert(connection: Connection, link: ReviewLink, token_hash: str) -> None:
    """Add a link."""
    await connection.execute(review_links.insert().values(**asdict(link), token_hash=token_hash))


async def find_open(connection: Connection, token_hash: str, at: datetime) -> ReviewLink | None:
    """Return the link behind a token while it can be used; only the token tells its workspace."""
    query = sa.select(*_SHOWN).where(review_links.c.token_hash == token_hash, *_open(at))
    row = (await connection.execute(query)).mappings().one_or_none()
    return ReviewLink(**row) if row else None


async def list_open(
    connection: Connection, workspace_id: WorkspaceId, subject_id: str, at: datetime
) -> list[ReviewLink]:
    """Return the links to one thing that can still be used, newest first."""
    query = sa.select(*_SHOWN).where(
        review_links.c.workspace_id == workspace_id, review_links.c.subject_id == subject_id, *_open(at)
    )
    rows = await connection.execute(query.order_by(review_links.c.id.desc()))
    return [ReviewLink(**row) for row in rows.mappings()]


async def find(connection: Connection, workspace_id: WorkspaceId, link_id: str) -> ReviewLink | None:
    """Return a link of the workspace, whether or not it can still be used."""
    query = sa.select(*_SHOWN).where(
        review_links.c.workspace_id == workspace_id, review_links.c.id == link_id
    )
    row = (await connection.execute(query)).mappings().one_or_none()
    return ReviewLink(**row) if row else None


async def revoke(connection: Connection, workspace_id: WorkspaceId, link_id: str, at: datetime) -> bool:
    """End a link; tell whether it was open."""
    statement = review_links.update().where(
        review_links.c.workspace_id == workspace_id, review_links.c.id == link_id, *_open(at)
    )
    return (await connection.execute(statement.values(revoked_at=at))).rowcount == 1


async def touch(connection: Connection, link: ReviewLink, at: datetime) -> None:
    """Remember the first time it was opened."""
    statement = review_links.update().where(
        review_links.c.workspace_id == link.workspace_id,
        review_links.c.id == link.id,
        review_links.c.opened_at.is_(None),
    )
    await connection.execute(statement.values(opened_at=at))


def _open(at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return review_links.c.expires_at > at, review_links.c.revoked_at.is_(None)
