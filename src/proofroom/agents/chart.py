"""The chart of agents: who reports to whom."""

from collections.abc import Iterable

from proofroom.agents.types import Agent


def in_chart_order(agents: Iterable[Agent]) -> list[tuple[Agent, int]]:
    """Return agents, each behind the one it reports to, with how deep it stands."""
    found = list(agents)
    known = {one.record.slug for one in found}
    below: dict[str | None, list[Agent]] = {}
    for one in found:
        above = one.record.reports_to if one.record.reports_to in known else None
        below.setdefault(above, []).append(one)
    ordered: list[tuple[Agent, int]] = []
    waiting = [(one, 0) for one in reversed(below.get(None, []))]
    while waiting:
        one, depth = waiting.pop()
        ordered.append((one, depth))
        waiting += [(child, depth + 1) for child in reversed(below.get(one.record.slug, []))]
    return ordered
