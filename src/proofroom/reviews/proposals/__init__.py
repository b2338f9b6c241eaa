"""Proposals: what waits on a branch, decided hunk by hunk, finished once."""

from proofroom.reviews.proposals.review import Proposals, proposal_source
from proofroom.reviews.proposals.subject import Subject

__all__ = ["Proposals", "Subject", "proposal_source"]
