"""One tool step: the guard's word, the call, its result as a message."""

import hashlib
from dataclasses import replace
from typing import Any

import msgspec
from pydantic import BaseModel

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.blocks import AnyBlock, ImageBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.errors import (
    Conflict,
    InvalidInput,
    InvalidStatus,
    NotAllowed,
    NotFound,
    ProofroomError,
    ToolTimedOut,
)
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import plain, say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.net import STUDIO
from proofroom.reviews import Approval, input_hash
from proofroom.runtime.call_context import CallContext, in_step
from proofroom.runtime.context.history import not_shown
from proofroom.runtime.context.recap import of_result
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.guard import judge
from proofroom.runtime.keep import ROUND, keep_message
from proofroom.runtime.trust.addresses import made_up
from proofroom.runtime.trust.signals import tell_outside, tell_signal
from proofroom.safety import is_wrapped, wrap
from proofroom.tools import Bridge, Retrying, as_model_text, invoke
from proofroom.tools.bridge import ANSWER_WITHIN_S

UNLIMITED = 200_000
"""Characters of a result for a model that has no window to fill."""


async def use_tool(
    step: StepContext,
    turn: Turn,
    call: ToolCallBlock,
    place: tuple[int, int],
    approval: Approval | None,
    ports: Ports,
) -> dict[str, Any]:
    """Judge and run one call; return its result in stored form."""
    if approval is not None:
        step.emit(decided(approval))
    spec = turn.tool(call.tool_name)
    if spec is not None and spec.execution == "browser" and turn.input.bridge:
        spec = _over_bridge(step, turn, spec, ports.bridge)
    output = await _output(step, turn, call, spec, approval, ports)
    return keep_result(step, turn, call, place, output, ports, is_approved=approval is not None)


def keep_result(
    step: StepContext,
    turn: Turn,
    call: ToolCallBlock,
    place: tuple[int, int],
    output: ToolOutput,
    ports: Ports,
    *,
    outside: str = "",
    is_approved: bool = False,
) -> dict[str, Any]:
    """Show a result to watchers, keep it as a message, and return it in stored form."""
    spec = turn.tool(call.tool_name)
    if not outside:
        is_strange = output.ok and spec is not None and spec.trust == "untrusted"
        outside = call.tool_name if is_strange else output.outside
    block = as_result_block(call, output, turn, spec, is_untrusted=bool(outside))
    if outside:
        if not turn.outside:
            tell_outside(step, outside)
            turn.mark(outside)
        tell_signal(step, ports.database, ports.clock, block.content, source=outside, origin="document")
    step.emit(
        events.ToolResult(
            tool_call_id=call.tool_call_id,
            tool_name=call.tool_name,
            ok=output.ok,
            error=None if output.ok else (output.error or {}).get("message"),
            summary=output.summary,
            duration_ms=output.duration_ms,
            data=output.data,
        )
    )
    for told in output.events:
        step.emit(told)
    # What came from outside does not come back without its marks.
    said = replace(output, summary="") if outside else output
    _keep(step, turn, block, spec, place, of_result(spec, said, is_approved=is_approved))
    return {
        "block": msgspec.to_builtins(block, enc_hook=plain),
        "affected": msgspec.to_builtins(output.affected, enc_hook=plain),
        "outside": outside,
        "screen": turn.screen if spec is not None and spec.execution == "browser" else None,
        "parts": step.parts,
        "output": {"ok": output.ok, "data": output.data, "error": output.error, "summary": output.summary},
    }


def read_result(stored: dict[str, Any]) -> tuple[ToolResultBlock, Affected, str]:
    """Read a stored tool step: what the model sees, what it affected, where it came from if from outside."""
    block = msgspec.convert(stored["block"], ToolResultBlock)
    # Steps stored before kept only that it came from outside.
    outside = stored.get("outside") or (block.tool_name if stored.get("untrusted") else "")
    return block, msgspec.convert(stored["affected"], Affected), outside


