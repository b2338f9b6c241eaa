"""Queues, stop, resume, fork, lists and retention."""

import asyncio
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest

from proofroom.durable import QueueRule, RunFilter, RunHandle, StepContext, again
from proofroom.durable.ownership import repo as ownership
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotFound, Unavailable
from proofroom.kernel.ids import ConversationId, RunId, WorkspaceId, new_id
from tests.patience import LIMIT_S, until

from .conftest import WORKSPACE, Bench, new_run, numbers


async def echo(handle: RunHandle) -> None:
    async def body(_: StepContext) -> Any:
        return handle.run.input

    result = await handle.step("echo", "tool", "t", body)
    await handle.end("completed", events.Done(), result)


class Together:
    """A place where so many must have come before anybody goes on."""

    def __init__(self, count: int) -> None:
        self._missing = count
        self._all = asyncio.Event()

    async def wait(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self._all.set()
        await asyncio.wait_for(self._all.wait(), LIMIT_S)


async def test_a_queue_runs_one_at_a_time_per_partition(bench: Bench) -> None:
    active: dict[str, int] = {}
    most: dict[str, int] = {}
    order: dict[str, list[int]] = {"a": [], "b": []}
    together = Together(2)

    async def work(handle: RunHandle) -> None:
        name, number = handle.run.input["conversation"], handle.run.input["number"]
        active[name] = active.get(name, 0) + 1
        most[name] = max(most.get(name, 0), active[name])
        if number == 0:  # the first ones of both partitions wait for each other
            await together.wait()
        await asyncio.sleep(0.02)
        active[name] -= 1
        order[name].append(number)

    bench.engine.queue(QueueRule("turns", per_partition=1, poll_s=0.05))
    await bench.launch(work=work)
    made = [
        await bench.engine.enqueue(
            "turns", new_run(input={"conversation": name, "number": number}), partition=name
        )
        for number in range(3)
        for name in ("a", "b")
    ]
    assert {run.status for run in made} == {"queued"}
    done = [await bench.finish(run.id) for run in made]
    assert {run.status for run in done} == {"completed"}
    assert most == {"a": 1, "b": 1}
    assert order == {"a": [0, 1, 2], "b": [0, 1, 2]}


async def test_a_queue_leaves_out_a_repetition_while_the_first_one_is_there(bench: Bench) -> None:
    go = asyncio.Event()

    async def work(handle: RunHandle) -> None:
        await go.wait()

    bench.engine.queue(QueueRule("heartbeats", poll_s=0.05))
    await bench.launch(work=work)
    first = await bench.engine.enqueue("heartbeats", new_run(), dedupe="agent")
    second = await bench.engine.enqueue("heartbeats", new_run(), dedupe="agent")
    assert second.id == first.id
    assert [run.id for run in await bench.engine.runs.list(WORKSPACE)].count(first.id) == 1
    go.set()
    await bench.finish(first.id)
    async with asyncio.timeout(LIMIT_S):  # DBOS hears of the end a moment later
        while (third := await bench.engine.enqueue("heartbeats", new_run(), dedupe="agent")).id == first.id:
            await asyncio.sleep(0.05)
    assert (await bench.finish(third.id)).status == "completed"


async def test_a_delayed_run_waits(bench: Bench) -> None:
    bench.engine.queue(QueueRule("later", poll_s=0.05))
    await bench.launch(work=echo)
    run = await bench.engine.enqueue("later", new_run(), delay_s=1.0)
    assert run.status == "queued"
    done = await bench.finish(run.id)
    assert done.started_at is not None
    assert done.started_at - done.created_at > timedelta(seconds=0.9)


async def test_a_queued_run_can_be_stopped_before_it_begins(bench: Bench) -> None:
    bench.engine.queue(QueueRule("later", poll_s=0.05))
    await bench.launch(work=echo)
    run = await bench.engine.enqueue("later", new_run(), delay_s=1.0)
    assert await bench.engine.stop(run.id, WORKSPACE)
    assert (await bench.finish(run.id)).status == "cancelled"
    await asyncio.sleep(2)
    assert await bench.engine.runs.steps(run.id, WORKSPACE) == []
    (last,) = await bench.events(run.id)
    assert isinstance(last, events.Done)
    assert last.status == "cancelled"


async def test_unknown_names_are_refused(bench: Bench) -> None:
    bench.engine.workflow("work", echo)
    with pytest.raises(Unavailable):
        await bench.engine.start(new_run())
    await bench.launch(work=echo)
    with pytest.raises(InvalidInput):
        await bench.engine.start(new_run("nonsense"))
    with pytest.raises(InvalidInput):
        await bench.engine.enqueue("nonsense", new_run())
    assert await bench.engine.runs.list(WORKSPACE) == []


async def pausing(handle: RunHandle) -> None:
    """Pause after the first step until somebody has decided."""

    async def ask(step: StepContext) -> str:
        step.emit(events.Progress(text="asking"))
        calls.append(step.key)
        step.set_run(status="awaiting_tool")
        return "question"

    async def act(step: StepContext) -> str:
        calls.append(step.key)
        return "acted"

    await handle.step("ask", "guard", "g", ask)
    if not decided:
        await handle.end("awaiting_tool", events.Done(status="awaiting_tool"))
        return
    await handle.step("act", "tool", "t", act)
    await handle.end("completed", events.Done(), "decided")


calls: list[str] = []
decided: list[str] = []


async def test_a_paused_run_is_resumed_once_by_one_token(bench: Bench) -> None:
    calls.clear()
    decided.clear()
    await bench.launch(work=pausing)
    run = await bench.start()
    first = await bench.watched(run.id)
    paused = await bench.engine.runs.get(run.id, WORKSPACE)
    assert (paused.status, paused.ended_at) == ("awaiting_tool", None)
    assert isinstance(first[-1], events.Done)
    assert first[-1].status == "awaiting_tool"
    await bench.relaunch(work=pausing)  # long human waits survive a restart
    decided.append("yes")
    resume = bench.engine.resume
    await asyncio.gather(*(resume(run.id, WORKSPACE, "step-1") for _ in range(3)))
    rest = await bench.watched(run.id, after=first[-1].n)
    done = await bench.finish(run.id)
    assert (done.status, done.result) == ("completed", "decided")
    assert calls == ["ask", "act"]
    assert numbers(rest)[0] > first[-1].n
    assert numbers(await bench.watched(run.id)) == [*numbers(first), *numbers(rest)]
    await resume(run.id, WORKSPACE, "step-1")
    with pytest.raises(InvalidStatus):
        await resume(run.id, WORKSPACE, "step-2")
    with pytest.raises(NotFound):
        await resume(run.id, WorkspaceId(new_id()), "step-2")
    assert calls == ["ask", "act"]


async def test_a_resume_that_the_studio_did_not_survive_is_repeated(bench: Bench) -> None:
    calls.clear()
    decided.clear()
    await bench.launch(work=pausing)
    run = await bench.start()
    await bench.finish(run.id)
    async with bench.database.transaction() as connection:  # then it stops, before the engine hears of it
        await ownership.resume_run(connection, run.id, WORKSPACE, f"resume:{run.id}:step-1", "studio")
    decided.append("yes")
    await bench.relaunch(work=pausing)
    assert (await bench.finish(run.id)).status == "completed"
    assert calls == ["ask", "act"]


async def test_a_paused_run_can_be_stopped_by_anybody(bench: Bench) -> None:
    calls.clear()
    decided.clear()
    await bench.launch(work=pausing)
    run = await bench.start()
    await bench.finish(run.id)
    assert await bench.engine.stop(run.id, WORKSPACE)
    assert (await bench.engine.runs.get(run.id, WORKSPACE)).status == "cancelled"
    with pytest.raises(InvalidStatus):
        await bench.engine.resume(run.id, WORKSPACE, "too-late")


async def test_a_failed_run_is_resumed_from_the_step_that_failed(bench: Bench) -> None:
    done: list[str] = []
    is_fixed = False

    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            if step.key == "b" and not is_fixed:
                raise Conflict("Not now.")
            done.append(step.key)
            return step.key

        for key in "abc":
            await handle.step(key, "tool", "t", body)

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "failed"
    is_fixed = True
    await bench.engine.resume(run.id, WORKSPACE, "retry-1")
    found = await bench.finish(run.id)
    assert (found.status, found.error) == ("completed", None)
    assert done == ["a", "b", "c"]


async def test_a_fork_continues_from_copied_steps_with_other_input(bench: Bench) -> None:
    ran: list[tuple[str, str]] = []

    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            ran.append((handle.run.id, step.key))
            step.emit(events.RunStarted(run_id=handle.run.id, agent="a", model="m", at="now"))
            return f"{step.key} of {handle.run.input['who']}"

        found = [await handle.step(key, "tool", "t", body) for key in "abc"]
        await handle.end("completed", events.Done(), found)

    await bench.launch(work=work)
    run = await bench.start(input={"who": "one"}, agent="writer", title="Original")
    await bench.finish(run.id)
    fork_id = RunId(new_id())
    for _ in range(2):
        await bench.engine.fork(again(run, id=fork_id, input={"who": "two"}), run.id, at_step="b")
    fork = await bench.finish(fork_id)
    assert fork.result == ["a of one", "b of two", "c of two"]
    assert (fork.forked_from, fork.agent, fork.title) == (run.id, "writer", "Original")
    assert ran == [(run.id, "a"), (run.id, "b"), (run.id, "c"), (fork_id, "b"), (fork_id, "c")]
    found = await bench.events(fork_id)
    assert [event.step for event in found] == ["a", "b", "c", ""]
    assert numbers(found) == sorted(set(numbers(found)))
    assert {event.run_id for event in found if isinstance(event, events.RunStarted)} == {fork_id}
    assert [step.number for step in await bench.engine.runs.steps(fork_id, WORKSPACE)] == [1, 2, 3]
    with pytest.raises(NotFound):
        await bench.engine.fork(again(run, id=RunId(new_id())), run.id, at_step="nonsense")
    whole = await bench.engine.fork(again(run, id=RunId(new_id())), run.id)
    assert (await bench.finish(whole.id)).result == ["a of one", "b of one", "c of one"]
    assert len(ran) == 5


async def test_runs_are_listed_newest_first_by_filter_and_page(bench: Bench) -> None:
    await bench.launch(work=echo, other=echo)
    conversation = ConversationId(new_id())
    made = [await bench.start(conversation_id=conversation if number % 2 else None) for number in range(6)]
    other = await bench.start("other")
    for run in [*made, other]:
        await bench.finish(run.id)
    runs = bench.engine.runs
    everything = await runs.list(WORKSPACE)
    assert [run.id for run in everything] == [run.id for run in reversed([*made, other])]
    page = await runs.list(WORKSPACE, before=everything[2].id, limit=2)
    assert page == everything[3:5]
    mine = await runs.list(WORKSPACE, RunFilter(conversation_id=conversation))
    assert [run.id for run in mine] == [made[5].id, made[3].id, made[1].id]
    assert [run.id for run in await runs.list(WORKSPACE, RunFilter(workflow="other"))] == [other.id]
    assert await runs.list(WORKSPACE, RunFilter(status=["failed", "queued"])) == []
    assert len(await runs.list(WORKSPACE, RunFilter(status=["completed"]))) == 7
    assert await runs.list(WorkspaceId(new_id())) == []
    assert await runs.steps(made[0].id, WorkspaceId(new_id())) == []
    assert await runs.events(made[0].id, WorkspaceId(new_id())) == []


async def test_retention_removes_old_logs_and_keeps_the_runs(bench: Bench) -> None:
    calls.clear()
    decided.clear()
    bench.engine.queue(QueueRule("later", poll_s=0.05))
    await bench.launch(work=echo, pausing=pausing)
    # Only of what went through a queue does DBOS keep anything.
    old = [await bench.start(), *[await bench.engine.enqueue("later", new_run()) for _ in range(2)]]
    for run in old:
        await bench.finish(run.id)
    waiting = await bench.start("pausing")
    await bench.finish(waiting.id)

    async def all_heard_of() -> datetime | None:  # DBOS hears of an end a moment later
        now = SystemClock().now()
        return now if (await bench.engine.apply_retention(now, dry_run=True)).workflows == 2 else None

    border = await until(all_heard_of)
    await asyncio.sleep(1.1)  # on SQLite DBOS keeps whole seconds
    young = await bench.start()
    await bench.finish(young.id)
    planned = await bench.engine.apply_retention(border, dry_run=True)
    assert len(await bench.events(old[0].id)) == 1
    report = await bench.engine.apply_retention(border, dry_run=False)
    assert (report.runs, report.events, report.steps, report.workflows) == (3, 3, 3, 2)
    assert (planned.runs, planned.events, planned.steps, planned.workflows) == (3, 3, 3, 2)
    assert await bench.watched(old[0].id) == []
    kept = await bench.engine.runs.get(old[0].id, WORKSPACE)
    assert (kept.status, kept.trimmed_at is not None) == ("completed", True)
    assert len(await bench.events(young.id)) == 1
    assert len(await bench.events(waiting.id)) == 2, "a run that waits for a person keeps its log"
    assert (await bench.engine.apply_retention(border, dry_run=False)).runs == 0


async def test_closing_lets_runs_finish(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def body(_: StepContext) -> None:
            await asyncio.sleep(0.3)

        await handle.step("a", "tool", "t", body)

    await bench.launch(work=work)
    run = await bench.start()
    await bench.engine.close(drain_s=5)
    assert (await bench.engine.runs.get(run.id, WORKSPACE)).status == "completed"
    assert await asyncio.to_thread(lambda: "the loop has threads again") == "the loop has threads again"


async def test_closing_takes_nothing_more_from_queues(bench: Bench) -> None:
    go, begun = asyncio.Event(), list[str]()

    async def work(handle: RunHandle) -> None:
        begun.append(handle.run.id)
        await go.wait()

    def is_served() -> bool:
        return any(each.name == "queue-worker-due" for each in threading.enumerate())

    bench.engine.queue(QueueRule("due", poll_s=0.05))
    await bench.launch(work=work)
    first = await bench.engine.enqueue("due", new_run())
    await until(lambda: begun)
    closing = asyncio.create_task(bench.engine.close(drain_s=120))
    await until(lambda: not is_served(), limit_s=60)
    second = await bench.engine.enqueue("due", new_run())
    go.set()
    await closing
    found = {run.id: run.status for run in await bench.engine.runs.list(WORKSPACE)}
    assert (begun, found) == ([first.id], {first.id: "completed", second.id: "queued"})


async def test_what_runs_out_on_a_thread_is_an_error_and_nobody_waits_for_ever(bench: Bench) -> None:
    engine = await bench.launch(echo=echo)
    await engine.wait((await engine.start(new_run("echo"))).id, WORKSPACE)
    with pytest.raises(RuntimeError, match="more than there was"):
        await asyncio.wait_for(asyncio.to_thread(next, iter(())), LIMIT_S)
