"""`proofroom up`: start the studio."""

import asyncio
import signal
from typing import Annotated, Any

import typer

from proofroom.cli.logs import set_up_logs
from proofroom.cli.output import console
from proofroom.kernel.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("up")(up)


def up(
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on; loopback unless asked.")] = None,
) -> None:
    """Start the studio and its web app; Ctrl+C stops it, and what was running goes on at the next start."""
    given: dict[str, Any] = {"port": port, "host": host}
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    set_up_logs(settings)
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    from proofroom.api import Server
    from proofroom.wiring import open_studio

    server = Server(lambda: open_studio(settings), settings.host, settings.port)
    server.bind()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, server.stop)

    async def say_ready() -> None:
        studio = server.studio
        studio.lock.announce(server.url)
        public = settings.public_url or server.url
        console.print(f"Proofroom is ready at [bold]{public}[/]", soft_wrap=True)
        if await studio.access.setup_needed():
            link = await studio.access.make_setup_link()
            console.print("No owner yet. Open this link once to create the account:", soft_wrap=True)
            console.print(f"  {public}/setup?token={link.token}", soft_wrap=True, markup=False)

    await server.run(say_ready)
