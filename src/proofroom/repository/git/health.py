"""How many proposals wait, whether that is too many, and which merged branches can go."""

from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    PREFIX,
    Branch,
    branches,
    need_tip,
)
from proofroom.repository.git.commit import is_ancestor, merge_base, tree_of
from proofroom.repository.git.objects import Entry
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.treemerge import Clash, merge_trees

WARN_LIMIT = 50
BLOCK_LIMIT = 80


@dataclass(frozen=True, slots=True)
class Health:
    """How the number of open branches stands against the limits."""

    status: Literal["ok", "warning", "blocked"]
    unmerged: tuple[Branch, ...]
    merged: tuple[Branch, ...]
    warn_limit: int
    block_limit: int


def branch_health(
    repo: Repo, *, content: str = CONTENT_BRANCH, warn_limit: int = WARN_LIMIT, block_limit: int = BLOCK_LIMIT
) -> Health:
    """Count the `cr/` branches that the content branch does not contain yet."""
    tip = need_tip(repo, content)
    found = branches(repo, PREFIX)
    merged = tuple(branch for branch in found if is_merged(repo, branch.sha, tip))
    unmerged = tuple(branch for branch in found if branch not in merged)
    count = len(unmerged)
    status = "blocked" if count >= block_limit else "warning" if count >= warn_limit else "ok"
    return Health(status, unmerged, merged, warn_limit, block_limit)


def check_not_blocked(health: Health) -> None:
    """Refuse a write while too many branches wait."""
    if health.status == "blocked":
        raise Conflict(say("content.too_many_branches", count=len(health.unmerged), limit=health.block_limit))


def is_merged(repo: Repo, branch: Sha, into: Sha) -> bool:
    """Tell whether merging would change nothing: it is contained, or its changes are (squashed or picked)."""
    if is_ancestor(repo, branch, into):
        return True
    base = merge_base(repo, branch, into)
    if base is None:
        return False
    clashes: list[Clash] = []

    def keep_ours(clash: Clash) -> Entry | None:
        clashes.append(clash)
        return clash.ours

    target = tree_of(repo, into)
    merged = merge_trees(repo, tree_of(repo, base), target, tree_of(repo, branch), keep_ours)
    return not clashes and merged == target
