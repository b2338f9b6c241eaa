"""Names that could be of the same thing: other capitals, accents, company forms, order, a wrong letter."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from proofroom.kernel.words import word_set
from proofroom.search import fold

_FORMS: Final = word_set("""
    ltd limited llc llp inc incorporated corp corporation co company plc gmbh ag kg ug sa sarl srl spa bv nv
    ab as oy aps the and ve sti anonim sirket sirketi tic san
    """)
"""Words that say in which form something is kept, not what it is."""
_SHORTEST = 6
"""Letters below which one wrong letter makes another word."""


def name_key(title: str) -> str:
    """Return what names of the same thing have in common."""
    # “A.Ş.” is one word.
    plain = re.sub(
        r"\b([^\W\d_])\.\s?(?=[^\W\d_]\b)", r"\1", fold(title).replace("ı", "i")
    )  # “A.Ş.” is one word
    words = re.findall(r"[^\W_]+", plain)
    own = [word for word in words if word not in _FORMS]
    return " ".join(sorted(own or words))


def near_groups(named: Iterable[tuple[str, str, str]]) -> list[list[str]]:
    """Return ids of things with near names, group by group, from ids, kinds and names; kinds stay apart."""
    leader: dict[str, str] = {}

    def lead(one: str) -> str:
        while leader[one] != one:
            one = leader[one]
        return one

    seen: dict[tuple[str, str], str] = {}
    for one, kind, title in named:
        if one in leader:
            continue
        leader[one] = one
        for sign in _signs(name_key(title)):
            leader[lead(one)] = lead(seen.setdefault((kind, sign), one))
    groups: dict[str, list[str]] = {}
    for one in leader:
        groups.setdefault(lead(one), []).append(one)
    return [group for group in groups.values() if len(group) > 1]


def _signs(key: str) -> Sequence[str]:
    """Return a key and what is left of it without any one letter: near keys share one of them.

    A name with figures has no wrong letter: “Station 4” is not “Station 5”.
    """
    if len(key) < _SHORTEST or re.search(r"\d", key):
        return [key]
    return [key, *{key[:at] + key[at + 1 :] for at in range(len(key)) if key[at] != " "}]
