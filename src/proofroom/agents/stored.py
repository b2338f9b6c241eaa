"""An agent's record as it is stored: older shapes are read, and what cannot be read is left out and named."""

from typing import Any, cast

from pydantic import ValidationError

from proofroom.agents.types import AgentRecord
from proofroom.kernel.data import dataclass

_TRIES = 40
"""Parts that are left out at most before nothing but the name is kept."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A record that was read, and what of it could not be."""

    record: AgentRecord
    notices: tuple[str, ...] = ()


def read_stored(slug: str, value: Any) -> Stored:
    """Return a stored record; a part that is no longer understood is left out, never the whole agent."""
    given = cast("dict[str, Any]", _copied(value)) if isinstance(value, dict) else dict[str, Any]()
    given = _without_clock(_with_role_id(given))
    notices: list[str] = [] if isinstance(value, dict) else ["record"]
    for _ in range(_TRIES):
        try:
            return Stored(AgentRecord.model_validate(given), tuple(notices))
        except ValidationError as error:
            place = error.errors()[0]["loc"]
            notices.append(".".join(str(part) for part in place))
            _leave_out(given, [part for part in place if isinstance(part, str)], slug)
    return Stored(AgentRecord(slug=slug, name=slug), tuple(notices))


def old_clock(value: Any) -> tuple[bool, str | None] | None:
    """Return when an older record says that the agent works by the clock, and how often."""
    config = _inner(value, "config")
    heartbeat = _inner(config, "heartbeat")
    if not {"enabled", "schedule"} & set(heartbeat):
        return None
    schedule = heartbeat.get("schedule")
    return bool(heartbeat.get("enabled", True)), schedule if isinstance(schedule, str) else None


def without_old_clock(value: dict[str, Any]) -> dict[str, Any]:
    """Return a stored record without what its schedule says now."""
    return _without_clock(cast("dict[str, Any]", _copied(value)))


def _with_role_id(given: dict[str, Any]) -> dict[str, Any]:
    """Older records have the role of an agent's rights under the name that is free text now."""
    if "role_id" in given or "roleId" in given or "role" not in given:
        return given
    return given | {"role_id": given["role"], "role": None}


def _without_clock(given: dict[str, Any]) -> dict[str, Any]:
    heartbeat = _inner(_inner(given, "config"), "heartbeat")
    for name in ("enabled", "schedule"):
        heartbeat.pop(name, None)
    return given


def _leave_out(given: dict[str, Any], path: list[str], slug: str) -> None:
    """Take the named part out; a name or slug that is wrong is made of the row's own slug."""
    if path in (["slug"], ["name"]):
        given[path[0]] = slug
        return
    inner: Any = given
    for part in path[:-1]:
        inner = inner.get(part) if isinstance(inner, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    for name in (path[-1], _snake(path[-1])) if path else ():
        if isinstance(inner, dict) and name in inner:
            del inner[name]
            return
    given.pop(path[0] if path else "config", None)


def _snake(name: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)


def _inner(value: Any, name: str) -> dict[str, Any]:
    found: Any = cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in cast("dict[str, Any]", value).items()}
    return [_copied(one) for one in cast("list[Any]", value)] if isinstance(value, list) else value
