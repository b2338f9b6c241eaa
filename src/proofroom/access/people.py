"""A person's own record: name, password, whether they may sign in."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from proofroom.access.audit import Audit
from proofroom.access.grants import permissions_of
from proofroom.access.keys import revoke_keys_of
from proofroom.access.passwords import Passwords, check_password
from proofroom.access.principal import Principal
from proofroom.access.repo import people as repo
from proofroom.access.repo import sessions as sessions_repo
from proofroom.access.repo import workspaces as workspaces_repo
from proofroom.access.roles import check_grant
from proofroom.access.sessions import Sessions
from proofroom.access.tokens import digest
from proofroom.access.types import Member, Person
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound, NotSignedIn
from proofroom.kernel.ids import PersonId
from proofroom.kernel.strings import say
from proofroom.store import Database


class People:
    """The people who can sign in."""

    def __init__(
        self, database: Database, clock: Clock, *, passwords: Passwords, sessions: Sessions, audit: Audit
    ) -> None:
        self._database = database
        self._clock = clock
        self._passwords = passwords
        self._sessions = sessions
        self._audit = audit

    async def me(self, principal: Principal) -> Person:
        """Return the person who is signed in."""
        async with self._database.reading() as connection:
            found = await repo.find(connection, principal.require_person())
        if found is None:
            raise NotFound(say("access.no_such_person"))
        return found

    async def names(self, person_ids: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return what people are called, also those who have left, for records that name them by id."""
        async with self._database.reading() as connection:
            return await repo.names(connection, person_ids)

    async def change_my_password(
        self, principal: Principal, current: str, new: str, *, address: str, keep: str | None = None
    ) -> str | None:
        """Change one's own password and end all sessions; return a fresh token for the one of `keep`.

        A token that somebody else has seen is worth nothing afterwards, also where it was this one's.
        """
        me = await self.me(principal)
        check_password(new, email=me.email)
        try:
            await self._sessions.check_password(me.email, current, address=address)
        except NotSignedIn:  # they are signed in: only the word they gave is wrong
            raise InvalidInput(say("access.old_password")) from None
        return await self._put_password(principal, me, new, keep)

    async def reset_password(self, principal: Principal, person_id: PersonId, new: str) -> None:
        """Set another person's password and end their sessions, for somebody who forgot theirs."""
        principal.require("users.team.update")
        member = await self._ours_alone(principal, person_id)
        check_password(new, email=member.person.email)
        await self._put_password(principal, member.person, new, None, with_keys=True)

    async def set_disabled(self, principal: Principal, person_id: PersonId, is_disabled: bool) -> None:
        """Let somebody sign in no more, or again."""
        principal.require("users.team.update")
        member = await self._ours_alone(principal, person_id)
        if person_id == principal.person_id:
            raise Conflict(say("access.disable_self"))
        values: dict[str, Any] = {"is_disabled": is_disabled, "updated_at": self._clock.now()}
        async with self._database.transaction() as connection:
            await repo.update(connection, person_id, values)
            if is_disabled:
                await sessions_repo.delete_of_person(connection, person_id)
            await self._audit.record(
                connection,
                principal,
                "person.disable" if is_disabled else "person.enable",
                ("person", person_id, member.person.name),
                before=member.person,
                after=replace(member.person, is_disabled=is_disabled),
            )

    async def _ours_alone(self, principal: Principal, person_id: PersonId) -> Member:
        """Return a member whom this workspace may decide about: of no other one, and of no higher rank."""
        async with self._database.reading() as connection:
            member = await repo.find_member(connection, principal.workspace_id, person_id)
            joined = await workspaces_repo.list_of_person(connection, person_id)
        if member is None:
            raise NotFound(say("access.no_person"))
        check_grant(principal, permissions_of(member.role))
        if len(joined) > 1:
            raise Conflict(say("access.elsewhere_too"))
        return member

    async def _put_password(
        self, actor: Principal, person: Person, new: str, keep: str | None, *, with_keys: bool = False
    ) -> str | None:
        now = self._clock.now()
        values = {"password_hash": await self._passwords.hash(new), "updated_at": now}
        token = None
        async with self._database.transaction() as connection:
            known = await repo.find_with_password(connection, person.email)
            old = known[1] if known else None
            await repo.update(connection, person.id, values)
            live = await sessions_repo.find_standing(connection, digest(keep), now) if keep else None
            await sessions_repo.delete_of_person(connection, person.id)
            if live is not None and live.session.person_id == person.id:
                was = live.session
                token, _ = await self._sessions.open(
                    connection, person.id, was.workspace_id, was.address, was.device
                )
            if with_keys:
                await revoke_keys_of(connection, self._audit, actor, person.id, now)
            await self._audit.record(
                connection,
                actor,
                "person.password",
                ("person", person.id, person.name),
                before={"password": old} if old else None,
                after={"password": values["password_hash"]},
            )
        return token
