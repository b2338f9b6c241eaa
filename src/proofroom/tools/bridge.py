"""The bridge to a person's browser: tools that need a real layout are asked there and answered by a request.

A question waits in the memory of the process that executes the run. It is gone when it was answered, when its
time is over, and when its step ended or was stopped; whoever answers after that is told so.
"""

import asyncio
from dataclasses import field
from typing import Any

from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound, ToolFailed, ToolTimedOut
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolOutput

ANSWER_WITHIN_S = 90.0


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What a browser answered, and what the person is looking at by then."""

    ok: bool
    data: Any = None
    error: str = ""
    images: list[ImageBlock] = field(default_factory=list[ImageBlock])
    screen: dict[str, Any] | None = None

    def as_output(self, tool_name: str) -> ToolOutput:
        """Return the answer as the tool's envelope."""
        if not self.ok:
            return ToolOutput.failure(ToolFailed(self.error or say("tools.browser_failed", tool=tool_name)))
        return ToolOutput(
            ok=True, data=self.data, images=self.images, summary=say("did.browser", tool=tool_name)
        )


class Bridge:
    """The questions that wait for a browser in this process."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[RunId, str], asyncio.Future[BrowserAnswer]] = {}

    async def ask(self, run_id: RunId, request_id: str, tool_name: str) -> BrowserAnswer:
        """Wait for the answer to a question that the run's watchers have been shown."""
        place = run_id, request_id
        self._waiting[place] = waiting = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                return await waiting
        except TimeoutError:
            raise ToolTimedOut(
                say("tools.browser_slow", tool=tool_name, seconds=f"{ANSWER_WITHIN_S:g}")
            ) from None
        finally:
            self._waiting.pop(place, None)

    def answer(self, run_id: RunId, request_id: str, answer: BrowserAnswer) -> None:
        """Hand an answer to whoever asked; say so if nobody waits for it any more."""
        waiting = self._waiting.get((run_id, request_id))
        if waiting is None or waiting.done():
            raise NotFound(say("tools.nobody_waits"))
        waiting.set_result(answer)
