"""The built-in model, made with its first message: most of it is patterns, and many studios never use it."""

import asyncio
from collections.abc import Sequence

from proofroom.house import Room
from proofroom.providers.built_in import OFFLINE, OFFLINE_MODEL
from proofroom.providers.types import Driver, ModelInfo, ModelRequest, Reply, Sink


class LateOffline:
    """Stands where the offline model will be."""

    name = OFFLINE

    def __init__(self, rooms: Sequence[Room]) -> None:
        self._rooms = rooms
        self._made: Driver | None = None
        self._making = asyncio.Lock()

    async def models(self) -> list[ModelInfo]:
        """Return the one model there is."""
        return [OFFLINE_MODEL]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        """Let the model answer."""
        if self._made is None:
            async with self._making:
                self._made = self._made or await asyncio.to_thread(self._make)
        return await self._made.stream(request, sink)

    def _make(self) -> Driver:
        """Make the model with what every room teaches it."""
        from proofroom.providers.offline import OfflineDriver
        from proofroom.runtime.baseline.playbook import baseline_playbook

        taught = [room.playbook() for room in self._rooms if room.playbook is not None]
        return OfflineDriver([baseline_playbook(), *taught])
