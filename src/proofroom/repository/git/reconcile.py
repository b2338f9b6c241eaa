"""Bring the base branch and the content branch together after both moved.

Other tools commit to the base branch by hand; their work is merged, never overwritten. How files merge is
for the caller: `merge` gets three trees.
"""

from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import CONTENT_BRANCH, fast_forward, need_tip, tip, update
from proofroom.repository.git.commit import is_ancestor, merge_base, tree_of
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.worktree import MergeEdited, Sync, check_not_checked_out, sync_work_tree

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Merged(Generic[C]):
    """A merged tree; where conflicts are left, it has what ours had."""

    tree: Sha
    conflicts: tuple[C, ...] = ()


MergeTrees = Callable[[Sha | None, Sha, Sha], Merged[C]]
"""Merge (base tree, our tree, their tree)."""


@dataclass(frozen=True, slots=True)
class Advance:
    """What became of the base branch when content moved on."""

    status: Literal["advanced", "unchanged", "blocked_diverged"]
    sync: Sync | None = None


@dataclass(frozen=True, slots=True)
class Reconciled(Generic[C]):
    """How the two branches stand now."""

    status: Literal["in_sync", "preview", "conflicts", "reconciled"]
    conflicts: tuple[C, ...] = ()
    commit: Sha | None = None
    advance: Advance | None = None


def advance_base(repo: Repo, base: str, *, to: Sha, merge_edited: MergeEdited | None = None) -> Advance:
    """Move the base branch forward to a commit that contains it, with the files of its work tree."""
    old = tip(repo, base)
    if old == to:
        return Advance("unchanged")
    if not fast_forward(repo, base, to):
        return Advance("blocked_diverged")
    head = repo.git.references.get("HEAD")
    if old is not None and head is not None and head.target == f"refs/heads/{base}":
        sync = sync_work_tree(repo, tree_of(repo, old), tree_of(repo, to), merge_edited)
        return Advance("advanced", sync)
    return Advance("advanced")


def reconcile(
    repo: Repo,
    *,
    base: str,
    merge: MergeTrees[C],
    signed: Signed,
    content: str = CONTENT_BRANCH,
    dry_run: bool = True,
    merge_edited: MergeEdited | None = None,
    theirs: Sha | None = None,
) -> Reconciled[C]:
    """Merge the base branch into the content branch, record by record, and move the base branch along.

    `theirs` merges another commit instead, for example a remote's content branch; `base` then names it.
    """

    def advance() -> Advance | None:
        if not is_own:
            return None
        return advance_base(repo, base, to=need_tip(repo, content), merge_edited=merge_edited)

    check_not_checked_out(repo, content)
    is_own = theirs is None
    theirs = theirs or need_tip(repo, base)
    if is_ancestor(repo, theirs, need_tip(repo, content)):
        return Reconciled("in_sync", advance=None if dry_run else advance())
    outcome: Merged[C] | None = None

    def build(ours: Sha) -> Sha | None:
        nonlocal outcome
        outcome = None
        if is_ancestor(repo, ours, theirs):
            return theirs
        common = merge_base(repo, ours, theirs)
        if common is None:
            raise Conflict(
                say("content.no_common_history", base=base, content=content),
                code="RECONCILE_NO_MERGE_BASE",
            )
        outcome = merge(tree_of(repo, common), tree_of(repo, ours), tree_of(repo, theirs))
        if outcome.conflicts or dry_run:
            return None
        message = f"[contentrain] reconcile: merge {base} into {content}"
        return commit_tree(repo, outcome.tree, (ours, theirs), message, signed)

    if dry_run:
        build(need_tip(repo, content))
        found = outcome.conflicts if outcome else ()
        return Reconciled("conflicts" if found else "preview", found)
    commit = update(repo, content, build)
    if outcome is not None and outcome.conflicts:
        return Reconciled("conflicts", outcome.conflicts)
    return Reconciled("reconciled", commit=commit, advance=advance())
