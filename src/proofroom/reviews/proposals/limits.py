"""What a reviewer who is limited to some parts of a project may decide about."""

from proofroom.access import CATALOGUE, Principal
from proofroom.access.types import NO_LIMITS
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.reviews.types import Proposal, ReviewView


def outside_limits(principal: Principal, project_id: ProjectId | None, view: ReviewView) -> NotAllowed | None:
    """Return the refusal of changes that touch what somebody may not; None if they touch none of it."""
    limits = principal.limits_in(project_id)
    if limits == NO_LIMITS:
        return None
    for hunk in (*view.hunks, *view.conflicts):
        is_outside = limits.models is not None and hunk.target.area not in limits.models
        is_foreign = limits.locales is not None and hunk.locale and hunk.locale not in limits.locales
        if is_outside or is_foreign or not _reads(principal, project_id, hunk.target.room):
            return NotAllowed(say("reviews.outside_limits"))
    return None


def _reads(principal: Principal, project_id: ProjectId | None, room: str) -> bool:
    """Tell whether limits leave somebody a room at all: some of its things are given whole only."""
    permission = f"{room}.read"
    return permission not in CATALOGUE or principal.can(permission, project_id)


def check_areas(principal: Principal, proposal: Proposal, view: ReviewView | None) -> None:
    """Refuse a proposal that touches what the reviewer is not allowed to: it is merged or rejected whole."""
    refusal = outside_limits(principal, proposal.project_id, view) if view else None
    if refusal is not None:
        raise refusal
