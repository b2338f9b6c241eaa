"""Roles of a workspace's own making, and the rule for handing rights on: nobody gives more than they have."""

from collections.abc import Iterable

from proofroom.access.audit import Audit
from proofroom.access.names import clean_name, clean_slug, slugify
from proofroom.access.permissions import OF_STUDIO, close, unknown_permissions
from proofroom.access.principal import Principal
from proofroom.access.repo import roles as repo
from proofroom.access.types import Role
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import RoleId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database


def check_grant(giver: Principal, permissions: Iterable[str]) -> None:
    """Refuse to hand on permissions that the giver does not hold for the whole workspace."""
    held = giver.permissions if giver.is_home else giver.permissions | OF_STUDIO  # it counts for nobody there
    missing = sorted(close(permissions) - held)
    if missing:
        raise NotAllowed(
            say("access.rights"),
            suggestion=say("access.ask_owner"),
            missing=missing[:10],
        )


async def check_role_grant(connection: Connection, giver: Principal, key: str) -> None:
    """Refuse a role that does not exist, or that allows more than whoever hands it on may do."""
    role = await repo.find_by_key(connection, giver.workspace_id, key)
    if role is None:
        raise InvalidInput(say("access.no_role_key", key=key))
    check_grant(giver, role.permissions)


class Roles:
    """The role records of a workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database = database
        self._clock = clock
        self._audit = audit

    async def list(self, principal: Principal) -> list[Role]:
        """Return the roles of the workspace, built-in ones first."""
        async with self._database.reading() as connection:
            return await repo.list_all(connection, principal.workspace_id)

    async def get(self, workspace_id: WorkspaceId, role_id: RoleId) -> Role:
        """Return a role."""
        async with self._database.reading() as connection:
            role = await repo.find(connection, workspace_id, role_id)
        if role is None:
            raise NotFound(say("access.no_role"))
        return role

    async def create(
        self,
        principal: Principal,
        name: str,
        permissions: Iterable[str],
        *,
        key: str | None = None,
        description: str = "",
    ) -> Role:
        """Make a role of the workspace's own."""
        principal.require("roles.manage")
        wanted = _checked(permissions)
        check_grant(principal, wanted)
        title = clean_name(name)
        role = Role(
            id=RoleId(new_id()),
            workspace_id=principal.workspace_id,
            key=slugify(title) if key is None else clean_slug(key),
            name=title,
            description=description.strip(),
            is_builtin=False,
            permissions=wanted,
        )
        async with self._database.transaction() as connection:
            if not await repo.insert(connection, principal.workspace_id, role, self._clock.now()):
                raise Conflict(say("access.role_taken", key=role.key), suggestion=say("names.another"))
            await self._audit.record(
                connection, principal, "role.create", ("role", role.id, role.name), after=sorted(wanted)
            )
        return role

    async def update(
        self,
        principal: Principal,
        role_id: RoleId,
        *,
        name: str | None = None,
        description: str | None = None,
        permissions: Iterable[str] | None = None,
    ) -> Role:
        """Change a role; built-in ones stay as they are."""
        principal.require("roles.manage")
        old = await self.get(principal.workspace_id, role_id)
        if old.is_builtin:
            raise Conflict(say("access.role_builtin"))
        wanted = old.permissions if permissions is None else _checked(permissions)
        check_grant(principal, wanted)
        role = Role(
            id=old.id,
            workspace_id=old.workspace_id,
            key=old.key,
            name=old.name if name is None else clean_name(name),
            description=old.description if description is None else description.strip(),
            is_builtin=False,
            permissions=wanted,
        )
        async with self._database.transaction() as connection:
            if not await repo.update(connection, principal.workspace_id, role, self._clock.now()):
                raise NotFound(say("access.no_role"))
            await self._audit.record(
                connection,
                principal,
                "role.update",
                ("role", role.id, role.name),
                before=sorted(old.permissions),
                after=sorted(wanted),
            )
        return role

    async def delete(self, principal: Principal, role_id: RoleId) -> None:
        """Remove a role; people and agents that had it lose what it gave."""
        principal.require("roles.manage")
        old = await self.get(principal.workspace_id, role_id)
        if old.is_builtin:
            raise Conflict(say("access.role_builtin_delete"))
        async with self._database.transaction() as connection:
            await repo.delete(connection, principal.workspace_id, role_id)
            await self._audit.record(
                connection,
                principal,
                "role.delete",
                ("role", role_id, old.name),
                before=sorted(old.permissions),
            )


def _checked(permissions: Iterable[str]) -> frozenset[str]:
    wanted = frozenset(permissions)
    unknown = unknown_permissions(wanted)
    if unknown:
        raise InvalidInput(
            say("access.no_permission", permission=unknown[0]), field="permissions", unknown=unknown
        )
    return close(wanted)
