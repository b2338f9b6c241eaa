"""A flow through its gate, a stop, a failure, a retry from a step and a fork, on both databases."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.durable import NewRun, Run, RunFilter, Step, StepContext
from proofroom.kernel import events
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.ids import PersonId, RunId, new_id
from proofroom.reviews import Verdict
from proofroom.runtime.flow.again import kept_steps
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from tests.patience import until
from tests.runtime.conftest import WHO, WORKSPACE, Desk, OpenDesk
from tests.runtime.flow.letter_flow import GATE_NAME, LETTER, letter_flow
from tests.scripted import ScriptedDriver, ScriptedReply

pytestmark = pytest.mark.both_databases

OWNER = Principal("person", WORKSPACE, "Ada", permissions_of("owner"), person_id=PersonId(new_id()))


NOW = datetime.now(UTC)
PATTERN = Step(RunId(""), "", 0, "workflow", "", "finished", 1, None, None, None, NOW, NOW)


class Post:
    """A desk with the letter flow, and what its steps did."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.done: list[str] = []
        self.hold: asyncio.Event | None = None

    async def note(self, word: str, step: StepContext) -> None:
        self.done.append(word)
        if self.hold is not None and word == "paint":
            await self.hold.wait()

    async def start(self, **given: Any) -> Run:
        values = {"to": "Ada", "failAt": None, **given}
        new = NewRun(RunId(new_id()), WORKSPACE, LETTER, title="A letter", input=values)
        return await self.desk.engine.start(new)

    async def waiting(self, run_id: RunId) -> Run:
        """Wait until the run rests at its gate."""

        async def look() -> Run | None:
            run = await self.desk.engine.runs.get(run_id, WORKSPACE)
            return run if run.status == "waiting_human" else None

        return await until(look)

    async def answer(self, run_id: RunId, verdict: Verdict) -> Run:
        (asked,) = await self.desk.approvals.find(OWNER, "pending", run_id)
        await self.desk.approvals.decide(OWNER, asked.id, verdict)
        return await self.desk.ended(run_id)


@pytest.fixture
def open_post(open_desk: OpenDesk):
    @asynccontextmanager
    async def open_one():
        driver = ScriptedDriver(*[ScriptedReply("Dear Ada.") for _ in range(6)])
        post: Post | None = None

        async def note(word: str, step: StepContext) -> None:
            assert post is not None
            await post.note(word, step)

        async with open_desk(driver, flows={LETTER: letter_flow(note)}) as desk:
            post = Post(desk)
            yield post

    return open_one


async def test_a_flow_rests_at_its_gate_and_goes_on_with_what_a_person_changed(open_post: Any):
    async with open_post() as post:
        run = await post.waiting((await post.start()).id)
        assert sorted(post.done) == ["outline", "paint", "plan", "sketch"], "nothing is sent unasked"
        ended = await post.answer(run.id, Verdict("approved", edited_input={"to": "Grace", "text": "Hi."}))
        told = await post.desk.events(run.id)
    assert (ended.status, post.done[-1]) == ("completed", "send")
    assert ended.result == {"sent": {"to": "Grace", "text": "Hi."}, "picture": "paint"}
    progress = [event for event in told if isinstance(event, events.Progress)]
    assert [(event.done, event.percent) for event in progress] == [
        (number, 100 * number // 7) for number in range(1, 8)
    ]
    asked = [event for event in told if isinstance(event, events.ApprovalRequested)]
    assert [event.tool_name for event in asked] == [GATE_NAME]
    assert [event.status for event in told if isinstance(event, events.Done)] == [
        "waiting_human",
        "completed",
    ]


async def test_the_cost_of_an_agent_counts_in_the_flow_that_started_it(open_desk: OpenDesk):
    async def note(word: str, step: StepContext) -> None:
        return None

    priced = {"input_micros_per_mtok": 1_000_000, "output_micros_per_mtok": 2_000_000}
    driver = ScriptedDriver(ScriptedReply("Dear Ada."))
    async with open_desk(driver, flows={LETTER: letter_flow(note)}, priced=priced) as desk:
        post = Post(desk)
        run = await post.waiting((await post.start()).id)
        await post.answer(run.id, Verdict("approved"))
        told = [event for event in await desk.events(run.id) if isinstance(event, events.Progress)]
        (child,) = await desk.engine.runs.list(WORKSPACE, RunFilter(parent_id=run.id))
        used = [event for event in await desk.events(child.id) if isinstance(event, events.Usage)]
    assert used[0].cost_micros
    assert (told[0].cost_micros, told[-1].cost_micros) == (0, used[0].cost_micros)


async def test_a_flow_that_is_denied_says_why_and_sends_nothing(open_post: Any):
    async with open_post() as post:
        run = await post.waiting((await post.start()).id)
        ended = await post.answer(run.id, Verdict("denied", "Not to her."))
    assert (ended.status, ended.result) == ("completed", {"sent": None, "why": "Not to her."})
    assert "send" not in post.done


async def test_a_flow_is_stopped_at_work_and_at_its_gate(open_post: Any):
    async with open_post() as post:
        post.hold = asyncio.Event()
        run = await post.start()
        await until(lambda: _is("paint" in post.done))
        assert await post.desk.waiting.stop(await post.desk.engine.runs.get(run.id, WORKSPACE))
        assert (await post.desk.ended(run.id)).status == "cancelled"
        post.hold = None
        resting = await post.waiting((await post.start()).id)
        await post.desk.waiting.stop(resting)
        assert (await post.desk.ended(resting.id)).status == "cancelled"
        assert await post.desk.approvals.find(OWNER, "pending") == [], "nobody is asked any more"


async def test_a_failed_flow_is_resumed_where_it_failed(open_post: Any):
    async with open_post() as post:
        run = await post.desk.ended((await post.start(failAt="paint")).id)
        assert (run.status, run.error["message"]) == ("failed", "paint failed")
        assert sorted(post.done) == ["outline", "paint", "plan", "sketch"], "the other branch had its time"
        post.done.clear()
        await post.desk.reruns.retry(run)
        again = await post.desk.ended(run.id)
        assert (again.status, post.done) == ("failed", ["paint"])


async def test_a_retry_keeps_what_was_before_a_step_and_beside_it(open_post: Any):
    async with open_post() as post:
        run = await post.waiting((await post.start()).id)
        await post.answer(run.id, Verdict("approved"))
        post.done.clear()
        source = await post.desk.engine.runs.get(run.id, WORKSPACE)
        fresh = await post.desk.reruns.retry(source, "make/picture/paint")
        await post.waiting(fresh.id)
        assert post.done == ["paint"], "neither the plan nor the words are made again, but a person is asked"
        ended = await post.answer(fresh.id, Verdict("approved"))
        children = await post.desk.engine.runs.list(WORKSPACE, RunFilter(parent_id=fresh.id))
        assert (ended.status, ended.forked_from, children) == ("completed", run.id, [])
        steps = await post.desk.engine.runs.steps(fresh.id, WORKSPACE)
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))


