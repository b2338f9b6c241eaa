"""Which words of a claim its source has: as they are, in other words, or turned round."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from proofroom.articles.claims import english, turkish_words
from proofroom.articles.claims.lexicon import lexicon
from proofroom.articles.claims.tokens import Token

Relation = Literal["same", "alike", "opposite", ""]

_UNDONE = re.compile(r"(?:un|in|im|dis|non|ir|il)(\w{4,})")
_WITHOUT = re.compile(r"(\w{3,})s[iu]z(?:l[iu]k\w*)?")


def relation(one: Token, other: Token, *, is_turkish: bool) -> Relation:
    """Tell how a word of a claim stands to one of its source."""
    return "same" if one.key == other.key else _relation(one.key, other.key, is_turkish=is_turkish)


@lru_cache(maxsize=16_384)
def _relation(one: str, other: str, *, is_turkish: bool) -> Relation:
    if _denies(one, other, is_turkish=is_turkish):
        return "opposite"
    words = lexicon(is_turkish=is_turkish)
    here, there = words.meaning(one), words.meaning(other)
    if here.is_opposite(there):
        return "opposite"
    related = turkish_words.is_related if is_turkish else english.is_related
    if related(one, other):
        return "same"
    return "alike" if here.is_same(there) else ""


def _denies(one: str, other: str, *, is_turkish: bool) -> bool:
    """Tell whether one word denies the other by its beginning or ending: undecided, ücretsiz."""
    for left, right in ((one, other), (other, one)):
        found = (_WITHOUT if is_turkish else _UNDONE).fullmatch(left)
        if found and (found.group(1) == right or (not is_turkish and english.stem(found.group(1)) == right)):
            return True
    return False


def matches(word: Token, source: Sequence[Token], *, is_turkish: bool) -> list[tuple[Token, Relation]]:
    """Return the words of a source that stand for a word of a claim, or against it."""
    return [(each, found) for each in source if (found := relation(word, each, is_turkish=is_turkish))]
