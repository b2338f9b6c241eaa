"""Several changes in one message: each clause that orders something, with what “it” stands for there."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from proofroom.providers.offline.sentence import Sentence, plain
from proofroom.site.playbook.things import words_aside
from proofroom.site.playbook.wished import POINTS, WishedChange, read_wish

_MOST_CLAUSES: Final = 8
_COMPLAINS: Final = re.compile(r"\btoo \w+|\b(?:cok|fazla) \w+")
"""What is wrong as it is, and no order: “the red is too loud, make it green”."""
_JOINT: Final = re.compile(
    r"(?<=[.!?;])\s+|,?\s+(?:and|also|ve|bir de|ayrica|but|ama)\s+|,\s+(?=and\b|ve\b)|,\s+"
)


def read_wishes(text: str) -> list[WishedChange]:
    """Return the changes that a request asks for one after the other; none where it is not several."""
    masked, at = Sentence(text).masked, 0
    found, aside = list[WishedChange](), list[str]()
    cuts = [one.span() for one in _JOINT.finditer(masked)]
    if len(cuts) >= _MOST_CLAUSES:
        return []  # that many are a description
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    while at < len(starts):
        for last in range(len(ends) - 1, at - 1, -1):  # the longest that is one order, and not all of it
            clause = text[starts[at] : ends[last]].strip()
            if (at, last) == (0, len(ends) - 1) or _orders_again(masked, starts, ends, at, last):
                continue
            if _COMPLAINS.search(plain(clause)) is None and (wish := read_wish(clause)):
                whole = _pointed(wish, clause, aside)
                if whole is wish or not found or found[-1].order != wish.order:  # else said twice
                    found.append(whole)
                aside.append(clause)
                at = last + 1
                break
        else:
            aside.append(text[starts[at] : ends[at]])
            at += 1
    return found if len(found) > 1 else []


def _orders_again(masked: str, starts: Sequence[int], ends: Sequence[int], at: int, last: int) -> bool:
    """Tell whether one of the clauses behind the first orders something by itself."""
    return any(read_wish(masked[starts[one] : ends[one]]) for one in range(at + 1, last + 1))


def _pointed(wish: WishedChange, clause: str, before: Sequence[str]) -> WishedChange:
    """Return a change of “it” as one of what the clause before names."""
    bare = words_aside(POINTS.sub(" ", plain(wish.phrase)), wish.language)
    if (
        not before
        or re.search(r"\w\w", bare)
        or not (POINTS.search(plain(clause)) or not wish.phrase.strip())
    ):
        return wish
    return replace(wish, phrase=before[-1])
