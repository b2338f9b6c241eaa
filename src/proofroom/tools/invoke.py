"""Calling one tool: check the input, run it within its time, turn every ending into the same envelope."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import (
    AddressRefused,
    HostNotTrusted,
    InvalidInput,
    OutsideFailed,
    ProofroomError,
    ProviderFailed,
    StorageLost,
    ToolFailed,
    ToolTimedOut,
)
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.net import STUDIO, Backoff, next_delay
from proofroom.tools.written import is_written

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Retrying:
    """How a tool that failed in passing is tried again, and who is told before each wait."""

    backoff: Backoff = STUDIO
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    draw: Callable[[], float] = random.random
    tell: Callable[[int], None] = lambda retry: None


ONCE = Retrying(Backoff(retries=0, first_s=0, ceiling_s=0))
"""A failure is final."""


async def invoke(
    spec: ToolSpec, context: ToolContext, arguments: dict[str, Any], retrying: Retrying = ONCE
) -> ToolOutput:
    """Run a tool and return its envelope; only cancellation gets out.

    What failed in passing is tried again where that cannot do the same thing twice: mere looks always, what
    writes in the studio when it did not get to an answer at all, what acts outside never.
    """
    begun, retry = time.perf_counter(), 0
    while True:
        output, failed = await _envelope(spec, context, arguments)
        is_passing = failed is not None and may_repeat(spec, failed)
        delay = next_delay(retrying.backoff, retry, draw=retrying.draw()) if is_passing else None
        if delay is None:
            break
        retry += 1
        retrying.tell(retry)
        await retrying.sleep(delay)
    if output.ok:
        output.affected = spec.default_affects.merged(output.affected)
    output.duration_ms = round((time.perf_counter() - begun) * 1000)
    return output


def may_repeat(spec: ToolSpec, error: Exception) -> bool:
    """Tell whether a failed call may be made again without asking anybody.

    A provider's failure was tried again by the provider's own rules, and a verdict in words stays one.
    """
    if spec.execution == "browser" or isinstance(error, (ProviderFailed, AddressRefused, HostNotTrusted)):
        return False
    is_passing = isinstance(error, (ToolTimedOut, OutsideFailed, StorageLost)) or not isinstance(
        error, ProofroomError
    )
    if spec.effect == "read":
        return is_passing
    return is_passing and spec.effect == "write" and spec.on_crash != "ask" and not _is_late(error)


def _is_late(error: Exception) -> bool:
    """Tell whether the work may have been done although nobody heard of it."""
    return isinstance(error, (ToolTimedOut, OutsideFailed))


async def _envelope(
    spec: ToolSpec, context: ToolContext, arguments: dict[str, Any]
) -> tuple[ToolOutput, Exception | None]:
    """Run a tool once; return its envelope, and what it failed with."""
    try:
        return await _run(spec, context, arguments), None
    except ProofroomError as error:
        return ToolOutput.failure(error), error
    except Exception as error:
        # The text of an unexpected error may hold secrets or paths: it goes to the log, not to the model.
        log.exception("tool %s failed in run %s step %s", spec.name, context.run_id, context.step)
        return ToolOutput.failure(ToolFailed(say("tools.unexpected", tool=spec.name))), error


async def _run(spec: ToolSpec, context: ToolContext, arguments: dict[str, Any]) -> ToolOutput:
    checked = check_arguments(spec.name, spec.input_model, arguments, spec.explain_input)
    try:
        async with asyncio.timeout(spec.timeout_s):
            output = await spec.handler(context, checked)
    except TimeoutError:
        raise ToolTimedOut(say("tools.slow", tool=spec.name, seconds=f"{spec.timeout_s:g}")) from None
    _check_output(spec, output)
    if spec.shown_outside is not None and output.ok and not output.outside:
        output.outside = await spec.shown_outside(context)
    return output


def _check_output(spec: ToolSpec, output: ToolOutput) -> None:
    """Refuse a result that could not be stored, or is not what the tool promises."""
    try:
        if not is_written(output.data):
            orjson.dumps(output.data, option=orjson.OPT_NON_STR_KEYS)
        if output.ok and spec.output_model is not None:
            spec.output_model.model_validate(output.data)
    except (TypeError, ValidationError) as error:
        why = _explain(error) if isinstance(error, ValidationError) else say("tools.answer_not_json")
        log.error("tool %s answered something wrong: %s", spec.name, why)
        raise ToolFailed(say("tools.bad_answer", tool=spec.name, why=why)) from None


def check_arguments(
    name: str,
    model: type[M],
    arguments: dict[str, Any],
    own_words: Callable[[ValidationError], str] | None = None,
) -> M:
    """Return a tool's arguments as its input model, or say where they do not fit."""
    try:
        return model.model_validate(arguments)
    except ValidationError as error:
        where = say("tools.input", tool=name, problem=_explain(error))
        if own_words is not None:
            raise InvalidInput(own_words(error), suggestion=where) from None
        raise InvalidInput(where) from None


def _explain(error: ValidationError) -> str:
    parts: list[str] = []
    for item in error.errors(include_url=False, include_context=False, include_input=False):
        place = ".".join(str(part) for part in item["loc"]) or "input"
        parts.append(f"{place}: {item['msg']}")
    return "; ".join(parts[:5])
