"""English words as they are compared: without their endings, and which of them say nothing alone."""

import re
from typing import Final

from proofroom.articles.claims.listed import listed

STOP: Final = frozenset(listed("english.small"))
_IRREGULAR: Final = dict(pair.split("/") for pair in listed("english.irregular"))
_KEEP: Final = frozenset(listed("english.keep"))
_ENDINGS: Final = (
    ("isations", ""),
    ("isation", ""),
    ("izations", ""),
    ("ization", ""),
    ("ational", ""),
    ("ations", ""),
    ("ation", ""),
    ("ments", ""),
    ("ment", ""),
    ("nesses", ""),
    ("ness", ""),
    ("ities", ""),
    ("ity", ""),
    ("ions", ""),
    ("ion", ""),
    ("ically", "ic"),
    ("ingly", ""),
    ("ings", ""),
    ("ing", ""),
    ("edly", ""),
    ("ables", ""),
    ("able", ""),
    ("ives", ""),
    ("ive", ""),
    ("ances", ""),
    ("ance", ""),
    ("ence", ""),
    ("als", ""),
    ("al", ""),
    ("ies", "y"),
    ("ied", "y"),
    ("iers", "y"),
    ("ier", "y"),
    ("ors", ""),
    ("or", ""),
    ("ers", ""),
    ("er", ""),
    ("est", ""),
    ("ed", ""),
    ("ly", ""),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("s", ""),
)
_SHORTEST: Final = {"s": 3, "ed": 3, "ing": 3, "ies": 2, "ied": 2, "ly": 3, "er": 4, "ers": 4}
_DOUBLED: Final = re.compile(r"([bdfgmnprt])\1$")


def stem(word: str) -> str:
    """Return what is left of a folded word without its ending: `reproduced` and `reproduction` are one."""
    bare = re.sub(r"['’]s?$", "", word)
    bare = _IRREGULAR.get(bare, bare)
    for before in ("re", "over", "under", "out"):
        if bare.startswith(before) and bare.removeprefix(before) in _IRREGULAR:
            bare = before + _IRREGULAR[bare.removeprefix(before)]
    if bare in _KEEP or len(bare) < 4:
        return bare
    singular = bare[:-1] if bare.endswith("s") and not bare.endswith(("ss", "us", "is")) else bare
    if singular in _KEEP:
        return singular
    for ending, instead in _ENDINGS:
        rest = bare[: -len(ending)]
        if ending == "s" and singular == bare:
            continue
        if bare.endswith(ending) and len(rest) >= _SHORTEST.get(ending, 4) and _has_vowel(rest):
            return _closed(rest + instead)
    return _closed(bare)


def _closed(word: str) -> str:
    """Return a stem whose last letter no longer tells its form: doubled, or a silent e."""
    short = _DOUBLED.sub(r"\1", word) if len(word) > 3 else word
    if short.endswith("e") and len(short) > 3:
        short = short[:-1]
    return f"{short[:-1]}i" if short.endswith("y") and len(short) > 3 else short


def _has_vowel(text: str) -> bool:
    return re.search("[aeiouy]", text) is not None


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
