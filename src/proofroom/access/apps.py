"""Apps that people let act for them: OAuth 2.1 with authorization codes and PKCE, for public clients.

A grant is an API key of the person who gave it: it is listed and revoked where keys are, and never does more
than that person may. Its secret is the access token of the hour; a refresh token, good once, renews it.
"""

import base64
import hashlib
from datetime import timedelta
from typing import Final

from proofroom.access.audit import Audit
from proofroom.access.grants import KeyRole
from proofroom.access.names import clean_name
from proofroom.access.principal import Principal
from proofroom.access.repo import apps as repo
from proofroom.access.repo import keys as keys_repo
from proofroom.access.resolve import Principals
from proofroom.access.tokens import digest, new_app_token, new_token, same
from proofroom.access.types import NO_LIMITS, ApiKey, App, AppGrant
from proofroom.kernel.addresses import split_address
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ApiKeyId, ProjectId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

CODE_LASTS: Final = timedelta(minutes=5)
ACCESS_LASTS: Final = timedelta(hours=1)
GRANT_LASTS: Final = timedelta(days=30)
"""How long a grant is good without being used."""
UNUSED_LASTS: Final = timedelta(days=1)
MOST_ADDRESSES: Final = 5
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class AppTokens:
    """What an app gets, once: nothing of it is stored."""

    access: str
    refresh: str
    role: KeyRole
    lasts_s: int = int(ACCESS_LASTS.total_seconds())


def is_good_address(address: str) -> bool:
    """Tell whether a browser may be sent back there: https or this machine, and nothing hidden in it."""
    parts = split_address(address)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    is_plain = not parts.fragment and "#" not in address and parts.username is None and parts.password is None
    return is_safe and is_plain and bool(parts.hostname) and address.isprintable() and " " not in address


def challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a verifier."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


