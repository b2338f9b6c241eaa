"""Steps: the two transactions, replay, failure, stop."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.durable import RunHandle, StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.errors import Conflict, ProofroomError, RateLimited
from proofroom.store.database import Connection
from tests.patience import LIMIT_S

from .conftest import WORKSPACE, Bench, new_run, numbers, read_text


async def one(_: StepContext) -> int:
    return 1


async def test_a_run_keeps_its_steps_events_and_result(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def model(step: StepContext) -> dict[str, Any]:
            step.emit(events.Progress(text="thinking"))
            step.text(0, "Hello ")
            step.text(0, "wörld 🙂")
            step.text(0, "!")
            step.set_run(title="Greeting")
            return {"answer": ("a", "tuple"), "by": handle.run.input["who"]}

        answer = await handle.step("model:1", "model", "offline", model, input={"prompt": "hi"})
        assert answer == {"answer": ["a", "tuple"], "by": "me"}
        assert handle.run.title == "Greeting"
        await handle.end("completed", events.Done(), {"final": answer["by"]})

    await bench.launch(work=work)
    run = await bench.start(input={"who": "me"}, agent="editor", agent_version=3)
    assert run.status == "running"
    done = await bench.finish(run.id)
    assert (done.status, done.title, done.result) == ("completed", "Greeting", {"final": "me"})
    assert done.error is None
    assert done.ended_at is not None
    found = await bench.events(run.id)
    assert [type(event).__name__ for event in found] == ["Progress", "Text", "Done"]
    assert numbers(found) == sorted(set(numbers(found)))
    assert done.last_number == found[-1].n
    assert read_text(found) == "Hello wörld 🙂!"
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert (step.key, step.kind, step.status, step.attempt, step.number) == (
        "model:1",
        "model",
        "finished",
        1,
        1,
    )
    assert step.input == {"prompt": "hi"}


async def test_starting_the_same_id_twice_runs_it_once(bench: Bench) -> None:
    calls: list[int] = []

    async def work(handle: RunHandle) -> None:
        calls.append(1)
        await handle.step("a", "other", "a", one)

    await bench.launch(work=work)
    run = new_run()
    await bench.engine.start(run)
    await bench.engine.start(run)
    await bench.finish(run.id)
    await bench.engine.start(run)
    assert calls == [1]


async def test_a_finished_step_is_not_run_again_after_a_stop_of_the_studio(bench: Bench) -> None:
    calls: list[str] = []
    is_second = False

    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            calls.append(f"{step.key}#{step.attempt}")
            step.text(0, f"partial of attempt {step.attempt}")
            step.emit(events.Progress(text=step.new_id()))
            if step.key == "b" and not is_second:
                await handle_flush(handle)
                stuck.set()
                await asyncio.sleep(3_600)
            return f"{step.key} {step.started_at.isoformat()} {step.new_id()} {step.idempotency_key}"

        first = await handle.step("a", "tool", "a", body)
        second = await handle.step("b", "tool", "b", body)
        await handle.end("completed", events.Done(), [first, second])

    async def handle_flush(handle: RunHandle) -> None:
        await handle.flush()

    stuck = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    await asyncio.wait_for(stuck.wait(), LIMIT_S)
    before = await bench.events(run.id)
    is_second = True
    await bench.relaunch(work=work)
    done = await bench.finish(run.id)
    assert done.status == "completed"
    assert calls == ["a#1", "b#1", "b#2"]
    after = await bench.events(run.id)
    assert after[: len(before)] == before
    assert numbers(after) == sorted(set(numbers(after)))
    restarted = next(event for event in after if isinstance(event, events.StepRestarted))
    assert (restarted.step, restarted.attempt) == ("b", 2)
    ids = [event.text for event in after if isinstance(event, events.Progress)]
    assert ids[1] == ids[2], "the repeated step must make the same ids"
    assert done.result[1].endswith(f"{run.id}:b")


async def test_opening_and_closing_share_the_transactions_of_the_step(bench: Bench) -> None:
    async with bench.database.transaction() as connection:
        await connection.execute(sa.text("CREATE TABLE ledger (word VARCHAR(80))"))

    async def words() -> list[str]:
        async with bench.database.reading() as connection:
            return list((await connection.execute(sa.text("SELECT word FROM ledger"))).scalars())

    def note(word: str) -> Any:
        async def write(connection: Connection, *_: Any) -> None:
            await connection.execute(sa.text("INSERT INTO ledger VALUES (:word)"), {"word": word})

        return write

    async def refuse(_: Connection, __: StepContext) -> None:
        raise Conflict("No budget is left.")

    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> None:
            assert await words() == ["reserved"]
            step.closing(note("settled"))

        async def broken(step: StepContext) -> None:
            step.closing(note("settled after failure"))
            raise RateLimited("Too fast.", retry_after_s=7)

        await handle.step("good", "model", "m", body, opening=note("reserved"))
        with pytest.raises(Conflict):
            await handle.step("refused", "model", "m", one, opening=refuse)
        with pytest.raises(RateLimited):
            await handle.step("broken", "model", "m", broken)

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    assert await words() == ["reserved", "settled", "settled after failure"]
    steps = {step.key: step for step in await bench.engine.runs.steps(run.id, WORKSPACE)}
    assert set(steps) == {"good", "broken"}, "a refused opening must leave no row"
    assert steps["broken"].status == "failed"
    assert (steps["broken"].error or {})["code"] == "rate_limited"


async def test_a_failed_step_fails_again_the_same_way_when_the_body_is_replayed(bench: Bench) -> None:
    calls: list[str] = []
    caught: list[RateLimited] = []
    is_second = False

    async def work(handle: RunHandle) -> None:
        async def fail(step: StepContext) -> None:
            calls.append("fail")
            raise RateLimited("Too fast.", retry_after_s=7, suggestion="Breathe.")

        async def hang(step: StepContext) -> str:
            calls.append("hang")
            if not is_second:
                stuck.set()
                await asyncio.sleep(3_600)
            return "done"

        try:
            await handle.step("a", "model", "m", fail)
        except RateLimited as error:
            caught.append(error)
        await handle.step("b", "model", "m", hang)

    stuck = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    await asyncio.wait_for(stuck.wait(), LIMIT_S)
    is_second = True
    await bench.relaunch(work=work)
    assert (await bench.finish(run.id)).status == "completed"
    assert calls == ["fail", "hang", "hang"]
    assert [error.as_dict() for error in caught] == [caught[0].as_dict()] * 2
    assert caught[1].retry_after_s == 7


async def test_a_failed_step_called_again_in_the_same_execution_is_tried_again(bench: Bench) -> None:
    attempts: list[int] = []

    async def work(handle: RunHandle) -> None:
        async def flaky(step: StepContext) -> str:
            attempts.append(step.attempt)
            if step.attempt < 3:
                raise Conflict("Not yet.")
            return "yes"

        for _ in range(2):
            with pytest.raises(Conflict):
                await handle.step("a", "tool", "t", flaky)
        assert await handle.step("a", "tool", "t", flaky) == "yes"
        assert await handle.step("a", "tool", "t", flaky) == "yes"

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    assert attempts == [1, 2, 3]


async def test_parallel_steps_number_their_events_in_one_order(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> str:
            for turn in range(20):
                step.emit(events.Progress(text=f"{step.key} {turn}"))
                step.text(0, f"{turn},")
                await asyncio.sleep(0.001)
            return step.key

        keys = [f"read:{index}" for index in range(5)]
        assert await asyncio.gather(*(handle.step(key, "tool", key, body) for key in keys)) == keys

    await bench.launch(work=work)
    run = await bench.start()
    seen = await bench.watched(run.id)
    assert numbers(seen) == sorted(set(numbers(seen)))
    stored = await bench.events(run.id)
    assert numbers(stored) == sorted(set(numbers(stored)))
    for key in [f"read:{index}" for index in range(5)]:
        mine = [event for event in stored if event.step == key]
        assert read_text(mine) == "".join(f"{turn}," for turn in range(20))
        assert read_text([event for event in seen if event.step == key]) == read_text(mine)
    assert sorted(step.number for step in await bench.engine.runs.steps(run.id, WORKSPACE)) == [1, 2, 3, 4, 5]


async def test_an_error_of_the_body_closes_the_run_as_failed(bench: Bench) -> None:
    async def known(handle: RunHandle) -> None:
        raise Conflict("The page changed meanwhile.")

    async def unknown(handle: RunHandle) -> None:
        raise ZeroDivisionError("secret detail")

    await bench.launch(known=known, unknown=unknown)
    run = await bench.start("known")
    done = await bench.finish(run.id)
    (last,) = await bench.events(run.id)
    assert isinstance(last, events.Error)
    assert (done.status, last.code, last.status) == ("failed", "conflict", "failed")
    assert (done.error or {})["message"] == "The page changed meanwhile."
    run = await bench.start("unknown")
    assert (await bench.finish(run.id)).status == "failed"
    (last,) = await bench.events(run.id)
    assert isinstance(last, events.Error)
    assert last.code == ProofroomError.code
    assert "secret" not in last.message


async def test_stop_cuts_the_step_off_settles_it_and_closes_the_run_as_cancelled(bench: Bench) -> None:
    settled: list[str] = []
    reached: list[str] = []

    async def work(handle: RunHandle) -> None:
        async def stream(step: StepContext) -> None:
            async def settle(_: Connection) -> None:
                settled.append("partial usage")

            step.closing(settle)
            step.text(0, "so far")
            started.set()
            await asyncio.sleep(3_600)

        try:
            await handle.step("model", "model", "m", stream)
        except Stopped:
            await handle.step("tidy", "other", "t", one, despite_stop=True)
            reached.append("tidied")
            with pytest.raises(Stopped):
                await handle.step("more", "other", "t", one)
            raise

    started = asyncio.Event()
    await bench.launch(work=work)
    run = await bench.start()
    await asyncio.wait_for(started.wait(), LIMIT_S)
    assert await bench.engine.stop(run.id, WORKSPACE)
    done = await bench.finish(run.id)
    assert done.status == "cancelled"
    assert settled == ["partial usage"]
    assert reached == ["tidied"]
    found = await bench.events(run.id)
    assert read_text(found) == "so far"
    assert isinstance(found[-1], events.Done)
    assert found[-1].status == "cancelled"
    steps = {step.key: step for step in await bench.engine.runs.steps(run.id, WORKSPACE)}
    assert steps["model"].status == "failed"
    assert (steps["model"].error or {})["code"] == "cancelled"
    assert not await bench.engine.stop(run.id, WORKSPACE)


async def test_a_step_that_finished_just_before_the_stop_is_kept(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def last(step: StepContext) -> str:
            handle.stop.request()
            return "effect"

        assert await handle.step("a", "tool", "t", last) == "effect"
        handle.stop.raise_if_requested()

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "cancelled"
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert (step.status, step.result) == ("finished", "effect")


async def test_a_time_out_around_a_step_closes_it_and_leaves_the_run_going(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def slow(step: StepContext) -> None:
            limit.reschedule(0)  # now
            await asyncio.sleep(3_600)

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(None) as limit:
                await handle.step("slow", "tool", "t", slow)
        assert await handle.step("next", "tool", "t", one) == 1

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    steps = {step.key: step.status for step in await bench.engine.runs.steps(run.id, WORKSPACE)}
    assert steps == {"slow": "failed", "next": "finished"}


async def test_a_time_out_while_a_step_opens_leaves_it_closed(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def slow_opening(_: Connection, __: StepContext) -> None:
            limit.reschedule(0)  # now
            await asyncio.sleep(0.1)

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(None) as limit:
                await handle.step("slow", "tool", "t", one, opening=slow_opening)

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert (step.status, step.result) == ("failed", None)


async def test_a_closing_action_that_fails_leaves_no_step_open(bench: Bench) -> None:
    async def work(handle: RunHandle) -> None:
        async def body(step: StepContext) -> int:
            async def fail(_: Connection) -> None:
                raise Conflict("The ledger is full.")

            step.closing(fail)
            step.emit(events.Progress(text="kept"))
            return 1

        await handle.step("a", "tool", "t", body)

    await bench.launch(work=work)
    run = await bench.start()
    done = await bench.finish(run.id)
    assert done.status == "failed"
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    assert (step.status, (step.error or {})["message"]) == ("failed", "The ledger is full.")
    assert [type(event).__name__ for event in await bench.events(run.id)] == ["Progress", "Error"]


async def test_a_run_can_start_another_run_and_wait_for_it(bench: Bench) -> None:
    async def parent(handle: RunHandle) -> None:
        async def delegate(step: StepContext) -> Any:
            child = new_run("child", id=step.new_id(), parent_id=handle.run.id)
            await bench.engine.start(child)
            return (await bench.engine.wait(child.id, WORKSPACE)).result

        result = await handle.step("delegate", "delegation", "child", delegate)
        await handle.end("completed", events.Done(), result)

    async def child(handle: RunHandle) -> None:
        await handle.step("a", "tool", "t", one)
        await handle.end("completed", events.Done(), {"from": "child"})

    await bench.launch(parent=parent, child=child)
    run = await bench.start("parent")
    assert (await bench.finish(run.id)).result == {"from": "child"}
