"""One model step: build the prompt, call the model, keep its answer as a message."""

from typing import Any

import msgspec

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.blocks import AnyBlock, Message, TextBlock, ToolCallBlock
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import plain
from proofroom.providers.account import tell
from proofroom.providers.call import Caller, Tap, call_model, grant, open_call
from proofroom.providers.types import ModelRequest, Reply, TokenUsage, ToolChoice
from proofroom.runtime.context.weights import correction
from proofroom.runtime.context.window import Report
from proofroom.runtime.ending import checked, with_words
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.fallback import may_switch, switch_model
from proofroom.runtime.guard import is_look, judge
from proofroom.runtime.keep import ROUND, keep_message
from proofroom.runtime.request import build_request
from proofroom.store import Connection
from proofroom.telemetry.budgets import Notice


class Question:
    """What the model is asked in one round.

    Its request is built before the step opens, so that the transaction that opens it can hold back the cost.
    """

    def __init__(
        self,
        ports: Ports,
        turn: Turn,
        history: list[Message],
        round_no: int,
        choice: ToolChoice,
        *,
        is_closing: bool = False,
    ) -> None:
        self._ports, self._turn, self._history = ports, turn, history
        self._round, self._choice, self._is_closing = round_no, choice, is_closing
        self._request: ModelRequest | None = None
        self._report: Report | None = None
        self._notices: list[Notice] = []

    async def prepare(self, step: StepContext) -> None:
        """Build the request."""
        self._request, self._report = await build_request(
            step, self._ports, self._turn, self._history, self._choice, is_closing=self._is_closing
        )

    async def open(self, connection: Connection, step: StepContext) -> None:
        """Hold back what the call may cost, or refuse it."""
        assert self._request is not None
        info, limits = self._turn.model.info, self._turn.agent.limits
        is_free = limits.max_output_tokens is None
        granted = await open_call(connection, step, info, self._request, self._caller, may_shorten=is_free)
        self._request, self._notices = granted.request, granted.notices

    async def ask(self, step: StepContext) -> dict[str, Any]:
        """Ask the model for its next move; return it in stored form."""
        turn, round_no, tap = self._turn, self._round, Tap(step)
        tell(step, self._notices)
        try:
            reply = await self._call(tap)
        except BaseException:
            _keep(step, turn, round_no, [TextBlock("".join(tap.said))] if tap.said else [], {"cutOff": True})
            raise
        reply = with_words(step, reply, self._history, is_closing=self._is_closing)
        blocks = _with_our_ids(reply, step.run.id, round_no)
        ratio = _correction(turn, reply.usage, self._report)
        meta = {"model": turn.model.label, "stop": reply.stop, "correction": ratio}
        _keep(step, turn, round_no, blocks, meta)
        _announce(step, blocks)
        self._tell_context(step, reply.usage)
        calls = [block for block in blocks if isinstance(block, ToolCallBlock)]
        asks = {call.tool_call_id: reason for call, reason in await _gated(step, turn, calls)}
        step.is_before_looks = not asks and all(is_look(turn.tool(call.tool_name)) for call in calls)
        return {
            "blocks": msgspec.to_builtins(blocks, enc_hook=plain),
            "stop": reply.stop,
            "model": turn.model.label,
            "ask": asks,
            "usage": _counts(reply.usage),
            "correction": ratio,
        }

    async def _call(self, tap: Tap) -> Reply:
        """Call the model; the agent's next model takes over from one that fails before it says anything."""
        turn = self._turn
        while True:
            assert self._request is not None
            try:
                reply = await call_model(tap, turn.model.driver, turn.model.info, self._request, self._caller)
                return checked(reply, turn.model.label, self._history)
            except ProofroomError as error:
                if not may_switch(error, tap) or not await switch_model(tap.step, self._ports, turn, error):
                    raise
            await self.prepare(tap.step)
            await self._reserve_again(tap.step)

    def _tell_context(self, step: StepContext, usage: TokenUsage | None) -> None:
        """Say how full the window is: as the provider reports it, else as we estimate it."""
        turn, report = self._turn, self._report
        if usage is None and report is None:
            return
        filled = usage.context if usage is not None else report.total if report is not None else 0
        step.emit(
            events.Context(
                context_tokens=filled,
                window=turn.model.info.context_window,
                is_estimate=usage is None,
                breakdown=report.breakdown if report else {},
                remaining=report.remaining if report else None,
                cut=report.cut if report else {},
            )
        )
        if turn.input.conversation_id is not None:
            self._ports.note_context(step.run.id, filled)

    async def _reserve_again(self, step: StepContext) -> None:
        """Hold back what the next model may cost instead of what the first one might have."""
        assert self._request is not None
        info = self._turn.model.info
        async with self._ports.database.transaction() as connection:
            granted = await grant(connection, step, info, self._request, self._caller, has_called=True)
        tell(step, granted.notices)

    @property
    def _caller(self) -> Caller:
        turn = self._turn
        return Caller(turn.agent.slug, turn.input.scope, turn.model.connection_id, turn.input.api_key_id)


