"""Links for reviewers without an account: one proposal or one approval, for a while, until taken back."""

from proofroom.reviews.links.give import DEFAULT_DAYS, LONGEST_DAYS, FindLinkRight, FreshLink, Guest, Links
from proofroom.reviews.links.types import LinkKind, LinkRight, ReviewLink

__all__ = [
    "DEFAULT_DAYS",
    "LONGEST_DAYS",
    "FindLinkRight",
    "FreshLink",
    "Guest",
    "LinkKind",
    "LinkRight",
    "Links",
    "ReviewLink",
]
