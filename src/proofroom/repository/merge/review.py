"""A proposal under review: its hunks, its conflicts, and what finishing the review does."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict as ConflictError
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import check_feature, create_branch, delete_branch, move, need_tip
from proofroom.repository.git.branch import tip as branch_tip
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.merge.apply import take_out
from proofroom.repository.merge.conflicts import as_hunks
from proofroom.repository.merge.hunks import diff_files
from proofroom.repository.merge.land import (
    Landing,
    Target,
    changed_since,
    discard,
    land_commit,
    merge_preview,
)
from proofroom.repository.merge.notes import MergeNote, find_note, write_note
from proofroom.repository.merge.passages import Passage, passages
from proofroom.repository.merge.trees import merge3
from proofroom.repository.merge.types import Choice, Conflict, Hunk


@dataclass(frozen=True, slots=True)
class Review:
    """What a branch proposes, as of its tip."""

    branch: str
    sha: Sha
    hunks: tuple[Hunk, ...]
    conflicts: tuple[Hunk, ...]
    """Hunks with three choices, for what changed on both sides."""
    passages: tuple[Passage, ...] = ()
    """The whole texts of which sentences changed."""
    old: Sha = ""
    new: Sha = ""
    """The trees between which the changes lie."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What people said: ids of accepted and rejected hunks, and answers to conflicts."""

    accepted: frozenset[str] = frozenset()
    rejected: frozenset[str] = frozenset()
    choices: Mapping[str, Choice] | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """What finishing a review did.

    `merged`: accepted hunks are in the content branch. `rejected`: nothing was accepted and nothing is left.
    `waiting`: nothing was accepted yet; rejected hunks are out of the branch. `conflicts`: nothing changed.
    """

    status: Literal["merged", "rejected", "waiting", "conflicts"]
    landing: Landing | None = None
    carried: str | None = None
    """The new branch with the hunks that nobody has decided yet."""
    conflicts: tuple[Conflict, ...] = ()
    accepted: frozenset[str] = frozenset()
    rejected: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()


def open_review(repo: Repo, branch: str, target: Target, *, expected: Sha | None = None) -> Review:
    """Return a branch's hunks, and the conflicts merging it now would have."""
    sha = need_tip(repo, branch)
    if expected is not None and sha != expected:
        raise ConflictError(say("reviews.moved_meanwhile"))
    old, new = changed_since(repo, branch, target.content)
    files = diff_files(repo, old, new, formats=target.formats)
    places = {file.place.path: file.place for file in files}
    conflicts = as_hunks(merge_preview(repo, branch, target).conflicts, places)
    hunks = tuple(hunk for file in files for hunk in file.hunks)
    return Review(branch, sha, hunks, tuple(conflicts), tuple(passages(repo, files)), old, new)


def preview_finish(repo: Repo, branch: str, target: Target, decisions: Decisions) -> Review:
    """Return what finishing would merge, as a review: the accepted hunks, and conflicts without an answer."""
    review = open_review(repo, branch, target)
    sorted_out = _sort(review.hunks, decisions)
    left = sorted_out.rejected | sorted_out.undecided
    tree = take_out(repo, review.old, review.new, left, formats=target.formats)
    hunks = tuple(hunk for hunk in review.hunks if hunk.id in sorted_out.accepted)
    taken = {(hunk.subject, hunk.locale, hunk.path) for hunk in hunks}
    answered = decisions.choices or {}
    conflicts = tuple(
        hunk
        for hunk in review.conflicts
        if hunk.id not in answered and (hunk.subject, hunk.locale, hunk.path) in taken
    )
    texts = tuple(one for one in review.passages if one[:3] in taken)
    return replace(review, hunks=hunks, conflicts=conflicts, passages=texts, new=tree)


def finish_review(
    repo: Repo,
    branch: str,
    target: Target,
    decisions: Decisions,
    *,
    signed: Signed,
    carry_to: str,
    expected: Sha | None = None,
) -> Finished:
    """Take rejected hunks out, merge the accepted ones, and carry the undecided ones to a new branch.

    `expected` refuses a branch that has moved since the reviewer saw it.
    """
    check_feature(branch)
    review = open_review(repo, branch, target, expected=expected)
    sorted_out = _sort(review.hunks, decisions)
    old, new = changed_since(repo, branch, target.content)
    if not sorted_out.accepted and review.hunks:
        return _finish_without_merge(repo, review, sorted_out, (old, new), target, signed)
    taken = sorted_out.rejected | sorted_out.undecided
    wanted = take_out(repo, old, new, taken, formats=target.formats)
    commit = review.sha
    if wanted != new:
        message = f"review: take {len(taken)} of {len(review.hunks)} changes out"
        commit = commit_tree(repo, wanted, (review.sha,), message, signed)
    carry = _Carry(repo, target, signed, carry_to)
    if sorted_out.undecided:
        carry.change = wanted, take_out(repo, old, new, sorted_out.rejected, formats=target.formats)

    def prepare(onto: Sha, new: Sha) -> None:
        carry.onto(new)
        write_note(repo, branch, review.sha, onto=onto, commit=new, carried=carry.branch, signed=signed)

    landing = land_commit(
        repo,
        commit,
        target,
        signed=signed,
        choices=decisions.choices,
        message=f"Merge {branch}",
        prepare=prepare,
    )
    if landing.status == "conflicts":
        carry.take_back()
        return replace(sorted_out, status="conflicts", landing=landing, conflicts=landing.conflicts)
    discard(repo, branch, review.sha)
    if landing.status == "unchanged" and find_note(repo, branch) is not None:
        raise ConflictError(say("reviews.decided_meanwhile"))  # merged by somebody who was faster
    return replace(sorted_out, status="merged", landing=landing, carried=carry.branch)


