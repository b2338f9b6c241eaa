"""Links that were handed out, in the database."""

from datetime import datetime

from proofroom.content.preview_links.types import GivenLink
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.previews import preview_links

_LINKS = Mapped(preview_links, GivenLink)


async def add(connection: Connection, link: GivenLink, now: datetime) -> None:
    """Write a link, and forget those of its workspace that are over."""
    over = (preview_links.c.workspace_id == link.workspace_id, preview_links.c.until < now)
    await connection.execute(preview_links.delete().where(*over))
    await _LINKS.insert(connection, link)


async def living(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, now: datetime
) -> list[GivenLink]:
    """Return the links of a project that are not over, the newest first."""
    newest = preview_links.c.id.desc()
    return await _LINKS.list(
        connection,
        preview_links.c.until >= now,
        order_by=newest,
        workspace_id=workspace_id,
        project_id=project_id,
    )


async def find(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, link_id: str
) -> GivenLink | None:
    """Return a link of a project."""
    return await _LINKS.find(connection, workspace_id=workspace_id, project_id=project_id, id=link_id)


async def remove(connection: Connection, link: GivenLink) -> None:
    """Forget a link."""
    await _LINKS.delete(connection, workspace_id=link.workspace_id, id=link.id)