def read_reply(stored: dict[str, Any]) -> tuple[list[AnyBlock], dict[str, str]]:
    """Read a stored model step: its blocks, and the calls that need a person's word with the reason."""
    return msgspec.convert(stored["blocks"], list[AnyBlock]), stored["ask"]


async def _gated(
    step: StepContext, turn: Turn, calls: list[ToolCallBlock]
) -> list[tuple[ToolCallBlock, str]]:
    """Return the calls that wait for a person. Decided here and stored, so that a replay decides alike."""
    found: list[tuple[ToolCallBlock, str]] = []
    for call in calls:
        if call.invalid_json is not None:
            continue
        spec = turn.tool(call.tool_name)
        if spec is not None and turn.is_offered(spec.name):
            weighed = await spec.for_call(step.run.workspace_id, call.input)
            verdict = judge(weighed, turn.call_facts)
            if verdict.decision == "ask":
                found.append((call, verdict.reason))
    return found


def _with_our_ids(reply: Reply, run_id: str, round_no: int) -> list[AnyBlock]:
    """Give every call an id that no other call of the conversation has; keep the provider's beside it."""
    blocks: list[AnyBlock] = []
    for block in reply.blocks:
        if isinstance(block, ToolCallBlock):
            ours = f"{run_id[-12:]}.{round_no}.{sum(isinstance(b, ToolCallBlock) for b in blocks)}"
            block = msgspec.structs.replace(
                block, tool_call_id=ours, provider_id=block.provider_id or block.tool_call_id
            )
        blocks.append(block)
    return blocks


def _announce(step: StepContext, blocks: list[AnyBlock]) -> None:
    for block in blocks:
        if isinstance(block, ToolCallBlock):
            step.emit(
                events.ToolCall(tool_call_id=block.tool_call_id, tool_name=block.tool_name, input=block.input)
            )


def _correction(turn: Turn, usage: TokenUsage | None, report: Report | None) -> float:
    """Return by how much this model's real counts differ from our estimate, as its report tells."""
    if usage is None or report is None or usage.filled is not None:
        return turn.correction
    reported = usage.input + usage.cache_read + usage.cache_write
    return correction(round(report.total / turn.correction), reported)


def _counts(usage: TokenUsage | None) -> dict[str, int] | None:
    """Return a round's tokens as a delegation reports them: everything that went in, everything said."""
    if usage is None:
        return None
    return {"inputTokens": usage.input + usage.cache_read + usage.cache_write, "outputTokens": usage.output}


def _keep(step: StepContext, turn: Turn, round_no: int, blocks: list[AnyBlock], meta: dict[str, Any]) -> None:
    keep_message(step, turn, "assistant", blocks, position=round_no * ROUND, meta=meta)
