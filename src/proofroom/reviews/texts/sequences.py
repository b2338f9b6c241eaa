"""Line up two versions of a list of texts, and merge three."""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

SIMILAR = 0.4
_MATCH_LIMIT = 4_000_000
_PAIR_LIMIT = 10_000


class Edit(NamedTuple):
    """A run of old items that a run of new items replaces; either may be empty."""

    old: range
    new: range


def edits(old: Sequence[str], new: Sequence[str]) -> list[Edit]:
    """Return the smallest changes that lead from one list to the other, in order.

    An item that was only reworded is an edit of its own, so that it can be taken or left alone.
    """
    head = _same_ahead(old, new)
    tail = _same_ahead(old[head:][::-1], new[head:][::-1])
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    found: list[Edit] = []
    for tag, i1, i2, j1, j2 in _opcodes(middle_old, middle_new):
        if tag != "equal":
            at = Edit(range(head + i1, head + i2), range(head + j1, head + j2))
            found += _refine(at, old, new)
    return found


def counterpart(old_count: int, changed: Sequence[Edit]) -> dict[int, int]:
    """Return for each old item the new item in its place: the same one, or its rewording."""
    pairs: dict[int, int] = {}
    position, shift = 0, 0
    for edit in changed:
        for index in range(position, edit.old.start):
            pairs[index] = index + shift
        if len(edit.old) == len(edit.new) == 1:
            pairs[edit.old.start] = edit.new.start
        position, shift = edit.old.stop, edit.new.stop - edit.old.stop
    for index in range(position, old_count):
        pairs[index] = index + shift
    return pairs


class Region(NamedTuple):
    """A stretch of the base that somebody changed, and what each side has there."""

    base: range
    ours: range
    theirs: range
    by_ours: bool
    by_theirs: bool


def regions(ours: Sequence[Edit], theirs: Sequence[Edit]) -> list[Region]:
    """Join the edits of two sides into regions: a region both sides touch may be a conflict."""
    waiting = sorted(
        [(edit, True) for edit in ours] + [(edit, False) for edit in theirs],
        key=lambda item: (item[0].old.start, item[0].old.stop),
    )
    clusters: list[list[tuple[Edit, bool]]] = []
    start = stop = 0
    for edit, mine in waiting:
        if clusters and _touch(range(start, stop), edit.old):
            clusters[-1].append((edit, mine))
            stop = max(stop, edit.old.stop)
        else:
            clusters.append([(edit, mine)])
            start, stop = edit.old.start, edit.old.stop
    found: list[Region] = []
    our_shift = their_shift = 0
    for cluster in clusters:
        first = min(edit.old.start for edit, _ in cluster)
        last = max(edit.old.stop for edit, _ in cluster)
        our_growth = sum(len(edit.new) - len(edit.old) for edit, mine in cluster if mine)
        their_growth = sum(len(edit.new) - len(edit.old) for edit, mine in cluster if not mine)
        found.append(
            Region(
                range(first, last),
                range(first + our_shift, last + our_shift + our_growth),
                range(first + their_shift, last + their_shift + their_growth),
                any(mine for _, mine in cluster),
                any(not mine for _, mine in cluster),
            )
        )
        our_shift += our_growth
        their_shift += their_growth
    return found


def merge_lists(base: list[str], ours: list[str], theirs: list[str]) -> list[str] | None:
    """Merge lists of distinct texts to which each side only added or removed; None where order changed."""
    if any(len(set(side)) != len(side) for side in (base, ours, theirs)):
        return None
    before = set(base)
    for side in (ours, theirs):
        kept = set(side)
        if [item for item in side if item in before] != [item for item in base if item in kept]:
            return None
    removed = before - set(theirs)
    merged = [item for item in ours if item not in removed]
    known = set(ours)
    return [*merged, *(item for item in theirs if item not in before and item not in known)]


def similarity(one: str, other: str) -> float:
    """Return how many words two texts share, from 0 to 1."""
    first, second = Counter(one.lower().split()), Counter(other.lower().split())
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 1.0


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if not old and not new:
        return []
    if len(old) * len(new) > _MATCH_LIMIT:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _same_ahead(old: Sequence[str], new: Sequence[str]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _refine(edit: Edit, old: Sequence[str], new: Sequence[str]) -> list[Edit]:
    """Split a replaced run at the items that were reworded."""
    rows, columns = len(edit.old), len(edit.new)
    if not rows or not columns or rows == columns == 1 or rows * columns > _PAIR_LIMIT:
        return [edit]
    pairs = _best_pairs([old[i] for i in edit.old], [new[j] for j in edit.new])
    found: list[Edit] = []
    i, j = edit.old.start, edit.new.start
    for row, column in [*pairs, (rows, columns)]:
        row, column = edit.old.start + row, edit.new.start + column
        if i < row or j < column:
            found.append(Edit(range(i, row), range(j, column)))
        if row < edit.old.stop and column < edit.new.stop:
            found.append(Edit(range(row, row + 1), range(column, column + 1)))
        i, j = row + 1, column + 1
    return found


def _best_pairs(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Return which items belong together, in order, so that the sum of similarities is largest."""
    scores = [[similarity(one, other) for other in new] for one in old]
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if scores[i][j] >= SIMILAR:
                best[i][j] = max(best[i][j], scores[i][j] + best[i + 1][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if scores[i][j] >= SIMILAR and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _touch(cluster: range, edit: range) -> bool:
    """Tell whether two changed stretches cannot be told apart: they overlap, or insert at the same spot."""
    if not cluster and not edit:
        return cluster.start == edit.start
    if not cluster or not edit:
        empty, full = (cluster, edit) if not cluster else (edit, cluster)
        return full.start < empty.start < full.stop
    return cluster.start < edit.stop and edit.start < cluster.stop
