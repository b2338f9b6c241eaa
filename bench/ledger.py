"""What the ledger and budgets cost: a streamed call with its books kept under three budgets, and without."""

import asyncio
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Literal

from bench.durable import WORKSPACE, run
from bench.measure import Row
from proofroom.durable import Engine, RunHandle, StepContext
from proofroom.kernel.blocks import TextBlock, user
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.ids import BudgetId, new_id
from proofroom.kernel.settings import Settings
from proofroom.providers.call import Caller, Tap, call_model, open_call
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from proofroom.store import Connection
from proofroom.store.database import open_database
from proofroom.store.types import metadata
from proofroom.telemetry.budgets import Budget, Period, ScopeKind
from proofroom.telemetry.budgets.repo import budgets

PIECES, PACE_S = 100, 0.005
CALLS = 100
TIMES = 5
INFO = ModelInfo(
    "paced", "paced", max_output=4_000, input_micros_per_mtok=3_000_000, output_micros_per_mtok=15_000_000
)
REQUEST = ModelRequest("paced", [user("Write about swifts. " * 200)], system_prefix="Be exact. " * 800)
WHO = Caller("assistant", "workspace")

Kind = Literal["bare", "books"]


class Paced:
    """A model that says a word every five milliseconds, or as fast as it can."""

    name = "paced"

    def __init__(self, pace_s: float) -> None:
        self._pace_s = pace_s

    async def models(self) -> list[ModelInfo]:
        """Return the one model."""
        return [INFO]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Speak."""
        for _ in range(PIECES):
            sink.text(0, "word ")
            if self._pace_s:
                await asyncio.sleep(self._pace_s)
        return Reply([TextBlock("word " * PIECES)], "end", TokenUsage(input=3_000, output=PIECES))


def measure() -> list[Row]:
    """Measure on SQLite in a new folder."""
    with tempfile.TemporaryDirectory() as data:
        return asyncio.run(measure_in(Path(data)))


async def measure_in(data: Path) -> list[Row]:
    """Launch an engine, make calls with and without their books, close it."""
    settings = Settings(data=data)
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
        for made in (budget("workspace", ""), budget("agent", WHO.agent), budget("run", "")):
            await budgets.add(connection, made)
    engine = Engine(settings, database, SystemClock())
    engine.workflow("bare", partial(calls, kind="bare", driver=Paced(0)))
    engine.workflow("books", partial(calls, kind="books", driver=Paced(0)))
    engine.workflow("paced", partial(calls, kind="bare", driver=Paced(PACE_S)))
    await engine.launch()
    found: dict[str, list[float]] = {"bare": [], "books": [], "paced": []}
    for _ in range(TIMES):  # in turn, so that what else the machine does meets all of them
        for name, count in (("bare", CALLS), ("books", CALLS), ("paced", 1)):
            found[name].append(await timed(engine, name, count))
    await engine.close()
    await database.close()
    bare, books, paced = (median(found[name]) for name in ("bare", "books", "paced"))
    extra_ms = (books - bare) / CALLS * 1e3
    return [
        Row("ledger line and three budgets, per call, CPU", extra_ms, "ms"),
        Row(f"the same, of a turn of {PIECES} pieces at 5 ms", extra_ms / (paced * 1e3) * 100, "%", 5),
    ]


def budget(scope: ScopeKind, owner: str) -> Budget:
    """Return a budget that is never reached."""
    now = SystemClock().now()
    period: Period = "total" if scope == "run" else "day"
    key = BudgetId(new_id())
    return Budget(key, WORKSPACE, scope, owner, period, 10**12, "hard", 80, False, None, now, now)


async def calls(handle: RunHandle, kind: Kind, driver: Paced) -> None:
    """Make streamed calls, one step each."""

    async def books(step: StepContext) -> object:
        return (await call_model(Tap(step), driver, INFO, REQUEST, WHO)).stop

    async def bare(step: StepContext) -> object:
        return (await driver.stream(REQUEST, Tap(step))).stop

    async def reserve(connection: Connection, step: StepContext) -> None:
        await open_call(connection, step, INFO, REQUEST, WHO)

    for number in range(handle.run.input["rounds"]):
        if kind == "books":
            await handle.step(f"{number:03d}.model", "model", "m", books, opening=reserve)
        else:
            await handle.step(f"{number:03d}.model", "model", "m", bare)


async def timed(engine: Engine, workflow: str, count: int) -> float:
    """Return the seconds a run takes: of the processor, or of the wall where it waits for words."""
    clock = time.perf_counter if workflow == "paced" else time.process_time
    started = clock()
    await run(engine, workflow, count)
    return clock() - started
