"""Turkish words as they are compared: a root, and endings for what English says with small words."""

import re
from typing import Final

from proofroom.articles.claims.listed import listed

STOP: Final = frozenset(listed("turkish_words.small"))
_NOMINAL = (
    r"lari|leri|lar|ler|nin|nun|in|un|si|su|i|u|ndan|nden|dan|den|tan|ten|nda|nde|da|de|ta|te|na|ne|ya|ye|a|e"
    r"|yla|yle|la|le|ki|n|yi|yu|ni|nu|imiz|umuz|im|um"
)
_FORMS = r"lik|luk|lig|lug|li|lu|siz|suz|ca|ce|ci|cu|daki|deki|sal|sel"
_VERBAL = (
    r"iyor|uyor|yor|acak|ecek|acag|eceg|yacak|yecek|yacag|yeceg|mis|mus|di|du|ti|tu|ar|er|ir|ur|r|mali|meli|mak|mek"
    r"|ma|me|masi|mesi|an|en|yan|yen|dik|dig|duk|dug|tik|tig|tuk|tug|il|ul|in|un|n|l|t|tir|dir|tur|dur|it|ut|ip|up"
    r"|arak|erek|se|sa|ebil|abil|yebil|yabil|ken|is|us|iyordu|lar|ler|k|m|a|e|i|u"
)
_TENSE = re.compile(
    r"(?:iyor|uyor|yor|acak|ecek|mis|mus|di|du|ti|tu|[aeiu]?r|an|en|mak|mek|ma|me|dig\w*|dug\w*|tig\w*"
    r"|tug\w*|masi\w*|mesi\w*|yordu|acag\w*|eceg\w*|abil\w*|ebil\w*|arak|erek|ip|up)(?:lar|ler|k|m)?"
)


class _Chain:
    """Endings one after the other. Words can be cut into them in many ways; each place is tried once."""

    def __init__(self, *endings: str, then: re.Pattern[str] | None = None) -> None:
        self._then = then
        self._endings: dict[str, list[str]] = {}
        for one in sorted({each for some in endings for each in some.split("|")}):
            self._endings.setdefault(one[0], []).append(one)

    def fits(self, rest: str) -> bool:
        """Tell whether a text consists of these endings, and of what comes last after some of them."""
        reached = {0}
        for at, letter in enumerate(rest):
            if at in reached:
                reached.update(
                    at + len(one) for one in self._endings.get(letter, ()) if rest.startswith(one, at)
                )
        if self._then is None:
            return len(rest) in reached
        return any(self._then.fullmatch(rest, at) is not None for at in reached)


_CHAIN = _Chain(_NOMINAL, _FORMS, _VERBAL)
_CASES = _Chain(_NOMINAL, _FORMS)
_TENSED = _Chain(_VERBAL, then=_TENSE)
_SOFT: Final = {"g": "k", "b": "p", "d": "t", "c": "c"}
_NEGATED = re.compile(
    r"(\w{2,}?)(?:m[ae](?:di\w{0,4}|z(?:lar|ler)?|mis\w*|yacak\w*|yecek\w*|yan\w*|yen\w*|dig\w*|dan|den)|m[iu]yor\w*)"
)
_UNABLE = re.compile(r"(\w{2,}?)[ae]m[ae](?:di|z|yacak|yecek)\w*|(\w{2,}?)[ae]m[iu]yor\w*")
_DETAILED = 5


def plain(word: str) -> str:
    """Return a folded word without what stands behind the apostrophe of a name."""
    return re.split(r"['’]", word)[0]


def negated(word: str) -> str:
    """Return what a verb denies: `yıkılmadı` denies `yıkıl`; empty where it does not."""
    found = _UNABLE.fullmatch(word) or _NEGATED.fullmatch(word)
    return next((each for each in found.groups() if each), "") if found else ""


def is_tensed(word: str) -> bool:
    """Tell whether a word looks like a verb: two letters or more, then a tense or what joins it to a verb."""
    return (
        re.fullmatch(
            r"\w{2,}(?:(?:di|du|ti|tu|yor|acak|ecek|mis|mus)(?:lar|ler)?|[iu]nc[ae]|m[ae]d[ae]n|y[ae]n|[ae]r[ae]k|[iu]p"
            r"|[dt][iu]g[iu]\w{0,4}|[ae]c[ae]g[iu]\w{0,4})",
            word,
        )
        is not None
    )


def is_form_of(word: str, root: str) -> bool:
    """Tell whether a word is a root with endings: `yatağında` is of `yatak`."""
    if not _starts(word, root):
        return False
    rest = word[len(root) :]
    if len(root) <= 2:
        return not rest or (_TENSED if root not in ("ev", "su", "ay", "il") else _CASES).fits(rest)
    return _CHAIN.fits(rest)


def is_related(one: str, other: str) -> bool:
    """Tell whether two words have one root."""
    if one == other:
        return True
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right and _SOFT.get(left, left) != _SOFT.get(right, right):
            break
        shared += 1
    here, there = one[shared:], other[shared:]
    if shared >= _DETAILED:
        return _CHAIN.fits(here) or _CHAIN.fits(there)
    if shared == 4:
        return _CHAIN.fits(here) and _CHAIN.fits(there)
    pairs = ((_CASES, _CASES), (_TENSED, _TENSED))
    if shared == 3:
        return any(left.fits(here) and right.fits(there) for left, right in pairs)
    return (
        shared == 2
        and one[:2] in ("su", "ev", "ay", "il")
        and all(_CASES.fits(each) for each in (here, there))
    )


def _starts(word: str, root: str) -> bool:
    return word.startswith(root) or (
        len(root) > 2
        and root[-1] in "kpt"
        and word[: len(root) - 1] == root[:-1]
        and _SOFT.get(word[len(root) - 1 : len(root)]) == root[-1]
    )


LIGHT: Final = frozenset(listed("turkish_words.light"))
