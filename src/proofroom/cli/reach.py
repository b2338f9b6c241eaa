"""Reaching a studio: the one that runs on this data folder, or one opened for the length of a command."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from proofroom.cli.client import Client
from proofroom.kernel.errors import Conflict
from proofroom.kernel.loading import loading
from proofroom.kernel.place import Located, Whereabouts, operator_token_path, sqlite_path, workspace_path
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from proofroom.kernel.settings import Settings
    from proofroom.store.lock import RunningStudio
    from proofroom.wiring import Studio


@asynccontextmanager
async def reach_studio(place: "Whereabouts | Settings") -> AsyncGenerator[Client]:
    """Give a client of the running studio, or of one that this process opens and closes again."""
    # Imported here, as everywhere in `cli`: `--help` must not wait for the code of the studio.
    from proofroom.store.lock import find_running

    running = find_running(place)
    if running is not None:
        url = _url(running)  # first: a studio that is still opening has no token yet
        token = operator_token_path(place).read_text().strip()
        yield Client(url, token, place.language, chosen_workspace(place))
        return
    async with _embedded(_settings(place)) as client:
        yield client


@asynccontextmanager
async def _embedded(settings: "Settings") -> AsyncGenerator[Client]:
    with loading():
        from proofroom.api import Server
        from proofroom.wiring import open_studio

    # An executor id of its own: what a command leaves unfinished must not look like the studio's work.
    own = settings.model_copy(update={"executor_id": f"{settings.executor_id}-cli-{os.getpid()}"})

    async def open_quietly() -> "Studio":
        with loading():  # rooms are imported when they are opened
            return await open_studio(own, part="command")

    server = Server(open_quietly, "127.0.0.1", 0)
    server.bind()
    ready = asyncio.Event()

    async def say_ready() -> None:
        ready.set()

    serving = asyncio.create_task(server.run(say_ready))
    waiting = asyncio.create_task(ready.wait())
    try:
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
        token, workspace = server.studio.operator_token, chosen_workspace(settings)
        yield Client(server.url, token, settings.language, workspace, settings.origin)
    finally:
        waiting.cancel()
        server.stop()
        await serving


def _settings(place: "Whereabouts | Settings") -> "Settings":
    """Return all settings; a studio that is opened here logs as they say."""
    from proofroom.cli.logs import set_up_logs
    from proofroom.kernel.settings import Settings

    settings = Settings() if isinstance(place, Whereabouts) else place
    set_up_logs(settings, is_quiet=True)
    return settings


def has_studio(place: Located) -> bool:
    """Tell whether there is a studio to look at: its database, here or on a server."""
    return place.is_postgres or sqlite_path(place).exists()


def chosen_workspace(place: Located) -> str:
    """Return the workspace that commands work in: named by a setting, else chosen before, else none."""
    if place.workspace:
        return place.workspace
    path = workspace_path(place)
    return path.read_text().strip() if path.is_file() else ""


def _url(running: "RunningStudio") -> str:
    if not running.url:
        raise Conflict(
            say("cli.not_listening", process=running.pid),
            suggestion=say("next.unavailable"),
        )
    return running.url
