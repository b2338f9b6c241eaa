"""Fetching every project's remote now and then, so that what others push there is seen without a hand."""

import logging
from datetime import datetime, timedelta

from proofroom.access import Access
from proofroom.access.actors import studio_actor
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import ProofroomError
from proofroom.repository.remotes import Remotes

log = logging.getLogger(__name__)


class RemoteClock:
    """Fetches all remotes once in so many minutes; 0 leaves them to people."""

    def __init__(self, remotes: Remotes, access: Access, clock: Clock, minutes: int) -> None:
        self._remotes, self._access, self._clock = remotes, access, clock
        self._every = timedelta(minutes=minutes)
        self._last: datetime | None = None

    async def __call__(self) -> None:
        """Fetch if it is time; a remote that does not answer is tried again the next time."""
        now = self._clock.now()
        if not self._every or (self._last is not None and now - self._last < self._every):
            return
        self._last = now
        for workspace in await self._access.workspaces.list_all():
            for project in await self._access.projects.list_all(workspace.id):
                if await self._remotes.get(project) is None:
                    continue
                try:
                    joined = await self._remotes.fetch(studio_actor(workspace.id), project)
                except ProofroomError as error:
                    log.warning("the remote of project %s could not be fetched: %s", project.id, error)
                    continue
                if joined.status in ("diverged", "conflicts"):
                    log.warning("the remote of project %s and its content went apart", project.id)
