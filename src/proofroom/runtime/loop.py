"""The one agent loop: ask the model, use the tools it names, until it answers or the limit is reached.

Every model call and every tool call is a durable step. The loop itself keeps no state that a restart could
lose: it is replayed, and steps that finished return what they returned before.
"""

import asyncio
from dataclasses import dataclass

from proofroom.durable import RunHandle, StepContext
from proofroom.kernel.blocks import AnyBlock, Message, ToolCallBlock, ToolResultBlock
from proofroom.kernel.events import Affected
from proofroom.providers.types import ToolChoice
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.model_step import ask_model, read_blocks
from proofroom.runtime.tool_step import read_result, use_tool

NO_TOOLS = ToolChoice("none")


@dataclass(slots=True)
class Outcome:
    """What a loop came to."""

    affected: Affected
    rounds: int
    reached_limit: bool


async def run_loop(
    handle: RunHandle, ports: Ports, turn: Turn, history: list[Message], choice: ToolChoice | None = None
) -> Outcome:
    """Run the loop to its end. `choice` narrows or forces tools for the first round."""
    affected = Affected()
    limit = turn.agent.limits.max_rounds
    for round_no in range(1, limit + 1):
        blocks = await _model_round(handle, ports, turn, history, round_no, choice or ToolChoice())
        choice = None
        history.append(Message("assistant", blocks))
        calls = [block for block in blocks if isinstance(block, ToolCallBlock)]
        if not calls:
            return Outcome(affected, round_no, reached_limit=False)
        results, changed = await _tool_round(handle, turn, calls, round_no)
        affected = affected.merged(changed)
        history.append(Message("tool", list(results)))
    blocks = await _model_round(handle, ports, turn, history, limit + 1, NO_TOOLS)
    history.append(Message("assistant", blocks))
    return Outcome(affected, limit + 1, reached_limit=True)


async def _model_round(
    handle: RunHandle, ports: Ports, turn: Turn, history: list[Message], round_no: int, choice: ToolChoice
) -> list[AnyBlock]:
    async def body(step: StepContext) -> object:
        return await ask_model(step, ports, turn, history, round_no, choice)

    handle.stop.raise_if_requested()
    stored = await handle.step(f"{round_no:03d}.model", "model", turn.model.label, body)
    return read_blocks(stored)


async def _tool_round(
    handle: RunHandle, turn: Turn, calls: list[ToolCallBlock], round_no: int
) -> tuple[list[ToolResultBlock], Affected]:
    """Use the tools of one round: neighbouring reads at once, everything else in the model's order."""
    affected = Affected()
    results: list[ToolResultBlock] = []
    for batch in _batches(turn, list(enumerate(calls))):
        handle.stop.raise_if_requested()
        steps = [_tool_step(handle, turn, call, round_no, index) for index, call in batch]
        for block, changed, is_untrusted in await asyncio.gather(*steps):
            results.append(block)
            affected = affected.merged(changed)
            turn.tainted = turn.tainted or is_untrusted
    return results, affected


async def _tool_step(
    handle: RunHandle, turn: Turn, call: ToolCallBlock, round_no: int, index: int
) -> tuple[ToolResultBlock, Affected, bool]:
    async def body(step: StepContext) -> object:
        return await use_tool(step, turn, call, round_no, index)

    key = f"{round_no:03d}.tool.{index:02d}"
    return read_result(await handle.step(key, "tool", call.tool_name, body, input=call.input))


def _batches(turn: Turn, calls: list[tuple[int, ToolCallBlock]]) -> list[list[tuple[int, ToolCallBlock]]]:
    batches: list[list[tuple[int, ToolCallBlock]]] = []
    previous_reads = False
    for item in calls:
        spec = turn.tool(item[1].tool_name)
        reads = spec is not None and spec.effect == "read"
        if reads and previous_reads:
            batches[-1].append(item)
        else:
            batches.append([item])
        previous_reads = reads
    return batches
