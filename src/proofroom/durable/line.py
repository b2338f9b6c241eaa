"""Runs that may be what kills the process, taken up one after another.

A run that makes its process die is closed after a few recoveries. All runs that were at work beside it have
got no further either; taken up together, they would share its fate. So whoever was cut off twice without
getting on waits here, uncounted, until the one in front has got on, rests or has ended.
"""

import asyncio

from proofroom.kernel.ids import RunId

PATIENCE_S = 30.0
"""How long one may stand in front: a long step that harms nobody must not keep the others for ever."""


class Line:
    """The line of this process."""

    def __init__(self) -> None:
        self._front: RunId | None = None
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None

    async def join(self, run_id: RunId) -> None:
        """Wait until this run is in front."""
        await self._lock.acquire()
        self._front = run_id
        self._timer = asyncio.get_running_loop().call_later(PATIENCE_S, self.leave, run_id)

    def leave(self, run_id: RunId) -> None:
        """Let the next one come forward; harmless for a run that is not in front."""
        if self._front == run_id and self._timer is not None:
            self._timer.cancel()
            self._front = None
            self._lock.release()