class Apps:
    """Programs outside, and what people let them do."""

    def __init__(self, database: Database, clock: Clock, principals: Principals, audit: Audit) -> None:
        self._database, self._clock = database, clock
        self._principals, self._audit = principals, audit

    async def register(self, name: str, addresses: list[str]) -> App:
        """Make an app known by a name and the addresses that browsers may be sent back to."""
        if not addresses or len(addresses) > MOST_ADDRESSES or not all(map(is_good_address, addresses)):
            raise InvalidInput(say("access.app_address"), field="redirect_uris")
        app = App(new_id(), clean_name(name), addresses, self._clock.now())
        async with self._database.transaction() as connection:
            await repo.insert_app(connection, app)
        return app

    async def get(self, app_id: str, address: str) -> App:
        """Return an app, if the address is one it named, letter for letter."""
        async with self._database.reading() as connection:
            app = await repo.find_app(connection, app_id)
        if app is None or address not in app.redirect_uris:
            raise NotFound(say("access.app_unknown"))
        return app

    async def grant(
        self,
        person: Principal,
        app: App,
        *,
        address: str,
        challenge: str,
        role: KeyRole,
        project_id: ProjectId,
    ) -> str:
        """Let an app act for a person in a project; return the code for it, good once and for minutes."""
        code, now = new_token(), self._clock.now()
        grant = AppGrant(
            id=new_id(),
            workspace_id=person.workspace_id,
            app_id=app.id,
            person_id=person.require_person(),
            project_id=project_id,
            key_id=None,
            role=role,
            redirect_uri=address,
            challenge=challenge,
            code_expires_at=now + CODE_LASTS,
            access_expires_at=None,
            created_at=now,
        )
        async with self._database.transaction() as connection:
            await repo.insert_grant(connection, grant, digest(code))
        return code

    async def exchange(self, app_id: str, code: str, verifier: str, address: str) -> AppTokens:
        """Give the tokens for a code. One that comes twice was stolen: then the grant ends."""
        async with self._database.reading() as connection:
            grant = await repo.find_by_code(connection, digest(code))
        if grant is None or grant.app_id != app_id:
            raise InvalidInput(say("access.app_grant_over"))
        if grant.key_id is not None:
            await self._end(grant)
            raise InvalidInput(say("access.app_grant_over"))
        is_proven = same(challenge_of(verifier), grant.challenge) and same(address, grant.redirect_uri)
        if not is_proven or grant.code_expires_at <= self._clock.now():
            raise InvalidInput(say("access.app_grant_over"))
        return await self._first_tokens(grant)

    async def refresh(self, app_id: str, token: str) -> AppTokens:
        """Renew a grant. A refresh token that comes twice was stolen: then the grant ends."""
        async with self._database.reading() as connection:
            spent = await repo.find_by_spent(connection, digest(token))
            grant = await repo.find_by_refresh(connection, digest(token))
        if spent is not None and spent.app_id == app_id:
            await self._end(spent)
        if grant is None or grant.app_id != app_id or grant.key_id is None:
            raise InvalidInput(say("access.app_grant_over"))
        now = self._clock.now()
        tokens = AppTokens(new_app_token(), new_token(), grant.role)
        async with self._database.transaction() as connection:
            key = await keys_repo.find(connection, grant.workspace_id, grant.key_id)
            is_live = key is not None and key.revoked_at is None and (key.expires_at or now) > now
            if not is_live or not await repo.renew(
                connection, grant, digest(tokens.refresh), digest(token), now + ACCESS_LASTS
            ):
                raise InvalidInput(say("access.app_grant_over"))
            until = now + GRANT_LASTS
            await repo.renew_key(connection, grant.workspace_id, grant.key_id, digest(tokens.access), until)
        return tokens

    async def revoke(self, app_id: str, token: str) -> None:
        """End the grant of a token; one that is unknown needs no ending."""
        async with self._database.reading() as connection:
            grant = await repo.find_by_refresh(connection, digest(token))
            key = await keys_repo.find_live(connection, digest(token), self._clock.now())
            grant = grant or (await repo.find_by_key(connection, key.id) if key else None)
        if grant is not None and grant.app_id == app_id:
            await self._end(grant)

    async def tidy(self) -> None:
        """Forget apps that nobody let in."""
        async with self._database.transaction() as connection:
            await repo.forget_apps(connection, self._clock.now() - UNUSED_LASTS)

    async def _first_tokens(self, grant: AppGrant) -> AppTokens:
        person = await self._principals.for_person(grant.workspace_id, grant.person_id)
        tokens, now = AppTokens(new_app_token(), new_token(), grant.role), self._clock.now()
        async with self._database.transaction() as connection:
            app = await repo.find_app(connection, grant.app_id)
            key = ApiKey(
                id=ApiKeyId(new_id()),
                workspace_id=grant.workspace_id,
                project_id=grant.project_id,
                name=app.name if app else grant.app_id,
                role=grant.role,
                prefix=tokens.access[:_SHOWN],
                limits=NO_LIMITS,
                requests_per_minute=None,
                created_by=grant.person_id,
                created_at=now,
                expires_at=now + GRANT_LASTS,
                revoked_at=None,
                used_at=None,
            )
            await keys_repo.insert(connection, grant.workspace_id, key, digest(tokens.access))
            if not await repo.take_code(connection, grant, key.id):
                raise InvalidInput(say("access.app_grant_over"))
            await repo.renew(connection, grant, digest(tokens.refresh), None, now + ACCESS_LASTS)
            await self._audited(connection, person, "key.create", key, before=None, after=key)
        return tokens

    async def _end(self, grant: AppGrant) -> None:
        if grant.key_id is None:
            return
        person = await self._principals.for_person(grant.workspace_id, grant.person_id)
        async with self._database.transaction() as connection:
            key = await keys_repo.find(connection, grant.workspace_id, grant.key_id)
            now = self._clock.now()
            if key and await keys_repo.revoke(connection, grant.workspace_id, grant.key_id, now):
                await self._audited(connection, person, "key.revoke", key, before=key, after=None)

    async def _audited(
        self,
        connection: Connection,
        person: Principal,
        action: str,
        key: ApiKey,
        *,
        before: ApiKey | None,
        after: ApiKey | None,
    ) -> None:
        await self._audit.record(
            connection,
            person,
            action,
            ("key", key.id, key.name),
            project_id=key.project_id,
            data={"role": key.role, "prefix": key.prefix, "app": key.name},
            before=before,
            after=after,
        )
