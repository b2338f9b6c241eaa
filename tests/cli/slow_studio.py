"""A studio whose model speaks slowly, so that a test can kill it in the middle of a turn."""

import asyncio
import sys

from proofroom.api import Server
from proofroom.kernel.settings import Settings
from proofroom.wiring import open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

SLOW = ScriptedReply("one two three four five six seven eight nine ten", pieces=10, delay_s=0.3)


async def main() -> None:
    settings = Settings()
    drivers = {"slow": ScriptedDriver(ScriptedReply("", calls=(("getTime", {}),)), SLOW)}
    server = Server(lambda: open_studio(settings, drivers=drivers), settings.host, settings.port)
    server.bind()

    async def say_ready() -> None:
        server.studio.lock.announce(server.url)
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    await server.run(say_ready)


asyncio.run(main())