def review_of(repo: Repo, note: MergeNote, target: Target) -> Review:
    """Return what a merge changed, as a review that is over."""
    old, new = tree_of(repo, note.onto), tree_of(repo, note.commit)
    files = diff_files(repo, old, new, formats=target.formats)
    hunks = tuple(hunk for file in files for hunk in file.hunks)
    return Review(note.branch, note.tip, hunks, (), tuple(passages(repo, files)), old, new)


class _Carry:
    """Puts undecided hunks on a new branch before the content branch moves: a crash between loses nothing."""

    def __init__(self, repo: Repo, target: Target, signed: Signed, name: str) -> None:
        self._repo = repo
        self._target = target
        self._signed = signed
        self._name = name
        self.change: tuple[Sha, Sha] | None = None
        self.branch: str | None = None

    def onto(self, tip: Sha) -> None:
        """Point the new branch at the undecided hunks on top of a commit."""
        self.take_back()
        if self.change is None:
            return
        before, after = self.change
        ours = tree_of(self._repo, tip)
        # On the new branch the proposal's value stands where both sides changed something: a hunk again.
        merged = merge3(self._repo, before, ours, after, formats=self._target.formats, otherwise="theirs")
        if merged.tree != ours:
            message = "review: carry undecided changes on"
            commit = commit_tree(self._repo, merged.tree, (tip,), message, self._signed)
            create_branch(self._repo, self._name, commit)
            self.branch = self._name

    def take_back(self) -> None:
        """Remove the new branch again, or what an attempt before a crash left of it."""
        if branch_tip(self._repo, self._name) is not None:
            delete_branch(self._repo, self._name)
        self.branch = None


def _sort(hunks: Collection[Hunk], decisions: Decisions) -> Finished:
    """Return which hunks are accepted, rejected and undecided.

    An accepted hunk whose requirement nobody has decided waits with it; one whose requirement was rejected
    is a contradiction for the reviewer to resolve.
    """
    known = {hunk.id for hunk in hunks}
    rejected = decisions.rejected & known
    accepted = set(decisions.accepted & known)
    both = accepted & rejected
    if both:
        raise InvalidInput(say("reviews.both", hunk=min(both)), hunk=min(both))
    while lacking := _missing(hunks, accepted):
        for hunk, needs in lacking.items():
            refused = [need for need in needs if need in rejected]
            if refused:
                raise InvalidInput(
                    say("reviews.needs_rejected", hunk=hunk, needed=refused[0]),
                    hunk=hunk,
                    requires=refused,
                )
            accepted.discard(hunk)
    undecided = known - accepted - rejected
    return Finished("waiting", None, None, (), frozenset(accepted), frozenset(rejected), frozenset(undecided))


def _missing(hunks: Iterable[Hunk], accepted: set[str]) -> dict[str, tuple[str, ...]]:
    """Return for each accepted hunk which required hunks are not accepted with it."""
    return {
        hunk.id: lacking
        for hunk in hunks
        if hunk.id in accepted and (lacking := tuple(need for need in hunk.requires if need not in accepted))
    }


def _finish_without_merge(
    repo: Repo,
    review: Review,
    sorted_out: Finished,
    trees: tuple[Sha, Sha],
    target: Target,
    signed: Signed,
) -> Finished:
    if not sorted_out.undecided:
        delete_branch(repo, review.branch, expected=review.sha, keep=True)
        return replace(sorted_out, status="rejected")
    if sorted_out.rejected:
        rest = take_out(repo, *trees, sorted_out.rejected, formats=target.formats)
        message = f"review: take {len(sorted_out.rejected)} of {len(review.hunks)} changes out"
        commit = commit_tree(repo, rest, (review.sha,), message, signed)
        if not move(repo, review.branch, expected=review.sha, to=commit):
            raise ConflictError(say("reviews.moved_meanwhile"))
    return sorted_out
