"""Whether a passage carries a sentence: words, numbers, names, direction, and how far a claim goes.

Rules on words, no model: what it finds is a place to look at, and a number that is not in the source is wrong
whatever a model thinks of it.
"""

import re
from functools import lru_cache
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.parts import Sentence
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.words import word_list
from proofroom.search import fold

_WORD = late_pattern(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL_LETTER, _CAPITAL = "a-zà-ÿğışœčďěňřšťůžąćęłńśźżőű", "A-ZÀ-ÞĞİŞŒČĎĚŇŘŠŤŮŽĄĆĘŁŃŚŹŻŐŰ"
_NAME = late_pattern(rf"(?<=[{_SMALL_LETTER},;:)] )(?:[{_CAPITAL}][\w’'-]+)(?: [{_CAPITAL}][\w’'-]+)*")
_ENDING = late_pattern(r"['’]\w+$")
"""What stands behind the apostrophe of a name: `Ankara'daki`, `Anna's`."""
_SMALL: Final = """
a an the and or but if then than that this these those there here it its they them their he she his her we our
you your i me my is are was were be been being am do does did done has have had having will would shall should
can could may might must of in on at by for from to into onto with without within over under about as up down
out off again very also too just only own same such so not no nor never each every both all any few more most
other some one two what which who whom whose when where why how while because during before after above below
between through against among across per via according says said say
"""
_STOP: Final = frozenset(_SMALL.split())
_CALENDAR: Final = """
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter christmas easter
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
pazartesi salı çarşamba perşembe cuma cumartesi pazar
"""
TIMES: Final = frozenset(_CALENDAR.split())
"""Names of times: everything happens in one of them."""
_ENDINGS: Final = word_list("ations ation ments ment ings ing edly ies ied ers er ely ed es ly s e")
_SHORTEST: Final = 4


@dataclass(frozen=True, slots=True)
class Support:
    """How well a passage carries a sentence, where it stands in the passage, and what it lacks."""

    share: float
    start: int
    end: int
    numbers: tuple[str, ...] = ()
    """Figures of the sentence that the passage does not have."""
    names: tuple[str, ...] = ()
    moved: str = ""
    """The person or day that the passage has otherwise."""
    denied: str = ""
    """The word by which a copy of the passage says yes to a no, or no to a yes."""
    disputed: str = ""
    """What leaves it open by a word that can be named."""
    unproved: str = ""
    """Words for which rules alone cannot tell, where nothing above is there."""


@lru_cache(maxsize=1_024)
def support(sentence: str, passage: str, known: str = "") -> Support:
    """Compare a sentence with the passage it cites; `known` is text whose words and names need no source."""
    from proofroom.articles.claims import weigh  # a score of files, with the first claim that is weighed

    weighed = weigh(sentence, passage, known)
    return Support(
        share=weighed.share,
        start=weighed.start,
        end=weighed.end,
        numbers=weighed.numbers,
        names=weighed.names,
        moved=weighed.moved,
        denied=weighed.denied,
        disputed=weighed.disputed,
        unproved=weighed.unproved,
    )


@lru_cache(maxsize=1_024)
def carried(sentence: str, passage: str) -> tuple[float, tuple[int, int]]:
    """Return how much of a sentence a passage has, and where: what `support` says of both, and no more."""
    from proofroom.articles.claims import laid  # a score of files, with the first claim that is weighed

    found = laid(sentence, passage)
    return found.share, (found.start, found.end)


def names_of(text: str) -> tuple[str, ...]:
    """Return capitalised names inside sentences; the first word of a sentence may be capitalised anyway."""
    return tuple(dict.fromkeys(_ENDING.sub("", each.group()) for each in _NAME.finditer(text)))


def stems(text: str, *, is_turkish: bool | None = None) -> list[str]:
    """Return the beginnings of the words that carry meaning; the language is looked at unless it is known."""
    if is_turkish if is_turkish is not None else turkish.is_turkish(text):
        folded = (fold(_ENDING.sub("", word)) for word in _WORD.findall(text))
        return [turkish.stem(word) for word in folded if word not in turkish.STOP]
    return [_stem(fold(word)) for word in _WORD.findall(text) if fold(word) not in _STOP]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def located(sentence: Sentence, passage: str) -> tuple[int, int] | None:
    """Return where a sentence stands word for word in a passage, whatever its spaces; None if it does not."""
    pattern = r"\s+".join(re.escape(word) for word in sentence.text.split())
    found = re.search(pattern, passage)
    return (found.start(), found.end()) if found else None
