"""How much a backtracking engine may have to try, known before it begins.

It gives up one way through the pattern to try the next, so the number of ways is what it may cost. The
figure is an upper bound and errs on the high side: the linear matcher is always there instead.
"""

import math
from collections.abc import Iterator

from proofroom.content.validation.pattern_types import (
    Back,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Ranges,
    Repeat,
    Sequence,
    Unit,
)

_ALL: Ranges = ((0, 0xFFFF),)
_MANY = 1e12


def ways(node: Node, length: int) -> float:
    """Return at most how many ways a pattern can be followed through a text of some length."""
    per_start = _ways(node, length)
    return per_start if _starts_at_edge(node) else per_start * (length + 1)


def _ways(node: Node, length: int) -> float:
    match node:
        case Sequence(items):
            found = 1.0
            for item in items:
                found *= _ways(item, length)
                if found > _MANY:
                    return found
            return found
        case Choice(options):
            each = [_ways(option, length) for option in options]
            return sum(each) if _is_ambiguous(options) else max(each)
        case Group(inner, _) | Look(inner, _, _):
            return _ways(inner, length)
        case Back(_):
            return length + 1
        case Repeat(inner, low, high, _):
            return _ways_of_repeat(inner, low, high, length)
        case _:
            return 1.0


def _ways_of_repeat(inner: Node, low: int, high: int | None, length: int) -> float:
    rounds = length if high is None else min(high, length)
    within = _ways(inner, length)
    if within <= 1:
        return max(1, rounds - low + 1)
    if rounds <= 1:
        return within + 1
    if _is_delimited(inner) and _free_repeats(inner) <= 1:
        return 2 * (length + 1)
    return within**rounds if rounds * math.log10(within) < 12 else _MANY


def _is_ambiguous(options: tuple[Node, ...]) -> bool:
    """Tell whether two options can begin alike, so that there are several ways to take the same text."""
    firsts = sorted(
        (low, high, number) for number, option in enumerate(options) for low, high in _first(option)
    )
    last, owner = -1, -1
    for low, high, number in firsts:
        if low <= last and number != owner:
            return True
        if high > last:
            last, owner = high, number
    return False


def _first(node: Node) -> Ranges:
    match node:
        case Unit(ranges):
            return ranges
        case Group(inner, _):
            return _first(inner)
        case Sequence(items) if items:
            return _first(items[0])
        case _:
            return _ALL


def _starts_at_edge(node: Node) -> bool:
    return isinstance(node, Sequence) and bool(node.items) and node.items[0] == Edge("start")


def _free_repeats(node: Node) -> int:
    """Count what leaves a choice of how much to take."""
    match node:
        case Repeat(inner, low, high, _):
            return (low != high) + _free_repeats(inner)
        case Sequence(items):
            return sum(map(_free_repeats, items))
        case Choice(options):
            return _is_ambiguous(options) + sum(map(_free_repeats, options))
        case Group(inner, _) | Look(inner, _, _):
            return _free_repeats(inner)
        case Back(_):
            return 1
        case _:
            return 0


def _is_delimited(node: Node) -> bool:
    """Tell whether each round of a repetition opens or ends with a unit that nothing repeated in it can take.

    Then there is one way only to cut a text into rounds, as in `(?:-[a-z0-9]+)*`.
    """
    while isinstance(node, Group):
        node = node.node
    if not isinstance(node, Sequence) or not node.items:
        return False
    return any(
        isinstance(mark, Unit) and not any(_overlap(mark.ranges, ranges) for ranges in _repeated(node))
        for mark in (node.items[0], node.items[-1])
    )


def _repeated(node: Node, *, inside: bool = False) -> Iterator[Ranges]:
    match node:
        case Unit(ranges) if inside:
            yield ranges
        case Sequence(items) | Choice(items):
            for item in items:
                yield from _repeated(item, inside=inside)
        case Repeat(inner, _, _, _):
            yield from _repeated(inner, inside=True)
        case Group(inner, _) | Look(inner, _, _):
            yield from _repeated(inner, inside=inside)
        case Back(_):
            yield _ALL
        case _:
            return


def _overlap(left: Ranges, right: Ranges) -> bool:
    return any(low <= last and first <= high for low, high in left for first, last in right)
