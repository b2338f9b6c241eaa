"""A studio's people for tests: an owner who is signed in, and a way to add others."""

from dataclasses import dataclass

import pytest
from pwdlib.hashers.argon2 import Argon2Hasher

from proofroom.access import Access, Principal, Role, WorkspaceRole
from proofroom.access.passwords import Passwords
from proofroom.access.sessions import SignedIn
from proofroom.kernel.settings import Settings
from proofroom.store import Database
from tests.clocks import FixedClock

PASSWORD = "correct horse battery"


@dataclass
class Room:
    """The access room of a test, with its clock."""

    access: Access
    clock: FixedClock
    database: Database
    settings: Settings

    async def owner(self, email: str = "owner@example.test") -> SignedIn:
        """Set the studio up and return its owner."""
        link = await self.access.setup.make_link()
        return await self.access.setup.complete(link.token, "Acme", "Olga Owner", email, PASSWORD)

    async def role(self, by: Principal, key: str) -> Role:
        """Return a role by its key."""
        return next(one for one in await self.access.roles.list(by) if one.key == key)

    async def join(
        self, by: Principal, name: str, role: WorkspaceRole = "member", **projects: str
    ) -> SignedIn:
        """Invite somebody and let them accept."""
        email = f"{name.lower()}@example.test"
        sent = await self.access.invites.create(by, email, role=role, project_roles=projects)  # type: ignore[arg-type]
        return await self.access.invites.accept(sent.token, name=name, password=PASSWORD)


def make_room(database: Database, clock: FixedClock, settings: Settings) -> Room:
    """Return the room with a cheap password hash: tests of its cost would only test patience."""
    passwords = Passwords(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1))
    return Room(Access(database, clock, settings, passwords=passwords), clock, database, settings)


@pytest.fixture
def room(database: Database, clock: FixedClock, settings: Settings) -> Room:
    return make_room(database, clock, settings)


@pytest.fixture
def sqlite_room(sqlite_database: Database, clock: FixedClock, sqlite_settings: Settings) -> Room:
    return make_room(sqlite_database, clock, sqlite_settings)
