"""What the room's records look like to everybody else: data, no behaviour."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.access.grants import KeyRole, ProjectRole, WorkspaceRole
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, RoleId, WorkspaceId

ActorKind = Literal["person", "key", "agent", "studio", "link"]
"""Who acts. A `link` is somebody without an account, let in to one thing by a person of the workspace."""
ProjectStatus = Literal["active", "error"]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The boundary of isolation: people, roles, agents, connections and budgets live in one."""

    id: WorkspaceId
    slug: str
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Project:
    """One Git repository with content and a site. `status` is `error` when it cannot be worked on."""

    id: ProjectId
    workspace_id: WorkspaceId
    slug: str
    name: str
    status: ProjectStatus
    status_reason: str
    settings: dict[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in."""

    id: PersonId
    email: str
    name: str
    is_disabled: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Role:
    """A named set of permissions in a workspace."""

    id: RoleId
    workspace_id: WorkspaceId
    key: str
    name: str
    description: str
    is_builtin: bool
    permissions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a workspace, with the projects they have a role in."""

    person: Person
    role: WorkspaceRole
    role_id: RoleId | None
    project_roles: dict[ProjectId, ProjectRole]
    joined_at: datetime
    project_limits: dict[ProjectId, "Restrictions"] = field(default_factory=dict[ProjectId, "Restrictions"])


@dataclass(frozen=True, slots=True)
class Session:
    """A sign-in on one device. The token itself is not stored."""

    id: str
    person_id: PersonId
    workspace_id: WorkspaceId
    address: str
    device: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What a key, or a member in a project, may touch; None means everything the role allows."""

    models: frozenset[str] | None = None
    locales: frozenset[str] | None = None
    tools: frozenset[str] | None = None

    def as_dict(self) -> dict[str, list[str]]:
        """Return the stored form: what is not limited is left out."""
        named = {"models": self.models, "locales": self.locales, "tools": self.tools}
        return {name: sorted(values) for name, values in named.items() if values is not None}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Restrictions":
        """Read the stored form."""
        return cls(**{name: frozenset(values) for name, values in stored.items()})

    def within(self, other: "Restrictions") -> "Restrictions":
        """Return what both allow."""
        return Restrictions(
            _both(self.models, other.models),
            _both(self.locales, other.locales),
            _both(self.tools, other.tools),
        )


def _both(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    return other if one is None else one if other is None else one & other


NO_LIMITS = Restrictions()


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key for programs. `prefix` is the part that may be shown."""

    id: ApiKeyId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    name: str
    role: KeyRole
    prefix: str
    limits: Restrictions
    requests_per_minute: int | None
    created_by: PersonId | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class App:
    """A program that asked to be known, so that people can let it act for them; it proves nothing by it."""

    id: str
    name: str
    redirect_uris: list[str]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AppGrant:
    """What a person let an app do: a code to be exchanged once, then a key that is renewed."""

    id: str
    workspace_id: WorkspaceId
    app_id: str
    person_id: PersonId
    project_id: ProjectId
    key_id: ApiKeyId | None
    role: KeyRole
    redirect_uri: str
    challenge: str
    code_expires_at: datetime
    access_expires_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Invite:
    """An open door for one email address."""

    id: str
    workspace_id: WorkspaceId
    email: str
    role: WorkspaceRole
    project_roles: dict[ProjectId, ProjectRole]
    invited_by: PersonId | None
    created_at: datetime
    expires_at: datetime
    accepted_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of a workspace and its version."""

    value: Any
    version: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Who did what to what. Digests tell whether something changed without keeping what it was."""

    id: str
    workspace_id: WorkspaceId
    at: datetime
    actor_kind: ActorKind
    actor_id: str | None
    actor_name: str
    action: str
    target_kind: str
    target_id: str
    target_name: str
    project_id: ProjectId | None
    run_id: str | None
    before_digest: str | None
    after_digest: str | None
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    address: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """One link of the chain over the audit log. `entries` is None once retention removed what it covered."""

    workspace_id: WorkspaceId
    number: int
    sealed_at: datetime
    count: int
    entries: Mapping[str, str] | None
    entries_digest: str
    previous: str
    hash: str
    signature: str
    key_id: str
    trimmed_at: datetime | None = None


BreakKind = Literal[
    "changed", "deleted", "inserted", "backdated", "seal", "chain", "signature", "trimmed", "cut"
]


@dataclass(frozen=True, slots=True)
class Break:
    """Something in the audit log that is not as it was written."""

    kind: BreakKind
    batch: int | None
    entry_id: str | None
    message: str


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    """What a check of the audit log found. `head` is the last seal: note it to notice a cut-off end.

    `unsigned` counts seals whose signature could not be checked because their key is not here any more.
    """

    entries: int
    batches: int
    trimmed: int
    unsealed: int
    unsigned: int
    head: str
    breaks: list[Break]

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing was found."""
        return not self.breaks


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries of the audit log are wanted; None means any."""

    actor_id: str | None = None
    action: str | None = None
    """An action, or its beginning with a dot at the end: `key.` finds `key.create` and `key.revoke`."""
    target_kind: str | None = None
    target_id: str | None = None
    project_id: str | None = None
    run_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, newest first; `next` continues after the last one."""

    entries: list[AuditEntry]
    next: str | None
