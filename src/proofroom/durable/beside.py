"""What is written beside steps that follow it, as long as those only look around.

A run begins while the transaction that writes it is committed. And it goes on while a step is closed:
the model has answered and names tools that have no effect but their result: they need not wait until its
answer is on the disk. Nothing of them is shown or stored before it is, and what has an effect waits for it.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from proofroom.durable.log import Log
from proofroom.durable.riders import Riders


class Beside:
    """What of one run is being written while steps look around."""

    def __init__(self, log: Log, riders: Riders) -> None:
        self._log, self._riders = log, riders
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_free(self) -> bool:
        """Tell whether nothing is."""
        return self._closing is None

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Write something, and show nothing from here on until that is done."""
        self._log.hold()
        self._closing = asyncio.get_running_loop().create_task(self._close(work))
        return self._closing

    async def _close(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:  # it is recorded as failed; an execution that is cut off shows nothing any more
            self._log.show()
            raise
        self._log.show()

    async def ended(self) -> None:
        """Wait until it is written; if it could not be, nothing of the steps that followed it is kept."""
        closing = self._closing
        if closing is None:
            return
        try:
            await asyncio.shield(closing)
        except Exception:
            self._riders.forget()
            raise
        self._closing = None
