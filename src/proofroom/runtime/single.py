"""A run of one tool call, without a model: what doors start when somebody writes with their own hands."""

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import msgspec

from proofroom.durable import StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.blocks import ToolCallBlock
from proofroom.kernel.errors import Conflict, InvalidStatus, NotAllowed, ProofroomError, ToolFailed
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import plain, say
from proofroom.kernel.tool import ToolOutput, ToolSpec
from proofroom.reviews import Approval, input_hash
from proofroom.reviews import repo as reviews
from proofroom.runtime.budget import Bill
from proofroom.runtime.call_context import in_step
from proofroom.runtime.facts import Ending
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.guard import CallFacts, GuardVerdict, judge
from proofroom.runtime.pause import HeldCall, ask_for
from proofroom.runtime.rest import Paused
from proofroom.runtime.tool_step import decided, not_approved, withdrawn
from proofroom.runtime.types import NO_AGENT, Authority, ProjectState
from proofroom.store import Connection
from proofroom.tools import check_arguments, invoke

log = logging.getLogger(__name__)

CALL = "call"
FIRST = "001"
ASKED = f"{FIRST}.pause"
WAITS = "waits"
"""Says in a run's input that its door can leave a call waiting for a person's word."""
PROGRAMS = frozenset({"mcp"})
"""Sources of calls behind which a model may stand, whoever signed in."""
PROGRAM = "program"
"""Whose words such a call writes."""
LETS_WRITE = "ai.tools.write"
"""The permission to let agents and programs use tools that change something."""


async def run_call(flow: Flow) -> Closed:
    """Run a call of one tool; what it failed with is its result too."""
    try:
        return await _run(flow)
    except (Stopped, Paused):
        raise
    except ProofroomError as raised:
        error = raised
    except Exception:
        log.exception("run %s failed", flow.run.id)
        error = ToolFailed(say("tools.call_unexpected"))
    return Closed({"output": _failure(error)}, error=_event(error.as_dict()))


async def _run(flow: Flow) -> Closed:
    run, ports = flow.run, flow.ports
    spec = ports.registry.get(run.input["tool"])
    # What somebody writes with their own hands follows their role; behind a program may stand a model.
    # What joins a proposal waits with it, whoever may merge.
    wants_merge = run.source not in PROGRAMS and not run.input.get("onto")
    authority = replace(await flow.authority(), wants_merge=wants_merge)
    project = None
    if run.project_id is not None:
        project = await ports.find_project(run.workspace_id, run.project_id, None)

    call = _Call(flow, spec, authority, project)
    approval = await call.persons_word()
    output = await call.make(approval)
    if not output["ok"]:
        return Closed({"output": output, "settled": None}, error=_event(output["error"]))
    name, title = authority.name or "Proofroom", output["summary"] or spec.name
    ending = Ending(authority, project, agent="", name=name, model=None, title=title)
    flow.ends_with(lambda: ending)
    settled = await flow.end_branch()
    affected = msgspec.convert(output["affected"], Affected)
    return Closed({"output": output, "settled": settled}, affected)


def check_use(spec: ToolSpec, authority: Authority) -> None:
    """Refuse a tool that the caller may not use."""
    is_outside = authority.only_tools is not None and spec.name not in authority.only_tools
    if is_outside or (spec.permission is not None and spec.permission not in authority.permissions):
        raise NotAllowed(say("tools.not_here", tool=spec.name), permission=spec.permission)


def may_change(spec: ToolSpec, permissions: Collection[str]) -> bool:
    """Tell whether a program may use a tool: a model may stand behind it, so what changes must be let."""
    return spec.effect == "read" or spec.asks_itself or LETS_WRITE in permissions


