"""Who works on a repository, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from proofroom.content.format.types import Json
from proofroom.content.merge.review import Review
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.git.save import Signed


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work on one project: whose it is, which conversation or run it belongs to, and when."""

    project_id: ProjectId
    by: Identity
    at: datetime
    branch_key: str
    """What the work hangs together by: `chat/<conversation>` or `run/<run>`. One key has one open branch."""
    provenance: Provenance = field(default_factory=Provenance)
    source: str = "agent"
    is_apart: bool = False
    """Whether each piece of work has a branch of its own; the key then only says what it is about."""

    @property
    def signed(self) -> Signed:
        """Return how commits of this job are signed."""
        return Signed(self.by, self.at, self.provenance)

    @property
    def stamp(self) -> Stamp:
        """Return how entries of this job are stamped."""
        return Stamp(by=self.by.email, at=self.at, source=self.source)


@dataclass(frozen=True, slots=True)
class Written:
    """A write on the job's branch; the branch's name is empty when there was nothing to write."""

    branch: str
    commit: str
    plan: FilePlan

    @property
    def changed_files(self) -> int:
        """Return how many files the write touched."""
        return len(self.plan.writes) + len(self.plan.deletes)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What the end of a turn did with its branch."""

    state: Literal["nothing", "merged", "waiting", "conflicts"]
    branch: str | None = None
    commit: str | None = None
    hunks: int = 0
    review: Review | None = None
    """What the branch held, so that it can be written down: a merged branch is gone."""


@dataclass(frozen=True, slots=True)
class NewProject:
    """What a project's repository begins with."""

    locales: Sequence[str] = ("en",)
    domains: Sequence[str] = ("content",)
    models: Sequence[Json] = ()
    stack: str = "other"
    workflow: str = "review"
    with_keep_files: bool = False
    """Whether empty folders are kept, as the official set-up does."""
