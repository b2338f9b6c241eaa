"""Another process that executes runs, for tests across processes: started with settings and a run as JSON."""

import asyncio
import json
import sys

from pydantic import SecretStr

from proofroom.durable import Engine, NewRun, RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.settings import Settings
from proofroom.store.database import open_database

hold_at: tuple[str, int] | None = None


async def typing(handle: RunHandle) -> None:
    """Write one word every 20 ms, as many as the input says, in steps of 25 words."""
    words = handle.run.input["words"]

    async def write(step: StepContext) -> int:
        for index in range(25):
            step.text(0, f"{step.key}.{index} ")
            if hold_at == (step.key, index):
                await asyncio.sleep(0.3)  # what was said is stored meanwhile
                print("holding", flush=True)
                await asyncio.sleep(600)
            await asyncio.sleep(0.02)
        return 25

    for number in range(words // 25):
        await handle.step(f"part:{number}", "model", "typist", write)
    await handle.end("completed", events.Done())


async def main() -> None:
    """Run until the run has ended or this process is killed."""
    global hold_at
    job = json.loads(sys.stdin.readline())
    if job["hold"] is not None:
        hold_at = f"part:{job['hold'] // 25}", job["hold"] % 25
    url = job["database_url"]
    settings = Settings(
        data=job["data"], database_url=SecretStr(url) if url else None, executor_id=job["executor_id"]
    )
    database = open_database(settings)
    engine = Engine(settings, database, SystemClock())
    engine.workflow("typing", typing)
    await engine.launch()
    run = await engine.start(NewRun(**job["run"]))
    print("started", flush=True)
    run = await engine.wait(run.id, run.workspace_id)
    print(run.status, flush=True)
    await engine.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main())
