"""Save files on a branch: plan on its tip, commit, and plan again if somebody else was faster."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Protocol

from proofroom.kernel.data import dataclass
from proofroom.repository.git.branch import need_tip, update
from proofroom.repository.git.commit import (
    NOBODY,
    Identity,
    Provenance,
    compose_message,
    create_commit,
    find_step,
    tree_of,
)
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView, write_files


class Plan(Protocol):
    """What a save writes and deletes, by path."""

    @property
    def writes(self) -> Mapping[str, bytes]:
        """Files to write."""
        ...

    @property
    def deletes(self) -> Collection[str]:
        """Files to delete."""
        ...


@dataclass(frozen=True, slots=True)
class Signed:
    """Who makes a commit, when, and what made it."""

    identity: Identity
    at: datetime
    provenance: Provenance = NOBODY


@dataclass(frozen=True, slots=True)
class Saved:
    """A save that landed: its commit, and the tip it was made on. Equal if nothing had to change."""

    commit: Sha
    parent: Sha
    repeated: bool = False
    """Whether an earlier attempt at the same step had already made it."""

    @property
    def changed(self) -> bool:
        """Tell whether there is a new commit."""
        return self.commit != self.parent


def save(
    repo: Repo,
    branch: str,
    plan: Callable[[TreeView], Plan],
    *,
    message: str,
    signed: Signed,
    hide: Sha | None = None,
) -> Saved:
    """Commit a plan on a branch. `plan` sees the tip the commit will sit on, and runs again if that moves.

    A step that already made its commit makes none; `hide` ends the search for it at a commit.
    """
    run, step = signed.provenance.run, signed.provenance.step
    if run and step:
        earlier = find_step(repo, need_tip(repo, branch), run, step, hide=hide)
        if earlier is not None:
            return Saved(earlier.sha, earlier.parents[0] if earlier.parents else earlier.sha, repeated=True)
    seen = ""

    def build(tip: Sha) -> Sha | None:
        nonlocal seen
        seen = tip
        tree = tree_of(repo, tip)
        planned = plan(TreeView(repo, tree))
        new = write_files(repo, tree, planned.writes, planned.deletes)
        return None if new == tree else commit_tree(repo, new, (tip,), message, signed)

    commit = update(repo, branch, build)
    return Saved(commit, seen)


def commit_tree(repo: Repo, tree: Sha, parents: tuple[Sha, ...], message: str, signed: Signed) -> Sha:
    """Store a commit with its provenance; no branch points at it yet."""
    text = compose_message(message, signed.provenance)
    return create_commit(
        repo, tree=tree, parents=parents, message=text, identity=signed.identity, at=signed.at
    )
