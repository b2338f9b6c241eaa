"""Saved views: ways to look at records that a workspace keeps."""

from dataclasses import replace
from typing import Any, get_args

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.access.names import clean_name, slugify
from proofroom.entities.repo import types
from proofroom.entities.repo import views as repo
from proofroom.entities.response import SavedView, ViewKind
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.search import Where
from proofroom.store import Connection, Database

CONFIG = frozenset({"type", "where", "query", "sort", "columns", "group", "entityId", "depth"})


class Views:
    """The views of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def list(self, workspace_id: WorkspaceId) -> list[SavedView]:
        """Return the views of a workspace."""
        async with self._database.reading() as connection:
            return await repo.list_all(connection, workspace_id)

    async def get(self, workspace_id: WorkspaceId, slug: str) -> SavedView:
        """Return a view by its slug."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, slug)

    async def create(
        self,
        workspace_id: WorkspaceId,
        name: str,
        kind: str,
        config: dict[str, Any],
        by: Principal,
        slug: str = "",
        view_id: str | None = None,
    ) -> SavedView:
        """Save a view."""
        title = clean_name(name)
        view = SavedView(
            view_id or new_id(),
            workspace_id,
            slugify(slug or title),
            title,
            _kind(kind),
            config,
            1,
            by.name[:200],
            self._clock.now(),
            by.run_id,
        )
        async with self._database.transaction() as connection:
            await _check(connection, view)
            if not await repo.add(connection, view):
                known = await repo.get(connection, workspace_id, view.slug)
                if known.id == view.id:
                    return known
                raise Conflict(say("entities.view_taken", slug=view.slug))
            await self._audit.change(connection, by, "view.create", None, view, _named)
        return view

    async def change(
        self,
        workspace_id: WorkspaceId,
        slug: str,
        by: Principal,
        *,
        name: str | None = None,
        kind: str | None = None,
        config: dict[str, Any] | None = None,
        expected: int | None = None,
    ) -> SavedView:
        """Change a view; a change made on an old copy is refused."""
        async with self._database.transaction() as connection:
            before = await repo.get(connection, workspace_id, slug)
            if expected is not None and expected != before.version:
                asked = {"version": before.version, "expected": expected}
                raise Conflict(say("entities.newer_version", name=before.name, **asked))
            after = replace(
                before,
                name=clean_name(name) if name else before.name,
                kind=_kind(kind) if kind else before.kind,
                config=before.config if config is None else config,
                version=before.version + 1,
                updated_at=self._clock.now(),
            )
            await _check(connection, after)
            if not await repo.update(connection, after, before.version):
                raise Conflict(say("entities.meanwhile", name=before.name))
            await self._audit.change(connection, by, "view.change", before, after, _named)
        return after

    async def delete(self, workspace_id: WorkspaceId, slug: str, by: Principal) -> None:
        """Delete a view."""
        async with self._database.transaction() as connection:
            view = await repo.get(connection, workspace_id, slug)
            await repo.remove(connection, view)
            await self._audit.change(connection, by, "view.delete", view, None, _named)


def _kind(kind: str) -> ViewKind:
    for known in get_args(ViewKind):
        if known == kind:
            return known
    known = ", ".join(get_args(ViewKind))
    raise InvalidInput(
        say("entities.view_kind", kind=kind), suggestion=say("next.one_of_listed", known=known)
    )


async def _check(connection: Connection, view: SavedView) -> None:
    """Refuse a view that could never be shown."""
    unknown = sorted(set(view.config) - CONFIG)
    if unknown:
        known = ", ".join(sorted(CONFIG))
        raise InvalidInput(
            say("entities.view_setting", name=unknown[0]), suggestion=say("next.one_of_listed", known=known)
        )
    if view.config.get("where"):
        Where.parse(view.config["where"])
    if view.config.get("type"):
        await types.get(connection, view.workspace_id, str(view.config["type"]))


def _named(view: SavedView) -> Named:
    return "view", view.id, view.name