async def test_a_retry_from_an_agent_or_a_gate_begins_it_anew(open_post: Any):
    async with open_post() as post:
        run = await post.waiting((await post.start()).id)
        source = await post.answer(run.id, Verdict("approved"))
        post.done.clear()
        fresh = await post.desk.reruns.retry(source, "make/words/write")
        await post.waiting(fresh.id)
        children = await post.desk.engine.runs.list(WORKSPACE, RunFilter(parent_id=fresh.id))
        assert (post.done, len(children)) == ([], 1)
        source = await post.answer(fresh.id, Verdict("approved"))
        post.done.clear()
        fresh = await post.desk.reruns.retry(source, "gate")
        await post.waiting(fresh.id)
        await post.answer(fresh.id, Verdict("denied"))
        assert post.done == []


async def test_a_fork_begins_with_other_values(open_post: Any):
    async with open_post() as post:
        run = await post.waiting((await post.start()).id)
        with pytest.raises(InvalidStatus):
            await post.desk.reruns.fork_flow(WHO, run, {"to": "Grace"})
        source = await post.answer(run.id, Verdict("approved"))
        with pytest.raises(InvalidInput):
            await post.desk.reruns.fork_flow(WHO, source, {"from": "Grace"})
        fresh = await post.desk.reruns.fork_flow(WHO, source, {"to": "Grace"}, "gate")
        await post.waiting(fresh.id)
        ended = await post.answer(fresh.id, Verdict("approved"))
        assert ended.result["sent"]["to"] == "Grace"
        with pytest.raises(InvalidInput):
            await post.desk.reruns.retry(ended, "nowhere")


async def test_branches_work_side_by_side_up_to_the_limit(open_desk: OpenDesk):
    at_work, most, full = 0, 0, asyncio.Event()

    async def one(branch: Flow) -> str:
        async def body(step: StepContext) -> str:
            nonlocal at_work, most
            at_work += 1
            most = max(most, at_work)
            if most == 3:
                full.set()
            await full.wait()
            at_work -= 1
            return step.key

        return await branch.step("look", "look", body)

    async def many(flow: Flow) -> Closed:
        return Closed(await flow.together("each", {str(number): one for number in range(7)}, limit=3))

    async with open_desk(ScriptedDriver(), flows={"many": NewFlow(many)}) as desk:
        run = await desk.engine.start(NewRun(RunId(new_id()), WORKSPACE, "many"))
        ended = await desk.ended(run.id)
    assert most == 3
    assert ended.result == {str(number): f"each/{number}/look" for number in range(7)}


def test_only_whole_questions_and_branches_beside_are_kept():
    def step(number: int, key: str, status: Any = "finished") -> Step:
        return replace(PATTERN, number=number, key=key, status=status)

    steps = [
        step(1, "000.begin"),
        step(2, "a/left/one"),
        step(3, "a/right/one"),
        step(4, "a/left/two.start"),
        step(5, "a/right/two"),
        step(6, "a/left/two"),
        step(7, "b/left/one"),
        step(8, "gate.ask"),
    ]
    assert kept_steps(steps, "a/right/two") == {
        "000.begin",
        "a/left/one",
        "a/right/one",
        "a/left/two.start",
        "a/left/two",
    }
    assert kept_steps(steps, "gate.ask") == {each.key for each in steps[:-1]}
    assert kept_steps(steps, "a/left/two") == {"000.begin", "a/left/one", "a/right/one", "a/right/two"}


async def _is(value: bool) -> bool:
    return value
