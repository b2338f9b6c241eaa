"""The local operator: whoever can read the data folder may use the command line on this machine."""

import os
import secrets
from pathlib import Path

from proofroom.kernel.settings import Settings


def operator_token_path(settings: Settings) -> Path:
    """Return the file by which commands on this machine prove that they may read the data folder."""
    return settings.data / f"operator-{settings.executor_id}.token"


def make_operator_token(settings: Settings) -> str:
    """Write a fresh token that only this user can read."""
    token = secrets.token_urlsafe(32)
    path = operator_token_path(settings)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    return token
