"""The process that is killed: executes runs whose tools leave traces, and can die at a named point.

Started once, it imports everything and then forks a worker per line of its input, so that a killed worker is
replaced in a fraction of a second. The named points are patched in here; the product knows nothing of them.
"""

import asyncio
import json
import os
import signal
import sys
import traceback
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from pydantic import SecretStr

import proofroom.durable.door  # noqa: F401  (imported before the fork: it takes long)
from proofroom.durable import Engine, NewRun, RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.store.database import Connection, open_database

ROUNDS = 25
WORDS = 8


class Crash:
    """Kills this process when a point has been passed so many times."""

    def __init__(self, point: str | None, after: int) -> None:
        self._point = point
        self._left = after

    def pass_by(self, point: str) -> None:
        """Die here if it is time."""
        if point == self._point:
            self._left -= 1
            if self._left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


class Work:
    """A workflow of model and tool steps that keeps books of everything it does."""

    def __init__(self, folder: Path, crash: Crash) -> None:
        self._journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._outbox = folder / "outbox"
        self._outbox.mkdir(exist_ok=True)
        self._crash = crash

    def note(self, word: str, step: StepContext) -> None:
        """Write a line that survives the kill."""
        os.write(self._journal, f"{word} {step.run.id} {step.key} {step.attempt}\n".encode())

    async def run(self, handle: RunHandle) -> None:
        """Alternate model and tool steps; two tools of a round run at the same time."""
        total = 0
        for number in range(ROUNDS):
            said, attempt = await handle.step(
                f"model:{number}", "model", "m", self.model, opening=self.reserve
            )
            look = partial(self.look, attempt)
            await handle.step(f"look:{number}", "tool", "look", look, is_pure=True)
            tools = [
                handle.step(f"{name}:{number}", "tool", name, getattr(self, name), opening=self.reserve)
                for name in ("count", "send")
            ]
            total += said + sum(await asyncio.gather(*tools))
        await handle.end("completed", events.Done(), total)

    async def model(self, step: StepContext) -> tuple[int, int]:
        """Stream some words; what follows is a look, which need not wait until they are kept."""
        self.begin(step)
        for index in range(WORDS):
            step.text(0, f"{step.key}/{index} ")
            await asyncio.sleep(0.01)
        step.is_before_looks = True
        return WORDS, step.attempt

    async def look(self, said: int, step: StepContext) -> None:
        """Say which attempt of the model was listened to, which costs nothing to do again."""
        self.note("look", step)
        step.emit(events.Progress(text=str(said)))

    async def count(self, step: StepContext) -> int:
        """Have an effect each time it is called."""
        self.begin(step)
        await asyncio.sleep(0.01)
        self.note("effect", step)
        self._crash.pass_by("after-effect")
        await asyncio.sleep(0.005)
        return 1

    async def send(self, step: StepContext) -> int:
        """Have an effect once per idempotency key, as a good outside system does."""
        self.begin(step)
        await asyncio.sleep(0.01)
        try:
            (self._outbox / step.idempotency_key).touch(exist_ok=False)
            self.note("sent", step)
        except FileExistsError:
            self.note("already", step)
        self._crash.pass_by("after-effect")
        return 1

    def begin(self, step: StepContext) -> None:
        """Note that a body began."""
        self._crash.pass_by("before-body")
        self.note("begin", step)
        step.closing(lambda connection: self.settle(connection, step))

    async def reserve(self, connection: Connection, step: StepContext) -> None:
        """Write off what an earlier attempt reserved and reserve anew."""
        key = {"run": step.run.id, "step": step.key}
        lost = "UPDATE ledger SET state = 'lost' WHERE run = :run AND step = :step AND state = 'reserved'"
        await connection.execute(sa.text(lost), key)
        new = "INSERT INTO ledger (run, step, attempt, state) VALUES (:run, :step, :attempt, 'reserved')"
        await connection.execute(sa.text(new), {**key, "attempt": step.attempt})

    async def settle(self, connection: Connection, step: StepContext) -> None:
        """Settle this attempt."""
        statement = (
            "UPDATE ledger SET state = 'settled' WHERE run = :run AND step = :step AND attempt = :attempt"
        )
        key = {"run": step.run.id, "step": step.key, "attempt": step.attempt}
        await connection.execute(sa.text(statement), key)
        self._crash.pass_by("in-closing")


async def watch(engine: Engine, run_id: RunId, workspace_id: WorkspaceId, folder: Path) -> None:
    """Keep every line that a watcher sees, live or stored, until the run rests."""
    seen = os.open(folder / "seen", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    async for batch in engine.watch(run_id, workspace_id):
        os.write(seen, b"".join(f"{run_id} ".encode() + line for line in batch.splitlines(keepends=True)))
    os.close(seen)


def patch_closing(crash: Crash) -> None:
    """Die between the end of a body and its closing transaction, or right after that."""
    close: Any = RunHandle._close

    async def closing(self: RunHandle, *args: Any) -> None:
        crash.pass_by("before-closing")
        await close(self, *args)
        crash.pass_by("after-closing")

    RunHandle._close = closing  # type: ignore[method-assign]


async def main(job: dict[str, Any]) -> None:
    """Start the given runs, finish everything that is open, and leave."""
    crash = Crash(job.get("point"), job.get("after", 0))
    patch_closing(crash)
    url = job["database_url"]
    settings = Settings(data=job["data"], database_url=SecretStr(url) if url else None)
    database = open_database(settings)
    engine = Engine(settings, database, SystemClock())
    engine.workflow("work", Work(Path(job["data"]), crash).run)
    await engine.launch()
    await asyncio.gather(*(engine.start(NewRun(**run)) for run in job["start"]))
    folder, workspace_id = Path(job["data"]), WorkspaceId(job["workspace_id"])
    await asyncio.gather(*(watch(engine, RunId(run), workspace_id, folder) for run in job["wait_for"]))
    await engine.close()
    await database.close()


def serve() -> None:
    """Fork a worker per line; say its number, then how it ended."""
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
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
