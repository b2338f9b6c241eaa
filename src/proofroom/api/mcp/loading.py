"""The protocol's package, imported with the first request that speaks it, beside the event loop.

It takes most of a second, in which everybody else would wait.
"""

import asyncio
from importlib import import_module

PROTOCOL = "proofroom.api.mcp.protocol"


async def load_protocol() -> None:
    """Let importing the protocol cost nothing from here on."""
    await asyncio.to_thread(import_module, PROTOCOL)
