"""What the gateway knows of MCP servers and their tools."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConnectionId, PersonId, WorkspaceId

ToolPolicy = Literal["allow", "ask", "deny"]
"""Whether an accepted tool runs at once, asks a person first, or never runs."""

ToolState = Literal["accepted", "new", "changed", "gone"]
"""`new` and `changed` wait for a person; `gone` was accepted and is not offered any more."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as its server describes it; characters that nobody sees are taken out."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    title: str = ""
    is_read_only: bool = False
    """What the server says of itself: a hint, and part of what a person accepts."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as it is stored, hashed and shown."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": dict(self.input_schema),
            "readOnly": self.is_read_only,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Definition":
        """Read the stored form."""
        return cls(
            name=stored["name"],
            description=stored["description"],
            input_schema=stored["inputSchema"],
            title=stored.get("title", ""),
            is_read_only=bool(stored.get("readOnly")),
        )


@dataclass(frozen=True, slots=True)
class Pin:
    """One tool of one server: what a person accepted, and what the server said last."""

    workspace_id: WorkspaceId
    connection_id: ConnectionId
    tool_name: str
    accepted: Definition | None
    accepted_sha256: str | None
    seen: Definition | None
    seen_sha256: str | None
    policy: ToolPolicy
    seen_at: datetime
    decided_by: PersonId | None = None
    decided_at: datetime | None = None

    @property
    def state(self) -> ToolState:
        """Return how it stands. Nothing but an accepted tool can be called."""
        if self.accepted_sha256 is None:
            return "new"
        if self.seen_sha256 is None:
            return "gone"
        return "accepted" if self.accepted_sha256 == self.seen_sha256 else "changed"

    @property
    def is_waiting(self) -> bool:
        """Tell whether a person must look at it before it can be used."""
        return self.state in ("new", "changed")


@dataclass(frozen=True, slots=True)
class Server:
    """A connected server under the name agents call it by."""

    name: str
    connection_id: ConnectionId
    version: int
    """Grows when what it reaches changes."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """What a tool of a server answered."""

    is_error: bool
    content: list[dict[str, Any]]
    structured: Any = None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """How one server is reached: over HTTP with what opens it, or as a process on this machine."""

    connection_id: ConnectionId
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    params: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
