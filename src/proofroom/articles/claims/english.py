"""English words as they are compared: without their endings, and which of them say nothing alone."""

import re
from typing import Final

from proofroom.articles.claims.listed import listed

STOP: Final = frozenset(listed("english.small"))
_IRREGULAR: Final = dict(pair.split("/") for pair in listed("english.irregular"))
_KEEP: Final = frozenset(listed("english.keep"))
PLAIN_EST: Final = frozenset(listed("reach.plain_est"))
"""Words that end like a superlative and are none."""
_ENDINGS: Final = (
    ("isation", ""),
    ("ization", ""),
    ("ational", ""),
    ("ation", ""),
    ("ment", ""),
    ("ness", ""),
    ("ity", ""),
    ("ion", ""),
    ("ically", "ic"),
    ("ingly", ""),
    ("ing", ""),
    ("edly", ""),
    ("able", ""),
    ("ive", ""),
    ("ance", ""),
    ("ence", ""),
    ("al", ""),
    ("ied", "y"),
    ("ier", "y"),
    ("iest", "y"),
    ("or", ""),
    ("er", ""),
    ("est", ""),
    ("ed", ""),
    ("ly", ""),
)
_PLURALS: Final = (("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ies", "y"))
_SHORTEST: Final = {"ed": 3, "ing": 3, "ied": 2, "ier": 2, "iest": 2, "ly": 3}
_UNDONE: Final = re.compile(r"un(?!i(?:[ftvq]|on)|der|til|cle)\w{4,}")
"""What says no by its beginning, `unpaid`; a university denies nothing."""
_DOUBLED: Final = re.compile(r"([bdfglmnprt])\1$")


def stem(word: str) -> str:
    """Return what is left of a folded word without its ending: `reproduced` and `reproduction` are one."""
    bare = re.sub(r"['’]s?$", "", word)
    bare = _IRREGULAR.get(bare, bare)
    for before in ("re", "over", "under", "out"):
        if bare.startswith(before) and bare.removeprefix(before) in _IRREGULAR:
            bare = before + _IRREGULAR[bare.removeprefix(before)]
    if bare in _KEEP or len(bare) < 4:
        return bare
    bare = _singular(bare)
    if bare in _KEEP or bare in PLAIN_EST:
        return bare
    for ending, instead in _ENDINGS:
        rest = bare[: -len(ending)]
        if bare.endswith(ending) and len(rest) >= _SHORTEST.get(ending, 4) and _has_vowel(rest):
            return _closed(rest + instead)
    return _closed(bare)


def _singular(word: str) -> str:
    for ending, instead in _PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + instead
    is_plural = word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3
    return word[:-1] if is_plural else word


def _closed(word: str) -> str:
    """Return a stem whose last letter no longer tells its form: doubled, or a silent e."""
    short = _DOUBLED.sub(r"\1", word) if len(word) > 3 else word
    if short.endswith("e") and len(short) > 3 and short[:-1] not in STOP:
        short = short[:-1]
    return f"{short[:-1]}i" if short.endswith("y") and len(short) > 3 else short


def _has_vowel(text: str) -> bool:
    return re.search("[aeiouy]", text) is not None


def is_denial(word: str) -> bool:
    """Tell whether a folded word says no by its form: `isn't`, `unpaid`."""
    return re.search(r"n['’]t$", word) is not None or _UNDONE.fullmatch(word) is not None


def is_irregular(word: str) -> bool:
    """Tell whether a word is the form of an irregular verb."""
    return word in _IRREGULAR


def is_related(one: str, other: str) -> bool:
    """Tell whether two stems are of one family: `kenya` and `kenyan`, `econom` and `economic`."""
    short, long = sorted((one, other), key=len)
    if len(short) < 4 or len(long) - len(short) > 4:
        return False
    return (len(short) >= 5 and long.startswith(short)) or (len(short) >= 7 and long[:6] == short[:6])


LIGHT: Final = frozenset(stem(word) for word in listed("english.light"))
"""Stems that a paraphrase may bring along."""
