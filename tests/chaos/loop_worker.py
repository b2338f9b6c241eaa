"""The process that is killed while agents talk, hand work on and wait for approvals.

Each line of its input lets one forked worker live: it opens a studio with a scripted model, sends what was
not sent yet, approves whatever waits, and dies at the named point, at any moment, or when all has ended.

A fair life ends only after every run that is at work has got on in it. Since every other life is fair, no run
is cut off often enough to be taken for the one that kills the process: all of them must be completed.
"""

import asyncio
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from worker import Crash, patch_closing

import proofroom.durable.door  # noqa: F401  (imported before the fork: it takes long)
from proofroom.durable import Engine, RunHandle
from proofroom.durable.step import current_step
from proofroom.house import Room
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import ConversationId, MessageId, RunId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink
from proofroom.reviews import NewBudget, Verdict
from proofroom.runtime import Asker
from proofroom.runtime.waiting import Waiting
from proofroom.wiring import Studio, open_studio

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.scripted import ScriptedDriver, ScriptedReply

HAND = {"agentSlug": "editor", "task": "Count once, then send the letter."}
SCRIPTS = {
    "assistant": (
        ScriptedReply("Looking. ", calls=(("getTime", {}),)),  # which begins before this is kept
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


class Death(Crash):
    """Kills this process at a point, and leaves a line about where that was."""

    def __init__(self, folder: Path, point: str | None, after: int, *, is_fair: bool) -> None:
        super().__init__(point, after)
        self._folder, self._is_fair = folder, is_fair
        self.engine: Engine | None = None
        self.got_on: set[str] = set()

    def pass_by(self, point: str) -> None:
        """Die here if it is time."""
        if point == self._point and self._may_come():
            self._left -= 1
            if self._left < 0:
                self._write(point)
                os.kill(os.getpid(), signal.SIGKILL)

    def come_within(self, life_s: float) -> None:
        """Die at any moment, whatever happens then."""

        def die() -> None:
            self._write("anywhere")
            os.kill(os.getpid(), signal.SIGKILL)

        threading.Timer(life_s, die).start()

    def _may_come(self) -> bool:
        if not self._is_fair:
            return True
        return self.engine is not None and self.got_on >= set(self.engine._driver.handles)

    def _write(self, point: str) -> None:
        run, step = current_step.get() or ("-", "-")
        with (self._folder / "deaths").open("a") as deaths:
            deaths.write(f"{point} {run} {step}\n")


class Actors:
    """A model that plays both agents, and may die before its first byte or after its last."""

    name = "scripted"

    def __init__(self, crash: Death) -> None:
        self._crash = crash
        self._scripts = {slug: ScriptedDriver(*replies) for slug, replies in SCRIPTS.items()}

    async def models(self) -> list[ModelInfo]:
        """Return the one model, with a price: every call holds something back."""
        model = ModelInfo("scripted", "scripted", context_window=8_000, max_output=1_000, tools=True)
        return [replace(model, input_micros_per_mtok=1_000_000, output_micros_per_mtok=2_000_000)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Play the next reply of the agent that speaks."""
        self._crash.pass_by("between-reservation-and-call")
        reply = await self._scripts[str(request.extra["agent"])].stream(request, sink)
        self._crash.pass_by("after-the-last-byte")
        return reply


def tools(folder: Path, crash: Death) -> list[ToolSpec]:
    """Return tools that leave a line in the journal for every effect they have."""
    journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def noting(word: str) -> Callable[[ToolContext, Nothing], Awaitable[ToolOutput]]:
        async def act(context: ToolContext, given: Nothing) -> ToolOutput:
            os.write(journal, f"{word} {context.idempotency_key}\n".encode())
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


def patch_progress(death: Death) -> None:
    """Note which runs got on in this life: they finished a step, or can only wait."""
    close: Any = RunHandle._close
    mark: Any = RunHandle.mark_progress

    async def closing(self: RunHandle, *args: Any) -> None:
        await close(self, *args)
        death.got_on.add(self.run.id)
        if self.run.parent_id is not None:
            death.pass_by("after-a-childs-step")

    async def marking(self: RunHandle) -> None:
        await mark(self)
        death.got_on.add(self.run.id)

    RunHandle._close = closing  # type: ignore[method-assign]
    RunHandle.mark_progress = marking  # type: ignore[method-assign]


def patch_waking(crash: Death) -> None:
    """Die between the end of a wait and the word to whoever waited."""
    wake: Any = Waiting.wake

    async def waking(self: Waiting, *args: Any) -> None:
        crash.pass_by("before-waking")
        await wake(self, *args)

    Waiting.wake = waking  # type: ignore[method-assign]


async def main(job: dict[str, Any]) -> None:
    """Open a studio, send what was not sent, approve what waits, and leave when all has ended."""
    folder = Path(job["data"])
    crash = Death(folder, job.get("point"), job.get("after", 0), is_fair=job.get("is_fair", False))
    patch_progress(crash)
    patch_closing(crash)
    patch_waking(crash)
    settings = Settings(data=folder, demo=False)
    room = Room(name="letters", tools=tools(folder, crash))
    studio = await open_studio(settings, drivers={"offline": Actors(crash)}, more_rooms=[lambda _: room])
    crash.engine = studio.engine
    with suppress(Conflict):  # an earlier life made it
        limit = NewBudget("workspace", "month", limit_micros=1_000_000_000)
        await studio.budgets.create(await studio.operator(), limit)
    if "life_s" in job:
        crash.come_within(job["life_s"])
    for run_id in job["runs"]:
        if await studio.engine.runs.find(RunId(run_id), studio.workspace_id) is None:
            asker = Asker(studio.workspace_id)
            conversation_id = await _conversation(studio, asker, folder / "conversations" / run_id)
            await studio.chat.post(asker, conversation_id, "Go.", message_id=MessageId(run_id))
    while not await _all_ended(studio, job["runs"]):
        await _approve(studio)
        await asyncio.sleep(0.05)
    await studio.close()


async def _conversation(studio: Studio, asker: Asker, note: Path) -> ConversationId:
    """Return the conversation of a turn, as a client does that remembers where it wanted to send it."""
    if note.exists():
        return ConversationId(note.read_text())
    opened = await studio.chat.open(asker, scope="workspace", agent="assistant")
    note.parent.mkdir(exist_ok=True)
    draft = note.with_suffix(".draft")
    draft.write_text(opened.id)
    draft.rename(note)
    return opened.id


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
