"""The room's one door: everything about people and rights, built from a database, a clock and settings.

Everything is reached by its noun (`access.keys.create(...)`); what needs several of them is a method.
"""

from functools import partial

from proofroom.access.apps import Apps
from proofroom.access.audit import Audit
from proofroom.access.crowd import Crowd
from proofroom.access.invites import Invites
from proofroom.access.keys import Keys
from proofroom.access.members import Members
from proofroom.access.passwords import Passwords
from proofroom.access.people import People
from proofroom.access.principal import Principal
from proofroom.access.projects import Projects
from proofroom.access.rates import MINUTE, Limit, Rates
from proofroom.access.resolve import Principals
from proofroom.access.roles import Roles
from proofroom.access.seals import Seals
from proofroom.access.sessions import Sessions
from proofroom.access.setup import Setup
from proofroom.access.types import Project, Workspace
from proofroom.access.workspaces import Workspaces
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId, is_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext
from proofroom.store import Database, load_keyring

FIRST_WORKSPACE = "My workspace"


class Access:
    """People and their rights."""

    def __init__(
        self, database: Database, clock: Clock, settings: Settings, *, passwords: Passwords | None = None
    ) -> None:
        hashing = passwords or Passwords()
        self.audit = audit = Audit(database, clock)
        self.seals = Seals(database, clock, audit, partial(load_keyring, settings))
        self.rates = Rates(database, clock, settings)
        everyone = Limit(settings.public_requests_per_minute, MINUTE)
        self.crowd = Crowd(clock, everyone, self.rates if settings.is_postgres else None)
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
        self.apps = Apps(database, clock, principals, audit)

    async def ensure_workspace(self) -> Workspace:
        """Return the first workspace, making it if there is none, with all built-in roles of this release."""
        workspace = await self.setup.prepare_workspace(FIRST_WORKSPACE)
        await self.workspaces.add_missing_roles()
        return workspace

    async def principal_for_run(
        self,
        workspace_id: WorkspaceId,
        person_id: PersonId | None,
        api_key_id: ApiKeyId | None = None,
        agent_role: str | None = None,
    ) -> Principal:
        """Return whose rights a run has now: its person's, its key's, or those of its agent's role."""
        if person_id is not None:
            return await self.principals.for_person(workspace_id, person_id)
        if api_key_id is not None:
            return await self.principals.for_key_id(workspace_id, api_key_id)
        return await self.principals.for_nobody(workspace_id, agent_role)

    async def caller(self, context: ToolContext) -> Principal:
        """Return for whom a tool call asks, with every limit: for what is not of the call's own project."""
        key = context.actor.api_key_id
        if context.person_id is None and key is None:
            return Principal("agent", context.workspace_id, context.agent, context.permissions)
        return await self.principal_for_run(context.workspace_id, context.person_id, key)

    async def project_named(self, principal: Principal, name: str) -> Project:
        """Return a project that the principal can see, by id or slug."""
        if is_id(name):
            return await self.projects.get(principal, ProjectId(name))
        return await self.projects.get_by_slug(principal, name)

    async def only_project(self, principal: Principal) -> Project | None:
        """Return the project that a key is limited to, or the only one there is to see."""
        seen = await self.projects.list(principal)
        found = [project for project in seen if principal.only_project in (None, project.id)]
        return found[0] if len(found) == 1 else None

    async def tidy(self) -> None:
        """Remove what has expired; call now and then."""
        await self.sessions.tidy()
        await self.rates.tidy()
        await self.apps.tidy()
