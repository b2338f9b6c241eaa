"""Reading a run as it grows: stored lines first, then live ones, without a gap and without a repetition."""

from collections.abc import AsyncGenerator

from proofroom.durable.broker import Broker
from proofroom.durable.repo import Runs
from proofroom.durable.types import MOVING, Run
from proofroom.kernel.errors import StorageLost
from proofroom.kernel.events import Notice, encode_event, trace_tail, with_trace
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say

POLL_S = 0.25
"""How often the store is read when the run is executed elsewhere and nobody tells us of news."""

NOTIFIED_POLL_S = 5.0
"""The same where PostgreSQL tells us: only in case a notification was lost."""


AWAY_S, PATIENCE = 1.0, 60
"""How often, and how many times, the store is tried again while the database is out of reach."""


async def watch(
    broker: Broker,
    runs: Runs,
    run_id: RunId,
    workspace_id: WorkspaceId,
    *,
    after: int = 0,
    poll_s: float = POLL_S,
) -> AsyncGenerator[bytes]:
    """Yield batches of NDJSON lines with numbers above `after`, until the run comes to rest."""
    channel = broker.open(run_id)
    watcher = channel.attach()
    lost = 0
    try:
        while True:
            # In this order: what is stored after the queue begins is seen twice and dropped by its number;
            # what is stored before the status was read is certainly seen.
            is_here = channel.tail is not None
            watcher.refill(channel.tail)
            try:
                run = await runs.get(run_id, workspace_id)
                tail = trace_tail(run.trace_id)
                is_over = run.status not in MOVING and not is_here
                async for batch, last in runs.lines(run_id, workspace_id, after=after):
                    yield batch
                    after = last
                lost = 0
            except StorageLost:
                lost += 1
                if lost > PATIENCE:
                    raise
                if lost == 1:
                    yield _away(after)
                await watcher.wait(AWAY_S)
                continue
            if is_over:
                return
            while channel.tail is not None and not watcher.is_lagging:
                batch, after = watcher.take(after)
                if batch:
                    yield with_trace(batch, tail)
                else:
                    await watcher.wait(None)
            if not is_here and not watcher.is_lagging:
                await watcher.wait(poll_s)
    finally:
        channel.detach(watcher)


async def wait(
    broker: Broker, runs: Runs, run_id: RunId, workspace_id: WorkspaceId, *, poll_s: float = POLL_S
) -> Run:
    """Wait until a run comes to rest and return it."""
    channel = broker.open(run_id)
    with channel.bell() as bell:
        while True:
            is_here = channel.tail is not None
            try:
                run = await runs.get(run_id, workspace_id)
            except StorageLost:  # whoever waits for a run waits for the database too
                await bell.wait(AWAY_S)
                continue
            if run.status not in MOVING and not is_here:
                return run
            await bell.wait(None if is_here else poll_s)


def _away(after: int) -> bytes:
    """Return a line that tells what is waited for; it has no number of its own and is not stored."""
    notice = Notice(n=after, step="", code="database_away", message=say("runs.database_away"))
    return encode_event(notice) + b"\n"
