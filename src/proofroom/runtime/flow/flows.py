"""The flows of the studio by name: how each is begun, closed whatever happens, and who hears of its end."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from proofroom.durable import Engine, Run, RunHandle, StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus, ProofroomError, ToolFailed
from proofroom.kernel.strings import say
from proofroom.runtime.facts import Ports
from proofroom.runtime.flow.flow import FIRST_STEP, Closed, Flow
from proofroom.runtime.rest import Paused
from proofroom.runtime.waiting import Waiting
from proofroom.store.trouble import explain_any

log = logging.getLogger(__name__)

FlowBody = Callable[[Flow], Awaitable[Closed | None]]
"""What a flow does. What it returns closes the run; nothing means that it completed without a result."""


AfterRun = Callable[[Run], Awaitable[None]]
"""Hears of a run that has ended."""


@dataclass(frozen=True, slots=True)
class NewFlow:
    """A flow as a room brings it: what it does, who may start it again, how its steps are written."""

    body: FlowBody
    permission: str | None = None
    """What a person must be allowed to do to retry or fork a run of it."""
    can_rerun: bool = True
    announces: bool = True
    """False for a flow whose first step tells by itself that the run has begun."""
    format: int = 1
    """A run that was begun in another format is not resumed: its steps might mean something else now."""
    after: AfterRun | None = None


class Flows:
    """Everything durable that rooms have registered."""

    def __init__(self, engine: Engine, waiting: Waiting) -> None:
        self._engine, self._waiting = engine, waiting
        self._ports: Ports | None = None
        self.known: dict[str, NewFlow] = {}

    def add(self, name: str, flow: NewFlow) -> None:
        """Register a flow before the engine is launched."""
        self.known[name] = flow
        self._engine.workflow(name, partial(self._execute, new=flow))

    def open(self, ports: Ports) -> None:
        """Say what flows reach, before the engine is launched."""
        self._ports = ports

    async def _execute(self, handle: RunHandle, *, new: NewFlow) -> None:
        assert self._ports is not None
        flow = Flow(handle, self._ports)
        has_ended = await _close_whatever_happens(flow, partial(_perform, flow, new))
        await self._waiting.after(handle.run, has_ended=has_ended)
        if has_ended and new.after is not None:
            await new.after(handle.run)


async def _close_whatever_happens(flow: Flow, perform: Callable[[], Awaitable[Closed]]) -> bool:
    """Do the work and close its run; False if it only rests."""
    handle = flow.handle
    try:
        closed = await perform()
    except Paused as paused:
        await handle.end(paused.status, events.Done(status=paused.status))
        return False
    except Stopped:
        await handle.end("cancelled", events.Done(status="cancelled"))
    except ProofroomError as error:
        await handle.end("failed", _error_event(error))
    except Exception as error:
        log.exception("run %s failed", flow.run.id)
        explained = explain_any(error) if isinstance(error, OSError) else None
        await handle.end("failed", _error_event(explained or ToolFailed(say("runs.failed"))))
    else:
        if closed.error is None:
            await handle.end("completed", events.Done(affected=closed.affected), closed.result)
        else:
            await handle.end("failed", closed.error, closed.result)
    return True


async def _perform(flow: Flow, new: NewFlow) -> Closed:
    if new.announces:
        await _begin(flow, new.format)
    try:
        closed = await new.body(flow) or Closed()
    except Paused:
        # A flow that rests and goes on ends its branch each time: the rest's number is part of the name.
        await flow.end_branch(f"998.rest.{flow.run.last_number}")
        raise
    except Exception:
        await _end_cut_branch(flow)
        raise
    if closed.error is None:
        await flow.end_branch()
    return closed


async def _begin(flow: Flow, format: int) -> None:
    async def begin(step: StepContext) -> dict[str, Any]:
        run = step.run
        step.emit(events.RunStarted(run_id=run.id, agent=run.agent, model="", at=step.now().isoformat()))
        return {"format": format}

    begun = await flow.handle.step(FIRST_STEP, "other", "begin", begin, is_pure=True)
    if begun.get("format") != format:
        raise InvalidStatus(say("runs.other_format"))


async def _end_cut_branch(flow: Flow) -> None:
    """Leave what a flow wrote before it was stopped or failed waiting as a proposal."""
    try:
        await flow.end_branch(f"998.cut.{flow.run.last_number}", is_whole=False)
    except ProofroomError:  # the flow's own error is the one to tell
        log.warning("what run %s wrote waits on its branch only", flow.run.id, exc_info=True)


def _error_event(error: ProofroomError) -> events.Error:
    """Return the end of a failed flow: what happened, what was kept, what to do next."""
    return events.Error(
        code=error.code,
        message=error.message,
        suggestion=say("runs.kept", next=error.suggestion),
        recoverable=error.recoverable,
    )
