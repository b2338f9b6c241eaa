"""`proofroom up`: start the studio."""

import asyncio
import logging
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofroom.cli.logs import for_a_terminal, set_up_logs
from proofroom.cli.output import console
from proofroom.cli.staying import hear_signals, run_until_told
from proofroom.kernel.archive import installed
from proofroom.kernel.loading import loading
from proofroom.kernel.models import models_later
from proofroom.kernel.settings import Settings

if TYPE_CHECKING:
    from proofroom.wiring import Studio

log = logging.getLogger(__name__)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("up")(up)


def up(
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on; loopback unless asked.")] = None,
) -> None:
    """Start the studio and its web app; Ctrl+C stops it, and what was running goes on at the next start."""
    given: dict[str, Any] = {"port": port, "host": host}
    asked = Settings(**{name: value for name, value in given.items() if value is not None})
    settings = for_a_terminal(asked)
    set_up_logs(settings, shows_warnings_only=settings is not asked)
    run_until_told(_serve(settings))


async def _serve(settings: Settings) -> None:
    with loading():
        from proofroom.api import Server
        from proofroom.wiring import open_studio

    async def open_quietly() -> "Studio":
        with loading(), models_later():  # rooms are imported when they are opened
            return await open_studio(settings)

    server = Server(open_quietly, settings.host, settings.port)
    server.bind()
    beginning: list[asyncio.Task[None]] = []

    def stop() -> None:
        for task in beginning:
            task.cancel()
        server.stop()

    hear_signals(stop)

    async def say_ready() -> None:
        studio = server.studio
        studio.lock.announce(server.url)
        public = settings.public_url or server.url
        console.print(f"Proofroom is ready at {public}", soft_wrap=True, markup=False)
        if await studio.access.setup.is_needed():
            link = await studio.access.setup.make_link()
            console.print("No owner yet. Open this link once to create the account:", soft_wrap=True)
            console.print(f"  {public}/setup?token={link.token}", soft_wrap=True, markup=False)
        if settings.log_file is not None:
            console.print(f"Its log is in {settings.log_file}", soft_wrap=True, markup=False)
        await _offer(studio)
        await asyncio.to_thread(_keep_imports)
        beginning.append(asyncio.create_task(_begin(studio)))

    await server.run(say_ready)


def _keep_imports() -> None:
    """Let the next start find in one file what this one had to look for."""
    archive = installed()
    if archive is not None and not sys.dont_write_bytecode:
        archive.keep()


async def _begin(studio: "Studio") -> None:
    """Make the demo project at the first start, beside the work: readiness does not wait for it."""
    from proofroom.demo import should_make_demo
    from proofroom.store.processes import DEMO, first_to

    async with first_to(studio.database, DEMO) as is_mine:
        if not is_mine or not await should_make_demo(studio):
            return
        from proofroom.demo import make_demo  # needed once, and much to import

        console.print("First start: making the demo project …", soft_wrap=True)
        try:
            project = await make_demo(studio)
        except Exception:
            log.exception("the demo project could not be made; the studio works without it")
            return
    console.print(
        f"The demo project {project.name} is ready, and a proposal waits in its inbox.", soft_wrap=True
    )


async def _offer(studio: "Studio") -> None:
    """Offer what this machine has; nothing is used until somebody says so."""
    from proofroom.connections.offers import find_offers, find_ollama

    stored = await studio.connections.list(studio.workspace_id)
    connected = {(each.kind, each.provider) for each in stored}
    offers = find_offers(os.environ, connected)
    if ollama := await find_ollama(os.environ, connected, studio.settings.allow_private_hosts):
        offers.append(ollama)
    for offer in offers:
        console.print(f"{offer.title} can be used: {offer.command}", soft_wrap=True, markup=False)
