"""Who belongs to a workspace, and as what."""

from typing import Any

from proofroom.access.audit import Audit
from proofroom.access.grants import WORKSPACE_ROLES, WorkspaceRole, permissions_of
from proofroom.access.keys import revoke_keys_of
from proofroom.access.principal import Principal
from proofroom.access.repo import people as repo
from proofroom.access.repo import roles as roles_repo
from proofroom.access.roles import check_grant
from proofroom.access.types import Member
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import PersonId, RoleId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database


class Members:
    """The members of a workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database = database
        self._clock = clock
        self._audit = audit

    async def list(self, principal: Principal) -> list[Member]:
        """Return the members of the workspace by name."""
        principal.require("users.team.read")
        async with self._database.reading() as connection:
            return await repo.list_members(connection, principal.workspace_id)

    async def get(self, principal: Principal, person_id: PersonId) -> Member:
        """Return a member of the workspace."""
        return await self.find(principal.workspace_id, person_id)

    async def find(self, workspace_id: WorkspaceId, person_id: PersonId) -> Member:
        """Return a member of a workspace, for work that nobody in particular asked for."""
        async with self._database.reading() as connection:
            return await _find(connection, workspace_id, person_id)

    async def set_role(
        self,
        principal: Principal,
        person_id: PersonId,
        role: WorkspaceRole,
        *,
        role_id: RoleId | None = None,
    ) -> Member:
        """Change what somebody is in the workspace; `role_id` names a role record that adds to it."""
        principal.require("users.team.update")
        if role not in WORKSPACE_ROLES:
            raise InvalidInput(say("access.workspace_role", roles=", ".join(WORKSPACE_ROLES)), field="role")
        check_grant(principal, permissions_of(role))
        values: dict[str, Any] = {"role": role, "role_id": role_id}
        async with self._database.transaction() as connection:
            await _check_record(connection, principal, role_id)
            old = await _find(connection, principal.workspace_id, person_id)
            check_grant(principal, permissions_of(old.role))
            await _check_record(connection, principal, old.role_id)
            if role != "owner":
                await _keep_an_owner(connection, principal, person_id)
            await repo.update_member(connection, principal.workspace_id, person_id, values)
            changed = await _find(connection, principal.workspace_id, person_id)
            await self._audit.record(
                connection,
                principal,
                "member.role",
                ("person", person_id, old.person.name),
                data={"before": old.role, "after": role, "role_id": role_id},
                before=old,
                after=changed,
            )
            return changed

    async def remove(self, principal: Principal, person_id: PersonId) -> None:
        """End a membership; leaving oneself needs no permission."""
        if person_id != principal.person_id:
            principal.require("users.team.delete")
        async with self._database.transaction() as connection:
            old = await _find(connection, principal.workspace_id, person_id)
            if person_id != principal.person_id:
                check_grant(principal, permissions_of(old.role))
            await _keep_an_owner(connection, principal, person_id)
            await repo.delete_member(connection, principal.workspace_id, person_id)
            await revoke_keys_of(connection, self._audit, principal, person_id, self._clock.now())
            await self._audit.record(
                connection,
                principal,
                "member.remove",
                ("person", person_id, old.person.name),
                data={"role": old.role},
                before=old,
            )


async def _find(connection: Connection, workspace_id: WorkspaceId, person_id: PersonId) -> Member:
    found = await repo.find_member(connection, workspace_id, person_id)
    if found is None:
        raise NotFound(say("access.no_person"))
    return found


async def _check_record(connection: Connection, principal: Principal, role_id: str | None) -> None:
    """Refuse a role record that does not exist, or that allows more than the principal may."""
    if role_id is None:
        return
    extra = await roles_repo.find(connection, principal.workspace_id, RoleId(role_id))
    if extra is None:
        raise NotFound(say("access.no_role"))
    check_grant(principal, extra.permissions)


async def _keep_an_owner(connection: Connection, principal: Principal, person_id: PersonId) -> None:
    if await repo.list_owners(connection, principal.workspace_id, lock=True) == [person_id]:
        raise Conflict(say("access.only_owner"))