def _over_bridge(step: StepContext, turn: Turn, spec: ToolSpec, bridge: Bridge) -> ToolSpec:
    """Return the tool as the person's browser answers it; its own handler is for when there is none."""

    async def ask(context: ToolContext, given: BaseModel) -> ToolOutput:
        request_id = step.attempt_id()
        asked = given.model_dump(mode="json", by_alias=True)
        step.emit(events.ToolRequest(request_id=request_id, tool_name=spec.name, input=asked))
        try:
            answer = await bridge.ask(step.run.id, request_id, spec.name)
        except ToolTimedOut:
            output = await _without_browser(spec, context, given)
            if output is None:
                raise
            return output
        if answer.screen is not None:
            turn.screen = answer.screen
        # A screen may be unable to answer, or to take the picture that a model with eyes can look at.
        is_enough = answer.ok and (answer.images or not turn.model.info.vision)
        output = None if is_enough else await _without_browser(spec, context, given)
        return output or answer.as_output(spec.name)

    return replace(spec, handler=ask, timeout_s=2 * ANSWER_WITHIN_S)


async def _without_browser(spec: ToolSpec, context: ToolContext, given: BaseModel) -> ToolOutput | None:
    """Use the tool's own handler where the person's browser could not answer; None where it cannot either."""
    try:
        output = await spec.handler(context, given)
    except ProofroomError:
        return None
    return output if output.ok else None


async def _output(
    step: StepContext,
    turn: Turn,
    call: ToolCallBlock,
    spec: ToolSpec | None,
    approval: Approval | None,
    ports: Ports,
) -> ToolOutput:
    given = call.input if approval is None else approval.final_input
    weighed = await spec.for_call(step.run.workspace_id, given) if spec else None
    with step.timed("guard", "guard") as judged:
        refused = refusal(step, turn, call, weighed, approval) or await withdrawn(ports, approval)
        judged["decision"] = "refused" if refused is not None else "approved" if approval else "allowed"
        judged["policy"] = weighed.policy if weighed else None
    if refused is not None:
        return ToolOutput.failure(refused)
    assert spec is not None

    def tell(retry: int) -> None:
        said = say("tools.again", tool=spec.name, retry=retry, most=STUDIO.retries)
        step.emit(events.Progress(text=said, done=retry, total=STUDIO.retries))

    retrying = Retrying(sleep=ports.sleep, tell=tell)
    return await invoke(spec, _context(step, turn, call), given, retrying)


def refusal(
    step: StepContext, turn: Turn, call: ToolCallBlock, spec: ToolSpec | None, approval: Approval | None
) -> ProofroomError | None:
    """Return why the call does not run: the model reads it as the tool's result."""
    if spec is None and (barred := turn.barred.get(call.tool_name)) is not None:
        verdict = judge(barred, turn.call_facts)
        return InvalidStatus(verdict.reason, suggestion=verdict.suggestion or None)
    if spec is None:
        names = ", ".join(tool.name for tool in turn.tools)
        return NotFound(
            say("tools.none_called", name=call.tool_name), suggestion=say("next.one_of_listed", known=names)
        )
    if not turn.is_offered(spec.name):
        names = ", ".join(sorted(turn.offered or ()))
        return InvalidStatus(say("tools.not_this_step", tool=spec.name), suggestion=_instead(names))
    if call.invalid_json is not None:
        return InvalidInput(say("tools.not_json", tool=spec.name), suggestion=say("tools.call_again"))
    if approval is not None and (refused := not_approved(call, approval, turn.agent.version)) is not None:
        return refused
    if approval is None and (address := made_up(spec, call.input, turn.addresses)) is not None:
        return NotAllowed(
            say("tools.made_up_address", address=address[:200]), suggestion=say("tools.made_up_address.next")
        )
    verdict = judge(spec, turn.call_facts)
    if verdict.decision == "refuse" or (verdict.decision == "ask" and approval is None):
        return InvalidStatus(verdict.reason, suggestion=verdict.suggestion or None)
    if step.attempt > 1 and spec.on_crash == "ask":
        return InvalidStatus(say("tools.may_have_happened", tool=spec.name))
    return None


