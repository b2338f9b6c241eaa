"""A request for a change, its words used up one by one: the order, its value, what is left for the part."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.sentence import BLANK, Sentence
from proofroom.site.playbook.things import TABLE, has_kind, words_aside

Said = Mapping[str, Any]


def pattern_of(words: str) -> re.Pattern[str]:
    """Return words as they are looked for in plain letters."""
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")


def table_of(name: str) -> dict[Language, re.Pattern[str]]:
    """Return the words of a table by their language."""
    table = cast("dict[str, str]", TABLE[name])
    return {"en": pattern_of(table["en"]), "tr": pattern_of(table["tr"])}


ORDERS: Final = {
    language: {name: pattern_of(words) for name, words in table.items()}
    for language, table in cast("dict[str, dict[str, str]]", TABLE["order"]).items()
}
CLAUSE: Final = re.compile(r"[.;!?]\s+|:\s+|,\s+|\s[–—-]\s|\b(?:because|since|as we|cunku)\b")


@dataclass(frozen=True, slots=True)
class WishedChange:
    """A change as a request puts it: the order, the words for the part, and what the order needs."""

    order: str
    phrase: str
    language: Language
    said: Said

    def get(self, name: str) -> str:
        """Return what the request says for something, or nothing."""
        return str(self.said.get(name) or "")


class Words:
    """A request whose words are used up one by one."""

    def __init__(self, text: str) -> None:
        self.sentence = Sentence(text)
        self.language: Language = language_of(text)
        self.said = re.sub(r"\s", " ", self.sentence.masked)
        self.orders = ORDERS[self.language]

    def without(self, *spans: tuple[int, int]) -> str:
        """Return the words beside some places, in the clauses that order something."""
        letters = list(self.said)
        for start, end in spans:
            letters[start:end] = " " * (end - start)
        rest = "".join(letters)
        at = [one.span() for one in CLAUSE.finditer(self.said)]
        edges = [0, *(edge for span in at for edge in span), len(self.said)]
        clauses = list(zip(edges[::2], edges[1::2], strict=True))
        ordering = [(a, b) for a, b in clauses if any(a <= start < b for start, _ in spans)] or clauses
        own = " ".join(rest[a:b] for a, b in ordering)
        named = words_aside(own.replace(BLANK, " "), self.language)
        return own if re.search(r"\w\w", named) or has_kind(own, self.language) else rest

    def find(self, order: str) -> re.Match[str] | None:
        """Return where an order is given."""
        return self.orders[order].search(self.said)


def wished(words: Words, order: str, *spans: tuple[int, int], **said: object) -> WishedChange:
    """Return a change whose order and values stand at some places; the rest names the part."""
    return WishedChange(order, words.without(*spans).replace(BLANK, " "), words.language, said)
