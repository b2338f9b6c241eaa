"""What a run has cost with all that it started."""

from collections import defaultdict

from proofroom.durable import Run, RunFilter
from proofroom.kernel.ids import RunId
from proofroom.runtime.facts import Ports
from proofroom.telemetry.usage import Usage

MOST = 200
"""Runs of one family that are counted."""


async def spent_by(ports: Ports, run: Run) -> int:
    """Return the known cost of a run and of those below it, in micro-dollars."""
    family = await ports.engine.runs.list(run.workspace_id, RunFilter(root_id=run.root_id), limit=MOST)
    below: defaultdict[RunId | None, list[RunId]] = defaultdict(list)
    for each in family:
        below[each.parent_id].append(each.id)
    members, found = [run.id], 0
    while found < len(members):
        members += below[members[found]]
        found += 1
    used = await Usage(ports.database).of_runs(run.workspace_id, members)
    return sum(each.cost_micros for each in used.values())
