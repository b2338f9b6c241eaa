"""Who works on a repository, and what became of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field
from datetime import datetime
from typing import Generic, Literal, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.git.open import Sha
from proofroom.repository.git.save import Plan, Signed
from proofroom.repository.merge.review import Review
from proofroom.repository.merge.types import Hunk
from proofroom.reviews import Finding, HunkView

P = TypeVar("P", bound=Plan)
ReviewCheck = Callable[[WorkspaceId, ProjectId, Sequence[HunkView]], Awaitable[list[Finding]]]
"""Finds what changes break that stands elsewhere than in the repository."""


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


@dataclass(frozen=True, slots=True)
class BranchWrite(Generic[P]):
    """A write on the job's branch; the branch's name is empty when there was nothing to write."""

    branch: str
    commit: Sha
    plan: P | None
    """What was planned; None where an earlier attempt at the same step had already written it."""


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """What a project's own files say about its branches."""

    workflow: str = "review"
    branch_limit: int | None = None
    """How many branches may wait; None sets no limit."""


@dataclass(frozen=True, slots=True)
class PreviewedWrite:
    """What a plan would change, and the trees before and after it."""

    hunks: tuple[Hunk, ...]
    before: Sha
    after: Sha


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What the end of a turn did with its branch."""

    state: Literal["nothing", "merged", "waiting", "conflicts"]
    branch: str | None = None
    commit: Sha | None = None
    hunks: int = 0
    review: Review | None = None
    """What the branch held, so that it can be written down: a merged branch is gone."""
