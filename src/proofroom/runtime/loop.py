"""The one agent loop: ask the model, use the tools it names, until it answers or the limit is reached.

Every model call and every tool call is a durable step. The loop itself keeps no state that a restart could
lose: it is replayed, and steps that finished return what they returned before.
"""

import asyncio
from typing import Any

from proofroom.durable import RunHandle, StepContext
from proofroom.kernel.blocks import AnyBlock, Message, ToolCallBlock, ToolResultBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.events import Affected
from proofroom.providers.types import ToolChoice
from proofroom.reviews import Approval
from proofroom.reviews.repo import claim
from proofroom.runtime.budget import Bill, within_budget
from proofroom.runtime.delegation.delegate import Handed, hand_over
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.fallback import take_up
from proofroom.runtime.guard import is_look
from proofroom.runtime.model_step import Question, read_reply
from proofroom.runtime.offered import follow_phase
from proofroom.runtime.pause import ask_people, count_denial
from proofroom.runtime.tool_step import keep_result, read_result, use_tool
from proofroom.store import Connection

NO_TOOLS = ToolChoice("none")


@dataclass(slots=True)
class Outcome:
    """What a loop came to."""

    affected: Affected
    rounds: int
    answer: str
    """The text of the last message."""


async def run_loop(handle: RunHandle, ports: Ports, turn: Turn, history: list[Message]) -> Outcome:
    """Run the loop to its end. Whoever started the run may narrow or force the tools of each round."""
    affected = Affected()
    limit = turn.agent.limits.max_rounds
    for round_no in range(1, limit + 1):
        choice = turn.offer(round_no)
        blocks, gated = await _model_round(handle, ports, turn, history, round_no, choice)
        said = Message("assistant", blocks)
        if not said.calls:
            return Outcome(affected, round_no, said.text)
        history.append(said)
        tools = _ToolRound(handle, ports, turn, list(said.calls), round_no)
        await tools.run(gated)
        affected = affected.merged(tools.affected)
        if tools.affected.snapshot_changed:
            await follow_phase(ports, handle.run, turn)
        history.append(Message("tool", tools.results))
        turn.addresses |= turn.named_by(history[-1:], turn.screen)
    blocks, _ = await _model_round(handle, ports, turn, history, limit + 1, NO_TOOLS, is_closing=True)
    return Outcome(affected, limit + 1, Message("assistant", blocks).text)


async def _model_round(
    handle: RunHandle,
    ports: Ports,
    turn: Turn,
    history: list[Message],
    round_no: int,
    choice: ToolChoice,
    *,
    is_closing: bool = False,
) -> tuple[list[AnyBlock], dict[str, str]]:
    question = Question(ports, turn, history, round_no, choice, is_closing=is_closing)
    key = f"{round_no:03d}.model"

    async def ask() -> Any:
        return await handle.step(
            key, "model", turn.model.label, question.ask, prepare=question.prepare, opening=question.open
        )

    stored = await within_budget(handle, ports.database, turn.agent.slug, key, ask)
    turn.correction = stored.get("correction") or turn.correction
    await take_up(ports, turn, handle.run.workspace_id, stored["model"])
    return read_reply(stored)


