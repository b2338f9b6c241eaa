"""Records around others, and the way from one to another: step by step along their relations."""

from collections.abc import Sequence

from proofroom.entities.repo import records, relations
from proofroom.entities.types import Neighbourhood, Relation
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Connection

MOST_RELATIONS = 600
"""Relations that a neighbourhood shows at most."""
LONGEST_WAY = 6
_LOOKED_AT = 4_000
"""Relations of one step of a way that are looked at."""


async def around(
    connection: Connection, workspace_id: WorkspaceId, ids: Sequence[str], depth: int, limit: int, kind: str
) -> Neighbourhood:
    """Return some records, those around them, and how they hang together."""
    known: dict[str, Relation] = {}
    seen, edge = set(ids), list(ids)
    most = max(1, min(limit, MOST_RELATIONS))
    for _ in range(max(1, min(depth, 3))):
        found = await relations.around(connection, workspace_id, edge, most + 1, kind) if edge else []
        known |= {one.id: one for one in found}
        near = {end for one in found for end in (one.source_id, one.target_id)}
        edge = sorted(near - seen)
        seen |= near
        if not edge or len(known) > most:
            break
    shown = list(known.values())[:most]
    all_ids = dict.fromkeys([*ids, *(end for one in shown for end in (one.source_id, one.target_id))])
    return Neighbourhood(await records.many(connection, workspace_id, all_ids), shown, len(known) > most)


async def way(connection: Connection, workspace_id: WorkspaceId, start: str, goal: str) -> Neighbourhood:
    """Return the shortest way between two records in its order; nothing where none of six steps was found."""
    by: dict[str, Relation] = {}
    edge, seen, is_more = [start], {start}, False
    for _ in range(LONGEST_WAY):
        if goal in seen or not edge:
            break
        found = await relations.around(connection, workspace_id, edge, _LOOKED_AT)
        is_more = is_more or len(found) == _LOOKED_AT
        reached = dict[str, Relation]()
        for one in found:
            for end in (one.source_id, one.target_id):
                if end not in seen:
                    reached.setdefault(end, one)
        by |= reached
        seen |= reached.keys()
        edge = sorted(reached)
    steps: list[Relation] = []
    at = goal
    while at in by:
        steps.append(by[at])
        at = by[at].source_id if by[at].target_id == at else by[at].target_id
    if at != start:
        return Neighbourhood([], [], is_more)
    steps.reverse()
    passed = [start]
    for one in steps:
        passed.append(one.target_id if one.source_id == passed[-1] else one.source_id)
    return Neighbourhood(await records.many(connection, workspace_id, passed), steps, is_more)
