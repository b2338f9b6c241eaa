"""Calling one tool: check the input, run it within its time, turn every ending into the same envelope."""

import asyncio
import logging
import time
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from proofroom.kernel.errors import InvalidInput, ProofroomError, ToolFailed, ToolTimedOut
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)


async def invoke(spec: ToolSpec, context: ToolContext, arguments: dict[str, Any]) -> ToolOutput:
    """Run a tool and return its envelope; only cancellation gets out."""
    begun = time.perf_counter()
    try:
        output = await _run(spec, context, arguments)
    except ProofroomError as error:
        output = ToolOutput.failure(error)
    except Exception:
        # The text of an unexpected error may hold secrets or paths: it goes to the log, not to the model.
        log.exception("tool %s failed in run %s step %s", spec.name, context.run_id, context.step)
        output = ToolOutput.failure(ToolFailed(say("tools.unexpected", tool=spec.name)))
    if output.ok:
        output.affected = spec.default_affects.merged(output.affected)
    output.duration_ms = round((time.perf_counter() - begun) * 1000)
    return output


async def _run(spec: ToolSpec, context: ToolContext, arguments: dict[str, Any]) -> ToolOutput:
    checked = check_arguments(spec.name, spec.input_model, arguments)
    try:
        async with asyncio.timeout(spec.timeout_s):
            output = await spec.handler(context, checked)
    except TimeoutError:
        raise ToolTimedOut(say("tools.slow", tool=spec.name, seconds=f"{spec.timeout_s:g}")) from None
    _check_output(spec, output)
    return output


def _check_output(spec: ToolSpec, output: ToolOutput) -> None:
    """Refuse a result that could not be stored, or is not what the tool promises."""
    try:
        orjson.dumps(output.data, option=orjson.OPT_NON_STR_KEYS)
        if output.ok and spec.output_model is not None:
            spec.output_model.model_validate(output.data)
    except (TypeError, ValidationError) as error:
        why = _explain(error) if isinstance(error, ValidationError) else say("tools.answer_not_json")
        log.error("tool %s answered something wrong: %s", spec.name, why)
        raise ToolFailed(say("tools.bad_answer", tool=spec.name, why=why)) from None


def check_arguments(name: str, model: type[M], arguments: dict[str, Any]) -> M:
    """Return a tool's arguments as its input model, or say where they do not fit."""
    try:
        return model.model_validate(arguments)
    except ValidationError as error:
        raise InvalidInput(say("tools.input", tool=name, problem=_explain(error))) from None


def _explain(error: ValidationError) -> str:
    parts: list[str] = []
    for item in error.errors(include_url=False, include_context=False, include_input=False):
        place = ".".join(str(part) for part in item["loc"]) or "input"
        parts.append(f"{place}: {item['msg']}")
    return "; ".join(parts[:5])
