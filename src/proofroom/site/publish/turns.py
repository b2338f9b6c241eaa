"""One publication of a project at a time, whichever process makes it: all write into one folder.

Inside a process a lock says whose turn it is, between processes a file of the folder, which the end of a
process frees however it comes.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from proofroom.kernel.ids import ProjectId
from proofroom.store.flock import try_lock

_NAME: Final = "turn"
_AGAIN_S: Final = 0.05
"""How long to wait before the other process is asked again."""


class Turns:
    """Whose turn it is to publish, project by project."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locks = dict[ProjectId, asyncio.Lock]()

    @asynccontextmanager
    async def take(self, project_id: ProjectId, *, waits: bool = True) -> AsyncGenerator[bool]:
        """Wait for the turn and keep it; without waiting, tell whether it was to be had."""
        lock = self._locks.setdefault(project_id, asyncio.Lock())
        if lock.locked() and not waits:
            yield False
            return
        async with lock:
            path = self._folder / str(project_id) / _NAME
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                is_ours = try_lock(file)
                while waits and not is_ours:
                    await asyncio.sleep(_AGAIN_S)
                    is_ours = try_lock(file)
                yield is_ours
