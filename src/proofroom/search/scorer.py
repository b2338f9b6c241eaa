"""How well a row fits a query: the one rule of every back end.

The score is the share of the query's words that a row has; what has less than half of them is no hit. Among
rows with as many words, those with one of them in the title come first, then those that have every word as it
was written, then those that were put first. A word fits every word that begins like it; where none does, a
little less of it is looked for, which forgives endings.
"""

from collections.abc import Callable, Iterator

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search.postings import Postings, members
from proofroom.search.words import words

MAX_QUERY = 2_000
MAX_WORDS = 8
BUCKETS = 4
"""In the title and word for word, in the title, word for word, neither."""
_SHORTEST_STEM = 4
_ENDING = 2


def asked_words(query: str) -> list[str]:
    """Return the words to look for, in their order; of many, the longest, which are the rarest."""
    if len(query) > MAX_QUERY:
        raise InvalidInput(say("search.query_long", most=MAX_QUERY))
    found = list(dict.fromkeys(words(query)))
    if len(found) <= MAX_WORDS:
        return found
    kept = set(sorted(found, key=lambda word: -len(word))[:MAX_WORDS])
    return [word for word in found if word in kept]


def least_level(asked: int) -> int:
    """Return how many of the words a hit has at least."""
    return max(1, -(-asked // 2))


def score_of(level: int, asked: int) -> float:
    """Return the score of a row that has some of the words."""
    return round(level / asked, 3)


def beginnings(word: str) -> list[str]:
    """Return what to look for until something begins so: the word, then a little less of it."""
    shortest = max(_SHORTEST_STEM, len(word) - _ENDING)
    return [word] + [word[:length] for length in range(len(word) - 1, shortest - 1, -1)]


def stem_of(word: str, is_known: Callable[[str], bool]) -> str:
    """Return the beginning to look for, or the word where nothing begins like it."""
    return next((start for start in beginnings(word) if is_known(start)), word)


class Levels:
    """The rows of one index by level (how many words) and bucket (in the title, word for word)."""

    def __init__(
        self, texts: Postings, titles: Postings, asked: list[str], stems: list[str], allowed: int
    ) -> None:
        self._at_least = [allowed] + [0] * (len(asked) + 1)
        self._exact = allowed
        self._title = 0
        for place, (word, stem) in enumerate(zip(asked, stems, strict=True), 1):
            found = texts.beginning(stem) & allowed
            for level in range(place, 0, -1):
                self._at_least[level] |= self._at_least[level - 1] & found
            self._exact &= texts.exact(word)
            self._title |= titles.beginning(stem)

    def count(self, level: int) -> int:
        """Return how many rows have at least so many of the words."""
        return self._at_least[level].bit_count()

    def numbers(self, level: int, bucket: int) -> Iterator[int]:
        """Return the rows with exactly so many words, of one bucket."""
        found = self._at_least[level] & ~self._at_least[level + 1]
        found &= self._title if bucket < 2 else ~self._title
        found &= self._exact if bucket % 2 == 0 else ~self._exact
        return members(found)
