"""Reading a run as it grows: stored lines first, then live ones, without a gap and without a repetition."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial

from proofroom.durable.broker import Broker, Channel, Watcher
from proofroom.durable.repo import Runs
from proofroom.durable.types import Run
from proofroom.kernel.errors import StorageLost
from proofroom.kernel.events import Notice, encode_event, trace_tail, with_trace
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say

POLL_S = 0.25
"""How often the store is read when the run is executed elsewhere and nobody tells us of news."""

NOTIFIED_POLL_S = 5.0
"""The same where PostgreSQL tells us: only in case a notification was lost."""


ReadStored = Callable[[int], Awaitable[tuple[Run, bool, AsyncIterator[tuple[bytes, int]]]]]

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
    """Yield batches of NDJSON lines with numbers above `after`, until the run comes to rest.

    A run that was expected before it began is followed without asking the store.
    """
    channel = broker.open(run_id)
    early = channel.take_early(workspace_id) if after == 0 else None
    watcher = early.watcher if early else channel.attach()
    try:
        if early is not None:
            if channel.tail is None and not watcher.has_all:
                await watcher.wait(poll_s)  # it begins in a moment
            async for batch, last in _live(channel, watcher, after, trace_tail(early.trace_id)):
                yield batch
                after = last
        if not watcher.has_all:
            read = partial(_stored, runs, run_id, workspace_id)
            async with aclosing(_follow(channel, watcher, read, after, poll_s)) as batches:
                async for batch in batches:
                    yield batch
    finally:
        channel.detach(watcher)


async def _stored(
    runs: Runs, run_id: RunId, workspace_id: WorkspaceId, after: int
) -> tuple[Run, bool, AsyncIterator[tuple[bytes, int]]]:
    """Return the run as it stands, whether it is at rest, and its stored lines."""
    run, is_at_rest = await runs.look(run_id, workspace_id)
    return run, is_at_rest, runs.lines(run_id, workspace_id, after=after)


async def _follow(
    channel: Channel, watcher: Watcher, read: ReadStored, after: int, poll_s: float
) -> AsyncGenerator[bytes]:
    """Yield what is stored, then what comes."""
    lost = 0
    while True:
        # In this order: what is stored after the queue begins is seen twice and dropped by its number;
        # what is stored before the run was read is certainly seen.
        is_here = channel.tail is not None
        watcher.refill(channel.tail)
        try:
            run, is_at_rest, stored = await read(after)
            is_over = is_at_rest and not is_here
            async for batch, last in stored:
                yield batch
                after = last
                is_over = is_over and last <= run.last_number  # else somebody let it go on since
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
        async for batch, last in _live(channel, watcher, after, trace_tail(run.trace_id)):
            yield batch
            after = last
        if watcher.has_all:
            return
        if not is_here and not watcher.is_lagging:
            await watcher.wait(poll_s)


async def _live(
    channel: Channel, watcher: Watcher, after: int, tail: bytes
) -> AsyncGenerator[tuple[bytes, int]]:
    """Yield what the execution here says, with the last number, as long as this reader keeps up."""
    while not watcher.is_lagging:
        batch, after = watcher.take(after)
        if batch:
            yield with_trace(batch, tail), after
        elif channel.tail is None:
            return
        else:
            await watcher.wait(None)


async def wait(
    broker: Broker, runs: Runs, run_id: RunId, workspace_id: WorkspaceId, *, poll_s: float = POLL_S
) -> Run:
    """Wait until a run comes to rest and return it."""
    channel = broker.open(run_id)
    with channel.bell() as bell:
        while True:
            is_here = channel.tail is not None
            try:
                run, is_at_rest = await runs.look(run_id, workspace_id)
            except StorageLost:  # whoever waits for a run waits for the database too
                await bell.wait(AWAY_S)
                continue
            if is_at_rest and not is_here:
                return run
            await bell.wait(None if is_here else poll_s)


def _away(after: int) -> bytes:
    """Return a line that tells what is waited for; it has no number of its own and is not stored."""
    notice = Notice(n=after, step="", code="database_away", message=say("runs.database_away"))
    return encode_event(notice) + b"\n"
