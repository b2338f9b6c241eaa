"""What limits to models, locales and tools leave of somebody's rights, at every door."""

from collections.abc import Collection

from proofroom.access.permissions import CATALOGUE
from proofroom.access.types import Restrictions
from proofroom.kernel.words import word_set
from proofroom.tools.registry import Registry

_AT_EVERY_DOOR = word_set("""
    agents.own.run agents.team.run ai.chat ai.tools.write projects.own.read projects.team.read
    sessions.own.create sessions.own.delete sessions.own.read sessions.own.run sessions.own.update
    """)
"""The projects they are used in, talking to agents, who then have these tools only, and what came of it."""
_NONE = frozenset[str]()
_OUTSIDE = frozenset({"mcp.own.run", "mcp.team.run"})
"""What tools of connected servers ask for: their names are not in the registry."""

_WHOLE = frozenset({"site"})
"""Rooms whose things show content of any model and locale: they are given whole or not at all."""
_OF_NO_MODEL = _WHOLE | {"articles"}
"""Rooms whose things belong to no model."""


def permissions_within(registry: Registry, limits: Restrictions) -> frozenset[str]:
    """Return the permissions that limits leave, whatever a role says."""
    kept = CATALOGUE if limits.tools is None else _of_tools(registry, limits.tools)
    shut = _OF_NO_MODEL if limits.models is not None else _WHOLE if limits.locales is not None else _NONE
    return frozenset(one for one in kept if _room(one) not in shut)


def _of_tools(registry: Registry, names: Collection[str]) -> frozenset[str]:
    """Return what leads to these tools, and their rooms' rights: to read, or all where one of them writes.

    A tool may ask for more than its first permission, as for what it makes on the way, but of its own room.
    """
    found = [registry.get(name) for name in names if name in registry]
    rooms = {_room(spec.permission): False for spec in found if spec.permission}
    rooms |= {_room(spec.permission): True for spec in found if spec.permission and spec.effect != "read"}
    kept = {one for one in CATALOGUE if rooms.get(_room(one), False)}
    kept |= {one for one in CATALOGUE if _room(one) in rooms and one.endswith(".read")}
    return _AT_EVERY_DOOR | kept | (_OUTSIDE if len(found) < len(names) else _NONE)


def _room(permission: str) -> str:
    return permission.partition(".")[0]
