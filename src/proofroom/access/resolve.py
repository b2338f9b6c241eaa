"""From a session, a key or a role to a principal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from proofroom.access.grants import ProjectRole, WorkspaceRole, permissions_of
from proofroom.access.permissions import OF_STUDIO
from proofroom.access.principal import Principal
from proofroom.access.repo import apps as apps_repo
from proofroom.access.repo import keys as keys_repo
from proofroom.access.repo import people as people_repo
from proofroom.access.repo import projects as projects_repo
from proofroom.access.repo import roles as roles_repo
from proofroom.access.repo import sessions as sessions_repo
from proofroom.access.tokens import APP_PREFIX, KEY_PREFIX, digest
from proofroom.access.types import NO_LIMITS, ApiKey, Restrictions, Role
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import NotFound, NotSignedIn
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, RoleId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

_PEOPLE = ("people", "workspace_members", "project_members", "roles")
"""What the rights of a person are read from."""

SEEN_EVERY = timedelta(minutes=10)
"""How exactly last use is remembered: a write on every request would cost more than it tells."""


class Principals:
    """Finds out who stands behind a request."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.home: WorkspaceId | None = None
        """The workspace whose owners run the studio; None before it is known."""
        self.left_by: Callable[[Restrictions], frozenset[str]] | None = None
        """Tells which permissions limits leave at every door; None before tools are known."""

    async def for_session(self, token: str) -> Principal:
        """Return the person behind a session token, or refuse."""
        token_hash, moment = digest(token), self._clock.now()
        async with self._database.reading(quick=True) as connection:
            standing = await sessions_repo.find_standing(connection, token_hash, moment)
            if standing is None:
                raise NotSignedIn(say("access.session_over"))
            session = standing.session
            principal = await _person(
                connection,
                session.workspace_id,
                session.person_id,
                (standing.name, standing.email),
                standing.role,
                standing.role_id,
                session.id,
            )
        if moment - session.seen_at >= SEEN_EVERY:
            async with self._database.transaction() as connection:
                await sessions_repo.touch(connection, token_hash, moment)
        return self._within(principal)

    async def for_key(self, secret: str) -> Principal:
        """Return the key behind an API secret, or refuse."""
        moment = self._clock.now()
        async with self._database.reading(quick=True) as connection:
            is_ours = secret.startswith(KEY_PREFIX)
            key = await keys_repo.find_live(connection, digest(secret), moment) if is_ours else None
            if key is not None and secret.startswith(APP_PREFIX):
                grant = await apps_repo.find_by_key(connection, key.id)
                is_over = (
                    grant is None or grant.access_expires_at is None or grant.access_expires_at <= moment
                )
                key = None if is_over else key
        if key is None:
            raise NotSignedIn(say("access.key_unknown"))
        if key.used_at is None or moment - key.used_at >= SEEN_EVERY:
            async with self._database.transaction() as connection:
                await keys_repo.touch(connection, key.workspace_id, key.id, moment)
        return await self._bound(key)

    async def for_key_id(self, workspace_id: WorkspaceId, key_id: ApiKeyId) -> Principal:
        """Return a key as it stands now, for a run that it started earlier."""
        moment = self._clock.now()
        async with self._database.reading(quick=True) as connection:
            key = await keys_repo.find(connection, workspace_id, key_id)
        if key is None or key.revoked_at or (key.expires_at and key.expires_at <= moment):
            raise NotFound(say("access.key_gone"))
        return await self._bound(key)

    async def _bound(self, key: ApiKey) -> Principal:
        """Return a key with the rights and within the limits that its maker has; without one it is dead."""
        principal = _key(key)
        if key.created_by is None:  # made on the studio's own machine
            return self._limited(principal)
        try:
            maker = await self.for_person(key.workspace_id, key.created_by)
        except NotFound:
            raise NotSignedIn(say("access.key_maker_gone")) from None
        bound = replace(
            principal,
            permissions=principal.permissions & maker.permissions_in(key.project_id),
            project_limits={
                project_id: key.limits.within(limits) for project_id, limits in maker.project_limits.items()
            },
        )
        return self._limited(bound)

    def _limited(self, principal: Principal) -> Principal:
        """Return a key or person with the rights that their limits leave: everywhere, and by project."""
        tell = self.left_by
        if tell is None or not (principal.limits != NO_LIMITS or principal.project_limits):
            return principal
        return replace(
            principal,
            permissions=principal.permissions & tell(principal.limits),
            ceilings={where: tell(limits) for where, limits in principal.project_limits.items()},
        )

    async def for_person(self, workspace_id: WorkspaceId, person_id: PersonId) -> Principal:
        """Return a member of a workspace, as they would stand if they signed in now."""

        async def find(connection: Connection) -> Principal:
            member = await people_repo.find_member(connection, workspace_id, person_id)
            if member is None or member.person.is_disabled:
                raise NotFound(say("access.no_person"))
            role_id, known_as = member.role_id, (member.person.name, member.person.email)
            return await _person(connection, workspace_id, person_id, known_as, member.role, role_id, None)

        found = await self._database.remembered(("person", workspace_id, person_id), _PEOPLE, find)
        return self._within(found)

    def _within(self, principal: Principal) -> Principal:
        """Return a person with what their limits leave them, and the studio only where it is theirs."""
        return self._at_home(self._limited(principal))

    def _at_home(self, principal: Principal) -> Principal:
        """Return a principal without what concerns the whole studio, outside of its first workspace."""
        if self.home in (None, principal.workspace_id):
            return principal
        return replace(principal, permissions=principal.permissions - OF_STUDIO, is_home=False)

    async def anybody(self, workspace_id: WorkspaceId, fits: Callable[[Principal], bool]) -> bool:
        """Tell whether some member who can sign in fits; before there are any, whether the operator does."""
        async with self._database.reading() as connection:
            members = await people_repo.list_members(connection, workspace_id)
        if not members:
            return fits(self.for_studio(workspace_id))
        for member in members:
            if member.person.is_disabled:
                continue
            if fits(await self.for_person(workspace_id, member.person.id)):
                return True
        return False

    async def for_operator(self, workspace_id: WorkspaceId) -> Principal:
        """Return who the command line acts as: the first owner, or the studio itself before there is one."""
        async with self._database.reading() as connection:
            owners = await people_repo.list_owners(connection, workspace_id)
        if not owners:
            return self.for_studio(workspace_id)
        owner = await self.for_person(workspace_id, owners[0])
        return replace(owner, permissions=owner.permissions | OF_STUDIO, is_home=True)

    async def for_nobody(self, workspace_id: WorkspaceId, role: str | None = None) -> Principal:
        """Return the rights of work that nobody in particular asked for: those of the agent's own role.

        Before there are people the studio works for its operator, who owns the data folder.
        """

        async def find(connection: Connection) -> tuple[bool, Role | None]:
            owners = await people_repo.list_owners(connection, workspace_id)
            found = await roles_repo.find_by_key(connection, workspace_id, role) if role else None
            return bool(owners), found

        has_owners, found = await self._database.remembered(("nobody", workspace_id, role), _PEOPLE, find)
        if not has_owners:
            return self.for_studio(workspace_id)
        allowed = found.permissions if found else permissions_of("agent_default")
        agent = Principal(kind="agent", workspace_id=workspace_id, name="Agent", permissions=allowed)
        return self._at_home(agent)

    def for_studio(self, workspace_id: WorkspaceId) -> Principal:
        """Return the studio itself: commands run by whoever owns the data folder, and the demo."""
        return Principal(
            kind="studio", workspace_id=workspace_id, name="Proofroom", permissions=permissions_of("owner")
        )


