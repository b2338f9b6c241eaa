"""A step that only looks follow is closed with what is written next, and not lost where it cannot be."""

import asyncio
from functools import partial

import pytest
import sqlalchemy as sa

from proofroom.durable import RunHandle, StepContext, log, riders
from proofroom.durable import run as run_module
from proofroom.durable.stop import Superseded
from proofroom.kernel import events
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import RunId
from proofroom.store.database import Connection
from proofroom.store.tables.access import people
from proofroom.store.tables.durable import runs
from tests.patience import until

from .conftest import WORKSPACE, Bench, read_text


async def test_a_step_closes_with_what_is_written_next_or_by_itself_where_that_cannot_be(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "SOON_S", 60)
    closed: list[str] = []

    async def last(step: StepContext) -> str:
        async def close(_: Connection) -> None:
            closed.append(step.key)
            if step.run.input.get("fails"):
                raise Conflict("no")

        step.text(0, "Good bye.")
        step.closing(close)
        step.is_before_looks = True
        return step.key

    async def refuse(_: Connection, step: StepContext) -> None:
        closed.append(f"{step.key} is opened")
        if step.run.input.get("is_refused"):
            raise Conflict("too dear")

    async def work(handle: RunHandle) -> None:
        given = handle.run.input
        assert await handle.step("a", "model", "a", last) == "a"
        assert (closed, await _states(bench, handle.run.id)) == ([], {"a": "running"})
        if given:
            assert await handle.step("a", "model", "a", last) == "a"  # as it will be kept
            assert await handle.step("look", "tool", "b", _look, is_pure=True) == "look"
            assert (closed, await _states(bench, handle.run.id)) == ([], {"a": "running"})
        if "goes_on" in given:
            await handle.step("b", "model", "b", last, opening=refuse)
            states = {"a": "finished", "look": "finished", "b": "running"}
            assert (closed, await _states(bench, handle.run.id)) == (["a", "b is opened"], states)
        await handle.end("completed", events.Done())

    await bench.launch(work=work)
    for given, keys, kept in (
        ({}, ["a"], {"a": "finished"}),
        (
            {"goes_on": True},
            ["a", "b is opened", "b"],
            {"a": "finished", "look": "finished", "b": "finished"},
        ),
        (  # with the step after it, which is not opened, and then with the end
            {"goes_on": True, "is_refused": True},
            ["a", "b is opened", "a"],
            {"a": "finished", "look": "finished"},
        ),
        ({"fails": True}, ["a", "a"], {"a": "failed"}),  # with the end, and once more by itself
    ):
        closed.clear()
        run = await bench.start(input=given)
        done = await bench.finish(run.id)
        is_well = not given.keys() & {"fails", "is_refused"}
        assert done.status == ("completed" if is_well else "failed")
        assert closed == keys
        assert await _states(bench, run.id) == kept
        assert read_text(await bench.events(run.id)).startswith("Good bye.")


async def test_a_step_is_closed_soon_though_what_comes_next_takes_longer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(riders, "QUIET_S", 60)
    monkeypatch.setattr(log, "FLUSH_S", 60)
    seen = list[dict[str, str]]()

    async def answer(step: StepContext) -> str:
        step.text(0, "Looking.")
        step.is_before_looks = True
        return "paid for"

    async def look(step: StepContext) -> str:
        while (await _states(bench, step.run.id))["a"] == "running":
            await asyncio.sleep(0.001)
        seen.append(await _states(bench, step.run.id))
        return "seen"

    async def work(handle: RunHandle) -> None:
        await handle.step("a", "model", "a", answer)
        await handle.step("look", "tool", "b", look, is_pure=True)

    await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    assert seen == [{"a": "finished"}]


async def _look(step: StepContext) -> str:
    return step.key


async def _states(bench: Bench, run_id: RunId) -> dict[str, str]:
    return {each.key: each.status for each in await bench.engine.runs.steps(run_id, WORKSPACE)}


@pytest.mark.parametrize("is_last", [True, False], ids=["with the end", "by itself"])
async def test_nothing_is_kept_of_a_step_whose_run_was_taken_over_meanwhile(
    bench: Bench, is_last: bool
) -> None:
    async def body(step: StepContext) -> str:
        step.text(0, "Nobody reads this.")
        step.is_before_looks = is_last
        async with bench.database.transaction() as connection:
            await connection.execute(
                sa.update(runs).where(runs.c.id == step.run.id).values(epoch=runs.c.epoch + 1)
            )
        return "done"

    left = list[bool]()

    async def work(handle: RunHandle) -> None:
        try:
            await handle.step("a", "model", "a", body)
            await handle.end("completed", events.Done())
        except Superseded:
            left.append(True)
            raise

    await bench.launch(work=work)
    run = await bench.start()
    await until(lambda: bool(left))
    found = await bench.engine.runs.get(run.id, WORKSPACE)
    (step,) = await bench.engine.runs.steps(run.id, WORKSPACE)
    lines = [line async for line in bench.engine.runs.lines(run.id, WORKSPACE, after=0)]
    assert (found.status, step.status, lines) == ("running", "running", [])


async def test_a_step_is_not_opened_by_an_execution_whose_run_was_taken_over(bench: Bench) -> None:
    made, left = list[str](), list[bool]()

    async def take_over(step: StepContext) -> None:
        made.append(step.key)
        async with bench.database.transaction() as connection:
            query = sa.update(runs).where(runs.c.id == step.run.id)
            await connection.execute(query.values(epoch=runs.c.epoch + 1))

    async def work(handle: RunHandle) -> None:
        try:
            await handle.step("a", "tool", "a", take_over, is_pure=True)
            await handle.step("b", "tool", "b", take_over)
        except Superseded:
            left.append(True)
            raise

    await bench.launch(work=work)
    run = await bench.start()
    await until(lambda: bool(left))
    assert (made, await bench.engine.runs.steps(run.id, WORKSPACE)) == (["a"], [])


async def test_a_step_is_opened_as_the_tables_stand_then_whatever_was_changed_since(bench: Bench) -> None:
    stamps, made = list[int | None](), list[str]()

    async def opening(_: Connection, step: StepContext) -> None:
        made.append(f"open {step.key}")
        step.closing(partial(close, step.key))

    async def close(key: str, _: Connection) -> None:
        made.append(f"close {key}")

    async def body(step: StepContext) -> None:
        stamps.append(step.stamp)

    async def work(handle: RunHandle) -> None:
        await handle.step("a", "tool", "a", body, opening=opening)
        async with bench.database.transaction() as connection:
            await connection.execute(people.update().values(name="Another"))
        await handle.step("b", "tool", "b", body, opening=opening)
        await handle.step("c", "tool", "c", body, opening=opening)

    engine = await bench.launch(work=work)
    run = await bench.start()
    assert (await bench.finish(run.id)).status == "completed"
    first, *later = stamps
    assert first is not None
    assert later == [first + 1, first + 1]
    assert [each for each in made if each.startswith("close")] == ["close a", "close b", "close c"]
    steps = await engine.runs.steps(run.id, WORKSPACE)
    assert [(step.key, step.number) for step in steps] == [("a", 1), ("b", 2), ("c", 3)]
