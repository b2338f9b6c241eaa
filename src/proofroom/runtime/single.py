"""A run of one tool call, without a model: what doors start when somebody writes with their own hands."""

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import msgspec

from proofroom.durable import StepContext, Stopped
from proofroom.kernel import events
from proofroom.kernel.errors import InvalidStatus, NotAllowed, ProofroomError, ToolFailed
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import plain, say
from proofroom.kernel.tool import ToolOutput, ToolSpec
from proofroom.runtime.budget import Bill
from proofroom.runtime.call_context import in_step
from proofroom.runtime.facts import Ending, Ports
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.guard import CallFacts, judge
from proofroom.runtime.types import Asker, Authority, ProjectState
from proofroom.tools import invoke

log = logging.getLogger(__name__)

CALL = "call"
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
    except Stopped:
        raise
    except ProofroomError as raised:
        error = raised
    except Exception:
        log.exception("run %s failed", flow.run.id)
        error = ToolFailed(say("tools.call_unexpected"))
    return Closed({"output": _failure(error)}, error=_event(error.as_dict()))


async def _run(flow: Flow) -> Closed:
    run, ports, asker = flow.run, flow.ports, flow.asker
    spec = ports.registry.get(run.input["tool"])
    # What somebody writes with their own hands follows their role; behind a program may stand a model.
    # What joins a proposal waits with it, whoever may merge.
    wants_merge = run.source not in PROGRAMS and not run.input.get("onto")
    authority = replace(await flow.authority(), wants_merge=wants_merge)
    project = None
    if run.project_id is not None:
        project = await ports.find_project(run.workspace_id, run.project_id, None)

    bill = Bill(spec, "", run.input["arguments"])

    async def call(step: StepContext) -> object:
        bill.tell(step)
        output = await _use(step, ports, spec, asker, authority, project)
        step.set_run(title=output.summary[:200] or spec.name)
        return _stored(output)

    output = await flow.handle.step(
        "001.tool.00",
        "tool",
        spec.name,
        call,
        input=run.input["arguments"],
        prepare=bill.prepare,
        opening=bill.open,
    )
    if not output["ok"]:
        return Closed({"output": output, "settled": None}, error=_event(output["error"]))
    name, title = authority.name or "Proofroom", output["summary"] or spec.name
    ending = Ending(authority, project, agent="", name=name, model=None, title=title)
    flow.ends_with(lambda: ending)
    settled = await flow.end_branch()
    affected = msgspec.convert(output["affected"], Affected)
    return Closed({"output": output, "settled": settled}, affected)


async def _use(
    step: StepContext,
    ports: Ports,
    spec: ToolSpec,
    asker: Asker,
    authority: Authority,
    project: ProjectState | None,
) -> ToolOutput:
    run = step.run
    step.emit(events.RunStarted(run_id=run.id, agent="", model="", at=step.now().isoformat()))
    call_id = f"{run.id[-12:]}.1.0"
    arguments = run.input["arguments"]
    step.emit(events.ToolCall(tool_call_id=call_id, tool_name=spec.name, input=arguments))
    try:
        check_use(spec, authority)
        is_program = asker.api_key_id is not None or run.source in PROGRAMS
        if is_program and not may_change(spec, authority.permissions):
            raise NotAllowed(say("tools.not_here", tool=spec.name), permission=LETS_WRITE)
        weighed = await spec.for_call(run.workspace_id, arguments)
        await _judge(ports, weighed, run.workspace_id, project, is_program=is_program)
        # Words that are merged wait for the project's own rule; others are read again from where they stand.
        outside = PROGRAM if run.source in PROGRAMS and spec.workflow == "none" else ""
        context = in_step(step, authority, call_id, outside=outside)
        context.is_by_hand = not is_program
        output = await invoke(spec, context, arguments)
    except ProofroomError as error:
        output = ToolOutput.failure(error)
    step.emit(
        events.ToolResult(
            tool_call_id=call_id,
            tool_name=spec.name,
            ok=output.ok,
            error=None if output.ok else (output.error or {}).get("message"),
            summary=output.summary,
            duration_ms=output.duration_ms,
            data=output.data,
        )
    )
    return output


def check_use(spec: ToolSpec, authority: Authority) -> None:
    """Refuse a tool that the caller may not use."""
    is_outside = authority.only_tools is not None and spec.name not in authority.only_tools
    if is_outside or (spec.permission is not None and spec.permission not in authority.permissions):
        raise NotAllowed(say("tools.not_here", tool=spec.name), permission=spec.permission)


def may_change(spec: ToolSpec, permissions: Collection[str]) -> bool:
    """Tell whether a program may use a tool: a model may stand behind it, so what changes must be let."""
    return spec.effect == "read" or spec.asks_itself or LETS_WRITE in permissions


async def _judge(
    ports: Ports, spec: ToolSpec, workspace_id: WorkspaceId, project: ProjectState | None, *, is_program: bool
) -> None:
    """Refuse what the phase or a rule forbids. What asks a person first is theirs to do, not a program's."""
    rules = await ports.find_rules(workspace_id, None) if is_program else ()
    phase = project.phase if project else None
    verdict = judge(spec, CallFacts(phase, outside="", agent="", is_autonomous=is_program, rules=rules))
    if verdict.decision == "refuse":
        raise InvalidStatus(verdict.reason, suggestion=verdict.suggestion or None)
    if verdict.decision == "ask" and is_program:
        raise NotAllowed(
            say("access.only_a_person"),
            suggestion=say("tools.person_or_rule", tool=spec.name),
        )


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