def _key(key: ApiKey) -> Principal:
    return Principal(
        kind="key",
        workspace_id=key.workspace_id,
        name=key.name,
        permissions=permissions_of(f"key_{key.role}"),
        api_key_id=key.id,
        only_project=key.project_id,
        limits=key.limits,
        requests_per_minute=key.requests_per_minute,
    )


async def _person(
    connection: Connection,
    workspace_id: WorkspaceId,
    person_id: PersonId,
    known_as: tuple[str, str],
    role: WorkspaceRole,
    role_id: str | None,
    session_id: str | None,
) -> Principal:
    permissions = permissions_of(role)
    if role_id is not None:
        extra = await roles_repo.find(connection, workspace_id, RoleId(role_id))
        permissions = permissions | extra.permissions if extra else permissions
    roles: dict[ProjectId, ProjectRole] = {}
    limits: dict[ProjectId, Restrictions] = {}
    if role == "member":
        found = await projects_repo.list_roles(connection, workspace_id, person_id)
        roles = found.get(person_id, {})
        limits = (await projects_repo.list_limits(connection, workspace_id, person_id)).get(person_id, {})
    return Principal(
        kind="person",
        workspace_id=workspace_id,
        name=known_as[0],
        email=known_as[1],
        permissions=permissions,
        person_id=person_id,
        session_id=session_id,
        workspace_role=role,
        project_roles=roles,
        project_limits=limits,
    )
