"""What a connection is, what it is made from, and how a test of it went."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal, TypedDict

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConnectionId, PersonId, WorkspaceId
from proofroom.kernel.scope import Scope

Kind = Literal["model", "search", "image", "mcp", "a2a", "oauth_app", "publish", "git"]
KINDS: tuple[Kind, ...] = ("model", "search", "image", "mcp", "a2a", "oauth_app", "publish", "git")

Status = Literal["active", "inactive", "error"]
"""`inactive` was switched off by a person; `error` failed its last test and is still tried when asked for."""


@dataclass(frozen=True, slots=True)
class StoredConnection:
    """A stored way to reach something outside. What it holds that is secret stays sealed."""

    id: ConnectionId
    workspace_id: WorkspaceId
    kind: Kind
    provider: str
    name: str
    url: str
    credentials: str | None = field(repr=False)
    """The sealed text; `Connections.open` opens it."""
    credentials_version: int
    config: dict[str, Any]
    status: Status
    last_error: str | None
    last_tested_at: datetime | None
    last_used_at: datetime | None
    created_by: PersonId | None
    created_at: datetime
    updated_at: datetime

    @property
    def options(self) -> dict[str, str]:
        """Return the settings of this connection that are not secret."""
        return dict(self.config.get("options") or {})


@dataclass(frozen=True, slots=True)
class Opened:
    """A connection with its credentials readable; they never show in its `repr`."""

    connection: StoredConnection
    credentials: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class NewConnection:
    """A connection to be made. An empty name takes the provider's."""

    kind: Kind
    provider: str
    name: str = ""
    url: str = ""
    credentials: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    config: Mapping[str, Any] = field(default_factory=dict[str, Any])


class Changes(TypedDict, total=False):
    """What is to change; what is left out stays. Inside `credentials` and `config`, None removes."""

    name: str
    url: str
    credentials: Mapping[str, Any]
    config: Mapping[str, Any]
    status: Literal["active", "inactive"]


@dataclass(frozen=True, slots=True)
class Trial:
    """How a real request to the other side went."""

    ok: bool
    message: str
    suggestion: str = ""
    code: str = ""
    """The code of the error; empty when it went well."""
    duration_ms: int = 0
    found: int | None = None
    """How many models, tools or other things were seen, where that can be counted."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as it stands in an error's context."""
        return {"ok": self.ok, "message": self.message, "suggestion": self.suggestion, "code": self.code}


@dataclass(frozen=True, slots=True)
class Default:
    """The model a scope uses when nobody chose one."""

    workspace_id: WorkspaceId
    scope: Scope
    connection_id: ConnectionId
    model_id: str
    is_automatic: bool
    """It was chosen because a first credential arrived, not by a person."""
    updated_by: PersonId | None
    updated_at: datetime
