"""A flow of three stages for tests: a plan, two branches side by side with an agent in one, and a gate."""

from collections.abc import Awaitable, Callable
from typing import Any

from proofroom.durable import StepContext
from proofroom.kernel.errors import ToolFailed
from proofroom.runtime.flow.agent import run_agent
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.flow.gate import Gate, ask_at_gate

LETTER = "letter"
GATE_NAME = "send the letter"

Note = Callable[[str, StepContext], Awaitable[None]]
"""Hears of every body of a step that begins: its word and its step."""


def letter_flow(note: Note, agent: str = "assistant") -> NewFlow:
    """Return the flow. Its input names whom to write to and what to fail at, if anything."""

    def work(word: str, value: Any = None) -> Callable[[StepContext], Awaitable[Any]]:
        async def body(step: StepContext) -> Any:
            await note(word, step)
            if step.run.input.get("failAt") == word:
                raise ToolFailed(f"{word} failed")
            return word if value is None else value

        return body

    async def words(branch: Flow) -> str:
        outline = await branch.step("outline", "outline", work("outline"))
        report = await run_agent(branch, "write", agent, f"Write from the {outline}.")
        if not report.ok:
            raise ToolFailed(f"the agent was {report.status}")
        return report.text

    async def picture(branch: Flow) -> str:
        await branch.step("sketch", "sketch", work("sketch"))
        return await branch.step("paint", "paint", work("paint"))

    async def letter(flow: Flow) -> Closed:
        flow.expect(7)
        to = flow.run.input["to"]
        await flow.step("plan", "plan", work("plan", {"to": to}))
        made = await flow.together("make", {"words": words, "picture": picture}, limit=2)
        gate = Gate(GATE_NAME, f"A letter to {to}", {"to": to, "text": made["words"]})
        answer = await ask_at_gate(flow, "gate", gate)
        if not answer.is_open:
            return Closed({"sent": None, "why": answer.reason})
        sent = await flow.step("send", "send", work("send", answer.values))
        return Closed({"sent": sent, "picture": made["picture"]})

    return NewFlow(letter)
