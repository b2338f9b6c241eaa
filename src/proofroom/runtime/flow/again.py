"""Which finished steps a flow keeps when it is done again from one of them."""

from itertools import zip_longest

from proofroom.durable import Step
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.strings import say
from proofroom.runtime.flow.flow import FIRST_STEP

_BEGINNINGS = (".ask", ".start")
"""Steps that only begin what another one, named before the dot, holds the end of."""


def kept_steps(steps: list[Step], point: str) -> frozenset[str]:
    """Return the steps to keep: the finished ones before a step, and those of branches beside it.

    A question without its answer, and an agent without its report, belong to the run that asked: they are
    begun anew.
    """
    begin = find_step(steps, point)
    kept = {
        step.key
        for step in steps
        if step.status == "finished" and (step.number < begin.number or _is_beside(step.key, point))
    }
    whole = _whole(point)
    return frozenset(key for key in kept if _whole(key) in kept and _whole(key) != whole)


def find_step(steps: list[Step], key: str) -> Step:
    """Return a step by its key, or say which ones there are."""
    found = next((step for step in steps if step.key == key), None)
    if found is None:
        if key == FIRST_STEP:
            raise InvalidStatus(say("runs.not_begun"))
        known = ", ".join(step.key for step in steps)
        raise InvalidInput(say("runs.no_step", step=key), suggestion=say("next.one_of_listed", known=known))
    return found


def _whole(key: str) -> str:
    for ending in _BEGINNINGS:
        key = key.removesuffix(ending)
    return key


def _is_beside(key: str, point: str) -> bool:
    """Tell whether two steps stand in different branches of one group: `group/left/a`, `group/right/b`."""
    pairs = zip_longest(key.split("/"), point.split("/"))
    index, (mine, other) = next(
        ((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1]), (0, ("", ""))
    )
    return index % 2 == 1 and mine is not None and other is not None
