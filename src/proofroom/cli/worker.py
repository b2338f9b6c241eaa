"""`proofroom worker`: work runs beside a studio on PostgreSQL, on this machine or another."""

import asyncio

import typer

from proofroom.cli.logs import set_up_logs
from proofroom.cli.output import console
from proofroom.cli.staying import hear_signals, run_until_told
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.loading import loading
from proofroom.kernel.models import models_later
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("worker")(worker)


def worker() -> None:
    """Work what is due and what other processes left, without pages; Ctrl+C leaves the rest to the others.

    It needs a studio's PostgreSQL database (PROOFROOM_DATABASE_URL) and data folder (PROOFROOM_DATA).
    """
    settings = Settings()
    if not settings.is_postgres:
        raise InvalidInput(say("cli.worker.alone"))
    set_up_logs(settings)
    run_until_told(_work(settings))


async def _work(settings: Settings) -> None:
    with loading(), models_later():  # rooms are imported when they are opened
        from proofroom.store.processes import find_live
        from proofroom.wiring import open_studio

        told_to_go = asyncio.Event()
        hear_signals(told_to_go.set)
        studio = await open_studio(settings, part="worker")
    try:
        name = studio.lock.studio.executor_id
        beside = [each for each in await find_live(studio.database, studio.clock) if each.id != name]
        console.print(f"{name} works runs now, and serves no pages.", soft_wrap=True, markup=False)
        for other in beside:
            told = f"Beside it: {other.id} (process {other.pid} on {other.host})."
            console.print(told, soft_wrap=True, markup=False)
        if not beside:
            console.print("No other process is there yet: `proofroom up` serves the pages.", soft_wrap=True)
        await told_to_go.wait()
        console.print("Taking nothing new; what does not end soon is left to the others.", soft_wrap=True)
    finally:
        await studio.close()
