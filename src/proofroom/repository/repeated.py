"""A step that is repeated after a kill in the middle of a merge: what it did the first time."""

from proofroom.repository.git.branch import PREFIX, tip
from proofroom.repository.git.open import Repo
from proofroom.repository.merge.land import Target, discard
from proofroom.repository.merge.notes import find_note
from proofroom.repository.merge.review import review_of
from proofroom.repository.types import Job, TurnEnd


def merged_before(repo: Repo, job: Job, branch: str | None, target: Target) -> TurnEnd | None:
    """Return how a step that is repeated after a crash has ended a turn already; None if it has not."""
    made = job.provenance
    note = find_note(repo, branch or f"{PREFIX}{job.branch_key}/")
    if note is None or made.run is None or (note.run, note.step) != (made.run, made.step):
        return None
    if branch is not None and tip(repo, branch) != note.tip:
        return None  # more was written since
    if branch is not None:
        discard(repo, branch, note.tip)
    review = review_of(repo, note, target)
    return TurnEnd("merged", note.branch, note.commit, len(review.hunks), review)
