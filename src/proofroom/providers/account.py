"""The books of a call: what it may cost at most, held back before it; its line and its cost, after it."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

import orjson

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.tool import PaidCall
from proofroom.providers.types import ModelInfo, ModelRequest
from proofroom.store import Connection
from proofroom.telemetry import CostSource, UsageRecord
from proofroom.telemetry.budgets import Notice, Spender, charge, release, reserve
from proofroom.telemetry.repo import record

BYTES_PER_TOKEN = 2
"""Fewer than any common tokenizer needs on average, in any language: a reservation must not be too small."""
TOKENS_PER_IMAGE = 3_000
MAX_OUTPUT = 8_192
"""What an answer is taken to have at most where neither the request nor the model says."""


def spender_of(step: StepContext, agent: str) -> Spender:
    """Return whose money a step spends."""
    run = step.run
    return Spender(run.workspace_id, run.id, agent, run.project_id, run.person_id, run.parent_id, step.stamp)


def most_it_may_cost(info: ModelInfo, request: ModelRequest) -> int | None:
    """Return the worst case of a call: a prompt that no cache helps with, and the longest answer.

    None where the price is not known.
    """
    into, out = info.input_micros_per_mtok, info.output_micros_per_mtok
    if into is None or out is None:
        return None
    dearest = max(into, info.cache_write_micros_per_mtok or 0, info.cache_read_micros_per_mtok or 0)
    longest = request.max_output_tokens or info.max_output or MAX_OUTPUT
    return -(-(_prompt_tokens(request) * dearest + longest * out) // 1_000_000)


async def reserve_call(
    connection: Connection,
    step: StepContext,
    agent: str,
    bound: int | None,
    what: str,
    *,
    has_called: bool = False,
) -> list[Notice]:
    """Hold back the most a call of a step may cost, or refuse it; the step gives it back when it closes."""
    spender = spender_of(step, agent)
    if step.attempt > 1 or has_called:  # the attempt that was cut off, or the model before this one
        await release(connection, spender, step.key)
    notices = await reserve(connection, spender, step.key, step.opened_at, bound, what)
    if bound:
        step.closing(partial(release, spender=spender, step=step.key))
    return notices


def tell(step: StepContext, notices: list[Notice]) -> None:
    """Tell the run's watchers of budgets that passed a mark."""
    for notice in notices:
        step.emit(
            events.BudgetNotice(
                budget_id=notice.budget_id,
                title=notice.title,
                state="reached" if notice.percent >= 100 else "warned",
                percent=notice.percent,
                spent_micros=notice.spent_micros,
                limit_micros=notice.limit_micros,
            )
        )


def keep_books(step: StepContext, row: UsageRecord) -> None:
    """Write a call's line and charge its cost, with the transaction that closes the step."""
    step.closing(partial(write_line, row=row, spender=spender_of(step, row.agent)))
    step.count(
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        cache_read_tokens=row.cache_read_tokens,
        cache_write_tokens=row.cache_write_tokens,
        cost_micros=row.cost_micros or 0,
    )


@contextmanager
def accounted(
    account: Callable[[PaidCall], None],
    kind: Literal["image", "search"],
    provider: str,
    model: str = "",
    connection_id: str | None = None,
) -> Generator[dict[str, Any]]:
    """Account for a call once, whether it answers or fails; what is learned of its cost is put into it."""
    begun, learned = time.perf_counter(), dict[str, Any](has_failed=True)
    try:
        yield learned
        learned["has_failed"] = False
    finally:
        spent = round((time.perf_counter() - begun) * 1000)
        account(PaidCall(kind, provider, model, duration_ms=spent, connection_id=connection_id, **learned))


def account_for(step: StepContext, agent: str, call: PaidCall) -> None:
    """Keep the books of a search or image call that a tool made."""
    step.count(paid_calls=1)
    number = int(step.figures["paid_calls"])
    keep_books(
        step,
        UsageRecord(
            id=step.attempt_id(),
            workspace_id=step.run.workspace_id,
            project_id=step.run.project_id,
            conversation_id=step.run.conversation_id,
            person_id=step.run.person_id,
            run_id=step.run.id,
            step=step.key,
            attempt=step.attempt,
            call_number=number,
            agent=agent,
            source=step.run.source,
            scope="",
            kind=call.kind,
            provider=call.provider,
            model=call.model,
            connection_id=call.connection_id,
            status="failed" if call.has_failed else "ok",
            created_at=step.opened_at,
            input_tokens=call.input_tokens,
            output_tokens=call.output_tokens,
            cost_micros=call.cost_micros,
            cost_source=_source_of(call),
            duration_ms=call.duration_ms,
        ),
    )


def _source_of(call: PaidCall) -> CostSource:
    if call.cost_micros is None:
        return "unknown"
    return "prices" if call.is_listed_price else "provider"


async def write_line(connection: Connection, row: UsageRecord, spender: Spender) -> None:
    """Write a line and charge its cost to the budgets it counts for."""
    await record(connection, row)
    await charge(connection, spender, row.created_at, row.cost_micros)


def _around(request: ModelRequest) -> Iterator[str | bytes]:
    yield request.system_prefix
    yield request.system_suffix
    for tool in request.tools:
        yield tool.description
        yield orjson.dumps(tool.input_schema)


def _prompt_tokens(request: ModelRequest) -> int:
    around = sum(len(text.encode() if isinstance(text, str) else text) for text in _around(request))
    size = around + sum(message.size for message in request.messages)
    return size // BYTES_PER_TOKEN + sum(message.images for message in request.messages) * TOKENS_PER_IMAGE
