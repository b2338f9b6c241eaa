"""The room's one door: everything about people and rights, built from a database, a clock and settings.

What every request needs are methods; the rest is reached by its noun (`access.keys.create(...)`).
"""

from functools import partial
from typing import Any

from proofroom.access.apps import Apps
from proofroom.access.audit import Audit
from proofroom.access.crowd import Crowd
from proofroom.access.csrf import csrf_token
from proofroom.access.invites import Invites
from proofroom.access.keys import Keys
from proofroom.access.members import Members
from proofroom.access.passwords import Passwords
from proofroom.access.people import People
from proofroom.access.principal import Principal
from proofroom.access.projects import Projects
from proofroom.access.rates import MINUTE, Limit, Rates, RateState
from proofroom.access.resolve import Principals
from proofroom.access.roles import Roles
from proofroom.access.seals import Seals
from proofroom.access.sessions import Sessions, SignedIn
from proofroom.access.setup import Setup, SetupLink
from proofroom.access.types import Person, Project, Workspace
from proofroom.access.workspaces import Workspaces
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId, is_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext
from proofroom.store import Connection, Database, load_keyring

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

    async def setup_needed(self) -> bool:
        """Tell whether the studio has no people yet."""
        return await self.setup.is_needed()

    async def make_setup_link(self) -> SetupLink:
        """Make the one-time link that creates the owner."""
        return await self.setup.make_link()

    async def complete_setup(
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
        """Use the set-up link: make the owner and sign them in."""
        return await self.setup.complete(
            token,
            workspace_name=workspace_name,
            name=name,
            email=email,
            password=password,
            address=address,
            device=device,
        )

    async def sign_in(self, email: str, password: str, *, address: str, device: str = "") -> SignedIn:
        """Check a password and open a session in the first workspace joined."""
        return await self.sessions.sign_in(email, password, address=address, device=device)

    async def sign_out(self, token: str) -> bool:
        """End a session; tell whether it was live."""
        return await self.sessions.sign_out(token)

    def csrf_token(self, session_token: str) -> str:
        """Return the token that pages of this session send with every change."""
        return csrf_token(session_token)

    async def principal_for_session(self, token: str) -> Principal:
        """Return the person behind a session token, or refuse."""
        return await self.principals.for_session(token)

    async def principal_for_key(self, secret: str) -> Principal:
        """Return the key behind an API secret, or refuse."""
        return await self.principals.for_key(secret)

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

    async def operator(self, workspace_id: WorkspaceId) -> Principal:
        """Return who the command line acts as: the first owner, or the studio before there is one."""
        return await self.principals.for_operator(workspace_id)

    async def limit_agent_requests(
        self, principal: Principal, *, is_free: bool = False, connection: Connection | None = None
    ) -> RateState:
        """Count a request to an agent, or refuse with the time to wait; a free model may be asked often.

        With a connection it is counted in the transaction that is open there, if that is kept.
        """
        return await self.rates.hit_agent(principal, is_free=is_free, connection=connection)

    async def limit_key(self, principal: Principal) -> RateState:
        """Count a request made with a key, or refuse with the time to wait."""
        return await self.rates.hit_key(principal)

    async def get_person(self, workspace_id: WorkspaceId, person_id: PersonId) -> Person:
        """Return a person of a workspace."""
        return (await self.members.find(workspace_id, person_id)).person

    async def get_workspace(self, workspace_id: WorkspaceId) -> Workspace:
        """Return a workspace."""
        return await self.workspaces.get(workspace_id)

    async def create_project(
        self,
        principal: Principal,
        name: str,
        *,
        slug: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> Project:
        """Make a project."""
        return await self.projects.create(principal, name, slug=slug, settings=settings)

    async def list_projects(self, principal: Principal) -> list[Project]:
        """Return the projects the principal can see."""
        return await self.projects.list(principal)

    async def get_project(self, principal: Principal, project_id: ProjectId) -> Project:
        """Return a project the principal can see."""
        return await self.projects.get(principal, project_id)

    async def project_named(self, principal: Principal, name: str) -> Project:
        """Return a project that the principal can see, by id or slug."""
        if is_id(name):
            return await self.get_project(principal, ProjectId(name))
        return await self.projects.get_by_slug(principal, name)

    async def projects_of(self, workspace_id: WorkspaceId) -> list[Project]:
        """Return every project of a workspace, for work that nobody in particular asked for."""
        return await self.projects.list_all(workspace_id)

    async def tidy(self) -> None:
        """Remove what has expired; call now and then."""
        await self.sessions.tidy()
        await self.rates.tidy()
        await self.apps.tidy()
