"""Reviews as people see them: each format says what its hunks are called and what they break."""

from collections.abc import Mapping, Sequence
from itertools import chain

from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView, write_files
from proofroom.repository.merge.formats import Format, Told
from proofroom.repository.merge.hunks import diff
from proofroom.repository.merge.review import Review
from proofroom.repository.merge.types import Hunk
from proofroom.reviews import HunkTarget, HunkView, ReviewView, TextView
from proofroom.reviews.texts.words import word_diff

FINDINGS_SHOWN = 50


def show_review(repo: Repo, formats: Sequence[Format], review: Review) -> ReviewView:
    """Return a review with titles, words and checks of its result."""
    trees = (review.new, review.old)
    targets = {(hunk.subject, hunk.locale, hunk.path): target_of(hunk) for hunk in review.hunks}
    result = TreeView(repo, review.new)
    found = [finding for one in formats for finding in one.check(result, _own(one, review.hunks))]
    return ReviewView(
        sha=review.sha,
        hunks=show_hunks(repo, formats, trees, review.hunks),
        conflicts=show_hunks(repo, formats, trees, review.conflicts),
        findings=found[:FINDINGS_SHOWN],
        texts=[
            TextView(targets[text[:3]], [(piece.kind, piece.value) for piece in text.pieces])
            for text in review.passages
        ],
    )


def show_hunks(
    repo: Repo, formats: Sequence[Format], trees: Sequence[Sha], hunks: Sequence[Hunk]
) -> list[HunkView]:
    """Return changes as people see them, a file's in the order in which it is read.

    What things are called is read from the last tree that knows it.
    """
    views = [TreeView(repo, tree) for tree in trees]
    told = dict(
        chain.from_iterable(one.tell(views, own).items() for one in formats if (own := _own(one, hunks)))
    )
    files = {file: number for number, file in enumerate(dict.fromkeys(hunk.file for hunk in hunks))}
    read = sorted(hunks, key=lambda hunk: (files[hunk.file], told[hunk.id].order if hunk.id in told else 0))
    return [_show_hunk(hunk, told) for hunk in read]


def target_of(hunk: Hunk) -> HunkTarget:
    """Return what a change is about."""
    thing = hunk.file if hunk.type == "file" else hunk.key or hunk.area or ""
    return HunkTarget(hunk.room, hunk.type, thing, hunk.area or "", hunk.locale, hunk.path)


def targets_between(repo: Repo, old: Sha | None, new: Sha, formats: Sequence[Format]) -> list[HunkTarget]:
    """Return what two trees differ in; all that the newer one has where there is no older one."""
    return [target_of(hunk) for hunk in diff(repo, old or write_files(repo, None, {}), new, formats=formats)]


def _own(one: Format, hunks: Sequence[Hunk]) -> list[Hunk]:
    return [hunk for hunk in hunks if hunk.room == one.room]


def _show_hunk(hunk: Hunk, told: Mapping[str, Told]) -> HunkView:
    words: list[tuple[str, str]] = []
    if isinstance(hunk.old, str) and isinstance(hunk.new, str):
        words = [(span.op, span.text) for span in word_diff(hunk.old, hunk.new)]
    conflict = None
    if hunk.conflict is not None:
        sides = hunk.conflict
        conflict = {
            "base": sides.base,
            "ours": sides.ours,
            "theirs": sides.theirs,
            "suggested": sides.suggested,
        }
    known = told.get(hunk.id) or Told(hunk.key or hunk.area or hunk.file)
    return HunkView(
        id=hunk.id,
        target=target_of(hunk),
        title=known.title,
        op=hunk.op,
        old=hunk.old,
        new=hunk.new,
        is_prose=hunk.is_prose,
        words=words,
        requires=list(hunk.requires),
        conflict=conflict,
        labels={name: dict(label) for name, label in known.labels.items()},
    )
