"""Which runs somebody may look at, by whatever door or tool they ask."""

from proofroom.access import Principal
from proofroom.access.types import NO_LIMITS
from proofroom.durable import Run


def sees_run(principal: Principal, run: Run) -> bool:
    """Tell whether somebody may look at a run: at their own, and at others' where nothing limits them.

    A run holds whatever its agent read. Whoever is limited to some models, locales or tools therefore sees no
    work of others, and a key of one project nothing of another.
    """
    if principal.only_project is not None and run.project_id != principal.only_project:
        return run.project_id is None and is_own_run(principal, run)
    if is_own_run(principal, run):
        return True
    is_limited = principal.limits_in(run.project_id) != NO_LIMITS
    return not is_limited and principal.can("sessions.team.read")


def is_own_run(principal: Principal, run: Run) -> bool:
    """Tell whether a run was started by this person, or by this very key."""
    if principal.person_id is not None or run.person_id is not None:
        return run.person_id == principal.person_id
    return run.input.get("apiKeyId") == principal.api_key_id
