"""What people decide: proposals change by change, approvals of tool calls, rules, budgets, the one inbox.

It knows what it reviews by kind and id only: no content, no pages, no loop. Decisions come from people; it
records them and tells whoever asked.
"""

from proofroom.reviews.approvals import Approvals, Remember, Verdict, expiry, may_decide
from proofroom.reviews.batch import SeenCall, decide_all
from proofroom.reviews.budgets import Budgets, BudgetView, NewBudget
from proofroom.reviews.canonical import input_hash
from proofroom.reviews.inbox import Inbox, approval_source
from proofroom.reviews.links import Links, ReviewLink
from proofroom.reviews.proposals import Origin, Proposals, Reviewable, new_proposal, proposal_source
from proofroom.reviews.remember import RememberScope, check_memorable, check_standing, scopes_for
from proofroom.reviews.stops import StopDecision, Stops, StopVerdict, stop_source
from proofroom.reviews.types import (
    GATE,
    About,
    Approval,
    ApprovalRule,
    ApprovalStatus,
    BranchPlace,
    CallPreview,
    Decided,
    Decision,
    Fate,
    Finding,
    HunkDecision,
    HunkTarget,
    HunkView,
    InboxItem,
    Proposal,
    ReviewView,
    RuleEffect,
    TextView,
)

__all__ = [
    "GATE",
    "About",
    "Approval",
    "ApprovalRule",
    "ApprovalStatus",
    "Approvals",
    "BranchPlace",
    "BudgetView",
    "Budgets",
    "CallPreview",
    "Decided",
    "Decision",
    "Fate",
    "Finding",
    "HunkDecision",
    "HunkTarget",
    "HunkView",
    "Inbox",
    "InboxItem",
    "Links",
    "NewBudget",
    "Origin",
    "Proposal",
    "Proposals",
    "Remember",
    "RememberScope",
    "ReviewLink",
    "ReviewView",
    "Reviewable",
    "RuleEffect",
    "SeenCall",
    "StopDecision",
    "StopVerdict",
    "Stops",
    "TextView",
    "Verdict",
    "approval_source",
    "check_memorable",
    "check_standing",
    "decide_all",
    "expiry",
    "input_hash",
    "may_decide",
    "new_proposal",
    "proposal_source",
    "scopes_for",
    "stop_source",
]
