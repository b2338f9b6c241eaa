"""How far a claim goes: a part told as the whole, some as most, here as everywhere.

Rules on words, no model. Each looks for what its source holds back and the claim leaves out.
"""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims.clauses import Stems, split_clauses
from proofroom.articles.claims.listed import listed
from proofroom.articles.figures import SPELT, is_year, numbers_of
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_WORD = late_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_COUNT: Final = rf"\d+|{'|'.join(SPELT)}"
_PART_OF = late_pattern(
    r"\b(?:third|half|quarter|part|share|fifth|tenth|portion|percent|most|some|many|few|several|thirds|quarters"
    rf"|{_COUNT})\s+of\s+(?:(?:the|its|their|all|{_COUNT})\s+)*"
    r"((?:[^\W\d_]+(?:['’]s)?\s?){1,2})",
    re.IGNORECASE,
)
_PART_BEHIND = late_pattern(r"(\S+?)\s+(?:yarisi|bir bolumu|bir kismi|ucte biri|dortte biri|ceyregi|cogu)")
_PARTS: Final = frozenset(listed("scope.parts"))
_TURKISH_PART = late_pattern(r"yari|bolum|kism|ucte|dortte|ceyrek|cogu|bazi|yuzde|bircok|kimi|\d")
_RANKS: Final = {
    **dict.fromkeys(["few", "az"], 1),
    **dict.fromkeys(["some", "several", "bazi", "kimi", "birkac"], 2),
    **dict.fromkeys(["many", "bircok", "pek"], 3),
    **dict.fromkeys(["most", "cogu"], 4),
    **dict.fromkeys(["all", "every", "each", "no", "tum", "butun", "hepsi", "tamami", "her", "hicbir"], 5),
}
_QUANTIFIED = late_pattern(
    r"\b(few|some|several|many|most|all|every|each|no|az|bazi|kimi|birkac|bircok|tum|butun|her|hicbir)\s+"
    r"(?:of\s+)?(?:the\s+)?([^\W\d_]{3,})(?:\s+([^\W\d_]{3,}))?"
)
_QUANTIFIED_BEHIND = late_pattern(r"([^\W\d_]{3,})\s+(cogu|hepsi|tamami)\b")
_WIDE = late_pattern(
    r"\b(?:across the (?:country|world|region|continent)|nationwide|worldwide|everywhere|everyone|everybody"
    r"|around the (?:world|country)|throughout the (?:country|world|year)|in general|generally|year[- ]round"
    r"|herkes\w*|her yerde|her zaman|ulke genelinde|dunya genelinde|tum dunyada|genel olarak|yil boyunca)\b"
)
_NOBODY = late_pattern(r"\b(?:no|nobody|none|never|not|nothing|hicbir|kimse|yok)\b")
_SAME: Final = 0.6


def widened(claim: str, passage: str, stems: Stems, *, is_turkish: bool) -> str:
    """Return the word by which a claim goes further than its source; empty if it does not."""
    clauses = split_clauses(passage)
    if (wide := _WIDE.search(fold(claim))) and wide.group() not in fold(passage):
        return wide.group()
    if found := _more_of_them(claim, passage, stems):
        return found
    told = _alike(claim, clauses, stems)
    if told is None:
        return ""
    if is_turkish:
        return _whole_in_turkish(claim, told, stems)
    return _whole(claim, told, stems)


def _alike(claim: str, clauses: Sequence[str], stems: Stems) -> str | None:
    """Return the clause of the source that tells of the same."""
    said = set(stems(claim))
    best = max(clauses, key=lambda each: len(said & set(stems(each))), default="")
    return best if said and len(said & set(stems(best))) / len(said) >= _SAME else None


def _whole(claim: str, told: str, stems: Stems) -> str:
    words = {fold(each) for each in _WORD.findall(claim)}
    if words & _PARTS or any(not is_year(each) for each in numbers_of(claim)):
        return ""
    mine = set(stems(claim))
    for found in _PART_OF.finditer(told):
        parted = stems(found.group(1))
        if parted and set(parted) <= mine:
            return found.group().strip()
    return ""


def _whole_in_turkish(claim: str, told: str, stems: Stems) -> str:
    found = _PART_BEHIND.search(fold(told))
    if found is None or _TURKISH_PART.search(fold(claim)):
        return ""
    parted = stems(found.group(1))
    return found.group() if parted and parted[0] in stems(claim) else ""


def _more_of_them(claim: str, passage: str, stems: Stems) -> str:
    """Find some in the source that are most or all in the claim."""
    there = [(rank, set(names)) for _, rank, names in _quantified(passage, stems)]
    for word, rank, names in _quantified(claim, stems):
        ranks = [other for other, known in there if known & set(names)]
        is_none = word in ("no", "hicbir") and _NOBODY.search(fold(passage)) is not None
        if ranks and rank >= 3 and rank > max(ranks) and not is_none:
            return word
    return ""


def _quantified(text: str, stems: Stems) -> list[tuple[str, int, list[str]]]:
    folded = fold(text)
    found = [
        (each.group(1), _RANKS[each.group(1)], stems(f"{each.group(2)} {each.group(3) or ''}"))
        for each in _QUANTIFIED.finditer(folded)
    ]
    behind = _QUANTIFIED_BEHIND.finditer(folded)
    return [*found, *((each.group(2), _RANKS[each.group(2)], stems(each.group(1))) for each in behind)]
