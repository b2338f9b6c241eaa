"""Who stands behind a request, and what they may do.

A principal is made by resolving a session, a key or an agent's role, and is passed down. Rooms ask it;
nothing below reads sessions or roles again.
"""

from collections.abc import Mapping
from dataclasses import field, replace

from proofroom.access.grants import DEFAULT_PROJECT_ROLE, ProjectRole, WorkspaceRole, permissions_of
from proofroom.access.permissions import CATALOGUE, meaning_of
from proofroom.access.types import NO_LIMITS, ActorKind, Restrictions
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed, NotFound
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.strings import say


@dataclass(frozen=True, slots=True)
class Principal:
    """A person, a key, an agent, the studio itself or somebody with a link, in one workspace."""

    kind: ActorKind
    workspace_id: WorkspaceId
    name: str
    permissions: frozenset[str]
    """What they may do everywhere in the workspace, `own` included where they have `team`."""
    email: str = ""
    """The person's address; empty for keys, agents and the studio."""
    person_id: PersonId | None = None
    api_key_id: ApiKeyId | None = None
    session_id: str | None = None
    link_id: str | None = None
    workspace_role: WorkspaceRole | None = None
    project_roles: Mapping[ProjectId, ProjectRole] = field(default_factory=dict[ProjectId, ProjectRole])
    only_project: ProjectId | None = None
    """The one project a key is limited to."""
    limits: Restrictions = NO_LIMITS
    project_limits: Mapping[ProjectId, Restrictions] = field(default_factory=dict[ProjectId, Restrictions])
    """What a member is limited to in projects where they have a role."""
    ceilings: Mapping[ProjectId, frozenset[str]] = field(default_factory=dict[ProjectId, frozenset[str]])
    """What limits leave of their rights in a project, whatever their role says."""
    asked_for: str = ""
    """The permission that a route asked for before it knew in which project: there it has to hold, too."""
    requests_per_minute: int | None = None
    run_id: RunId | None = None
    """The run in which they act, where it is one."""
    is_home: bool = True
    """Whether their workspace is the one that the studio was set up with."""

    def in_run(self, run_id: RunId | None) -> "Principal":
        """Return the same principal, acting in a run."""
        return replace(self, run_id=run_id)

    @property
    def is_program(self) -> bool:
        """Tell whether a program may stand behind them, whose words are nobody's of the workspace."""
        return self.kind == "key"

    @property
    def actor_id(self) -> str | None:
        """Return the id the audit log names."""
        return self.person_id or self.api_key_id or self.link_id

    def project_role(self, project_id: ProjectId) -> ProjectRole | None:
        """Return the role in a project; a member without one is a viewer, others have none of their own."""
        if self.workspace_role is None:
            return None
        return self.project_roles.get(project_id, DEFAULT_PROJECT_ROLE)

    def limits_in(self, project_id: ProjectId | None) -> Restrictions:
        """Return what they are limited to: a key everywhere, a member by project."""
        return self.project_limits.get(project_id, self.limits) if project_id else self.limits

    def permissions_in(self, project_id: ProjectId | None) -> frozenset[str]:
        """Return what they may do in a project: the workspace's permissions and the project role's."""
        if project_id is None:
            return self.permissions
        if self.only_project is not None and project_id != self.only_project:
            return frozenset()
        role = self.project_role(project_id)
        found = self.permissions if role is None else self.permissions | permissions_of(role)
        return found & self.ceilings[project_id] if project_id in self.ceilings else found

    def may_there(self, project_id: ProjectId | None) -> bool:
        """Tell whether what let them in holds in a project, too, or outside of all."""
        return not self.asked_for or self.can(self.asked_for, project_id)

    def can(self, permission: str, project_id: ProjectId | None = None) -> bool:
        """Tell whether they may do something, in a project or in the workspace."""
        return permission in self.permissions_in(project_id)

    def only_place(self, permission: str) -> ProjectId | None:
        """Return the one project in which they may do something; None where they may outside of it, too."""
        if self.only_project is not None or permission in self.permissions:
            return self.only_project
        places = [each for each in self.project_roles if self.can(permission, each)]
        return places[0] if len(places) == 1 else None

    def can_somewhere(self, permission: str) -> bool:
        """Tell whether they may do something in the workspace, or in one of their projects at least."""
        return any(self.can(permission, each) for each in (None, *self.project_roles))

    def require(self, permission: str, project_id: ProjectId | None = None) -> None:
        """Refuse unless they may do something."""
        if project_id is not None and self.only_project not in (None, project_id):
            raise NotFound(say("access.no_project"))
        if not self.can(permission, project_id):
            what = meaning_of(permission) if permission in CATALOGUE else None
            said = say("access.may_not_this", what=what) if what else say("access.may_not")
            raise NotAllowed(said, permission=permission)

    @property
    def is_limited(self) -> bool:
        """Tell whether they see a part only: one project, or some models, locales or tools somewhere."""
        parts = (self.limits, *self.project_limits.values())
        return self.only_project is not None or any(one != NO_LIMITS for one in parts)

    def require_whole(self) -> None:
        """Refuse whoever sees a part only, where the work of everybody is told."""
        if self.is_limited:
            raise NotAllowed(say("access.whole_only"))

    def require_human(self) -> PersonId | None:
        """Return the person, or None for the operator and for guests with a link; refuse keys and agents.

        Decisions are people's: a key can be held by a program, and an agent never decides on itself.
        """
        if self.person_id is None and self.kind not in ("studio", "link"):
            raise NotAllowed(say("access.only_a_person"))
        return self.person_id

    def require_person(self) -> PersonId:
        """Return the person, or refuse: some things are decided by people only."""
        if self.person_id is None:
            raise NotAllowed(say("access.only_signed_in"), suggestion=say("access.only_a_person.next"))
        return self.person_id
