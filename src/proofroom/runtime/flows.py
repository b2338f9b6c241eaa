"""The flows of the studio by name: how each is begun, closed whatever happens, and who hears of its end."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from proofroom.durable import Run, RunHandle, StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.errors import InvalidStatus, ProofroomError, ToolFailed
from proofroom.kernel.strings import say
from proofroom.runtime.facts import Ports
from proofroom.runtime.flow import FIRST_STEP, Closed, Flow
from proofroom.runtime.rest import Paused
from proofroom.runtime.waiting import Waiting

log = logging.getLogger(__name__)

FlowBody = Callable[[Flow], Awaitable[Closed | None]]
"""What a flow does. What it returns closes the run; nothing means that it completed without a result."""


@dataclass(frozen=True, slots=True)
class FlowRule:
    """How a flow is kept: what a person needs to do it again, and how its steps are written.

    A run that was begun in another format is not resumed: its steps might mean something else now.
    """

    permission: str | None = None
    can_rerun: bool = True
    announces: bool = True
    """False for a flow whose first step tells by itself that the run has begun."""
    format: int = 1


class Flows:
    """Everything durable that rooms have registered."""

    def __init__(self, ports: Ports, waiting: Waiting) -> None:
        self._ports, self._waiting = ports, waiting
        self.rules: dict[str, FlowRule] = {}

    def add(
        self,
        name: str,
        body: FlowBody,
        rule: FlowRule | None = None,
        *,
        after: Callable[[Run], Awaitable[None]] | None = None,
    ) -> None:
        """Register a flow before the engine is launched; `after` hears of every run of it that ended."""
        self.rules[name] = kept = rule or FlowRule()
        self._ports.engine.workflow(name, partial(self._execute, body=body, rule=kept, after=after))

    async def _execute(
        self,
        handle: RunHandle,
        *,
        body: FlowBody,
        rule: FlowRule,
        after: Callable[[Run], Awaitable[None]] | None,
    ) -> None:
        flow = Flow(handle, self._ports)
        has_ended = await _close_whatever_happens(flow, partial(_perform, flow, body, rule))
        await self._waiting.after(handle.run, has_ended=has_ended)
        if has_ended and after is not None:
            await after(handle.run)


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
    except Exception:
        log.exception("run %s failed", flow.run.id)
        await handle.end("failed", _error_event(ToolFailed(say("runs.failed"))))
    else:
        if closed.error is None:
            await handle.end("completed", events.Done(affected=closed.affected), closed.result)
        else:
            await handle.end("failed", closed.error, closed.result)
    return True


async def _perform(flow: Flow, body: FlowBody, rule: FlowRule) -> Closed:
    if rule.announces:
        await _begin(flow, rule)
    try:
        closed = await body(flow) or Closed()
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


async def _begin(flow: Flow, rule: FlowRule) -> None:
    async def begin(step: StepContext) -> dict[str, Any]:
        run = step.run
        step.emit(events.RunStarted(run_id=run.id, agent=run.agent, model="", at=step.now().isoformat()))
        return {"format": rule.format}

    begun = await flow.handle.step(FIRST_STEP, "other", "begin", begin)
    if begun.get("format") != rule.format:
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
