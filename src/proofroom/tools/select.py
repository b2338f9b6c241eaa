"""Which tools a run gets: the agent's groups, its own tools and the baseline, less what may not be used.

A tool that the caller may not use is absent, not refused: the model never learns that it exists.
"""

from collections.abc import Iterable

from proofroom.kernel.data import dataclass
from proofroom.kernel.tool import Phase, ToolSpec

BASELINE_GROUP = "baseline"
ENTITY_GROUP = "entity"


@dataclass(frozen=True, slots=True)
class ToolWish:
    """What an agent's record asks for."""

    groups: frozenset[str] = frozenset()
    custom: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()


def select_tools(
    offered: Iterable[ToolSpec],
    wish: ToolWish,
    permissions: frozenset[str] | None,
    phase: Phase | None,
    only: frozenset[str] | None = None,
    *,
    may_write: bool = True,
) -> list[ToolSpec]:
    """Return the tools of a run, in order of name.

    Without `may_write` agents only read, whatever the person may change themselves.
    `permissions` is None when nobody has listed any (then the entity group is empty and only tools that
    need none are left); `only` is a key's or a member's own limit.
    """
    chosen: list[ToolSpec] = []
    for spec in offered:
        if not _wanted(spec, wish) or (only is not None and spec.name not in only):
            continue
        if spec.group == ENTITY_GROUP and permissions is None:
            continue
        if spec.permission is not None and spec.permission not in (permissions or frozenset()):
            continue
        if spec.effect != "read" and not spec.is_gateway and not may_write:
            continue
        if spec.phases is not None and phase is not None and phase not in spec.phases:
            continue
        chosen.append(spec)
    return sorted(chosen, key=lambda spec: spec.name)


def _wanted(spec: ToolSpec, wish: ToolWish) -> bool:
    if spec.name in wish.denied:
        return False
    return spec.group == BASELINE_GROUP or spec.group in wish.groups or spec.name in wish.custom