class _ToolRound:
    """The tool calls of one round: neighbouring reads at once, everything else in the model's order.

    When calls need a person's word, the reads that do not are made first, and nothing that writes runs
    before the decision.
    """

    def __init__(
        self, handle: RunHandle, ports: Ports, turn: Turn, calls: list[ToolCallBlock], round_no: int
    ) -> None:
        self._handle, self._ports, self._turn = handle, ports, turn
        self._calls, self._round = calls, round_no
        self._found: dict[int, ToolResultBlock] = {}
        self.affected = Affected()

    @property
    def results(self) -> list[AnyBlock]:
        """Return the results in the order of the calls."""
        return [self._found[index] for index in range(len(self._calls))]

    async def run(self, gated: dict[str, str]) -> None:
        """Make every call; `gated` holds the calls that need a person's word, with the reason."""
        waiting = list(range(len(self._calls)))
        decisions: dict[str, Approval] = {}
        if gated:
            first = [index for index in waiting if self._reads(index) and self._id(index) not in gated]
            await self._run_batch(first, decisions)
            waiting = [index for index in waiting if index not in first]
            by_id = {call.tool_call_id: call for call in self._calls}
            decisions = await ask_people(
                self._handle, self._ports, self._turn, by_id, gated, f"{self._round:03d}"
            )
        for batch in self._batches(waiting):
            await self._run_batch(batch, decisions)

    async def _run_batch(self, batch: list[int], decisions: dict[str, Approval]) -> None:
        calls = [self._run_one(index, decisions.get(self._id(index))) for index in batch]
        made = await asyncio.gather(*calls, return_exceptions=True)  # one that waits leaves the others time
        found = [_raised(each) for each in made]
        for index, (block, changed, outside) in zip(batch, found, strict=True):
            self._found[index] = block
            self.affected = self.affected.merged(changed)
            self._turn.mark(outside)
            if (approval := decisions.get(self._id(index))) is not None:
                count_denial(self._turn, approval)

    async def _run_one(self, index: int, approval: Approval | None) -> tuple[ToolResultBlock, Affected, str]:
        call, place = self._calls[index], (self._round, index)
        key = f"{self._round:03d}.tool.{index:02d}"
        self._turn.may_have_written |= self._changes(index)
        handed = await self._hand_over(call, key, approval)
        given, agent = call.input if approval is None else approval.final_input, self._turn.agent.slug
        spec = self._turn.tool(call.tool_name)
        bill = Bill(spec, agent, given)

        async def body(step: StepContext) -> object:
            bill.tell(step)
            if handed is None:
                return await use_tool(step, self._turn, call, place, approval, self._ports)
            return keep_result(
                step,
                self._turn,
                call,
                place,
                handed.output,
                self._ports,
                outside=handed.outside,
                is_approved=approval is not None,
            )

        async def opening(connection: Connection, step: StepContext) -> None:
            if approval is not None and handed is None:
                await claim(connection, approval.workspace_id, approval.id, step.now())
            await bill.open(connection, step)

        async def use() -> Any:
            return await self._handle.step(
                key,
                "tool",
                call.tool_name,
                body,
                input=call.input,
                prepare=bill.prepare,
                opening=opening,
                is_pure=approval is None and handed is None and is_look(spec),
            )

        stored = await within_budget(self._handle, self._ports.database, agent, key, use)
        self._turn.screen = stored.get("screen") or self._turn.screen
        return read_result(stored)

    async def _hand_over(self, call: ToolCallBlock, key: str, approval: Approval | None) -> Handed | None:
        """Let another agent answer a call that is for one; None for any other call."""
        spec = self._turn.tool(call.tool_name)
        if spec is None or spec.execution != "agent" or self._handle.has_finished(key):
            return None
        return await hand_over(self._handle, self._ports, self._turn, call, key, approval)

    def _batches(self, waiting: list[int]) -> list[list[int]]:
        batches: list[list[int]] = []
        for index in waiting:
            if batches and self._reads(index) and self._reads(batches[-1][-1]):
                batches[-1].append(index)
            else:
                batches.append([index])
        return batches

    def _reads(self, index: int) -> bool:
        spec = self._turn.tool(self._calls[index].tool_name)
        return spec is not None and spec.effect == "read"

    def _changes(self, index: int) -> bool:
        spec = self._turn.tool(self._calls[index].tool_name)
        return spec is not None and spec.effect != "read"

    def _id(self, index: int) -> str:
        return self._calls[index].tool_call_id


def _raised(
    made: tuple[ToolResultBlock, Affected, str] | BaseException,
) -> tuple[ToolResultBlock, Affected, str]:
    if isinstance(made, BaseException):
        raise made
    return made
