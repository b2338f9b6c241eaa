"""Which rows have which words.

Rows are numbers, and a set of rows is one large integer with a bit per row: counting how many words of a
query ten thousand rows have then takes a few operations on integers instead of a loop over rows.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator

_DENSE = 400
"""Rows from which on a word's set is kept as an integer once it was asked for."""
PREFIX_WORDS = 100
"""Words that a beginning stands for at most, in the order of the alphabet: bounds what a search costs."""
_PREFIX_ROWS = 20_000
SHORTEST_PREFIX = 3


class Postings:
    """Words and the rows they stand in."""

    def __init__(self) -> None:
        self._rows: dict[str, array[int]] = {}
        self._sets: dict[str, int] = {}
        self._sorted: list[str] | None = None

    def add(self, number: int, found: Iterable[str]) -> None:
        """Note that a row has these words."""
        for word in found:
            rows = self._rows.get(word)
            if rows is None:
                self._rows[word] = array("I", (number,))
                if self._sorted is not None:
                    insort(self._sorted, word)
            else:
                rows.append(number)
            if word in self._sets:
                self._sets[word] |= 1 << number

    def remove(self, number: int, found: Iterable[str]) -> None:
        """Forget that a row has these words. A word that no row has any more stays known, with no rows."""
        for word in found:
            self._rows[word].remove(number)
            if word in self._sets:
                self._sets[word] &= ~(1 << number)

    def exact(self, word: str) -> int:
        """Return the rows that have a word."""
        known = self._sets.get(word)
        if known is not None:
            return known
        rows = self._rows.get(word)
        if not rows:
            return 0
        found = as_set(rows)
        if len(rows) >= _DENSE:
            self._sets[word] = found
        return found

    def has(self, start: str) -> bool:
        """Tell whether any row has a word that begins so."""
        return any(self._rows[word] for word in self._words(start))

    def beginning(self, start: str) -> int:
        """Return the rows that have a word which begins so; short beginnings mean the whole word."""
        found, seen = 0, 0
        few: list[int] = []
        for word in self._words(start):
            rows = self._rows[word]
            seen += len(rows)
            if seen > _PREFIX_ROWS and word != start:
                break
            if len(rows) >= _DENSE:
                found |= self.exact(word)
            else:
                few.extend(rows)
        return found | as_set(few)

    def _words(self, start: str) -> Iterator[str]:
        if len(start) < SHORTEST_PREFIX:
            if start in self._rows:
                yield start
            return
        if self._sorted is None:
            self._sorted = sorted(self._rows)
        first = bisect_left(self._sorted, start)
        for word in self._sorted[first : first + PREFIX_WORDS]:
            if not word.startswith(start):
                return
            yield word


def as_set(rows: Iterable[int]) -> int:
    """Return row numbers as one integer."""
    numbers = list(rows)
    if len(numbers) < 20:
        found = 0
        for number in numbers:
            found |= 1 << number
        return found
    digits = bytearray(b"0") * (max(numbers) + 1)
    for number in numbers:
        digits[number] = 49
    digits.reverse()
    return int(digits, 2)


def members(found: int) -> Iterator[int]:
    """Return the row numbers of a set, lowest first; cheap for the first few of many."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest
