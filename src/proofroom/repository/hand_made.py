"""What somebody committed to a project's base branch by hand, beside the studio."""

import asyncio
from datetime import datetime

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.branch import CONTENT_BRANCH, tip
from proofroom.repository.git.commit import Identity, is_ancestor
from proofroom.repository.git.open import Repo, default_branch
from proofroom.repository.git.save import Signed
from proofroom.repository.merge.land import take_in_base
from proofroom.repository.repositories import Repositories


@dataclass(frozen=True, slots=True)
class HandMade:
    """What somebody committed to the base branch by hand, where the content branch lacks it."""

    base: str
    conflicts: int
    """How many things of it cannot be taken in without a person's word."""


def find_hand_made(repo: Repo) -> str | None:
    """Return the name of the base branch where it has commits that the content branch lacks."""
    base = default_branch(repo)
    ours, theirs = tip(repo, CONTENT_BRANCH), tip(repo, base)
    if ours is None or theirs is None or is_ancestor(repo, theirs, ours):
        return None
    return base


async def take_in_hand_made(
    repositories: Repositories, project_id: ProjectId, at: datetime
) -> HandMade | None:
    """Merge what was committed to the base branch by hand; None where there was nothing."""

    def take_in() -> HandMade | None:
        if not repositories.path(project_id).exists():
            return None
        repo = repositories.repo(project_id)
        base = find_hand_made(repo)
        if base is None:
            return None
        signed = Signed(Identity("Proofroom", "studio@localhost"), at)
        done = take_in_base(repo, repositories.target(repo), signed)
        return HandMade(base, len(done.conflicts))

    return await asyncio.to_thread(take_in)
