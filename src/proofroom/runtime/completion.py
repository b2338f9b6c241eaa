"""One call of a model for a program: a run of one step, watched, stopped and paid for like any other.

A run that was cut off by a crash is not repeated: the program that asked is no longer there to hear it.
"""

from dataclasses import replace
from typing import Any

import msgspec

from proofroom.durable import Engine, NewRun, Run, StepContext
from proofroom.durable.failure import as_event
from proofroom.kernel import events
from proofroom.kernel.blocks import AnyBlock, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Interrupted, ProofroomError
from proofroom.kernel.ids import ApiKeyId, ProjectId, RunId, new_id
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import plain, say
from proofroom.providers.account import tell
from proofroom.providers.call import Caller, Tap, call_model, count_cut_off, open_call
from proofroom.providers.types import ModelRequest, Reply
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.types import Asker, FindModel
from proofroom.store import Connection
from proofroom.telemetry.budgets import Notice

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
    title: str,
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
            title=title,
            input={
                "model": model,
                "request": msgspec.to_builtins(request, enc_hook=plain),
                "apiKeyId": asker.api_key_id,
            },
        ),
        watched=True,
    )


async def run_completion(flow: Flow) -> Closed:
    """Make the call; what it fails with is told as it is."""
    call = _Call(flow.ports.find_model)
    name = flow.run.input["model"]
    try:
        result = await flow.handle.step(
            STEP, "model", name, call.make, prepare=call.prepare, opening=call.open
        )
    except ProofroomError as error:
        return Closed(error=as_event(error))
    return Closed(result)


def read_completed(result: Any) -> Completed:
    """Read the result of a run that completed."""
    return msgspec.convert(result, Completed)


class _Call:
    """One call: read before its step opens, so that its cost can be held back with it."""

    def __init__(self, find_model: FindModel) -> None:
        self._find_model = find_model
        self._notices: list[Notice] = []

    async def prepare(self, step: StepContext) -> None:
        """Open the model and read the request."""
        asked = step.run.input
        self._model = await self._find_model(step.run.workspace_id, SCOPE, asked["model"])
        info = self._model.info
        request = msgspec.convert(asked["request"], ModelRequest)
        longest = request.max_output_tokens or info.max_output
        self._request = replace(request, model=info.id, max_output_tokens=longest)
        key = ApiKeyId(asked["apiKeyId"]) if asked["apiKeyId"] else None
        self._caller = Caller(AGENT, SCOPE, self._model.connection_id, key)

    async def open(self, connection: Connection, step: StepContext) -> None:
        """Hold back what it may cost, or refuse it; one that was cut off is only counted."""
        facts = (connection, step, self._model.info, self._request, self._caller)
        if step.attempt > 1:
            await count_cut_off(*facts)
            return
        asked = step.run.input["request"].get("max_output_tokens")
        granted = await open_call(*facts, may_shorten=asked is None)
        self._request, self._notices = granted.request, granted.notices

    async def make(self, step: StepContext) -> object:
        """Call the model and return its answer in stored form."""
        if step.attempt > 1:
            raise Interrupted(say("runs.call_interrupted"))
        model, run = self._model, step.run
        started = step.now().isoformat()
        step.emit(events.RunStarted(run_id=run.id, agent=AGENT, model=model.label, at=started))
        tell(step, self._notices)
        reply = await call_model(Tap(step), model.driver, model.info, self._request, self._caller)
        blocks = _with_own_ids(reply, run.id)
        for block in blocks:
            if isinstance(block, ToolCallBlock):
                step.emit(
                    events.ToolCall(
                        tool_call_id=block.tool_call_id, tool_name=block.tool_name, input=block.input
                    )
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
