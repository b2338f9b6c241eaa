"""Every model call goes through here: its cost held back, called, and written to the ledger exactly once.

The reservation is made by the transaction that opens the step; the ledger's line and the charge belong to
the one that closes it, so that a call which finished is counted with its result, and a call which failed or
was stopped is counted too.
"""

import time
from dataclasses import field, replace

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import BudgetExceeded, ContentRefused, ProviderFailed
from proofroom.kernel.ids import ApiKeyId
from proofroom.kernel.tokens import estimate
from proofroom.providers.account import (
    MAX_OUTPUT,
    keep_books,
    most_it_may_cost,
    reserve_call,
    spender_of,
    write_line,
)
from proofroom.providers.cost import cost_micros
from proofroom.providers.sent import estimated_tokens
from proofroom.providers.types import Driver, ModelInfo, ModelRequest, Reply, TokenUsage
from proofroom.store import Connection
from proofroom.telemetry import CallStatus, UsageRecord
from proofroom.telemetry.budgets import Notice, release

SHORT_ANSWER = 4_096
"""Tokens an answer may have at least before a budget refuses it, where nobody asked for a length."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a call is for, as the ledger wants to know."""

    agent: str
    scope: str
    connection_id: str | None = None
    api_key_id: ApiKeyId | None = None


@dataclass(slots=True)
class Tap:
    """Passes pieces on to the step and remembers them, to account for and keep a call that is cut off."""

    step: StepContext
    said: list[str] = field(default_factory=list[str])
    thought: list[str] = field(default_factory=list[str])
    calls: int = 0
    """How many models were called in this step, one after the other."""

    def text(self, block: int, piece: str, /) -> None:
        """Take a piece of the answer."""
        self.said.append(piece)
        self.step.text(block, piece)

    def thinking(self, block: int, piece: str, /) -> None:
        """Take a piece of the reasoning."""
        self.thought.append(piece)
        self.step.thinking(block, piece)


@dataclass(frozen=True, slots=True)
class Granted:
    """A call that fits its budgets: the request, perhaps for a shorter answer, and marks that were passed."""

    request: ModelRequest
    notices: list[Notice]


async def open_call(
    connection: Connection,
    step: StepContext,
    info: ModelInfo,
    request: ModelRequest,
    caller: Caller,
    *,
    may_shorten: bool = False,
) -> Granted:
    """Hold back what a call may cost, or refuse it: for the transaction that opens the step.

    Where nobody asked for a length, an answer may be kept short rather than not be given: the longest answers
    of a model are far dearer than most budgets' last cents.
    """
    await count_cut_off(connection, step, info, request, caller)
    try:
        return await grant(connection, step, info, request, caller)
    except BudgetExceeded:
        longest = request.max_output_tokens or info.max_output or MAX_OUTPUT
        if not may_shorten or request.thinking != "off" or longest <= SHORT_ANSWER:
            raise
        shorter = replace(request, max_output_tokens=SHORT_ANSWER)
        return await grant(connection, step, info, shorter, caller)


async def grant(
    connection: Connection,
    step: StepContext,
    info: ModelInfo,
    request: ModelRequest,
    caller: Caller,
    *,
    has_called: bool = False,
) -> Granted:
    """Hold back what a call may cost, or refuse it; if the step called before, instead of what it held."""
    bound, what = most_it_may_cost(info, request), f"a call of {info.id}"
    made = await reserve_call(connection, step, caller.agent, bound, what, has_called=has_called)
    return Granted(request, made)


async def count_cut_off(
    connection: Connection, step: StepContext, info: ModelInfo, request: ModelRequest, caller: Caller
) -> None:
    """Count the call in the middle of which the studio stopped: its prompt was sent, what came is lost.

    What it held of the budgets is given back.
    """
    if step.was_cut_off:
        sent = TokenUsage(input=_guess(request, Tap(step)).input)
        begun = time.perf_counter()
        lost = _row(Tap(step, calls=1), info, caller, "interrupted", sent, begun, is_estimate=True)
        lost = replace(lost, attempt=step.attempt - 1)
        spender = spender_of(step, caller.agent)
        await release(connection, spender, step.key)
        await write_line(connection, lost, spender)


async def call_model(
    tap: Tap, driver: Driver, info: ModelInfo, request: ModelRequest, caller: Caller
) -> Reply:
    """Call a model inside a step, pass its pieces to the run's watchers, and account for it."""
    step = tap.step
    tap.calls += 1
    begun = time.perf_counter()
    status: CallStatus = "aborted"
    usage: TokenUsage | None = None
    was_turned_away = False
    try:
        reply = await driver.stream(request, tap)
        status, usage = "ok", reply.usage
        return reply
    except Exception as error:
        status, was_turned_away = "failed", _is_turned_away(error, tap)
        raise
    finally:
        is_estimate = usage is None
        if usage is None:
            usage = TokenUsage() if was_turned_away else _guess(request, tap)
        row = _row(tap, info, caller, status, usage, begun, is_estimate=is_estimate)
        keep_books(step, row)
        step.emit(_usage_event(row))


def _is_turned_away(error: Exception, tap: Tap) -> bool:
    """Tell whether a provider answered with an error and nothing else: it charges nothing for that."""
    is_answer = isinstance(error, ProviderFailed | ContentRefused) and error.context.get("provider_status")
    return bool(is_answer) and not tap.said and not tap.thought


def _guess(request: ModelRequest, tap: Tap) -> TokenUsage:
    """Estimate what a call without a report used: the prompt, and what had been said."""
    return TokenUsage(input=estimated_tokens(request), output=estimate("".join([*tap.said, *tap.thought])))


def _row(
    tap: Tap,
    info: ModelInfo,
    caller: Caller,
    status: CallStatus,
    usage: TokenUsage,
    begun: float,
    *,
    is_estimate: bool,
) -> UsageRecord:
    step = tap.step
    cost, source = cost_micros(usage, info)
    return UsageRecord(
        id=step.attempt_id(),
        workspace_id=step.run.workspace_id,
        project_id=step.run.project_id,
        conversation_id=step.run.conversation_id,
        person_id=step.run.person_id,
        run_id=step.run.id,
        step=step.key,
        attempt=step.attempt,
        call_number=tap.calls,
        agent=caller.agent,
        source=step.run.source,
        scope=caller.scope,
        kind="model",
        provider=info.provider,
        model=info.id,
        connection_id=caller.connection_id,
        api_key_id=caller.api_key_id,
        status=status,
        created_at=step.opened_at,
        input_tokens=usage.input,
        cache_read_tokens=usage.cache_read,
        cache_write_tokens=usage.cache_write,
        output_tokens=usage.output,
        reasoning_tokens=usage.reasoning,
        cleared_tool_uses=usage.cleared_tool_uses,
        cleared_input_tokens=usage.cleared_input_tokens,
        is_estimate=is_estimate,
        cost_micros=cost,
        cost_source=source,
        duration_ms=round((time.perf_counter() - begun) * 1000),
    )


def _usage_event(row: UsageRecord) -> events.Usage:
    return events.Usage(
        input_tokens=row.input_tokens,
        cache_read_tokens=row.cache_read_tokens,
        cache_write_tokens=row.cache_write_tokens,
        output_tokens=row.output_tokens,
        reasoning_tokens=row.reasoning_tokens,
        cost_micros=row.cost_micros,
    )
