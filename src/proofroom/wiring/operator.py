"""The local operator: whoever can read the data folder may use the command line on this machine."""

import os
import secrets

from proofroom.kernel.settings import Settings


def make_operator_token(settings: Settings) -> str:
    """Write a fresh token that only this user can read."""
    token = secrets.token_urlsafe(32)
    path = settings.operator_token_path
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    return token
