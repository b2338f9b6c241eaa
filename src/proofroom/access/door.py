"""The room's one door: everything about people and rights, built from a database, a clock and settings."""

from proofroom.access.audit import Audit
from proofroom.access.grants import Roles
from proofroom.access.invites import Invites
from proofroom.access.keys import Keys
from proofroom.access.members import Members
from proofroom.access.passwords import Passwords
from proofroom.access.people import People
from proofroom.access.projects import Projects
from proofroom.access.rates import Rates
from proofroom.access.resolve import Principals
from proofroom.access.sessions import Sessions
from proofroom.access.setup import Setup
from proofroom.access.workspaces import Workspaces
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.store import Database


class Access:
    """People and their rights, by noun."""

    def __init__(
        self, database: Database, clock: Clock, settings: Settings, *, passwords: Passwords | None = None
    ) -> None:
        hashing = passwords or Passwords()
        self.audit = audit = Audit(database, clock)
        self.rates = Rates(database, clock, settings)
        self.principals = principals = Principals(database, clock)
        self.sessions = sessions = Sessions(
            database,
            clock,
            settings,
            passwords=hashing,
            principals=principals,
            rates=self.rates,
            audit=audit,
        )
        self.setup = Setup(
            database, clock, passwords=hashing, sessions=sessions, principals=principals, audit=audit
        )
        self.invites = Invites(
            database, clock, passwords=hashing, sessions=sessions, principals=principals, audit=audit
        )
        self.people = People(database, clock, passwords=hashing, sessions=sessions, audit=audit)
        self.workspaces = Workspaces(database, clock, audit)
        self.projects = Projects(database, clock, audit)
        self.members = Members(database, clock, audit)
        self.roles = Roles(database, clock, audit)
        self.keys = Keys(database, clock, audit)

    async def start(self) -> None:
        """Bring every workspace's built-in roles up to this release; call once after migrating."""
        await self.workspaces.add_missing_roles()

    async def tidy(self) -> None:
        """Remove what has expired; call now and then."""
        await self.sessions.tidy()
        await self.rates.tidy()
