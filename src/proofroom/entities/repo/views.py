"""Saved views in the database."""

from proofroom.entities.response import SavedView
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.entities import entity_views

_VIEWS = Mapped(entity_views, SavedView)
_CHANGED = ("name", "kind", "config", "version", "updated_at", "run_id")


async def add(connection: Connection, view: SavedView) -> bool:
    """Write a view; False if its slug is taken."""
    return await _VIEWS.insert_if_absent(connection, view)


async def update(connection: Connection, view: SavedView, expected: int) -> bool:
    """Write the next version of a view, if it is still at the expected one."""
    return await _VIEWS.change(connection, view, _CHANGED, version=expected)


async def remove(connection: Connection, view: SavedView) -> None:
    """Remove a view."""
    await _VIEWS.delete(connection, workspace_id=view.workspace_id, id=view.id)


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[SavedView]:
    """Return the views of a workspace by name."""
    order = (entity_views.c.name, entity_views.c.id)
    return await _VIEWS.list(connection, workspace_id=workspace_id, order_by=order)


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> SavedView:
    """Return a view by its slug, or say that there is none."""
    missing = say("entities.no_view", slug=slug)
    return await _VIEWS.get(connection, missing, workspace_id=workspace_id, slug=slug)
