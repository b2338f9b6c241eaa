"""Invites: a link that makes the person it was sent to a member."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from proofroom.access.actors import person_actor
from proofroom.access.audit import Audit
from proofroom.access.grants import PROJECT_ROLES, WORKSPACE_ROLES, ProjectRole, WorkspaceRole, permissions_of
from proofroom.access.names import clean_email, clean_name
from proofroom.access.passwords import Passwords, check_password
from proofroom.access.principal import Principal
from proofroom.access.repo import invites as repo
from proofroom.access.repo import people as people_repo
from proofroom.access.repo import projects as projects_repo
from proofroom.access.repo import workspaces as workspaces_repo
from proofroom.access.resolve import Principals
from proofroom.access.roles import check_grant
from proofroom.access.sessions import Sessions, SignedIn
from proofroom.access.tokens import digest, new_token
from proofroom.access.types import Invite, Person, Workspace
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import PersonId, ProjectId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

LIFE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SentInvite:
    """A fresh invite. The token is shown once, for the link."""

    invite: Invite
    token: str


@dataclass(frozen=True, slots=True)
class OpenInvite:
    """What somebody with the link sees before they accept."""

    email: str
    workspace: Workspace
    is_known: bool
    """Whether the address belongs to somebody who signs in already: then their password is asked."""


class Invites:
    """The open invites of a workspace."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        *,
        passwords: Passwords,
        sessions: Sessions,
        principals: Principals,
        audit: Audit,
    ) -> None:
        self._database = database
        self._clock = clock
        self._passwords = passwords
        self._sessions = sessions
        self._principals = principals
        self._audit = audit

    async def create(
        self,
        principal: Principal,
        email: str,
        *,
        role: WorkspaceRole = "member",
        project_roles: Mapping[ProjectId, ProjectRole] | None = None,
    ) -> SentInvite:
        """Invite an email address; an earlier open invite to it ends."""
        principal.require("users.team.create")
        if role not in WORKSPACE_ROLES:
            raise InvalidInput(say("access.workspace_role", roles=", ".join(WORKSPACE_ROLES)), field="role")
        check_grant(principal, permissions_of(role))
        token, moment = new_token(), self._clock.now()
        roles: dict[ProjectId, ProjectRole] = dict(project_roles or {})
        invite = Invite(
            id=new_id(),
            workspace_id=principal.workspace_id,
            email=clean_email(email),
            role=role,
            project_roles=roles,
            invited_by=principal.person_id,
            created_at=moment,
            expires_at=moment + LIFE,
            accepted_at=None,
            revoked_at=None,
        )
        async with self._database.transaction() as connection:
            await self._check(connection, invite)
            await repo.revoke(connection, principal.workspace_id, moment, email=invite.email)
            await repo.insert(connection, principal.workspace_id, invite, digest(token))
            await self._audit.record(
                connection,
                principal,
                "invite.create",
                ("invite", invite.id, invite.email),
                data={"role": role, "project_roles": roles},
                after=invite,
            )
        return SentInvite(invite, token)

    async def list(self, principal: Principal) -> list[Invite]:
        """Return the open invites of the workspace."""
        principal.require("users.team.read")
        async with self._database.reading() as connection:
            return await repo.list_open(connection, principal.workspace_id, self._clock.now())

    async def revoke(self, principal: Principal, invite_id: str) -> None:
        """Close an invite."""
        principal.require("users.team.create")
        async with self._database.transaction() as connection:
            now, workspace_id = self._clock.now(), principal.workspace_id
            opened = await repo.list_open(connection, workspace_id, now)
            invite = next((each for each in opened if each.id == invite_id), None)
            if invite is None or not await repo.revoke(connection, workspace_id, now, invite_id=invite_id):
                raise NotFound(say("access.no_invite"))
            await self._audit.record(
                connection,
                principal,
                "invite.revoke",
                ("invite", invite_id, invite.email),
                before=invite,
                after=replace(invite, revoked_at=now),
            )

    async def look_at(self, token: str) -> OpenInvite:
        """Return what an invite's link offers."""
        async with self._database.reading() as connection:
            invite = await self._open(connection, token)
            workspace = await workspaces_repo.find(connection, invite.workspace_id)
            known = await people_repo.find_with_password(connection, invite.email)
        if workspace is None:
            raise _closed()
        return OpenInvite(invite.email, workspace, known is not None)

    async def accept(
        self, token: str, *, password: str, name: str = "", address: str = "", device: str = ""
    ) -> SignedIn:
        """Accept an invite: a new person chooses a name and a password, a known one gives theirs."""
        offer = await self.look_at(token)
        moment, password_hash = self._clock.now(), None
        if offer.is_known:
            person = await self._sessions.check_password(offer.email, password, address=address)
        else:
            check_password(password, email=offer.email)
            person = Person(PersonId(new_id()), offer.email, clean_name(name), False, moment)
            password_hash = await self._passwords.hash(password)
        async with self._database.transaction() as connection:
            invite = await self._open(connection, token)
            if not await repo.accept(connection, digest(token), moment):
                raise _closed()
            if not offer.is_known and not await people_repo.insert(connection, person, password_hash):
                raise Conflict(say("access.email_meanwhile"))
            await self._join(connection, invite, person)
            session_token, session = await self._sessions.open(
                connection, person.id, invite.workspace_id, address, device
            )
            await self._audit.record(
                connection,
                person_actor(invite.workspace_id, person.id, person.name),
                "invite.accept",
                ("invite", invite.id, person.email),
                address=address,
                before=invite,
                after=replace(invite, accepted_at=moment),
            )
        principal = await self._principals.for_session(session_token)
        return SignedIn(session_token, session, person, offer.workspace, principal)

    async def _join(self, connection: Connection, invite: Invite, person: Person) -> None:
        workspace_id, moment = invite.workspace_id, self._clock.now()
        await people_repo.add_member(connection, workspace_id, person.id, invite.role, None, moment)
        for project_id, role in invite.project_roles.items():
            # A project deleted since the invite was sent finds nothing, and nothing is lost.
            await projects_repo.put_member(connection, workspace_id, project_id, person.id, role, moment)

    async def _check(self, connection: Connection, invite: Invite) -> None:
        known = await people_repo.find_with_password(connection, invite.email)
        if known and await people_repo.find_member(connection, invite.workspace_id, known[0].id):
            raise Conflict(say("access.member_already"))
        for project_id, role in invite.project_roles.items():
            if role not in PROJECT_ROLES:
                raise InvalidInput(say("access.project_role", roles=", ".join(PROJECT_ROLES)), field="role")
            if await projects_repo.find(connection, invite.workspace_id, project_id) is None:
                raise NotFound(say("access.no_project"))

    async def _open(self, connection: Connection, token: str) -> Invite:
        found = await repo.find_open(connection, digest(token), self._clock.now())
        if found is None:
            raise _closed()
        return found


def _closed() -> NotFound:
    return NotFound(say("access.invite_over"))
