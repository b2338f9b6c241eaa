"""Rules as data: which words of a request mean which skill. A room's table is tried in order."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import WORDS
from proofroom.providers.offline.sentence import Sentence

Test = Callable[[Sentence], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """Words that have to occur and words that must not, for one skill."""

    skill: str
    all: tuple[re.Pattern[str], ...] = ()
    none: tuple[re.Pattern[str], ...] = ()
    quotes: int | None = None
    """The most quotations there may be."""
    links: bool | None = None
    test: Test | None = None
    """What data cannot say."""

    def fits(self, sentence: Sentence) -> bool:
        """Tell whether a sentence means the skill."""
        said = sentence.masked
        return (
            all(pattern.search(said) for pattern in self.all)
            and not any(pattern.search(said) for pattern in self.none)
            and (self.quotes is None or len(sentence.quotes) <= self.quotes)
            and (self.links is None or bool(sentence.urls) == self.links)
            and (self.test is None or self.test(sentence))
        )


def read_rules(table: Iterable[Mapping[str, Any]], tests: Mapping[str, Test]) -> tuple[Rule, ...]:
    """Return the rules of a room's table: groups of the lexicon, `a|b` for either, `/…/` a pattern."""
    return tuple(
        Rule(
            one["skill"],
            tuple(_pattern(words) for words in one.get("all", ())),
            tuple(_pattern(words) for words in one.get("none", ())),
            one.get("quotes"),
            one.get("links"),
            tests[one["test"]] if "test" in one else None,
        )
        for one in table
    )


def _pattern(words: str) -> re.Pattern[str]:
    if words.startswith("/"):
        return re.compile(words[1:-1])
    return re.compile("|".join(WORDS[name] for name in words.split("|")))
