"""What the studio keeps in mind of its projects, and how it stays fresh.

Every look compares the branch's tip with the state the index has, and brings only what differs up to date.
Projects that nobody looked at for longest are forgotten first.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

from proofroom.content.brain.index import EntryIndex
from proofroom.content.brain.view import Part, View, overlay
from proofroom.content.contents import Contents
from proofroom.content.format.project import Project
from proofroom.content.merge.places import ContentPlace, Places
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.branch import CONTENT_BRANCH, need_tip, tip
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.open import Repo, Sha, default_branch
from proofroom.repository.git.tree import TreeView, changes

T = TypeVar("T")
MAX_PROJECTS = 100
MAX_ENTRIES = 400_000
MAX_BRANCHES = 8
"""Branches per project whose differences are kept."""


@dataclass(slots=True)
class _Known:
    """What is known of one project; the lock lets one look at a time bring it up to date and read it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    tree: Sha | None = None
    index: EntryIndex = field(default_factory=EntryIndex)
    view: View | None = None
    branches: OrderedDict[str, tuple[Sha, Sha, View]] = field(
        default_factory=OrderedDict[str, tuple[Sha, Sha, View]]
    )
    """Other branches: their tree, the content branch's tree they were compared with, and their view."""


class Brain:
    """Indexes of projects, fresh on every look and bounded in number and size."""

    def __init__(
        self, contents: Contents, *, max_projects: int = MAX_PROJECTS, max_entries: int = MAX_ENTRIES
    ) -> None:
        self._contents = contents
        self._max_projects = max_projects
        self._max_entries = max_entries
        self._known: OrderedDict[ProjectId, _Known] = OrderedDict()
        self._lock = threading.Lock()

    async def look(self, project_id: ProjectId, ref: str | None, look: Callable[[View], T]) -> T:
        """Look at a project on a branch, or on the content branch. `look` runs in a thread; keep it short."""
        use = self._contents.repositories.use
        return await asyncio.to_thread(use, project_id, lambda repo: self._look(repo, project_id, ref, look))

    async def project(self, project_id: ProjectId, ref: str | None = None) -> Project:
        """Return a project on a branch, for longer work in a thread of the caller's own."""
        return await self.look(project_id, ref, lambda view: view.project)

    def forget(self, project_id: ProjectId) -> None:
        """Forget a project."""
        with self._lock:
            self._known.pop(project_id, None)

    @property
    def sizes(self) -> dict[ProjectId, int]:
        """Return how many entries are kept of each project, the least recently used first."""
        with self._lock:
            return {project_id: _size(known) for project_id, known in self._known.items()}

    def _look(self, repo: Repo, project_id: ProjectId, ref: str | None, look: Callable[[View], T]) -> T:
        with self._lock:
            known = self._known.setdefault(project_id, _Known())
            self._known.move_to_end(project_id)
        with known.lock:
            try:
                view = self._view(repo, known, None if ref == CONTENT_BRANCH else ref)
            except BaseException:
                # A half-done update must not be mistaken for a state of the project.
                known.tree, known.index, known.view = None, EntryIndex(), None
                known.branches.clear()
                raise
            found = look(view)
        self._make_room(project_id)
        return found

    def _view(self, repo: Repo, known: _Known, ref: str | None) -> View:
        wanted = need_tip(repo, ref) if ref is not None else None
        base = tip(repo, CONTENT_BRANCH) or tip(repo, default_branch(repo))
        if base is None:
            return View(self._contents.view(repo), (Part(EntryIndex()),))
        tree = tree_of(repo, base)
        if known.view is None or known.tree != tree:
            known.view = self._refreshed(repo, known, tree)
        if ref is None or wanted is None:
            return known.view
        return self._branch(repo, known, ref, tree_of(repo, wanted), tree)

    def _refreshed(self, repo: Repo, known: _Known, tree: Sha) -> View:
        project = self._project(repo, tree)
        if known.tree is None:
            known.index.load(project)
        else:
            known.branches.clear()
            known.index.update(project, self._changed(repo, known.tree, tree))
        known.tree = tree
        return View(project, (Part(known.index),))

    def _branch(self, repo: Repo, known: _Known, ref: str, tree: Sha, base: Sha) -> View:
        kept = known.branches.get(ref)
        if kept is not None and kept[:2] == (tree, base):
            known.branches.move_to_end(ref)
            return kept[2]
        view = overlay(known.index, self._project(repo, tree), self._changed(repo, base, tree), ref)
        known.branches[ref] = (tree, base, view)
        known.branches.move_to_end(ref)
        if len(known.branches) > MAX_BRANCHES:
            known.branches.popitem(last=False)
        return view

    def _project(self, repo: Repo, tree: Sha) -> Project:
        return Project(TreeView(repo, tree), cache=self._contents.parsed)

    def _changed(self, repo: Repo, old: Sha, new: Sha) -> list[ContentPlace]:
        places = Places(repo, "", self._contents.parsed, [new, old])
        found = (places.find(change.path) for change in changes(repo, old, new))
        return [place for place in found if place is not None]

    def _make_room(self, current: ProjectId) -> None:
        with self._lock:
            total = sum(_size(known) for known in self._known.values())
            for project_id in list(self._known):
                if len(self._known) <= self._max_projects and total <= self._max_entries:
                    return
                if project_id != current:
                    total -= _size(self._known.pop(project_id))


def _size(known: _Known) -> int:
    own = sum(len(part.index) for _, _, view in known.branches.values() for part in view.parts[1:])
    return len(known.index) + own
