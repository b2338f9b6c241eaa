"""Merge a branch into the content branch, whole or as a reviewer decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict as ConflictError
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    check_feature,
    delete_branch,
    need_tip,
    tip,
    update,
)
from proofroom.repository.git.commit import is_ancestor, merge_base, tree_of
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.reconcile import Advance, Merged, Reconciled, advance_base, reconcile
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import TreeView, write_files
from proofroom.repository.git.worktree import check_not_checked_out
from proofroom.repository.merge.formats import Format
from proofroom.repository.merge.notes import write_note
from proofroom.repository.merge.trees import edits_merger, merge3
from proofroom.repository.merge.types import Choice, Conflict

Prepare = Callable[[Sha, Sha], None]
"""Is called with the tip that is merged onto and the new one, just before the content branch moves."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where branches are merged to, and how the repository is to be read."""

    content: str = CONTENT_BRANCH
    base: str | None = None
    """The repository's ordinary branch, moved along when it can be; None leaves it."""
    formats: Sequence[Format] = ()


@dataclass(frozen=True, slots=True)
class Landing:
    """What became of a merge."""

    status: Literal["merged", "unchanged", "conflicts"]
    commit: Sha | None = None
    """The content branch's tip after merging."""
    conflicts: tuple[Conflict, ...] = ()
    advance: Advance | None = None
    onto: Sha | None = None
    """The content branch's tip that it was merged onto."""


def should_auto_merge(workflow: str, workspace_role: str | None) -> bool:
    """Decide whether a finished change is merged at once: always in `auto-merge`, else only for admins."""
    return workflow == "auto-merge" or workspace_role in ("owner", "admin")


def merge_preview(
    repo: Repo,
    branch: str,
    target: Target,
    *,
    choices: Mapping[str, Choice] | None = None,
) -> Merged[Conflict]:
    """Return the tree a merge would give, and what conflicts; nothing is changed."""
    return _merge(repo, need_tip(repo, target.content), need_tip(repo, branch), target, choices)


def merge_branch(
    repo: Repo,
    branch: str,
    target: Target,
    *,
    signed: Signed,
    choices: Mapping[str, Choice] | None = None,
    message: str | None = None,
    judge: Callable[[TreeView], None] | None = None,
) -> Landing:
    """Merge a `cr/` branch into the content branch, delete it, and move the base branch along.

    `judge` sees the content that it would be merged onto, and raises to refuse.
    """
    check_feature(branch)
    theirs = need_tip(repo, branch)
    landing = land_commit(
        repo,
        theirs,
        target,
        signed=signed,
        choices=choices,
        message=message or f"Merge {branch}",
        judge=judge,
        prepare=noting(repo, branch, theirs, signed),
    )
    if landing.status != "conflicts":
        discard(repo, branch, theirs)
    return landing


def land_commit(
    repo: Repo,
    commit: Sha,
    target: Target,
    *,
    signed: Signed,
    message: str,
    choices: Mapping[str, Choice] | None = None,
    prepare: Prepare | None = None,
    judge: Callable[[TreeView], None] | None = None,
) -> Landing:
    """Merge a commit into the content branch: forward where possible, else record by record.

    `prepare` runs with the old and the new tip just before the branch moves, again whenever that is tried.
    `judge` sees the content that is merged onto, as often; what it raises is raised, and nothing moves.
    """
    check_not_checked_out(repo, target.content)
    open_conflicts: tuple[Conflict, ...] = ()
    onto: Sha | None = None

    def build(ours: Sha) -> Sha | None:
        nonlocal open_conflicts, onto
        open_conflicts, onto = (), ours
        if is_ancestor(repo, commit, ours):
            return None
        if judge is not None:
            judge(TreeView(repo, tree_of(repo, ours)))
        joined = commit
        if not is_ancestor(repo, ours, commit):
            merged = _merge(repo, ours, commit, target, choices)
            if merged.conflicts:
                open_conflicts = merged.conflicts
                return None
            joined = commit_tree(repo, merged.tree, (ours, commit), message, signed)
        new = _with_derived(repo, ours, joined, target, signed)
        if prepare is not None:
            prepare(ours, new)
        return new

    before = need_tip(repo, target.content)
    after = update(repo, target.content, build)
    if open_conflicts:
        return Landing("conflicts", conflicts=open_conflicts)
    advance = None
    if target.base:
        merge_edited = edits_merger(repo, tree_of(repo, after), target.formats)
        advance = advance_base(repo, target.base, to=after, merge_edited=merge_edited)
        if advance.status == "blocked_diverged":
            advance = take_in_base(repo, target, signed).advance or advance
    return Landing("unchanged" if after == before else "merged", after, advance=advance, onto=onto)


def noting(repo: Repo, branch: str, seen: Sha, signed: Signed) -> Prepare:
    """Return what writes a merge down just before it happens."""

    def note(onto: Sha, commit: Sha) -> None:
        write_note(repo, branch, seen, onto=onto, commit=commit, carried=None, signed=signed)

    return note


def take_in_base(repo: Repo, target: Target, signed: Signed) -> Reconciled[Conflict]:
    """Merge what somebody committed to the base branch by hand, where nothing of it conflicts."""
    assert target.base is not None

    def merge(common: Sha | None, ours: Sha, theirs: Sha) -> Merged[Conflict]:
        return merge3(repo, common, ours, theirs, formats=target.formats)

    return reconcile(
        repo,
        base=target.base,
        merge=merge,
        signed=signed,
        content=target.content,
        dry_run=False,
        merge_edited=edits_merger(repo, tree_of(repo, need_tip(repo, target.content)), target.formats),
    )


def reject_branch(repo: Repo, branch: str) -> None:
    """Delete a `cr/` branch; it can be brought back for a while."""
    check_feature(branch)
    delete_branch(repo, branch, keep=True)


def discard(repo: Repo, branch: str, seen: Sha) -> None:
    """Delete a merged branch, unless somebody has written to it meanwhile."""
    if tip(repo, branch) == seen:
        try:
            delete_branch(repo, branch, expected=seen)
        except ConflictError:
            return  # it moved after all: what was added stays a proposal


def changed_since(repo: Repo, branch: str, content: str) -> tuple[Sha, Sha]:
    """Return the trees between which a branch's changes lie: where it left the content branch, and now."""
    theirs = need_tip(repo, branch)
    common = merge_base(repo, need_tip(repo, content), theirs)
    if common is None:
        raise ConflictError(say("reviews.no_common_history", branch=branch))
    return tree_of(repo, common), tree_of(repo, theirs)


def _merge(
    repo: Repo, ours: Sha, theirs: Sha, target: Target, choices: Mapping[str, Choice] | None
) -> Merged[Conflict]:
    common = merge_base(repo, ours, theirs)
    base = tree_of(repo, common) if common else None
    return merge3(
        repo, base, tree_of(repo, ours), tree_of(repo, theirs), formats=target.formats, choices=choices
    )


def _with_derived(repo: Repo, onto: Sha, commit: Sha, target: Target, signed: Signed) -> Sha:
    before = TreeView(repo, tree_of(repo, onto))
    by_agent = signed.provenance.agent is not None and signed.provenance.approved_by is None
    for one in target.formats:
        tree = tree_of(repo, commit)
        derived = one.derive(before, TreeView(repo, tree), signed.at, by_agent=by_agent)
        if derived is not None:
            written = write_files(repo, tree, derived.writes)
            if written != tree:
                commit = commit_tree(repo, written, (commit,), derived.message, signed)
    return commit
