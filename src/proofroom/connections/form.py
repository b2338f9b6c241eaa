"""From the fields a person fills in to what is stored, and back to what may be shown."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from proofroom.connections.presets import Preset
from proofroom.connections.types import Changes, NewConnection, Opened, StoredConnection
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import joined, say

Values = Mapping[str, str | None]
"""Fields by name. On a change, what is left out stays and None removes."""


def fill(preset: Preset, values: Values) -> Changes:
    """Return what the given fields change in a connection."""
    changes: Changes = {}
    credentials: dict[str, Any] = {}
    options: dict[str, str | None] = {}
    for name, given in values.items():
        field = preset.field(name)
        value = given.strip() if given is not None else None
        match field.place:
            case "url":
                changes["url"] = check_url(value or preset.url)
            case "key":
                credentials["apiKey"] = value or None
            case "secret":
                credentials.setdefault("raw", {})[field.key] = value or None
            case "option":
                options[field.key] = value or None
    if credentials:
        changes["credentials"] = credentials
    if options:
        changes["config"] = {"options": options}
    return changes


def draft_from(preset: Preset, values: Values, name: str = "") -> NewConnection:
    """Return a connection to be made from the fields somebody filled in."""
    given = fill(preset, values)
    return NewConnection(
        preset.kind,
        preset.provider,
        name,
        given.get("url") or preset.url,
        given.get("credentials", {}),
        given.get("config", {}),
    )


def check_whole(preset: Preset, opened: Opened) -> None:
    """Refuse a connection that lacks something its provider needs, and name it."""
    present = {field.name for field in preset.fields if _value(preset, field.name, opened)}
    missing = [field for field in preset.fields if field.required and field.name not in present]
    if missing:
        raise InvalidInput(
            say(
                "connections.needs",
                provider=preset.title,
                fields=joined(", ", (field.label for field in missing)),
            ),
            field=missing[0].name,
            missing=[field.name for field in missing],
        )
    if preset.any_of and not any(present.issuperset(group) for group in preset.any_of):
        ways = _either("list.or", [_either("list.and", _labels(preset, way)) for way in preset.any_of])
        raise InvalidInput(
            say("connections.needs", provider=preset.title, fields=ways),
            missing=[name for way in preset.any_of for name in way],
        )


def _labels(preset: Preset, names: Iterable[str]) -> list[str]:
    return [preset.field(name).label for name in names]


def _either(key: str, parts: list[str]) -> str:
    """Return parts with the word of a key between them, in whatever language they are read."""
    said = parts[0]
    for other in parts[1:]:
        said = say(key, one=said, other=other)
    return said


def shown_fields(preset: Preset, connection: StoredConnection) -> dict[str, str]:
    """Return the fields of a connection that are not secret."""
    known = Opened(connection, {})
    found = {field.name: _value(preset, field.name, known) for field in preset.fields if not field.is_secret}
    return {name: value for name, value in found.items() if value}


def held_secrets(preset: Preset, opened: Opened) -> list[str]:
    """Return the names of the secret fields that hold something."""
    return [field.name for field in preset.fields if field.is_secret and _value(preset, field.name, opened)]


def check_url(url: str) -> str:
    """Return an address of a connection, or refuse it: http or https, no user name or password inside."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        port_is_fine, parts = False, urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        raise InvalidInput(say("connections.address_form"), field="baseUrl")
    if parts.username or parts.password:
        raise InvalidInput(
            say("net.user_in_address"),
            suggestion=say("connections.own_field"),
            field="baseUrl",
        )
    return url


def _value(preset: Preset, name: str, opened: Opened) -> str:
    field = preset.field(name)
    match field.place:
        case "url":
            return opened.connection.url or preset.url
        case "key":
            return str(opened.credentials.get("apiKey") or "")
        case "secret":
            raw: Mapping[str, Any] = opened.credentials.get("raw") or {}
            return str(raw.get(field.key) or "")
        case "option":
            return opened.connection.options.get(field.key) or ""
