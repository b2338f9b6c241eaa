"""What an approval is bound to, who may give it, how long it waits, and what happens when things changed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import orjson
import pytest
import sqlalchemy as sa

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.errors import Conflict, NotAllowed
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews import Verdict, approval_source
from proofroom.runtime import Asker
from proofroom.store import Database
from proofroom.store.tables.durable import steps
from proofroom.store.tables.reviews import approvals
from tests.runtime.conftest import WORKSPACE, Anything, Desk, OpenDesk, tool
from tests.runtime.delegation.test_delegate import nested
from tests.runtime.test_pause import DONE, SECOND, SEND, Outside, begin, person
from tests.scripted import ScriptedDriver, ScriptedReply

Meanwhile = Callable[[Desk, Database], Awaitable[None]]
HELD = {"permissions": frozenset({"content.model"})}


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


async def test_nothing_that_writes_runs_before_the_word(open_desk: OpenDesk) -> None:
    jotted: list[str] = []

    async def jot(context: ToolContext, given: Anything) -> ToolOutput:
        jotted.append(given.value)
        return ToolOutput(ok=True)

    outside = Outside()
    both = ScriptedReply("", calls=(("jot", {"value": "first"}), ("send", {"value": "letter"})))
    specs = (tool("jot", jot, effect="write"), outside.spec())
    async with open_desk(ScriptedDriver(both, DONE), *specs) as desk:
        run, approval, _ = await begin(desk)
        assert jotted == [], "it stands before the call that asks, and still waits with it"
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        await desk.ended(run.id)
    assert (jotted, outside.sent) == (["first"], ["letter"])


async def _lose_permission(desk: Desk, database: Database) -> None:
    desk.cast.permissions = frozenset()


async def _lose_approver(desk: Desk, database: Database) -> None:
    desk.cast.is_trusted = False


def _changed(**values: Any) -> Meanwhile:
    async def change(desk: Desk, database: Database) -> None:
        async with database.transaction() as connection:
            await connection.execute(approvals.update().values(**values))

    return change


@pytest.mark.parametrize(
    "meanwhile",
    [_lose_permission, _lose_approver, _changed(input_sha256="0" * 64), _changed(agent_version=2)],
    ids=["the run's permission", "the approver's right", "another input", "another version of the agent"],
)
async def test_what_changed_meanwhile_keeps_an_approved_call_from_running(
    open_desk: OpenDesk, database: Database, meanwhile: Meanwhile
) -> None:
    outside, driver = Outside(), ScriptedDriver(SEND, DONE)
    async with open_desk(driver, outside.spec(permission="content.model"), **HELD) as desk:
        run, approval, _ = await begin(desk)
        await meanwhile(desk, database)
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        assert (await desk.ended(run.id)).status == "completed"
    assert outside.sent == []
    block = driver.requests[1].messages[-1].blocks[1]
    assert isinstance(block, ToolResultBlock)
    assert not block.ok, "the model reads that it did not happen"


async def test_an_edited_input_is_weighed_anew(open_desk: OpenDesk) -> None:
    async def weigh(spec: ToolSpec, workspace_id: WorkspaceId, given: dict[str, Any]) -> ToolSpec:
        return replace(spec, policy="deny") if given["value"] == "secrets" else spec

    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec(weigh=weigh)) as desk:
        run, approval, _ = await begin(desk)
        edited = Verdict("approved", edited_input={"value": "secrets"})
        await desk.approvals.decide(person(), approval.id, edited)
        await desk.ended(run.id)
    assert outside.sent == []


async def test_of_two_words_at_once_one_counts(open_desk: OpenDesk, database: Database) -> None:
    async with open_desk(ScriptedDriver(SEND, DONE), Outside().spec()) as desk:
        run, approval, _ = await begin(desk)
        said = [Verdict("approved"), Verdict("denied")]
        made = await asyncio.gather(
            *(desk.approvals.decide(person(), approval.id, word) for word in said), return_exceptions=True
        )
        assert sorted(isinstance(each, Conflict) for each in made) == [False, True]
        await desk.ended(run.id)
        async with database.reading() as connection:
            query = sa.text("SELECT count(*) FROM audit_log WHERE action LIKE 'approval.%'")
            assert (await connection.execute(query)).scalar() == 1, "and one is written down"


@pytest.mark.parametrize("kind", ["agent", "key"])
async def test_neither_an_agent_nor_a_key_ever_approves(open_desk: OpenDesk, kind: Any) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        _, approval, _ = await begin(desk)
        program = Principal(kind, WORKSPACE, "assistant", permissions_of("owner"))
        with pytest.raises(NotAllowed):
            await desk.approvals.decide(program, approval.id, Verdict("approved"))
        assert (await desk.approvals.get(person(), approval.id)).status == "pending"
    assert outside.sent == []


@pytest.mark.parametrize(
    ("who", "waits"),
    [(None, timedelta(hours=24)), (PersonId(new_id()), timedelta(days=7))],
    ids=["nobody", "a person"],
)
async def test_a_call_waits_for_a_week_and_without_a_person_for_a_day(
    open_desk: OpenDesk, who: PersonId | None, waits: timedelta
) -> None:
    lets = frozenset({"ai.tools.write"})
    async with open_desk(ScriptedDriver(SEND, DONE), Outside().spec(), permissions=lets) as desk:
        asker = Asker(WORKSPACE, who)
        opened = await desk.chat.open(asker, scope="workspace", agent="assistant")
        posted = await desk.chat.post(asker, opened.id, "send it")
        await desk.engine.wait(posted.run_id, WORKSPACE)
        (approval,) = await desk.approvals.find(person(), "pending")
        assert approval.person_id == who
        assert approval.expires_at - approval.created_at == waits


async def test_a_call_two_agents_deep_is_for_the_person_who_started_the_first(open_desk: OpenDesk) -> None:
    outside, who = Outside(), PersonId(new_id())
    caller, specs, cast = nested(outside)
    async with open_desk(caller, *specs, **cast) as desk:
        opened = await desk.chat.open(Asker(WORKSPACE, who), scope="workspace", agent="assistant")
        posted = await desk.chat.post(Asker(WORKSPACE, who), opened.id, "send it")
        await desk.engine.wait(posted.run_id, WORKSPACE)
        (approval,) = await desk.approvals.find(person(), "pending")
        assert (approval.agent, approval.person_id) == ("sender", who)


async def _forget_agent(desk: Desk, database: Database) -> None:
    desk.cast.agent = replace(desk.cast.agent, slug="somebody-else")


async def _other_format(desk: Desk, database: Database) -> None:
    async with database.transaction() as connection:
        query = sa.select(steps.c.result).where(steps.c.key == "000.begin")
        stored = orjson.loads((await connection.execute(query)).scalar_one())
        newer = orjson.dumps(stored | {"format": 99}).decode()
        await connection.execute(steps.update().where(steps.c.key == "000.begin").values(result=newer))


@pytest.mark.parametrize(
    ("meanwhile", "says"),
    [(_forget_agent, "no agent called assistant"), (_other_format, "another version of Proofroom")],
    ids=["the agent is gone", "an unknown format"],
)
async def test_a_run_that_cannot_be_understood_any_more_ends_and_runs_nothing(
    open_desk: OpenDesk, database: Database, meanwhile: Meanwhile, says: str
) -> None:
    outside = Outside()
    async with open_desk(ScriptedDriver(SEND, DONE), outside.spec()) as desk:
        run, approval, _ = await begin(desk)
        await meanwhile(desk, database)
        await desk.approvals.decide(person(), approval.id, Verdict("approved"))
        ended = await desk.ended(run.id)
    assert ended.status == "failed"
    assert says in str(ended.error)
    assert outside.sent == []


async def test_an_admin_reads_in_the_inbox_that_nobody_could_decide(open_desk: OpenDesk) -> None:
    async with open_desk(ScriptedDriver(SEND, DONE), Outside().spec()) as desk:
        desk.cast.is_staffed = False
        await desk.say("send it")
        (item,) = await approval_source(desk.approvals)(person(SECOND))
        assert (item.state, item.is_waiting) == ("nobody", False)
