"""Calling one tool: check the input, run it within its time, turn every ending into the same envelope."""

import asyncio
import logging
import time
from typing import Any

from pydantic import ValidationError

from proofroom.kernel.errors import InvalidInput, ProofroomError, ToolFailed, ToolTimedOut
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

log = logging.getLogger(__name__)


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
        output = ToolOutput.failure(ToolFailed(f"{spec.name} stopped with an unexpected error."))
    if output.ok:
        output.affected = spec.default_affects.merged(output.affected)
    output.duration_ms = round((time.perf_counter() - begun) * 1000)
    return output


async def _run(spec: ToolSpec, context: ToolContext, arguments: dict[str, Any]) -> ToolOutput:
    try:
        checked = spec.input_model.model_validate(arguments)
    except ValidationError as error:
        raise InvalidInput(
            f"The input of {spec.name} does not fit: {_explain(error)}",
            suggestion="Call it again with an input that fits its schema.",
        ) from None
    try:
        async with asyncio.timeout(spec.timeout_s):
            return await spec.handler(context, checked)
    except TimeoutError:
        raise ToolTimedOut(f"{spec.name} took longer than {spec.timeout_s:g} s and was stopped.") from None


def _explain(error: ValidationError) -> str:
    parts: list[str] = []
    for item in error.errors(include_url=False, include_context=False, include_input=False):
        place = ".".join(str(part) for part in item["loc"]) or "input"
        parts.append(f"{place}: {item['msg']}")
    return "; ".join(parts[:5])
