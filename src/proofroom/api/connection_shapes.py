"""What every kind of connection shows of itself, and how a real request over it went."""

from datetime import datetime
from typing import Any, Literal

from proofroom.api.language import Told
from proofroom.api.shapes import Out
from proofroom.connections import StoredConnection, Trial


class TrialInfo(Out):
    """How a real request to the other side went; `found` is how many models or tools were seen."""

    ok: bool
    message: Told
    suggestion: Told
    code: str
    duration_ms: int
    found: int | None


class ConnectionInfo(Out):
    """What is the same for AI providers and MCP servers. No secret is ever among it."""

    id: str
    has_credentials: bool
    status: Literal["active", "inactive", "error"]
    last_error: str | None
    last_tested_at: datetime | None
    last_used_at: datetime | None
    created_at: datetime
    updated_at: datetime


def common_fields(connection: StoredConnection) -> dict[str, Any]:
    """Return the fields of `ConnectionInfo`."""
    return {
        "id": connection.id,
        "has_credentials": connection.credentials is not None,
        "status": connection.status,
        "last_error": connection.last_error,
        "last_tested_at": connection.last_tested_at,
        "last_used_at": connection.last_used_at,
        "created_at": connection.created_at,
        "updated_at": connection.updated_at,
    }


def trial_info(trial: Trial | None) -> TrialInfo | None:
    """Return how a test went, or nothing where none was made."""
    return TrialInfo.model_validate(trial) if trial else None
