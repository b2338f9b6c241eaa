"""Saved views in the database."""

from typing import Any

import sqlalchemy as sa

from proofroom.entities.response import SavedView
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.entities import entity_views
from proofroom.store.upsert import insert_if_absent

_COLUMNS = tuple(column.name for column in entity_views.columns)


async def add(connection: Connection, view: SavedView) -> bool:
    """Write a view; False if its slug is taken."""
    return await insert_if_absent(connection, entity_views, {name: getattr(view, name) for name in _COLUMNS})


async def update(connection: Connection, view: SavedView, expected: int) -> bool:
    """Write the next version of a view, if it is still at the expected one."""
    names = ("name", "kind", "config", "version", "updated_at", "run_id")
    done = await connection.execute(
        entity_views.update()
        .where(
            entity_views.c.workspace_id == view.workspace_id,
            entity_views.c.id == view.id,
            entity_views.c.version == expected,
        )
        .values({name: getattr(view, name) for name in names})
    )
    return done.rowcount == 1


async def remove(connection: Connection, view: SavedView) -> None:
    """Remove a view."""
    await connection.execute(
        entity_views.delete().where(
            entity_views.c.workspace_id == view.workspace_id, entity_views.c.id == view.id
        )
    )


async def list_all(connection: Connection, workspace_id: WorkspaceId) -> list[SavedView]:
    """Return the views of a workspace by name."""
    query = (
        sa.select(entity_views)
        .where(entity_views.c.workspace_id == workspace_id)
        .order_by(entity_views.c.name, entity_views.c.id)
    )
    return [_view(row) for row in (await connection.execute(query)).mappings()]


async def get(connection: Connection, workspace_id: WorkspaceId, slug: str) -> SavedView:
    """Return a view by its slug, or say that there is none."""
    query = sa.select(entity_views).where(
        entity_views.c.workspace_id == workspace_id, entity_views.c.slug == slug
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("entities.no_view", slug=slug))
    return _view(row)


def _view(row: sa.RowMapping) -> SavedView:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    return SavedView(**values)
