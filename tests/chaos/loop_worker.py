"""The process that is killed while agents talk, hand work on and wait for approvals.

Each line of its input lets one forked worker live: it opens a studio with a scripted model, sends what was
not sent yet, approves whatever waits, and dies at the named point or when everything has ended.
"""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from worker import Crash, patch_closing

import proofroom.durable.door  # noqa: F401  (imported before the fork: it takes long)
import proofroom.wiring.open as opening
from proofroom.kernel.ids import MessageId, RunId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.offline import ScriptedDriver, ScriptedReply
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink
from proofroom.reviews import Verdict
from proofroom.runtime import Asker
from proofroom.runtime.waiting import Waiting
from proofroom.wiring import Studio

HAND = {"agentSlug": "editor", "task": "Count once, then send the letter."}
SCRIPTS = {
    "assistant": (
        ScriptedReply("Counting. ", calls=(("count", {}),)),
        ScriptedReply("Handing on. ", calls=(("delegateToAgent", HAND),)),
        ScriptedReply("All done."),
    ),
    "editor": (
        ScriptedReply("Counting. ", calls=(("count", {}), ("count", {}))),
        ScriptedReply("Sending. ", calls=(("send", {}),)),
        ScriptedReply("Sent."),
    ),
}


class Nothing(BaseModel):
    """No input."""


class Actors:
    """A model that plays both agents, and may die before its first byte or after its last."""

    name = "scripted"

    def __init__(self, crash: Crash) -> None:
        self._crash = crash
        self._scripts = {slug: ScriptedDriver(*replies) for slug, replies in SCRIPTS.items()}

    async def models(self) -> list[ModelInfo]:
        """Return the one model."""
        return [ModelInfo("scripted", "scripted", context_window=8_000, tools=True)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Play the next reply of the agent that speaks."""
        self._crash.pass_by("between-reservation-and-call")
        reply = await self._scripts[str(request.extra["agent"])].stream(request, sink)
        self._crash.pass_by("after-the-last-byte")
        return reply


def tools(folder: Path, crash: Crash) -> list[ToolSpec]:
    """Return tools that leave a line in the journal for every effect they have."""
    journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def noting(word: str) -> Callable[[ToolContext, Nothing], Awaitable[ToolOutput]]:
        async def act(context: ToolContext, given: Nothing) -> ToolOutput:
            os.write(journal, f"{word} {context.run_id} {context.step}\n".encode())
            crash.pass_by("after-effect")
            await asyncio.sleep(0.01)
            return ToolOutput(ok=True, data={"done": word})

        return act

    count = ToolSpec("count", "Count.", Nothing, noting("count"), "baseline", "write", "content.write")
    send = ToolSpec(
        *("send", "Send a letter.", Nothing, noting("send"), "baseline", "external", "content.write"),
        policy="always_ask",
        on_crash="ask",
    )
    return [count, send]


def patch_waking(crash: Crash) -> None:
    """Die between the end of a wait and the word to whoever waited."""
    wake: Any = Waiting.wake

    async def waking(self: Waiting, *args: Any) -> None:
        crash.pass_by("before-waking")
        await wake(self, *args)

    Waiting.wake = waking  # type: ignore[method-assign]


async def main(job: dict[str, Any]) -> None:
    """Open a studio, send what was not sent, approve what waits, and leave when all has ended."""
    crash = Crash(job.get("point"), job.get("after", 0))
    patch_closing(crash)
    patch_waking(crash)
    folder = Path(job["data"])
    offered = opening.search_tools
    # Before the launch, because that takes up the runs which were left.
    opening.search_tools = lambda find: [*offered(find), *tools(folder, crash)]  # type: ignore[assignment]
    settings = Settings(data=folder, demo=False)
    studio = await opening.open_studio(settings, drivers={"offline": Actors(crash)})
    for run_id in job["runs"]:
        if await studio.engine.runs.find(RunId(run_id), studio.workspace_id) is None:
            asker = Asker(studio.workspace_id)
            opened = await studio.chat.open(asker, scope="workspace", agent="assistant")
            await studio.chat.post(asker, opened.id, "Go.", message_id=MessageId(run_id))
    while not await _all_ended(studio, job["runs"]):
        await _approve(studio)
        await asyncio.sleep(0.05)
    await studio.close()


async def _all_ended(studio: Studio, runs: list[str]) -> bool:
    found = [await studio.engine.runs.find(RunId(each), studio.workspace_id) for each in runs]
    return all(run is not None and run.has_ended for run in found)


async def _approve(studio: Studio) -> None:
    operator = await studio.operator()
    for approval in await studio.approvals.find(operator, "pending"):
        await studio.approvals.decide(operator, approval.id, Verdict("approved"))


def serve() -> None:
    """Fork a worker per line and say how it ended."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                asyncio.run(main(json.loads(line)))
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
