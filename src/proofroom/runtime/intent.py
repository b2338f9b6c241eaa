"""What a message most likely wants: groups of words, looked at in order; the first that has one wins.

One engine for every scope; the tables belong to the rooms. Words are matched whole. A star at the end of a
word stands for any ending, for languages that build words with endings.
"""

import re
from collections.abc import Callable, Iterable

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern

HIGH, MEDIUM, LOW = 0.95, 0.7, 0.4


@dataclass(frozen=True, slots=True)
class Group:
    """A kind of request and the words that give it away."""

    name: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Table:
    """Groups in the order in which they are looked at, and what to assume when none has a word."""

    groups: tuple[Group, ...]
    selected: str
    """When something is selected on screen."""
    short: str
    """When the message is short."""
    otherwise: str
    short_below: int = 20
    is_denied: Callable[[str, int, int], bool] = lambda text, start, end: False
    """Whether what stands at a place of a message is not wanted, so that it gives no kind away."""


@dataclass(frozen=True, slots=True)
class Intent:
    """The kind of request, and how sure that is."""

    name: str
    confidence: float

    @property
    def level(self) -> str:
        """Return how sure it is in a word."""
        return "high" if self.confidence >= HIGH else "medium" if self.confidence >= MEDIUM else "low"


def group(name: str, words: Iterable[str] = (), patterns: Iterable[str] = ()) -> Group:
    """Return a group of words, phrases and regular expressions, all in small letters."""
    parts = "|".join(_as_pattern(word) for word in words)
    whole = [rf"(?<!\w)(?:{parts})(?!\w)"] if parts else []
    return Group(name, late_pattern("|".join([*whole, *patterns])))


def classify(message: str, table: Table, *, is_selected: bool = False) -> Intent:
    """Return what a message most likely wants."""
    text = message.strip().replace("İ", "i").lower()
    for each in table.groups:
        if any(not table.is_denied(text, *found.span()) for found in each.pattern.finditer(text)):
            return Intent(each.name, HIGH)
    if is_selected and len(text) > 3:
        return Intent(table.selected, MEDIUM)
    return Intent(table.short if len(text) < table.short_below else table.otherwise, LOW)


def _as_pattern(word: str) -> str:
    escaped = r"\s+".join(re.escape(part) for part in word.removesuffix("*").split())
    return escaped + r"\w*" if word.endswith("*") else escaped
