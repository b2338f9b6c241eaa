"""What a reviewer who is limited to some parts of a project may decide about."""

from proofroom.access import Principal
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.reviews.types import Proposal, ReviewView


def outside_limits(principal: Principal, project_id: ProjectId | None, view: ReviewView) -> NotAllowed | None:
    """Return the refusal of changes that touch what somebody may not; None if they touch none of it."""
    limits = principal.limits_in(project_id)
    for hunk in (*view.hunks, *view.conflicts):
        is_outside = limits.models is not None and hunk.target.area not in limits.models
        if is_outside or (limits.locales is not None and hunk.locale and hunk.locale not in limits.locales):
            return NotAllowed(say("reviews.outside_limits"))
    return None


def check_areas(principal: Principal, proposal: Proposal, view: ReviewView | None) -> None:
    """Refuse a proposal that touches what the reviewer is not allowed to: it is merged or rejected whole."""
    refusal = outside_limits(principal, proposal.project_id, view) if view else None
    if refusal is not None:
        raise refusal
