"""Whether a claim compares two things the way its source does: `A more than B` is `B less than A`.

Rules on words, no model: the comparison is cut at its `than`, `as … as`, `göre` or `-den daha`, and the sides
are laid beside each other.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from proofroom.articles.claims.clauses import Stems, split_sentences
from proofroom.articles.claims.listed import listed
from proofroom.kernel.data import dataclass
from proofroom.search import fold

Reading = Literal["same", "other", ""]
"""The claim compares as its source does, the other way round, or nothing can be told."""

_AS_AS = re.compile(r"\bas\s+(many|much|often|large|big|long|high|old|far|fast)\b(.*?)\bas\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_MEASURED = re.compile(r"\b(?:more|less|fewer|[^\W\d_]{3,}er)\b", re.IGNORECASE)
_COMPARED_TO = re.compile(r"(\S+(?:\s\S+)?)\s+(?:göre|kıyasla|oranla)\s+(?:daha\s+)?(.*)", re.IGNORECASE)
_MORE_THAN = re.compile(r"(\S+[dt][ae]n)\s+daha\s+(.*)", re.IGNORECASE)
OPPOSITES: Final = [tuple(pair.split("/")) for pair in listed("comparatives.pairs")]
_NOT_MEASURED: Final = frozenset(listed("comparatives.not_measured"))


@dataclass(frozen=True, slots=True)
class _Comparison:
    left: frozenset[str]
    right: frozenset[str]
    measure: str


def compared(claim: str, passage: str, stems: Stems, opposites: Sequence[tuple[str, ...]]) -> Reading:
    """Tell whether a comparison of a claim stands in its source that way or the other way round."""
    mine = _comparison(claim, stems)
    if mine is None:
        return ""
    for sentence in split_sentences(passage):
        theirs = _comparison(sentence, stems)
        if theirs is None or not (mine.left | mine.right) & (theirs.left | theirs.right):
            continue
        is_opposite = _is_opposite(mine.measure, theirs.measure, opposites)
        if is_opposite is None:
            continue
        crossed = len(mine.left & theirs.right) + len(mine.right & theirs.left)
        straight = len(mine.right & theirs.right)
        if crossed == straight:
            continue
        reading: Reading = "same" if (crossed > straight) == is_opposite else "other"
        is_moved = len(mine.left & theirs.right) >= 2 and not mine.left & theirs.left
        if reading == "other" and not is_opposite and not mine.right & theirs.left and not is_moved:
            continue
        return reading
    return ""


def is_measured(word: str) -> bool:
    """Tell whether a word looks like a comparative or superlative."""
    is_formed = re.fullmatch(r"[^\W\d_]{3,}(?:er|est)", word) is not None
    return is_formed and word not in _NOT_MEASURED


def _comparison(text: str, stems: Stems) -> _Comparison | None:
    if found := _AS_AS.search(text):
        left, right, measure = text[: found.start()], text[found.end() :], "more"
        if re.search(r"\b(?:half|not|less)\s*$", left):
            measure = "less"
        left = f"{left} {found.group(2)}"
    elif found := _THAN.search(text):
        left, right = text[: found.start()], text[found.end() :]
        measures = [each for each in _MEASURED.findall(left) if each.lower() not in _NOT_MEASURED]
        plain = [each for each in measures if each.lower() in ("more", "less", "fewer")]
        if not measures:
            return None
        measure = (plain or measures)[-1]
    elif found := _COMPARED_TO.search(text) or _MORE_THAN.search(text):
        right = found.group(1)
        behind = found.group(2).split()
        if not behind:
            return None
        left, measure = f"{text[: found.start()]} {' '.join(behind[1:])}", found.group(2)
    else:
        return None
    # The same thing on both sides tells them apart no more: `older colleagues than younger colleagues`.
    there, here = frozenset(stems(left)), frozenset(stems(right.split(",")[0]))
    return _Comparison(there - here, here - there, fold(measure))


def _is_opposite(mine: str, theirs: str, opposites: Sequence[tuple[str, ...]]) -> bool | None:
    here, there = set(mine.split()), set(theirs.split())
    if any(_crosses(here, there, pair) for pair in opposites):
        return True
    return False if here & there else None


def _crosses(here: set[str], there: set[str], pair: tuple[str, ...]) -> bool:
    left, right = pair[0], pair[1]
    return (left in here and right in there) or (right in here and left in there)
