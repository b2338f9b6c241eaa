"""What every kind of connection shows of itself, and how a real request over it went."""

from datetime import datetime
from typing import Literal

from proofroom.api.language import Told
from proofroom.api.shapes import Out, fields_of
from proofroom.connections import Trial


class TrialInfo(fields_of(Trial)):
    """How a real request to the other side went; `found` is how many models or tools were seen."""

    message: Told
    suggestion: Told


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


def trial_info(trial: Trial | None) -> TrialInfo | None:
    """Return how a test went, or nothing where none was made."""
    return TrialInfo.model_validate(trial) if trial else None
