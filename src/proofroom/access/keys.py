"""API keys for programs."""

from dataclasses import replace
from datetime import datetime

from proofroom.access.audit import Audit
from proofroom.access.grants import KEY_ROLES, KeyRole, permissions_of
from proofroom.access.names import clean_name
from proofroom.access.principal import Principal
from proofroom.access.repo import keys as repo
from proofroom.access.repo import projects as projects_repo
from proofroom.access.roles import check_grant
from proofroom.access.tokens import digest, new_key
from proofroom.access.types import NO_LIMITS, ApiKey, Restrictions
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

SHOWN = 10
"""How many characters of a key may be shown, `pr_` included."""


@dataclass(frozen=True, slots=True)
class FreshKey:
    """A key that was just made. The secret is shown once and stored nowhere."""

    key: ApiKey
    secret: str


async def revoke_keys_of(
    connection: Connection, audit: Audit, actor: Principal, person_id: PersonId, at: datetime
) -> None:
    """End the keys that somebody made in the actor's workspace, and write down which."""
    for key in await repo.list_all(connection, actor.workspace_id):
        if key.created_by != person_id or key.revoked_at is not None:
            continue
        await repo.revoke(connection, actor.workspace_id, key.id, at)
        await audit.record(
            connection,
            actor,
            "key.revoke",
            ("key", key.id, key.name),
            before=key,
            after=replace(key, revoked_at=at),
        )


class Keys:
    """The API keys of a workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database = database
        self._clock = clock
        self._audit = audit

    async def create(
        self,
        principal: Principal,
        name: str,
        *,
        role: KeyRole = "viewer",
        project_id: ProjectId | None = None,
        limits: Restrictions = NO_LIMITS,
        expires_at: datetime | None = None,
        requests_per_minute: int | None = None,
    ) -> FreshKey:
        """Make a key; a key never makes keys, whatever its role."""
        principal.require("keys.team.create")
        self._check(role, expires_at, requests_per_minute)
        check_grant(principal, permissions_of(f"key_{role}"))
        secret = new_key()
        key = ApiKey(
            id=ApiKeyId(new_id()),
            workspace_id=principal.workspace_id,
            project_id=project_id,
            name=clean_name(name),
            role=role,
            prefix=secret[:SHOWN],
            limits=limits,
            requests_per_minute=requests_per_minute,
            created_by=principal.person_id,
            created_at=self._clock.now(),
            expires_at=expires_at,
            revoked_at=None,
            used_at=None,
        )
        async with self._database.transaction() as connection:
            if project_id is not None:
                found = await projects_repo.find(connection, principal.workspace_id, project_id)
                if found is None:
                    raise NotFound(say("access.no_project"))
            await repo.insert(connection, principal.workspace_id, key, digest(secret))
            await self._audit.record(
                connection,
                principal,
                "key.create",
                ("key", key.id, key.name),
                project_id=project_id,
                data={"role": role, "prefix": key.prefix},
                after=key,
            )
        return FreshKey(key, secret)

    async def list(self, principal: Principal) -> list[ApiKey]:
        """Return the keys of the workspace, newest first, revoked ones too."""
        principal.require("keys.team.read")
        async with self._database.reading() as connection:
            return await repo.list_all(connection, principal.workspace_id)

    async def get(self, principal: Principal, key_id: ApiKeyId) -> ApiKey:
        """Return a key of the workspace."""
        principal.require("keys.team.read")
        async with self._database.reading() as connection:
            found = await repo.find(connection, principal.workspace_id, key_id)
        if found is None:
            raise NotFound(say("access.no_key"))
        return found

    async def names(self, workspace_id: WorkspaceId, key_ids: set[ApiKeyId]) -> dict[ApiKeyId, str]:
        """Return what keys are called, for records that name them by id."""
        if not key_ids:
            return {}
        async with self._database.reading() as connection:
            return await repo.names(connection, workspace_id, key_ids)

    async def revoke(self, principal: Principal, key_id: ApiKeyId) -> None:
        """End a key at once; doing it again is harmless."""
        principal.require("keys.team.delete")
        key = await self.get(principal, key_id)
        async with self._database.transaction() as connection:
            now = self._clock.now()
            if await repo.revoke(connection, principal.workspace_id, key_id, now):
                await self._audit.record(
                    connection,
                    principal,
                    "key.revoke",
                    ("key", key_id, key.name),
                    before=key,
                    after=replace(key, revoked_at=now),
                )

    def _check(self, role: KeyRole, expires_at: datetime | None, requests_per_minute: int | None) -> None:
        if role not in KEY_ROLES:
            raise InvalidInput(say("access.key_role", roles=", ".join(KEY_ROLES)), field="role")
        if expires_at is not None and expires_at <= self._clock.now():
            raise InvalidInput(say("access.key_expired"), field="expiresAt")
        if requests_per_minute is not None and requests_per_minute < 1:
            raise InvalidInput(say("access.key_rate"), field="requestsPerMinute")
