"""Pins: what a person accepted of a tool, so that a server cannot change it behind their back.

A tool's description is read by the model, so a changed description is a changed instruction. A changed or
new tool waits until a person has looked at it; a renamed one is a new one.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

import orjson

from proofroom.kernel.ids import ConnectionId, PersonId, WorkspaceId
from proofroom.safety import scan, strip_invisible
from proofroom.tools.mcp.types import Definition, Pin, ToolPolicy


def fingerprint(definition: Definition) -> str:
    """Return the SHA-256 of everything about a tool that a model or the guard acts on."""
    body = orjson.dumps(definition.as_dict(), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(body).hexdigest()


def clean(definition: Definition) -> Definition:
    """Take characters that nobody sees out of what a server says."""
    return replace(
        definition,
        description=strip_invisible(definition.description),
        title=strip_invisible(definition.title),
        input_schema=_clean(definition.input_schema),
    )


def signs_of(definition: Definition) -> tuple[str, ...]:
    """Return which signs of orders to a model stand anywhere in what a server says about a tool."""
    return scan("\n".join(_texts(definition.as_dict())), origin="document").families


def first_policy(definition: Definition) -> ToolPolicy:
    """Return what an accepted tool may do unless the person says otherwise.

    Reading ones run, others ask; so does one whose description reads like orders, whatever it says it does.
    """
    return "allow" if definition.is_read_only and not signs_of(definition) else "ask"


def observe(
    known: Iterable[Pin],
    seen: Iterable[Definition],
    workspace_id: WorkspaceId,
    connection_id: ConnectionId,
    now: datetime,
) -> list[Pin]:
    """Return the pins after a look at the server. New tools wait, missing ones are gone; none is accepted."""
    by_name = {pin.tool_name: pin for pin in known}
    found: list[Pin] = []
    for definition in seen:
        before = by_name.pop(definition.name, None)
        sha256 = fingerprint(definition)
        if before is None:
            policy = first_policy(definition)
            before = Pin(
                workspace_id, connection_id, definition.name, None, None, definition, sha256, policy, now
            )
        found.append(replace(before, seen=definition, seen_sha256=sha256, seen_at=now))
    gone = [replace(pin, seen=None, seen_sha256=None) for pin in by_name.values() if pin.accepted is not None]
    return sorted([*found, *gone], key=lambda pin: pin.tool_name)


def accept(pin: Pin, policy: ToolPolicy | None, by: PersonId | None, now: datetime) -> Pin:
    """Return a pin after a person accepted what the server says now, with their word on how it may run."""
    definition = pin.seen or pin.accepted
    sha256 = pin.seen_sha256 or pin.accepted_sha256
    chosen = policy or (
        pin.policy if pin.accepted is not None or definition is None else first_policy(definition)
    )
    return replace(
        pin, accepted=definition, accepted_sha256=sha256, policy=chosen, decided_by=by, decided_at=now
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, Any]", value).items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _texts(inner)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return strip_invisible(value)
    if isinstance(value, Mapping):
        return {
            strip_invisible(str(name)): _clean(inner)
            for name, inner in cast("Mapping[Any, Any]", value).items()
        }
    if isinstance(value, list):
        return [_clean(inner) for inner in cast("list[Any]", value)]
    return value
