"""Review links in the database."""

from datetime import datetime

import sqlalchemy as sa

from proofroom.kernel.ids import WorkspaceId
from proofroom.reviews.links.types import ReviewLink
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.reviews import review_links

LINKS = Mapped(review_links, ReviewLink)


async def insert(connection: Connection, link: ReviewLink, token_hash: str) -> None:
    """Add a link."""
    await LINKS.insert(connection, link, token_hash=token_hash)


async def find_open(connection: Connection, token_hash: str, at: datetime) -> ReviewLink | None:
    """Return the link behind a token while it can be used; only the token tells its workspace."""
    return await LINKS.find(connection, *_open(at), token_hash=token_hash)


async def list_open(
    connection: Connection, workspace_id: WorkspaceId, subject_id: str, at: datetime
) -> list[ReviewLink]:
    """Return the links to one thing that can still be used, newest first."""
    wanted = given(workspace_id=workspace_id, subject_id=subject_id)
    return await LINKS.list(connection, *_open(at), order_by=review_links.c.id.desc(), **wanted)


async def find(connection: Connection, workspace_id: WorkspaceId, link_id: str) -> ReviewLink | None:
    """Return a link of the workspace, whether or not it can still be used."""
    return await LINKS.find(connection, workspace_id=workspace_id, id=link_id)


async def revoke(connection: Connection, workspace_id: WorkspaceId, link_id: str, at: datetime) -> bool:
    """End a link; tell whether it was open."""
    one = {"workspace_id": workspace_id, "id": link_id}
    return await LINKS.update(connection, {"revoked_at": at}, *_open(at), **one) == 1


async def touch(connection: Connection, link: ReviewLink, at: datetime) -> None:
    """Remember the first time it was opened."""
    one = {"workspace_id": link.workspace_id, "id": link.id, "opened_at": None}
    await LINKS.update(connection, {"opened_at": at}, **one)


def _open(at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return review_links.c.expires_at > at, review_links.c.revoked_at.is_(None)
