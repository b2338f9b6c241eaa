"""Undo a turn later, whatever happened since: merge3(tree after the turn, tip, tree before it).

An undo is an ordinary change with its own run, so it is reviewed like one and undone like one: that is redo.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict as ConflictError
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import create_branch, need_tip, open_branch
from proofroom.repository.git.commit import Commit, tree_of, walk
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.reconcile import Merged
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import EMPTY_TREE, EmptyTree, TreeView, changes
from proofroom.repository.merge.apply import take_out
from proofroom.repository.merge.formats import Format
from proofroom.repository.merge.hunks import diff
from proofroom.repository.merge.land import Target
from proofroom.repository.merge.trees import merge3
from proofroom.repository.merge.types import Choice, Conflict

SEARCH_LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class Stretch:
    """Commits of one run in a row: the trees before and after them, and the last of them."""

    before: Sha
    after: Sha
    commit: Sha
    kept: Sha | None = None
    """The tree after them without what a review rejected, as that never came to the content."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A branch that takes a turn back; empty of changes if there was nothing left to take back."""

    branch: str | None
    commit: Sha | None
    conflicts: tuple[Conflict, ...]
    is_exact: bool
    """Whether nothing else changed since, so that the content is as it was before the turn."""


def find_turn(
    repo: Repo,
    start: Sha,
    run: str,
    *,
    rejected: Collection[str] = (),
    formats: Sequence[Format] = (),
) -> list[Stretch]:
    """Return the stretches of a run's own commits, newest first; `rejected` names hunks that were refused."""
    mine: dict[Sha, Commit] = {}
    for commit in islice(walk(repo, start, mentioning=run), SEARCH_LIMIT):
        if commit.provenance.run == run and len(commit.parents) < 2:
            mine[commit.sha] = commit
    parents = {parent for commit in mine.values() for parent in commit.parents}
    found: list[Stretch] = []
    for last in (commit for commit in mine.values() if commit.sha not in parents):
        first = last
        while first.parents and first.parents[0] in mine:
            first = mine[first.parents[0]]
        before = tree_of(repo, first.parents[0]) if first.parents else EMPTY_TREE
        kept = take_out(repo, before, last.tree, rejected, formats=formats) if rejected else None
        found.append(Stretch(before, last.tree, last.sha, kept))
    return found


def undo_tree(
    repo: Repo,
    tip: Sha,
    turn: list[Stretch],
    *,
    formats: Sequence[Format] = (),
    choices: Mapping[str, Choice] | None = None,
) -> Merged[Conflict]:
    """Return a tree with a turn's changes taken back and everything since kept."""
    tree = tip
    conflicts: list[Conflict] = []
    for stretch in turn:
        merged = merge3(
            repo, stretch.kept or stretch.after, tree, stretch.before, formats=formats, choices=choices
        )
        tree = merged.tree
        conflicts += merged.conflicts
    return Merged(tree, tuple(conflicts))


def undo_changes(
    repo: Repo, turn: list[Stretch], target: Target, *, branch: str, message: str, signed: Signed
) -> Undone:
    """Put the undoing of merged changes on a new branch; what was changed again since is a conflict there.

    Without conflicts the branch goes on from the content as it is. With some it goes on from the changes
    themselves, so that merging it meets what came later, and people are asked.
    """
    tip = need_tip(repo, target.content)
    tree = tree_of(repo, tip)
    merged = undo_tree(repo, tree, turn, formats=target.formats)
    is_exact = merged.tree == turn[-1].before
    if merged.conflicts and len(turn) == 1:
        reversed_tree = _of_what_is_left(repo, turn[0], tree, target.formats)
        commit = commit_tree(repo, reversed_tree, (turn[0].commit,), message, signed)
    elif not diff(repo, tree, merged.tree, formats=target.formats):  # times and hands alone say nothing
        return Undone(None, None, merged.conflicts, is_exact)
    else:
        commit = commit_tree(repo, merged.tree, (tip,), message, signed)
    create_branch(repo, branch, commit)
    return Undone(branch, commit, merged.conflicts, is_exact)


@dataclass(frozen=True, slots=True)
class TakenOut:
    """Files that leave what a turn wrote out of the branch that it waits on."""

    writes: dict[str, bytes]
    deletes: list[str]


def plan_without(
    tree: TreeView | EmptyTree, branch_key: str, run: str, formats: Sequence[Format]
) -> TakenOut:
    """Return what takes a run's changes out of the open branch on which they wait; all since them stays."""
    branch = open_branch(tree.repo, branch_key) if isinstance(tree, TreeView) else None
    if branch is None or not isinstance(tree, TreeView):
        raise NotFound(say("content.nothing_to_undo"))
    turn = find_turn(tree.repo, need_tip(tree.repo, branch), run)
    if not turn:
        raise NotFound(say("content.nothing_to_undo"))
    merged = undo_tree(tree.repo, tree.sha, turn, formats=formats)
    if merged.conflicts:
        raise ConflictError(say("reviews.changed_since"))
    new, found = TreeView(tree.repo, merged.tree), changes(tree.repo, tree.sha, merged.tree)
    writes = {one.path: new.read(one.path) or b"" for one in found if one.new is not None}
    return TakenOut(writes, [one.path for one in found if one.new is None])


def _of_what_is_left(repo: Repo, turn: Stretch, tree: Sha, formats: Sequence[Format]) -> Sha:
    """Return the tree before a turn, as far as its changes still stand in the content.

    What was rejected, never decided or taken back already is not there to be undone: shown beside the
    conflicts it would be a change that changes nothing.
    """
    gone = {hunk.id for hunk in diff(repo, turn.after, tree, formats=formats)}
    if turn.kept is not None:
        kept = {hunk.id for hunk in diff(repo, turn.kept, turn.before, formats=formats)}
        gone |= {hunk.id for hunk in diff(repo, turn.after, turn.before, formats=formats)} - kept
    return take_out(repo, turn.after, turn.before, gone, formats=formats)
