"""How long something takes at the pace of a quiet machine.

Processor time itself stretches when other work shares the cores and their caches, so a fixed piece of work is
measured beside the one that is judged, and what it took too long is taken off.
"""

import hashlib
import json
import sys
import time
import zlib
from collections.abc import Callable

_DATA = json.dumps([[f"{number:012x}", "river and street " * 10] for number in range(4000)]).encode()
_QUIET_MS = 11.0
"""What the fixed work takes on the two cores that the limits were written on, when nobody else is there."""
_TRACED = 8
"""How much longer everything takes where coverage traces every line."""


def least_ms(count: int, work: Callable[[int], None]) -> float:
    """Return the least milliseconds of processor time over some rounds, as on a quiet machine."""
    return min(_at_quiet_pace(lambda number=number: work(number)) for number in range(count))


def slowness() -> float:
    """Return how many times slower than a quiet machine this one is now; 1 where it is faster."""
    return max(1.0, _spent_ms(_fixed_work) / _QUIET_MS) * (1 if sys.gettrace() is None else _TRACED)


def _at_quiet_pace(work: Callable[[], None]) -> float:
    before = slowness()
    took = _spent_ms(work)
    return took / ((before + slowness()) / 2)


def _spent_ms(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def _fixed_work() -> None:
    zlib.compress(_DATA, 1)
    hashlib.sha1(_DATA, usedforsecurity=False).digest()
    json.dumps(sorted(dict(json.loads(_DATA)).items()))
