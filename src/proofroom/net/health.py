"""How the outside systems stand that were called, as findings of the doctor."""

from collections.abc import Sequence

from proofroom.kernel.check import Check
from proofroom.net.breaker import Snapshot

CODE = "breakers"
TITLE = "Outside systems"


def check_breakers(standing: Sequence[Snapshot]) -> list[Check]:
    """Return a finding for each system that is left alone or being tried, or one that all is well."""
    troubled = [each for each in standing if each.state != "closed"]
    if not troubled:
        said = f"All {len(standing)} that were called answer." if standing else "None was called yet."
        return [Check(CODE, TITLE, "ok", said)]
    return [_finding(each) for each in troubled]


def _finding(one: Snapshot) -> Check:
    after = f"after {one.failures} failures in a row"
    if one.state == "open":
        detail = f"{one.key} is left alone for {one.retry_in_s:.0f} s {after}."
    else:
        detail = f"{one.key} is tried with the next call {after}."
    action = "Look at its status page, and test its connection."
    return Check(CODE, TITLE, "warning", detail, action)
