"""One call of a model for a program: a run of one step, watched, stopped and paid for like any other.

A run that was cut off by a crash is not repeated: the program that asked is no longer there to hear it.
"""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from proofroom.durable import Engine, NewRun, Run, RunHandle, StepContext
from proofroom.durable.failure import as_event
from proofroom.kernel import events
from proofroom.kernel.blocks import AnyBlock, ToolCallBlock
from proofroom.kernel.errors import Interrupted, ProofroomError
from proofroom.kernel.ids import ApiKeyId, ProjectId, RunId, new_id
from proofroom.kernel.scope import Scope
from proofroom.providers.call import Caller, Tap, call_model
from proofroom.providers.types import ModelRequest, Reply
from proofroom.runtime.types import Asker, FindModel

WORKFLOW = "completion"
AGENT = "gateway"
SCOPE: Scope = "workspace"
STEP = "001.model"


@dataclass(frozen=True, slots=True)
class Completed:
    """What a call came to, as it is kept in the run's result."""

    blocks: list[AnyBlock]
    stop: str
    usage: dict[str, int | None]


async def start_completion(
    engine: Engine,
    asker: Asker,
    model: str,
    request: ModelRequest,
    *,
    name: str,
    project_id: ProjectId | None = None,
) -> Run:
    """Start a call; its events are followed like those of any run."""
    return await engine.start(
        NewRun(
            id=RunId(new_id()),
            workspace_id=asker.workspace_id,
            workflow=WORKFLOW,
            agent=AGENT,
            source="gateway",
            project_id=project_id,
            person_id=asker.person_id,
            title=f"{model} for {name}",
            input={
                "model": model,
                "request": msgspec.to_builtins(request),
                "apiKeyId": asker.api_key_id,
            },
        )
    )


async def run_completion(handle: RunHandle, find_model: FindModel) -> None:
    """Make the call and close the run, whatever happens."""

    async def body(step: StepContext) -> object:
        if step.attempt > 1:
            raise Interrupted(
                "The studio stopped in the middle of this call.", suggestion="Send the request again."
            )
        return await _call(step, find_model)

    try:
        result = await handle.step(STEP, "model", handle.run.input["model"], body)
    except ProofroomError as error:
        await handle.end("failed", as_event(error))
    else:
        await handle.end("completed", events.Done(), result)


def read_completed(result: Any) -> Completed:
    """Read the result of a run that completed."""
    return msgspec.convert(result, Completed)


async def _call(step: StepContext, find_model: FindModel) -> dict[str, Any]:
    asked = step.run.input
    model = await find_model(step.run.workspace_id, SCOPE, asked["model"])
    step.emit(
        events.RunStarted(
            run_id=step.run.id,
            trace_id=step.run.trace_id,
            agent=AGENT,
            model=model.label,
            at=step.now().isoformat(),
        )
    )
    request = msgspec.convert(asked["request"], ModelRequest)
    request = replace(
        request, model=model.info.id, max_output_tokens=request.max_output_tokens or model.info.max_output
    )
    key = ApiKeyId(asked["apiKeyId"]) if asked["apiKeyId"] else None
    caller = Caller(AGENT, SCOPE, model.connection_id, key)
    reply = await call_model(Tap(step), model.driver, model.info, request, caller)
    blocks = _with_own_ids(reply, step.run.id)
    for block in blocks:
        if isinstance(block, ToolCallBlock):
            step.emit(
                events.ToolCall(tool_call_id=block.tool_call_id, tool_name=block.tool_name, input=block.input)
            )
    return msgspec.to_builtins(Completed(blocks, reply.stop, _usage(reply)))


def _with_own_ids(reply: Reply, run_id: str) -> list[AnyBlock]:
    """Give every call an id that no other call of any run has: some providers count from nought each time."""
    blocks: list[AnyBlock] = []
    for block in reply.blocks:
        if isinstance(block, ToolCallBlock):
            number = sum(isinstance(earlier, ToolCallBlock) for earlier in blocks)
            block = msgspec.structs.replace(block, tool_call_id=f"call_{run_id[-12:]}{number:02d}")
        blocks.append(block)
    return blocks


def _usage(reply: Reply) -> dict[str, int | None]:
    used = reply.usage
    if used is None:
        return {}
    return {
        "input": used.input,
        "cacheRead": used.cache_read,
        "cacheWrite": used.cache_write,
        "output": used.output,
        "reasoning": used.reasoning,
    }
