"""What people decide: approvals of tool calls, rules about them, and the one inbox.

It knows what it reviews by kind and id only: no content, no pages, no loop. Decisions come from people; it
records them and tells whoever asked.
"""

from proofroom.reviews.approvals import Approvals, Remember, Verdict, expiry
from proofroom.reviews.canonical import input_hash
from proofroom.reviews.inbox import Inbox, approval_source
from proofroom.reviews.types import (
    Approval,
    ApprovalRule,
    ApprovalStatus,
    Decision,
    InboxItem,
    RuleEffect,
)

__all__ = [
    "Approval",
    "ApprovalRule",
    "ApprovalStatus",
    "Approvals",
    "Decision",
    "Inbox",
    "InboxItem",
    "Remember",
    "RuleEffect",
    "Verdict",
    "approval_source",
    "expiry",
    "input_hash",
]