def _instead(names: str) -> str:
    return say("next.one_of_listed", known=names) if names else say("tools.none_this_step")


async def withdrawn(ports: Ports, approval: Approval | None) -> ProofroomError | None:
    """Return why an approval does not count any more: whoever gave it has lost the right since."""
    if approval is None or await ports.is_backed(approval):
        return None
    return NotAllowed(say("tools.approver_gone", tool=approval.tool_name), suggestion=say("tools.go_on"))


def not_approved(call: ToolCallBlock, approval: Approval, agent_version: int) -> ProofroomError | None:
    """Return why a person's word does not let the call run: it was a no, or about another call."""
    if approval.status != "approved":
        return NotAllowed(_denial(approval), suggestion=say("tools.go_on"))
    is_same = input_hash(call.tool_name, call.input) == approval.input_sha256
    if not is_same or approval.agent_version != agent_version:
        return Conflict(say("tools.not_approved_one"))
    return None


def _denial(approval: Approval) -> str:
    """Return that a call was not approved, and why; a guest's reason is a stranger's words."""
    why = approval.decision_reason
    if not why:
        return say("tools.not_approved")
    is_ours = approval.decided_by is not None or why == nobody_can(approval.tool_name)
    return (
        say("tools.not_approved_because", why=why)
        if is_ours
        else say("tools.not_approved_by_guest", said=why)
    )


def nobody_can(tool: str) -> str:
    """Return that there is nobody whose word would count."""
    return say("reviews.nobody_can", tool=tool)


def decided(approval: Approval) -> events.ApprovalDecided:
    """Return the event that tells what a person said about a call."""
    decision = "denied" if approval.status == "pending" else approval.status
    return events.ApprovalDecided(
        approval_id=approval.id,
        tool_call_id=approval.tool_call_id,
        decision=decision,
        by=approval.decided_by or "",
    )


def _context(step: StepContext, turn: Turn, call: ToolCallBlock) -> CallContext:
    return in_step(
        step,
        turn.authority,
        call.tool_call_id,
        agent=turn.agent.slug,
        ref=turn.project.ref if turn.project else None,
        outside=turn.outside,
        screen=turn.screen,
    )


def as_result_block(
    call: ToolCallBlock, output: ToolOutput, turn: Turn, spec: ToolSpec | None, *, is_untrusted: bool
) -> ToolResultBlock:
    """Return what the model reads of a result, within the agent's limit."""
    cap = spec.output_cap if spec and spec.output_cap else turn.agent.limits.result_cap
    if turn.model.info.provider == "offline":
        cap = UNLIMITED
    images: list[ImageBlock] = output.images if turn.model.info.vision else []
    text = as_model_text(output, cap)
    if output.images and not images:
        text = f"{text}\n{not_shown(len(output.images))}"
    if is_untrusted:
        text = _wrapped(turn, call.tool_call_id, call.tool_name, text)
    return ToolResultBlock(call.tool_call_id, call.tool_name, output.ok, text, images=images)


def _wrapped(turn: Turn, call_id: str, tool: str, text: str) -> str:
    mark = hashlib.sha256(f"{call_id}:{turn.input.conversation_id}".encode()).hexdigest()[:16]
    return wrap(text, boundary_id=mark, source=tool)


def _keep(
    step: StepContext,
    turn: Turn,
    block: ToolResultBlock,
    spec: ToolSpec | None,
    place: tuple[int, int],
    recap: str,
) -> None:
    """Store the result as a message; of a heavy one only that it went well (the step keeps the rest)."""
    stored: AnyBlock = block
    if spec is not None and spec.heavy and block.ok:
        said = f"{spec.name} answered; output not kept."
        if is_wrapped(block.content):  # what the model says of it stays, and so does whose words these are
            said = _wrapped(turn, block.tool_call_id, block.tool_name, said)
        stored = ToolResultBlock(block.tool_call_id, block.tool_name, True, said)
    meta = {"recap": recap} if recap else None
    keep_message(step, turn, "tool", [stored], position=place[0] * ROUND + 1 + place[1], meta=meta)
