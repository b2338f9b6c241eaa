"""Keeping repositories small beside the work in them: a save that finds many loose objects packs them."""

import logging
import threading
from collections.abc import Callable

from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.open import Repo
from proofroom.repository.git.pack import LOOSE_LIMIT, needs_packing, pack_if_needed
from proofroom.repository.merge.notes import drop_old_notes

log = logging.getLogger(__name__)


class Packing:
    """Packs one repository at a time, in a thread of its own."""

    def __init__(self, open_repo: Callable[[ProjectId], Repo]) -> None:
        self._open = open_repo
        self.limit = LOOSE_LIMIT
        """How many loose objects a repository may have before a save packs them."""
        self.thread: threading.Thread | None = None
        """What packed last, or packs now."""

    def keep_small(self, project_id: ProjectId, repo: Repo) -> None:
        """Pack loose objects once they have piled up, while everybody goes on reading and writing."""
        is_busy = self.thread is not None and self.thread.is_alive()
        if is_busy or not needs_packing(repo, limit=self.limit):
            return
        self.thread = threading.Thread(target=self._pack, args=(project_id,), name=f"pack-{project_id}")
        self.thread.start()

    def _pack(self, project_id: ProjectId) -> None:
        try:
            pack_if_needed(self._open(project_id), limit=self.limit)
            drop_old_notes(self._open(project_id))
        except (ProofroomError, OSError, pygit2.GitError):
            # Nothing is lost: the objects stay loose, and the next save tries again. Of a project that was
            # deleted meanwhile there is nothing left to pack.
            log.warning("the repository of project %s could not be packed", project_id, exc_info=True)
