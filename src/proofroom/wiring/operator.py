"""The local operator: whoever can read the data folder may use the command line on this machine."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager

from proofroom.kernel.settings import Settings


def new_operator_token() -> str:
    """Return a fresh token."""
    return secrets.token_urlsafe(32)


@contextmanager
def put_operator_token(settings: Settings, token: str) -> Generator[None]:
    """Keep the token where only this user can read it, as long as the studio runs."""
    path = settings.operator_token_path
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
