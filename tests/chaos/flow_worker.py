"""The process that is killed while flows work in branches, start agents and wait at gates.

It is the loop's worker with a room of its own: a flow of plain steps, an agent that hands work on and sends a
letter somebody must approve, and a gate.
"""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import loop_worker
from loop_worker import Actors, Death, patch_progress, patch_waking, tools
from pydantic import SecretStr
from worker import patch_closing

from proofroom.durable import NewRun, StepContext
from proofroom.house import House, Room
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import RunId
from proofroom.kernel.settings import Settings
from proofroom.reviews import NewBudget, Verdict
from proofroom.wiring import Studio, open_studio

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.runtime.flow.letter_flow import LETTER, letter_flow


def flow_room(folder: Path, crash: Death) -> Room:
    """Return a room whose flow leaves a line in the journal for every body that runs."""
    journal = os.open(folder / "journal", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def note(word: str, step: StepContext) -> None:
        os.write(journal, f"{word} {step.idempotency_key}\n".encode())
        crash.pass_by("after-effect")
        await asyncio.sleep(0.01)

    return Room(name="letters", tools=tools(folder, crash), flows={LETTER: letter_flow(note)})


async def main(job: dict[str, Any]) -> None:
    """Open a studio, start what was not started, open every gate, and leave when all has ended."""
    folder, url = Path(job["data"]), job.get("database_url")
    crash = Death(folder, job.get("point"), job.get("after", 0), is_fair=job.get("is_fair", False))
    patch_progress(crash)
    patch_closing(crash)
    patch_waking(crash)

    def room(_house: House) -> Room:
        return flow_room(folder, crash)

    settings = Settings(data=folder, demo=False, database_url=SecretStr(url) if url else None)
    studio = await open_studio(settings, drivers={"offline": Actors(crash)}, more_rooms=[room])
    crash.engine = studio.engine
    with suppress(Conflict):  # an earlier life made it
        limit = NewBudget("workspace", "month", limit_micros=1_000_000_000)
        await studio.budgets.create(await studio.operator(), limit)
    if "life_s" in job:
        crash.come_within(job["life_s"])
    for run_id in job["runs"]:
        values = {"to": "Ada", "failAt": None}
        await studio.engine.start(NewRun(RunId(run_id), studio.workspace_id, LETTER, input=values))
    while not await _all_ended(studio, job["runs"]):
        operator = await studio.operator()
        for asked in await studio.approvals.find(operator, "pending"):
            await studio.approvals.decide(operator, asked.id, Verdict("approved"))
        await asyncio.sleep(0.05)
    await studio.close()


async def _all_ended(studio: Studio, runs: list[str]) -> bool:
    found = [await studio.engine.runs.get(RunId(each), studio.workspace_id) for each in runs]
    return all(run.has_ended for run in found)


if __name__ == "__main__":
    loop_worker.main = main
    loop_worker.serve()
