"""A look whether something listens on this machine, without a word said to it."""

import asyncio
from contextlib import suppress


async def is_listening(port: int, *, timeout_s: float = 0.2) -> bool:
    """Tell whether a program on this machine takes connections on the port."""
    try:
        async with asyncio.timeout(timeout_s):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return True
