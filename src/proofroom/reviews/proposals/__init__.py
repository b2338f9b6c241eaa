"""Proposals: what waits on a branch, decided hunk by hunk, finished once."""

from proofroom.reviews.proposals.review import Proposals, proposal_source
from proofroom.reviews.proposals.reviewable import Reviewable

__all__ = ["Proposals", "Reviewable", "proposal_source"]
