"""What durability costs: a streamed piece, a round of a model step and a tool step, many runs at once."""

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import median

import proofroom.store.tables  # noqa: F401  (fills the metadata)  # pyright: ignore[reportUnusedImport]
from bench.measure import Row, resident_mb
from proofroom.durable import Engine, NewRun, RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store.database import open_database
from proofroom.store.types import metadata

WORKSPACE = WorkspaceId(new_id())
PIECES = 100_000
ROUNDS = 200
RUNS = 200


def measure() -> list[Row]:
    """Measure on SQLite in a new folder."""
    with tempfile.TemporaryDirectory() as data:
        return asyncio.run(measure_in(Path(data)))


async def measure_in(data: Path) -> list[Row]:
    """Launch an engine, run the workloads, close it."""
    settings = Settings(data=data)
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
    engine = Engine(settings, database, SystemClock())
    pieces: list[float] = []

    async def stream(handle: RunHandle) -> None:
        async def body(step: StepContext) -> None:
            started = time.process_time()
            for _ in range(PIECES):
                step.text(0, "piece ")
            pieces.append((time.process_time() - started) / PIECES * 1e6)

        for number in range(5):
            await handle.step(f"model:{number}", "model", "m", body)

    engine.workflow("stream", stream)
    engine.workflow("rounds", rounds)
    await engine.launch()
    await run(engine, "stream")
    await run(engine, "rounds", 20)  # warm
    started, cpu = time.perf_counter(), time.process_time()
    await run(engine, "rounds", ROUNDS)
    wall_ms, cpu_ms = (time.perf_counter() - started) * 1e3, (time.process_time() - cpu) * 1e3
    started = time.perf_counter()
    await asyncio.gather(*(run(engine, "rounds", 3) for _ in range(RUNS)))
    crowd_s = time.perf_counter() - started
    memory = resident_mb(os.getpid())
    await engine.close()
    await database.close()
    return [
        Row("streamed piece into the durable log", median(pieces), "µs", 2),
        Row("durable round (model + tool step), CPU", cpu_ms / ROUNDS, "ms", 8),
        Row("durable round (model + tool step), wall", wall_ms / ROUNDS, "ms"),
        Row(f"{RUNS} runs at once, 3 rounds each", crowd_s, "s"),
        Row(f"memory after {RUNS} runs at once", memory, "MB"),
    ]


async def rounds(handle: RunHandle) -> None:
    """Alternate a model step and a tool step, each with some events."""

    async def model(step: StepContext) -> dict[str, int]:
        for _ in range(5):
            step.text(0, "hello ")
        step.emit(events.Usage(input_tokens=100, output_tokens=5))
        return {"tokens": 105}

    async def tool(step: StepContext) -> dict[str, bool]:
        step.emit(events.ToolResult(tool_call_id="1", tool_name="tool", ok=True))
        return {"ok": True}

    for number in range(handle.run.input["rounds"]):
        await handle.step(f"model:{number}", "model", "m", model, input={"messages": number})
        await handle.step(f"tool:{number}", "tool", "t", tool, input={"number": number})
    await handle.end("completed", events.Done())


async def run(engine: Engine, workflow: str, count: int = 0) -> None:
    """Start a run and wait for its end."""
    made = NewRun(id=RunId(new_id()), workspace_id=WORKSPACE, workflow=workflow, input={"rounds": count})
    await engine.start(made)
    await engine.wait(made.id, WORKSPACE)
