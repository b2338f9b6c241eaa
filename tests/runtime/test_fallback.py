"""Model A, else B, with the switch shown and every call in the ledger."""

from typing import Any

import sqlalchemy as sa

from proofroom.kernel import events
from proofroom.kernel.errors import ContentRefused, ProviderFailed, ProviderRateLimited
from proofroom.providers.types import TokenUsage
from proofroom.store import Database
from tests.runtime.conftest import OpenDesk
from tests.scripted import ScriptedDriver, ScriptedReply

HELLO = ScriptedReply("Hello there.")
NOTE = ScriptedReply("Noting.", calls=(("note", {"value": "a"}),))
DOWN = ScriptedReply(error=ProviderFailed("A is down.", provider_status=503, retryable=True))
DRY = ScriptedReply(error=ProviderRateLimited("A has no credit left.", provider_status=402, retryable=False))
CUT = ScriptedReply("Half an ans", error=ProviderFailed("A broke off.", partial=True))
REFUSED = ScriptedReply(error=ContentRefused("A will not say that.", provider_status=400))


def switches(found: list[events.AnyEvent]) -> list[tuple[str, str, str]]:
    return [(e.before, e.after, e.reason) for e in found if isinstance(e, events.ModelSwitched)]


async def ledger(database: Database) -> list[tuple[Any, ...]]:
    async with database.reading() as connection:
        rows = await connection.execute(
            sa.text("SELECT model, status, call_number, input_tokens FROM usage_records ORDER BY call_number")
        )
        return [tuple(row) for row in rows]


async def test_the_next_model_answers_when_the_first_is_down(open_desk: OpenDesk, database: Database):
    second = ScriptedDriver(HELLO)
    async with open_desk(ScriptedDriver(DOWN), fallbacks={"b": second}) as desk:
        run, found = await desk.say("hello")
    assert run.status == "completed"
    assert switches(found) == [("scripted", "b", "A is down.")]
    assert [e.text for e in found if isinstance(e, events.Text)] == ["Hello there."]
    assert [e.window for e in found if isinstance(e, events.Context)] == [9_000]
    assert second.requests[0].model == "b"
    assert await ledger(database) == [("scripted", "failed", 1, 0), ("b", "ok", 2, 10)]


async def test_an_empty_account_is_a_reason_to_switch_and_the_chain_goes_on(
    open_desk: OpenDesk, database: Database
):
    chain = {"b": ScriptedDriver(DOWN), "c": ScriptedDriver(HELLO)}
    async with open_desk(ScriptedDriver(DRY), fallbacks=chain, chain=("b", "gone", "c")) as desk:
        run, found = await desk.say("hello")
    assert run.status == "completed"
    assert switches(found) == [("scripted", "b", "A has no credit left."), ("b", "c", "A is down.")]
    assert [row[:3] for row in await ledger(database)] == [
        ("scripted", "failed", 1),
        ("b", "failed", 2),
        ("c", "ok", 3),
    ]


async def test_the_rest_of_the_turn_stays_with_the_model_that_took_over(open_desk: OpenDesk):
    first, second = ScriptedDriver(DOWN), ScriptedDriver(NOTE, HELLO)
    async with open_desk(first, fallbacks={"b": second}) as desk:
        run, found = await desk.say("note it")
        steps = await desk.engine.runs.steps(run.id, run.workspace_id)
    assert run.status == "completed"
    assert len(switches(found)) == 1
    assert (len(first.requests), len(second.requests)) == (1, 2)
    assert [step.result["model"] for step in steps if step.kind == "model"] == ["b", "b"]


async def test_the_next_turn_tries_the_first_model_again(open_desk: OpenDesk):
    first = ScriptedDriver(DOWN)
    async with open_desk(first, fallbacks={"b": ScriptedDriver(HELLO)}) as desk:
        conversation = await desk.open()
        await desk.say("one", conversation)
        _, found = await desk.say("two", conversation)
    assert len(first.requests) == 2
    assert len(switches(found)) == 1


async def test_nothing_switches_once_something_was_said(open_desk: OpenDesk):
    second = ScriptedDriver(HELLO)
    async with open_desk(ScriptedDriver(CUT), fallbacks={"b": second}) as desk:
        run, found = await desk.say("hello")
    assert run.status == "failed"
    assert second.requests == []
    assert switches(found) == []


async def test_a_refusal_is_an_answer_and_nobody_else_is_asked(open_desk: OpenDesk):
    second = ScriptedDriver(HELLO)
    async with open_desk(ScriptedDriver(REFUSED), fallbacks={"b": second}) as desk:
        run, _ = await desk.say("hello")
    assert run.status == "failed"
    assert second.requests == []


async def test_when_all_fail_the_run_fails_with_the_last_reason(open_desk: OpenDesk, database: Database):
    worse = ScriptedDriver(ScriptedReply(error=ProviderFailed("B is down too.", provider_status=500)))
    async with open_desk(ScriptedDriver(DOWN), fallbacks={"b": worse}) as desk:
        run, found = await desk.say("hello")
    assert run.status == "failed"
    last = found[-1]
    assert isinstance(last, events.Error)
    assert last.message == "B is down too."
    assert [row[1] for row in await ledger(database)] == ["failed", "failed"]


async def test_a_model_whose_connection_is_gone_is_passed_over_at_the_beginning(open_desk: OpenDesk):
    chain = {"b": ScriptedDriver(HELLO)}
    async with open_desk(ScriptedDriver(DOWN), fallbacks=chain, wanted="lost/model") as desk:
        run, found = await desk.say("hello")
    assert run.status == "completed"
    assert switches(found) == [("lost/model", "b", "There is no model called lost/model.")]
    started = found[0]
    assert isinstance(started, events.RunStarted)
    assert started.model == "b"


async def test_without_a_chain_the_error_stands(open_desk: OpenDesk):
    async with open_desk(ScriptedDriver(DOWN)) as desk:
        run, found = await desk.say("hello")
    assert run.status == "failed"
    assert switches(found) == []


async def test_what_the_provider_cleared_from_the_context_is_in_the_ledger(
    open_desk: OpenDesk, database: Database
):
    used = TokenUsage(input=10, output=5, cleared_tool_uses=8, cleared_input_tokens=50_000)
    async with open_desk(ScriptedDriver(ScriptedReply("Hello.", usage=used))) as desk:
        await desk.say("hello")
    async with database.reading() as connection:
        wanted = "SELECT cleared_tool_uses, cleared_input_tokens FROM usage_records"
        assert [tuple(row) for row in await connection.execute(sa.text(wanted))] == [(8, 50_000)]
