"""Proposals: what waits on a branch or for a configuration, decided hunk by hunk, finished once."""

from proofroom.reviews.proposals.build import Origin, new_proposal, origin_of
from proofroom.reviews.proposals.inbox_source import proposal_source
from proofroom.reviews.proposals.review import Proposals
from proofroom.reviews.proposals.reviewable import Reviewable

__all__ = ["Origin", "Proposals", "Reviewable", "new_proposal", "origin_of", "proposal_source"]
