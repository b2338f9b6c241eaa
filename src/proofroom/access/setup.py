"""The first person. A studio without people is closed: only a one-time link opens it."""

from datetime import datetime, timedelta

from proofroom.access.actors import person_actor
from proofroom.access.audit import Audit
from proofroom.access.names import clean_email, clean_name
from proofroom.access.passwords import Passwords, check_password
from proofroom.access.repo import people as people_repo
from proofroom.access.repo import sessions as sessions_repo
from proofroom.access.repo import workspaces as workspaces_repo
from proofroom.access.resolve import Principals
from proofroom.access.sessions import Sessions, SignedIn
from proofroom.access.tokens import digest, new_token
from proofroom.access.types import Person, Workspace
from proofroom.access.workspaces import add_workspace, free_slug
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import PersonId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database
from proofroom.store.processes import FIRST_START, only_one

LINK_LIFE = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class SetupLink:
    """The token of a set-up link, shown once, and until when it works."""

    token: str
    expires_at: datetime


class Setup:
    """Makes the owner of a fresh studio."""

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

    async def is_needed(self) -> bool:
        """Tell whether the studio has no people yet."""
        async with self._database.reading() as connection:
            return await workspaces_repo.nobody_is_here(connection)

    async def make_link(self) -> SetupLink:
        """Make the one link that works from now on; earlier ones do not any more."""
        token, moment = new_token(), self._clock.now()
        link = SetupLink(token, moment + LINK_LIFE)
        async with self._database.transaction() as connection:
            await self._check_needed(connection)
            await sessions_repo.insert_link(connection, new_id(), digest(token), moment, link.expires_at)
        return link

    async def is_open(self, token: str) -> bool:
        """Tell whether a set-up link still works."""
        async with self._database.reading() as connection:
            return await workspaces_repo.nobody_is_here(connection) and await sessions_repo.link_is_open(
                connection, digest(token), self._clock.now()
            )

    async def prepare_workspace(self, name: str) -> Workspace:
        """Return a workspace to work in before there are people; the owner takes it over with the link."""
        async with self._database.reading(quick=True) as connection:
            if there := await workspaces_repo.list_all(connection):
                return there[0]
        async with self._database.transaction() as connection:
            await only_one(connection, FIRST_START)
            found = await workspaces_repo.list_all(connection)
            return found[0] if found else await add_workspace(connection, name, self._clock.now())

    async def complete(
        self,
        token: str,
        workspace_name: str,
        name: str,
        email: str,
        password: str,
        *,
        address: str = "",
        device: str = "",
    ) -> SignedIn:
        """Use the link: make the owner and their workspace, and sign them in."""
        title, moment = clean_name(workspace_name, "workspaceName"), self._clock.now()
        person = Person(PersonId(new_id()), clean_email(email), clean_name(name), False, moment)
        check_password(password, email=person.email)
        if not await self.is_open(token):  # before the costly hash
            raise _closed()
        password_hash = await self._passwords.hash(password)
        async with self._database.transaction() as connection:
            if not await sessions_repo.use_link(connection, digest(token), moment):
                raise _closed()
            await self._check_needed(connection)
            workspace = await self._take_over(connection, title, moment)
            await people_repo.insert(connection, person, password_hash)
            await people_repo.add_member(connection, workspace.id, person.id, "owner", None, moment)
            session_token, session = await self._sessions.open(
                connection, person.id, workspace.id, address, device
            )
            await self._audit.record(
                connection,
                person_actor(workspace.id, person.id, person.name),
                "workspace.set_up",
                ("workspace", workspace.id, workspace.name),
                address=address,
                after={"workspace": workspace, "owner": person},
            )
        principal = await self._principals.for_session(session_token)
        return SignedIn(session_token, session, person, workspace, principal)

    async def _take_over(self, connection: Connection, name: str, moment: datetime) -> Workspace:
        found = await workspaces_repo.find_ownerless(connection)
        if found is None:
            return await add_workspace(connection, name, moment)
        slug = found.slug if name == found.name else await free_slug(connection, name)
        await workspaces_repo.rename(connection, found.id, name, slug, moment)
        return Workspace(found.id, slug, name, found.created_at)

    async def _check_needed(self, connection: Connection) -> None:
        if not await workspaces_repo.nobody_is_here(connection):
            raise Conflict(say("access.has_owner"))


def _closed() -> NotFound:
    return NotFound(say("access.setup_over"))
