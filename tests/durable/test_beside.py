"""What a run does while something of it is being written: it looks around, and nothing else."""

import asyncio
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from proofroom.durable import NewRun, RunHandle, StepContext
from proofroom.durable.stop import Superseded
from proofroom.kernel import events
from proofroom.kernel.errors import Conflict, StorageLost
from proofroom.store import pipeline
from proofroom.store.database import Connection
from proofroom.store.prepared import Later, Prepared
from tests.patience import until

from .conftest import WORKSPACE, Bench, new_run


class Round:
    """A model that answers, a look after it, and a tool with an effect after that."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.may_close = asyncio.Event()
        self.failure: BaseException | None = None

    async def work(self, handle: RunHandle) -> None:
        """Make the three steps."""
        said = await handle.step("a", "model", "a", self.model)
        seen = await handle.step("b", "tool", "b", self.look, is_pure=True)
        await handle.step("c", "tool", "c", self.tool)
        await handle.end("completed", events.Done(), [said, seen])

    async def model(self, step: StepContext) -> str:
        """Answer, and close when it is let."""
        self.done.append("model")
        step.text(0, "Looking.")
        step.closing(self._close)
        step.is_before_looks = True
        return f"said {step.attempt}"

    async def _close(self, _: Connection) -> None:
        await self.may_close.wait()
        if self.failure is not None:
            raise self.failure

    async def look(self, step: StepContext) -> str:
        """Look around."""
        self.done.append("look")
        step.emit(events.Progress(text="seen"))
        return "seen"

    async def tool(self, step: StepContext) -> None:
        """Have an effect."""
        self.done.append("tool")


async def test_a_look_does_not_wait_for_the_answer_before_it_and_all_else_does(bench: Bench) -> None:
    made, shown = Round(), list[str]()
    engine = await bench.launch(work=made.work)
    run = await engine.start(new_run(), watched=True)

    async def watch() -> None:
        async for event in bench.watching(run.id):
            shown.append(type(event).__name__)

    watching = asyncio.create_task(watch())
    await until(lambda: "look" in made.done)
    await asyncio.sleep(0.3)  # longer than events wait to be stored
    assert made.done == ["model", "look"]
    assert shown == ["Text"]
    assert [step.key for step in await engine.runs.steps(run.id, WORKSPACE)] == ["a"]
    made.may_close.set()
    assert (await bench.finish(run.id)).result == ["said 1", "seen"]
    await watching
    assert made.done == ["model", "look", "tool"]
    assert shown == ["Text", "Progress", "Done"]
    steps = await engine.runs.steps(run.id, WORKSPACE)
    assert [(step.key, step.status) for step in steps] == [(key, "finished") for key in "abc"]
    assert [type(event).__name__ for event in await bench.events(run.id)] == shown


async def test_an_answer_that_was_not_kept_is_asked_for_again_and_the_look_is_made_again(
    bench: Bench,
) -> None:
    made = Round()
    await bench.launch(work=made.work)
    run = await bench.start()
    await until(lambda: "look" in made.done)
    again = Round()
    again.may_close.set()
    closing = asyncio.create_task(bench.crash(work=again.work))
    await asyncio.sleep(0.2)
    made.failure = Superseded()  # as after a kill, nothing of this execution is kept any more
    made.may_close.set()
    await closing
    done = await bench.finish(run.id)
    assert (done.status, done.result) == ("completed", ["said 2", "seen"])
    assert (made.done, again.done) == (["model", "look"], ["model", "look", "tool"])


async def test_nothing_is_kept_of_a_look_after_an_answer_that_could_not_be_kept(bench: Bench) -> None:
    made = Round()
    made.failure = Conflict("not kept")
    made.may_close.set()
    engine = await bench.launch(work=made.work)
    run = await bench.start()
    done = await bench.finish(run.id)
    assert (done.status, done.error and done.error["message"]) == ("failed", "not kept")
    steps = await engine.runs.steps(run.id, WORKSPACE)
    assert [(step.key, step.status) for step in steps] == [("a", "failed")]
    assert made.done == ["model", "look"]


class Commit:
    """Holds back what PostgreSQL says to a commit during which a run begins, and perhaps loses it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_come, self.is_lost = asyncio.Event(), False
        self._send, self._is_first = pipeline.Wire.send, True
        commit = self

        async def sent(wire: pipeline.Wire, calls: Any, *, commits: bool = False) -> Any:
            return await commit._answer(wire, calls, commits=commits)

        monkeypatch.setattr(pipeline.Wire, "send", sent)

    async def _answer(self, wire: pipeline.Wire, calls: Any, *, commits: bool) -> Any:
        is_it, self._is_first = commits and not calls and self._is_first, self._is_first and not commits
        answer = await self._send(wire, calls, commits=commits)
        if is_it:
            await self.may_come.wait()
            if self.is_lost:
                await wire.driver.close()
                raise psycopg.OperationalError("the connection is lost")
        return answer


@pytest.mark.parametrize("is_lost", [False, True], ids=["answered", "lost"])
async def test_a_run_begins_while_it_is_committed_and_waits_for_that_before_it_does_anything(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, is_lost: bool
) -> None:
    made, run, given = Round(), new_run(), list[Any]()

    async def work(handle: RunHandle) -> None:
        given.append(handle.read and [int(row[0]) for row in handle.read.rows])
        await handle.step("b", "tool", "b", made.look, is_pure=True)
        await handle.step("c", "tool", "c", made.tool)

    async def make(_: Connection) -> NewRun:
        return run

    async def read(connection: Connection, new: NewRun) -> Later:
        assert new is run
        return await Prepared(sa.select(sa.literal(7))).execute_later(connection, {})

    engine = await bench.launch(work=work)
    if not bench.database.is_postgres:
        await engine.start_with(run.id, make, watched=True, reads=read)
        assert (await bench.finish(run.id)).status == "completed"
        assert (given, made.done) == ([[7]], ["look", "tool"])
        return
    commit = Commit(monkeypatch)
    starting = asyncio.create_task(engine.start_with(run.id, make, watched=True, reads=read))
    await until(lambda: "look" in made.done)
    (watcher,) = engine.broker.open(run.id).watchers
    await asyncio.sleep(0.3)  # longer than events wait to be stored
    assert (given, made.done, starting.done(), watcher.take(0)[0]) == ([[7]], ["look"], False, b"")
    commit.is_lost = is_lost
    commit.may_come.set()
    if is_lost:  # whoever asked hears that it is not known; the run is looked for, and goes on
        with pytest.raises(StorageLost):
            await starting
    else:
        await starting
    shown = [type(event).__name__ for event in await bench.watched(run.id)]
    assert (await bench.finish(run.id)).status == "completed"
    assert [name for name in shown if name != "Notice"] == ["Progress", "Done"]
    assert made.done == (["look", "look", "tool"] if is_lost else ["look", "tool"])
    assert given == ([[7], None] if is_lost else [[7]])
