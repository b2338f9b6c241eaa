"""Signing in and out."""

from datetime import timedelta

from proofroom.access.actors import person_actor
from proofroom.access.audit import Audit
from proofroom.access.names import clean_email
from proofroom.access.passwords import Passwords
from proofroom.access.principal import Principal
from proofroom.access.rates import Rates
from proofroom.access.repo import people as people_repo
from proofroom.access.repo import sessions as repo
from proofroom.access.repo import workspaces as workspaces_repo
from proofroom.access.resolve import Principals
from proofroom.access.tokens import digest, new_token
from proofroom.access.types import Person, Session, Workspace
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound, NotSignedIn
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

_MAX_DEVICE = 400
_MAX_ADDRESS = 64


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A fresh sign-in. The token goes to the browser once and is stored nowhere."""

    token: str
    session: Session
    person: Person
    workspace: Workspace
    principal: Principal


class Sessions:
    """People's sign-ins."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        settings: Settings,
        *,
        passwords: Passwords,
        principals: Principals,
        rates: Rates,
        audit: Audit,
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._passwords = passwords
        self._principals = principals
        self._rates = rates
        self._audit = audit

    async def sign_in(
        self,
        email: str,
        password: str,
        *,
        address: str,
        device: str = "",
        workspace_id: WorkspaceId | None = None,
    ) -> SignedIn:
        """Check a password and open a session, in the workspace named or the first one joined."""
        person = await self.check_password(email, password, address=address)
        async with self._database.transaction() as connection:
            joined = await workspaces_repo.list_of_person(connection, person.id)
            found = [w for w in joined if workspace_id is None or w.id == workspace_id]
            if not found:
                raise NotAllowed(say("access.no_membership"))
            token, session = await self.open(connection, person.id, found[0].id, address, device)
            await self._audit.record(
                connection,
                person_actor(session.workspace_id, person.id, person.name),
                "session.sign_in",
                ("session", session.id, person.name),
                address=session.address,
                after=session,
            )
        principal = await self._principals.for_session(token)
        return SignedIn(token, session, person, found[0], principal)

    async def check_password(self, email: str, password: str, *, address: str) -> Person:
        """Return the person, or refuse in the same words and time whether they exist or not."""
        try:
            kept = clean_email(email)
        except InvalidInput:
            kept = ""
        await self._rates.hit_sign_in(kept, address)
        async with self._database.reading() as connection:
            found = await people_repo.find_with_password(connection, kept)
        person, stored = found or (None, None)
        is_right, fresh = await self._passwords.verify(password, stored)
        if person is None or not is_right or person.is_disabled:
            raise NotSignedIn(say("access.wrong_password"))
        if fresh is not None:
            async with self._database.transaction() as connection:
                await people_repo.update(connection, person.id, {"password_hash": fresh})
        return person

    async def open(
        self,
        connection: Connection,
        person_id: PersonId,
        workspace_id: WorkspaceId,
        address: str,
        device: str,
    ) -> tuple[str, Session]:
        """Add a session for somebody whose right to it has been checked."""
        token, moment = new_token(), self._clock.now()
        session = Session(
            id=new_id(),
            person_id=person_id,
            workspace_id=workspace_id,
            address=address[:_MAX_ADDRESS],
            device=device[:_MAX_DEVICE],
            created_at=moment,
            seen_at=moment,
            expires_at=moment + timedelta(days=self._settings.session_days),
        )
        await repo.insert(connection, session, digest(token))
        return token, session

    async def sign_out(self, token: str) -> bool:
        """End a session; tell whether it was live."""
        async with self._database.transaction() as connection:
            ended = await repo.find_standing(connection, digest(token), self._clock.now())
            if ended is not None:
                session = ended.session
                await self._audit.record(
                    connection,
                    person_actor(session.workspace_id, session.person_id, ended.name),
                    "session.sign_out",
                    ("session", session.id, ended.name),
                    before=session,
                )
            return await repo.delete(connection, digest(token))

    async def sign_out_everywhere(self, principal: Principal, *, keep: str | None = None) -> int:
        """End all sessions of the person, except the one whose token is `keep`; return how many."""
        person_id = principal.require_person()
        now = self._clock.now()
        async with self._database.transaction() as connection:
            before = await repo.list_of_person(connection, person_id, now)
            ended = await repo.delete_of_person(connection, person_id, keep=digest(keep) if keep else None)
            await self._audit.record(
                connection,
                principal,
                "session.sign_out_everywhere",
                ("person", person_id, principal.name),
                data={"ended": ended},
                before=before,
                after=await repo.list_of_person(connection, person_id, now),
            )
        return ended

    async def list(self, principal: Principal) -> list[Session]:
        """Return the person's live sessions."""
        async with self._database.reading() as connection:
            return await repo.list_of_person(connection, principal.require_person(), self._clock.now())

    async def end(self, principal: Principal, session_id: str) -> None:
        """End one of the person's own sessions."""
        person_id, now = principal.require_person(), self._clock.now()
        async with self._database.transaction() as connection:
            found = [
                one for one in await repo.list_of_person(connection, person_id, now) if one.id == session_id
            ]
            if not found:
                raise NotFound(say("access.no_session"))
            await repo.delete_of_person(connection, person_id, session_id=session_id)
            await self._audit.record(
                connection, principal, "session.end", ("session", session_id, principal.name), before=found[0]
            )

    async def switch_workspace(self, by: Principal, token: str, workspace_id: WorkspaceId) -> Principal:
        """Point a person's session at another workspace of theirs."""
        person_id = by.require_person()
        async with self._database.transaction() as connection:
            if not await repo.move(connection, digest(token), workspace_id):
                raise NotFound(say("access.no_workspace"))
            await self._audit.record(
                connection,
                person_actor(workspace_id, person_id, by.name),
                "session.switch",
                ("session", by.session_id or "", by.name),
                before={"workspace": by.workspace_id},
                after={"workspace": workspace_id},
            )
        return await self._principals.for_session(token)

    async def tidy(self) -> int:
        """Remove sessions and links that have expired."""
        async with self._database.transaction() as connection:
            return await repo.delete_expired(connection, self._clock.now())