class _Call:
    """One call: the guard's word, a person's where that is needed and the door can wait, the result."""

    def __init__(
        self, flow: Flow, spec: ToolSpec, authority: Authority, project: ProjectState | None
    ) -> None:
        self._flow, self._spec, self._authority, self._project = flow, spec, authority, project
        run = flow.run
        self._block = ToolCallBlock(f"{run.id[-12:]}.1.0", spec.name, run.input["arguments"])
        self._is_program = flow.asker.api_key_id is not None or run.source in PROGRAMS

    async def persons_word(self) -> Approval | None:
        """Return what a person said of the call, or rest until somebody has; None where nobody is asked."""
        flow, run = self._flow, self._flow.run
        if not run.input.get(WAITS):
            return None
        if not flow.handle.has_finished(ASKED):
            reason = await self._reason_to_ask()
            if not reason:
                return None
            await self._refuse_twice()
            question = HeldCall(self._block, self._spec, reason, FIRST)

            async def ask(step: StepContext) -> object:
                self._begin(step)
                return await ask_for(step, flow.ports, question, NO_AGENT)

            await flow.handle.step(ASKED, "guard", "ask a person", ask)
        async with flow.ports.database.reading() as connection:
            (found,) = await reviews.approvals_of_step(connection, run.workspace_id, run.id, FIRST)
        if found.status == "pending":
            raise Paused
        return found

    async def make(self, approval: Approval | None) -> dict[str, Any]:
        """Make the call once and return its result in stored form."""
        given = self._block.input if approval is None else approval.final_input
        bill = Bill(self._spec, "", given)

        async def body(step: StepContext) -> object:
            bill.tell(step)
            output = await self._use(step, given, approval)
            step.set_run(title=output.summary[:200] or self._spec.name)
            return _stored(output)

        async def opening(connection: Connection, step: StepContext) -> None:
            if approval is not None:
                await reviews.claim(connection, approval.workspace_id, approval.id, step.now())
            await bill.open(connection, step)

        return await self._flow.handle.step(
            f"{FIRST}.tool.00",
            "tool",
            self._spec.name,
            body,
            input=self._block.input,
            prepare=bill.prepare,
            opening=opening,
        )

    async def _use(self, step: StepContext, given: dict[str, Any], approval: Approval | None) -> ToolOutput:
        run, spec = step.run, self._spec
        if approval is None:
            self._begin(step)
        else:
            step.emit(decided(approval))
        try:
            await self._check(given, approval)
            # What is merged follows the project's own rule, and is marked where it is written.
            outside = PROGRAM if run.source in PROGRAMS and spec.workflow == "none" else ""
            context = in_step(step, self._authority, self._block.tool_call_id, outside=outside)
            context.hand = "program" if self._is_program else "person"
            output = await invoke(spec, context, given)
        except ProofroomError as error:
            output = ToolOutput.failure(error)
        step.emit(
            events.ToolResult(
                tool_call_id=self._block.tool_call_id,
                tool_name=spec.name,
                ok=output.ok,
                error=None if output.ok else (output.error or {}).get("message"),
                summary=output.summary,
                duration_ms=output.duration_ms,
                data=output.data,
            )
        )
        return output

    def _begin(self, step: StepContext) -> None:
        step.emit(events.RunStarted(run_id=step.run.id, agent="", model="", at=step.now().isoformat()))
        call = self._block
        step.emit(events.ToolCall(tool_call_id=call.tool_call_id, tool_name=call.tool_name, input=call.input))

    async def _reason_to_ask(self) -> str:
        """Return why a person is asked; empty where nobody is, or the call would not run with their yes."""
        try:
            verdict = await self._weigh(self._block.input)
            check_arguments(self._spec.name, self._spec.input_model, self._block.input)
        except ProofroomError:  # the call tells it
            return ""
        return verdict.reason if verdict.decision == "ask" and self._is_program else ""

    async def _refuse_twice(self) -> None:
        """Refuse a call that waits already: a program that asks again and again fills nobody's inbox."""
        run, mark = self._flow.run, input_hash(self._spec.name, self._block.input)
        async with self._flow.ports.database.reading() as connection:
            waiting = await reviews.list_approvals(connection, run.workspace_id, "pending", None, 200)
        if any((one.person_id, one.agent, one.input_sha256) == (run.person_id, "", mark) for one in waiting):
            raise Conflict(say("tools.waits_already", tool=self._spec.name))

    async def _weigh(self, given: dict[str, Any]) -> GuardVerdict:
        """Return the guard's word on the call; what whoever calls may not use at all is refused at once."""
        spec, run, ports = self._spec, self._flow.run, self._flow.ports
        check_use(spec, self._authority)
        if self._is_program and not may_change(spec, self._authority.permissions):
            raise NotAllowed(say("tools.not_here", tool=spec.name), permission=LETS_WRITE)
        weighed = await spec.for_call(run.workspace_id, given)
        rules = await ports.find_rules(run.workspace_id, None) if self._is_program else ()
        phase = self._project.phase if self._project else None
        facts = CallFacts(phase, outside="", agent="", is_autonomous=self._is_program, rules=rules)
        return judge(weighed, facts)

    async def _check(self, given: dict[str, Any], approval: Approval | None) -> None:
        """Refuse what the phase or a rule forbids, and what asks a person first where none has said yes."""
        verdict = await self._weigh(given)
        if verdict.decision == "refuse":
            raise InvalidStatus(verdict.reason, suggestion=verdict.suggestion or None)
        if approval is not None:
            refused = not_approved(self._block, approval, NO_AGENT.version)
            if (refused := refused or await withdrawn(self._flow.ports, approval)) is not None:
                raise refused
        elif verdict.decision == "ask" and self._is_program:
            suggestion = say("tools.person_or_rule", tool=self._spec.name)
            raise NotAllowed(say("access.only_a_person"), suggestion=suggestion)


def _stored(output: ToolOutput) -> dict[str, Any]:
    return {
        "ok": output.ok,
        "data": output.data,
        "error": output.error,
        "summary": output.summary,
        "affected": msgspec.to_builtins(output.affected, enc_hook=plain),
    }


def _failure(error: ProofroomError) -> dict[str, Any]:
    return _stored(ToolOutput.failure(error))


def _event(told: dict[str, Any]) -> events.Error:
    return events.Error(
        code=told.get("code", "internal"),
        message=told.get("message", ""),
        suggestion=told.get("suggestion", ""),
        recoverable=bool(told.get("recoverable")),
    )
