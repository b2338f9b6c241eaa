"""From a stored connection to how its server is reached, and what may be stored at all."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, cast

from proofroom.connections import AuthMode, NewConnection, Opened, request_parts
from proofroom.kernel.errors import InvalidInput, NotAllowed
from proofroom.kernel.strings import say
from proofroom.tools.mcp.types import ServerAddress

HTTP, STDIO = "http", "stdio"
MODES: tuple[AuthMode, ...] = ("none", "bearer", "apiKeyHeader", "apiKeyQuery", "basic", "rawJson")


def target_of(opened: Opened, commands: Sequence[str]) -> ServerAddress:
    """Return how a server is reached; a command that the studio's settings do not list is refused."""
    connection = opened.connection
    if connection.provider == STDIO:
        line = check_command(str(connection.config.get("command") or ""), commands)
        env = cast("Mapping[str, Any]", opened.credentials.get("raw") or {})
        return ServerAddress(
            connection.id,
            command=tuple(shlex.split(line)),
            env={name: str(value) for name, value in env.items()},
        )
    mode = auth_mode(connection.config)
    parts = request_parts(mode, connection.config, opened.credentials)
    return ServerAddress(connection.id, url=connection.url, headers=parts.headers, params=parts.params)


def auth_mode(config: Mapping[str, Any]) -> AuthMode:
    """Return how a stored connection proves who it is."""
    mode = config.get("auth") or "none"
    if mode not in MODES:
        raise InvalidInput(say("mcp.auth", known=", ".join(MODES)), field="authMode")
    return mode


def check_command(line: str, commands: Sequence[str]) -> str:
    """Return a command line that the studio's settings allow, or refuse it.

    Starting a process is running code on this machine, so what may be started is decided where the studio is
    set up and never in a form.
    """
    if not commands:
        raise NotAllowed(say("mcp.no_commands"))
    if line not in commands:
        raise NotAllowed(say("mcp.other_command"))
    return line


def check_draft(draft: NewConnection, commands: Sequence[str]) -> None:
    """Refuse a connection that could never work."""
    if draft.provider == STDIO:
        check_command(str(draft.config.get("command") or ""), commands)
    elif not draft.url:
        raise InvalidInput(say("mcp.address"), field="url")
    else:
        auth_mode(draft.config)
