"""Credentials as data: their shape, and how a change is laid over what is stored."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.connections.auth import check_headers, check_text
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

SHAPE: dict[str, type] = {
    "token": str,
    "apiKey": str,
    "apiKeyHeader": dict,
    "apiKeyQuery": dict,
    "basicAuth": dict,
    "cookie": str,
    "headers": dict,
    "oauth2": dict,
    "raw": dict,
}
"""What credentials may hold. `raw` is what only one kind of provider knows, such as an AWS access key."""

SHORTEST = 4
_NOT_SECRET = frozenset({"name", "username", "client_id", "token_type", "scope", "region"})


def check_credentials(credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Return credentials of the known shape, or refuse them without repeating what they hold."""
    for name, value in credentials.items():
        wanted = SHAPE.get(name)
        if wanted is None:
            raise InvalidInput(say("connections.credential_field", name=name[:40], known=", ".join(SHAPE)))
        if not isinstance(value, wanted):
            raise InvalidInput(
                say("connections.credential_kind", name=name, kind="a text" if wanted is str else "an object")
            )
    for name, text in texts(credentials):
        check_text(name, text)
    named = cast("Mapping[str, Any]", credentials.get("apiKeyHeader") or {}).get("name")
    check_headers({str(named): ""} if named else {})
    _check_written_headers(credentials)
    return dict(credentials)


def check_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the open part of a connection, or refuse headers that would change the request itself."""
    _check_written_headers(config)
    return dict(config)


def _check_written_headers(holder: Mapping[str, Any]) -> None:
    headers = cast("Mapping[str, Any]", holder.get("headers") or {})
    check_headers({str(name): str(value) for name, value in headers.items()})


def merge(stored: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a change over what is stored: what is left out stays, None removes, objects are merged inside."""
    merged = dict(stored)
    for name, value in change.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, Mapping):
            before = merged.get(name)
            inner = cast("Mapping[str, Any]", before if isinstance(before, Mapping) else {})
            merged[name] = merge(inner, cast("Mapping[str, Any]", value))
        else:
            merged[name] = value
    return {name: value for name, value in merged.items() if value != {}}


def texts(value: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Give every text inside, with the name under which it stands."""
    for name, inner in value.items():
        where = f"{path}.{name}" if path else name
        if isinstance(inner, Mapping):
            yield from texts(cast("Mapping[str, Any]", inner), where)
        elif isinstance(inner, str):
            yield where, inner


def secret_texts(credentials: Mapping[str, Any]) -> tuple[str, ...]:
    """Return every text that must not appear in a log, an event or an error; longest first."""
    found = {
        text
        for name, text in texts(credentials)
        if len(text) >= SHORTEST and name.rpartition(".")[2] not in _NOT_SECRET
    }
    return tuple(sorted(found, key=len, reverse=True))
