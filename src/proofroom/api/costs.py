"""What runs cost with all that they started: a beat or a brief lets agents work in runs of their own."""

from collections import Counter
from collections.abc import Sequence

from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.wiring import Studio


async def costs_of(studio: Studio, workspace_id: WorkspaceId, roots: Sequence[RunId]) -> Counter[RunId]:
    """Return what each of some runs that nobody started cost; nothing for others."""
    below = await studio.engine.runs.below(workspace_id, roots) if roots else {}
    used = await studio.usage.of_runs(workspace_id, list(below)) if below else {}
    costs = Counter[RunId]()
    for run_id, spent in used.items():
        costs[below[run_id]] += spent.cost_micros or 0
    return costs
