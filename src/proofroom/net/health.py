"""How the outside systems stand that were called, as findings of the doctor."""

from collections.abc import Sequence

from proofroom.kernel.check import Check
from proofroom.kernel.strings import say
from proofroom.net.breaker import Snapshot

CODE = "breakers"


def check_breakers(standing: Sequence[Snapshot]) -> list[Check]:
    """Return a finding for each system that is left alone or being tried, or one that all is well."""
    troubled = [each for each in standing if each.state != "closed"]
    if not troubled:
        said = say("doctor.breakers.fine", count=len(standing)) if standing else say("doctor.breakers.none")
        return [Check(CODE, say("doctor.breakers"), "ok", said)]
    return [_finding(each) for each in troubled]


def _finding(one: Snapshot) -> Check:
    if one.state == "open":
        detail = say(
            "doctor.breakers.open",
            system=one.key,
            seconds=f"{one.retry_in_s:.0f}",
            failures=one.failures,
        )
    else:
        detail = say("doctor.breakers.trying", system=one.key, failures=one.failures)
    return Check(CODE, say("doctor.breakers"), "warning", detail, say("doctor.breakers.look"))
