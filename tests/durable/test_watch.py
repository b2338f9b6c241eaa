"""Watching: stored lines, then live ones, no gap, no repetition, whoever executes the run."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from proofroom.durable import RunHandle, StepContext, broker, log
from proofroom.durable.broker import Broker
from proofroom.durable.executor import this_process
from proofroom.durable.ownership.repo import write_executor
from proofroom.durable.repo import Runs
from proofroom.durable.watch import wait, watch
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.store.database import Connection
from tests.patience import LIMIT_S, until

from .conftest import WORKSPACE, Bench, numbers, read_text


def words(count: int) -> str:
    return "".join(f"word{index} " for index in range(count))


async def typing(handle: RunHandle) -> None:
    async def write(step: StepContext) -> None:
        for index in range(100):
            step.text(0, f"word{index} ")
            if index % 10 == 0:
                step.emit(events.Progress(text=str(index)))
            await asyncio.sleep(0.005)

    await handle.step("write", "model", "typist", write)


def assert_whole(seen: list[events.AnyEvent]) -> None:
    """A client that applies these events has the whole text and every event once, in order."""
    assert all(before < after for before, after in pairwise(numbers(seen)))
    assert read_text(seen) == words(100)
    progress = [event.text for event in seen if isinstance(event, events.Progress)]
    assert progress == [str(index) for index in range(0, 100, 10)]
    assert isinstance(seen[-1], events.Done)


async def test_several_watchers_see_everything_whenever_they_come(bench: Bench) -> None:
    await bench.launch(work=typing)
    run = await bench.start()
    early = asyncio.create_task(bench.watched(run.id))
    await asyncio.sleep(0.3)  # some is stored, some is not
    late = asyncio.create_task(bench.watched(run.id))
    for seen in await asyncio.gather(early, late):
        assert_whole(seen)
    assert_whole(await bench.watched(run.id))
    stored, done = await bench.events(run.id), await bench.finish(run.id)
    assert done.ended_at is not None
    took = done.ended_at - done.created_at
    assert len(stored) < 25 + took.total_seconds() / log.FLUSH_S, "text must be coalesced in the store"
    assert not bench.engine.broker._channels, "nobody watches and nothing runs: no channel is kept"


async def test_live_text_comes_before_it_is_stored(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(handle: RunHandle) -> None:
        async def write(step: StepContext) -> None:
            step.text(0, "at once")
            await seen.wait()

        await handle.step("write", "model", "typist", write)

    monkeypatch.setattr(log, "FLUSH_S", 600)
    seen = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    async with asyncio.timeout(LIMIT_S):
        async for event in bench.watching(run.id):
            assert isinstance(event, events.Text)
            assert event.text == "at once"
            break
    seen.set()
    await bench.finish(run.id)


async def test_pieces_of_one_loop_iteration_are_one_live_line(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def write(step: StepContext) -> None:
            await watching.wait()
            for index in range(50):
                step.text(0, f"{index},")
            await asyncio.sleep(0.02)
            step.thinking(1, "hm")

        await handle.step("write", "model", "typist", write)

    watching = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    task = asyncio.create_task(bench.watched(run.id))
    await asyncio.sleep(0.1)
    watching.set()
    seen = await task
    assert [type(event).__name__ for event in seen] == ["Text", "Thinking", "Done"]
    assert isinstance(seen[1], events.Thinking)
    assert (seen[1].block, seen[1].offset, seen[1].text) == (1, 0, "hm")


async def test_a_reader_who_comes_back_gets_exactly_the_rest(bench: Bench) -> None:
    await bench.launch(work=typing)
    run = await bench.start()
    seen: list[events.AnyEvent] = []
    while not seen or not isinstance(seen[-1], events.Done):
        count = 0
        async for event in bench.watching(run.id, after=seen[-1].n if seen else 0):
            seen.append(event)
            count += 1
            if count == 7:  # the connection breaks
                break
    assert_whole(seen)


async def test_a_watcher_who_comes_while_lines_are_being_stored_misses_none(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def write(step: StepContext) -> None:
            async def slowly(_: Connection) -> None:
                storing.set()
                await asyncio.sleep(0.3)

            step.closing(slowly)
            step.text(0, "before ")
            step.emit(events.Progress(text="in between"))
            step.text(0, "after")

        await handle.step("write", "model", "typist", write)

    storing = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    await storing.wait()
    seen = await bench.watched(run.id)
    assert [type(event).__name__ for event in seen] == ["Text", "Progress", "Text", "Done"]
    assert numbers(seen) == sorted(set(numbers(seen)))
    assert read_text(seen) == "before after"


async def test_a_slow_watcher_loses_nothing_and_holds_little(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "QUEUE_BYTES", 500)
    await bench.launch(work=typing)
    run = await bench.start()
    seen: list[events.AnyEvent] = []
    async for event in bench.watching(run.id):
        seen.append(event)
        if len(seen) < 10:
            await asyncio.sleep(0.1)
            (watcher,) = bench.engine.broker.open(run.id).watchers or [None]
            assert watcher is None or watcher._size <= 1000
    assert_whole(seen)


async def test_a_watcher_of_another_workspace_finds_nothing(bench: Bench) -> None:
    await bench.launch(work=typing)
    run = await bench.start()
    stranger = WorkspaceId(new_id())
    with pytest.raises(NotFound):
        await anext(bench.engine.watch(run.id, stranger))
    with pytest.raises(NotFound):
        await bench.engine.stop(run.id, stranger)
    with pytest.raises(NotFound):
        await anext(bench.engine.watch(RunId(new_id()), WORKSPACE))
    await bench.finish(run.id)


async def test_more_events_than_were_reserved_wait_for_the_store(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(handle: RunHandle) -> None:
        async def chatter(step: StepContext) -> None:
            await asyncio.sleep(0.05)
            for index in range(100):
                step.emit(events.Progress(text=str(index)))
            await asyncio.sleep(0.4)
            step.emit(events.Progress(text="end"))

        await handle.step("a", "tool", "t", chatter)

    monkeypatch.setattr("proofroom.durable.log.BLOCK", 10)
    await bench.launch(work=work)
    run = await bench.start()
    seen = await bench.watched(run.id)
    texts = [event.text for event in seen if isinstance(event, events.Progress)]
    assert texts == [*map(str, range(100)), "end"]
    assert all(before < after for before, after in pairwise(numbers(seen)))


class Pause:
    """A run whose step puts it to rest; it comes to its end when it is let, and again when it is resumed."""

    def __init__(self) -> None:
        self.arrived, self.may_end = asyncio.Event(), asyncio.Event()

    async def work(self, handle: RunHandle) -> None:
        """Ask, and end; once resumed, say something and end again."""

        async def ask(step: StepContext) -> None:
            step.emit(events.Progress(text="asking"))
            step.set_run(status="awaiting_tool")

        async def act(step: StepContext) -> None:
            step.emit(events.Progress(text="acting"))

        is_resumed = handle.has_finished("ask")
        await handle.step("ask", "guard", "g", ask)
        if is_resumed:
            await handle.step("act", "tool", "t", act)
        self.arrived.set()
        await self.may_end.wait()
        await handle.end("awaiting_tool", events.Done(status="awaiting_tool"))


def shown(batches: list[bytes]) -> list[str]:
    return [type(events.decode_event(line)).__name__ for batch in batches for line in batch.splitlines()]


async def test_a_run_is_watched_to_its_last_line_though_a_step_has_set_where_it_will_rest(
    bench: Bench,
) -> None:
    pause = Pause()
    await bench.launch(work=pause.work)
    run = await bench.start()
    await pause.arrived.wait()
    assert (await bench.engine.runs.get(run.id, WORKSPACE)).status == "awaiting_tool"

    async def watched() -> list[bytes]:  # by another process, which has nothing but the store
        lines = watch(Broker(), bench.engine.runs, run.id, WORKSPACE, poll_s=0.05)
        return [batch async for batch in lines]

    watching = asyncio.create_task(watched())
    waiting = asyncio.create_task(wait(Broker(), bench.engine.runs, run.id, WORKSPACE, poll_s=0.05))
    await asyncio.wait({watching, waiting}, timeout=0.5)
    assert not watching.done()
    assert not waiting.done()
    pause.may_end.set()
    assert shown(await watching) == ["Progress", "Done"]
    assert (await waiting).status == "awaiting_tool"


async def test_a_watcher_whose_first_look_takes_long_sees_the_last_line(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause, find = Pause(), Runs._find

    async def find_late(self: Runs, run_id: RunId, workspace_id: WorkspaceId) -> object:
        await pause.arrived.wait()
        return await find(self, run_id, workspace_id)

    await bench.launch(work=pause.work)
    monkeypatch.setattr(Runs, "_find", find_late)
    run = await bench.start()
    asyncio.get_running_loop().call_later(0.5, pause.may_end.set)
    seen = await bench.watched(run.id)  # it looks before the run has begun
    assert [type(event).__name__ for event in seen] == ["Progress", "Done"]


async def test_a_watcher_follows_a_run_that_goes_on_while_its_lines_are_read(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause, lines = Pause(), Runs._lines
    pause.may_end.set()
    await bench.launch(work=pause.work)
    run = await bench.start()
    await bench.finish(run.id)
    pause.may_end.clear()
    pause.arrived.clear()

    async def read_late(self: Runs, *given: Any) -> object:
        if not pause.arrived.is_set():  # the run was seen at rest, and is let go on now
            await bench.engine.resume(run.id, WORKSPACE, "go on")
            await pause.arrived.wait()
            asyncio.get_running_loop().call_later(0.2, pause.may_end.set)
        return await lines(self, *given)

    monkeypatch.setattr(Runs, "_lines", read_late)
    others = watch(Broker(), bench.engine.runs, run.id, WORKSPACE, poll_s=0.05)
    assert shown([batch async for batch in others]) == ["Progress", "Done", "Progress", "Done"]


async def test_postgresql_tells_of_new_lines_where_another_process_may_want_to_know(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung = list[RunId]()
    monkeypatch.setattr(Broker, "ring", lambda _, run_id: rung.append(run_id))
    await bench.launch(work=typing)
    alone = await bench.start()
    await bench.finish(alone.id)
    async with bench.database.transaction() as connection:
        await write_executor(connection, this_process("other", "1", SystemClock().now(), None))
    run = await bench.start()
    await bench.finish(run.id)
    if bench.database.is_postgres:
        await until(lambda: bool(rung))
    assert set(rung) == ({run.id} if bench.database.is_postgres else set())
