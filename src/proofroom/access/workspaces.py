"""Workspaces and their settings."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access.audit import Audit
from proofroom.access.names import clean_name, slugify
from proofroom.access.principal import Principal
from proofroom.access.repo import people as people_repo
from proofroom.access.repo import roles as roles_repo
from proofroom.access.repo import workspaces as repo
from proofroom.access.types import Setting, Workspace
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

WHOLE = "workspace"
"""The scope of settings that hold for everybody; others are `project:<id>` and `person:<id>`."""


class Workspaces:
    """The workspaces of a studio."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database = database
        self._clock = clock
        self._audit = audit

    async def list_all(self) -> list[Workspace]:
        """Return every workspace of the studio, for work done in each of them."""
        async with self._database.reading(quick=True) as connection:
            return await repo.list_all(connection)

    async def list_of_person(self, person_id: PersonId) -> list[Workspace]:
        """Return the workspaces a person can switch to."""
        async with self._database.reading() as connection:
            return await repo.list_of_person(connection, person_id)

    async def get(self, workspace_id: WorkspaceId) -> Workspace:
        """Return a workspace."""
        async with self._database.reading() as connection:
            found = await repo.find(connection, workspace_id)
        if found is None:
            raise NotFound(say("access.no_workspace"))
        return found

    async def named(self, name: str, *, person_id: PersonId | None = None) -> Workspace:
        """Return a workspace by id or slug: one of a person's, or any for whoever operates the studio."""
        known = await (self.list_all() if person_id is None else self.list_of_person(person_id))
        for workspace in known:
            if name in (workspace.id, workspace.slug):
                return workspace
        raise NotFound(say("access.no_workspace"))

    async def create(self, principal: Principal, name: str) -> Workspace:
        """Make another workspace in the studio, owned by the person who asks."""
        principal.require("studio.manage")
        owner, moment = principal.require_person(), self._clock.now()
        async with self._database.transaction() as connection:
            workspace = await add_workspace(connection, name, moment)
            await people_repo.add_member(connection, workspace.id, owner, "owner", None, moment)
            await self._audit.record(
                connection,
                principal,
                "workspace.create",
                ("workspace", workspace.id, workspace.name),
                after=workspace,
            )
        return workspace

    async def rename(self, principal: Principal, name: str) -> Workspace:
        """Give the workspace another name; its slug stays, because links use it."""
        principal.require("workspace.manage")
        old = await self.get(principal.workspace_id)
        title = clean_name(name)
        renamed = replace(old, name=title)
        async with self._database.transaction() as connection:
            await repo.rename(connection, old.id, title, old.slug, self._clock.now())
            await self._audit.record(
                connection,
                principal,
                "workspace.rename",
                ("workspace", old.id, title),
                data={"before": old.name},
                before=old,
                after=renamed,
            )
        return renamed

    async def add_missing_roles(self) -> None:
        """Give every workspace the built-in roles that came with a newer release."""
        async with self._database.reading(quick=True) as connection:
            lacking = await roles_repo.without_builtin(connection)
        for workspace_id in lacking:
            async with self._database.transaction() as connection:
                await roles_repo.add_builtin(connection, workspace_id, self._clock.now())

    async def find_setting(
        self, workspace_id: WorkspaceId, key: str, *, scope: str = WHOLE
    ) -> Setting | None:
        """Return a setting, or None if it was never set."""
        return await self._database.remembered(
            ("setting", workspace_id, scope, key),
            ("workspace_settings",),
            lambda connection: repo.find_setting(connection, workspace_id, scope, key),
        )

    async def put_setting(
        self,
        principal: Principal,
        key: str,
        value: Any,
        *,
        scope: str = WHOLE,
        expected_version: int | None = None,
    ) -> Setting:
        """Write a setting; with `expected_version` only if nobody changed it meanwhile (0: not set yet)."""
        if scope != f"person:{principal.person_id}":
            principal.require("settings.team.update")
        moment, workspace_id, by = self._clock.now(), principal.workspace_id, principal.person_id
        async with self._database.transaction() as connection:
            old = await repo.find_setting(connection, workspace_id, scope, key)
            version = old.version if old else 0
            is_free = expected_version is None or expected_version == version
            if is_free and old is None:
                is_free = await repo.add_setting(connection, workspace_id, scope, key, value, by, moment)
            elif is_free:
                is_free = await repo.change_setting(
                    connection, workspace_id, scope, key, value, by, moment, version
                )
            if not is_free:
                raise Conflict(say("access.setting_meanwhile"), version=version)
            await self._audit.record(
                connection,
                principal,
                "setting.update",
                ("setting", f"{scope}/{key}"),
                before={"value": old.value} if old else None,
                after={"value": value},
            )
        return Setting(value, version + 1, moment)


async def add_workspace(connection: Connection, name: str, moment: datetime) -> Workspace:
    """Add a workspace with its built-in roles and no members."""
    title = clean_name(name)
    workspace = Workspace(WorkspaceId(new_id()), await free_slug(connection, title), title, moment)
    await repo.insert(connection, workspace)
    await roles_repo.add_builtin(connection, workspace.id, moment)
    return workspace


async def free_slug(connection: Connection, name: str) -> str:
    """Return the first slug for a name that no workspace has."""
    slug = wanted = slugify(name)
    number = 1
    while await repo.slug_is_taken(connection, slug):
        number += 1
        slug = f"{wanted}-{number}"
    return slug
