"""The run behind something that waits: what it was asked for, and what it has cost with all it started."""

from collections.abc import Iterable

from proofroom.api.shapes import Out
from proofroom.durable import Run, RunFilter
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.telemetry.usage import NOTHING
from proofroom.wiring import Studio

MOST = 200
"""Runs of one family that are counted."""


class FamilyInfo(Out):
    """A run that a person or a schedule started, with all that it handed on. `unpriced` counts the calls
    whose cost is unknown; `costMicros` leaves them out.
    """

    id: str
    title: str
    agent: str
    conversation_id: str | None
    cost_micros: int
    unpriced: int


async def families_of(
    studio: Studio, workspace_id: WorkspaceId, run_ids: Iterable[RunId]
) -> dict[RunId, FamilyInfo]:
    """Return the family of each run, by the run's own id; runs that are gone are left out."""
    roots: dict[RunId, RunId] = {}
    for run_id in set(run_ids):
        run = await studio.engine.runs.find(run_id, workspace_id)
        if run is not None:
            roots[run_id] = run.root_id
    found = {root: await _family(studio, workspace_id, root) for root in set(roots.values())}
    return {run_id: found[root] for run_id, root in roots.items()}


async def _family(studio: Studio, workspace_id: WorkspaceId, root_id: RunId) -> FamilyInfo:
    members = await studio.engine.runs.list(workspace_id, RunFilter(root_id=root_id), limit=MOST)
    root: Run = await studio.engine.runs.get(root_id, workspace_id)
    used = await studio.usage.of_runs(workspace_id, [run.id for run in members])
    sums = [used.get(run.id, NOTHING) for run in members]
    return FamilyInfo.of(
        root, cost_micros=sum(each.cost_micros for each in sums), unpriced=sum(each.unpriced for each in sums)
    )
