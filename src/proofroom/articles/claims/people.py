"""Whether a claim puts together what its source puts together: figures with their years, people with what
they did, days and months that are there.
"""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims.clauses import Stems, split_clauses, with_their_names
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_TOKEN = late_pattern(r"\d+(?:[.,]\d+)*|%|°|[^\W\d_]+(?:['’][^\W\d_]+)?[²³]?")
_YEAR = late_pattern(r"(?:1[0-9]|20)\d\d")
_MONTHS: Final = (
    "January February March April May June July August September October November December Monday Tuesday"
    " Wednesday Thursday Friday Saturday Sunday ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim"
    " kasım aralık pazartesi salı çarşamba perşembe cuma cumartesi"
)
_CALENDAR: Final = frozenset(_MONTHS.split())
_SUNDAY = late_pattern(r"\bpazar (?:gün|sabah|akşam|gece|öğle)\w*", re.IGNORECASE)
"""In Turkish it is a market, too."""
_NAME_WORDS = r"[A-ZÀ-ÞĞİŞŒČĎŘŠŤŽĄĆĘŁŃŚŹŻŐŰ][\w’'-]*"
_NAME = late_pattern(rf"(?<=[^\W\d_,;:)] ){_NAME_WORDS}(?: {_NAME_WORDS})*")
_PRONOUN = late_pattern(r"\b(?:he|she|they|it|his|her|their|who|o|onun|kendisi|onlar)\b", re.IGNORECASE)
_SAME: Final = 0.6


def other_person_or_day(claim: str, passage: str, stems: Stems) -> str:
    """Return a year, a day or somebody of a claim that its source puts together with something else."""
    mine, clauses = split_clauses(claim), split_clauses(passage)
    return (
        _other_pair(mine, clauses, passage)
        or _other_day(claim, passage)
        or _other_person(mine, clauses, passage, stems)
    )


def _other_pair(mine: Sequence[str], clauses: Sequence[str], passage: str) -> str:
    """Find a figure with a year or a name, where the source gives that one another and this one to others."""
    years = {each for each in _TOKEN.findall(passage) if _YEAR.fullmatch(each)}
    for anchors in (years, set(_names(passage))):
        told = [({each for each in anchors if _has_any(one, [each])}, _plain_figures(one)) for one in clauses]
        for clause in mine:
            here = {each for each in anchors if _has_any(clause, [each])}
            for figure in _plain_figures(clause) if len(here) == 1 else ():
                with_figure = [names for names, figures in told if figure in figures and names]
                is_elsewhere = bool(with_figure) and not any(here & names for names in with_figure)
                if is_elsewhere and any(here & names and figures for names, figures in told):
                    return min(here)
    return ""


def _other_day(claim: str, passage: str) -> str:
    """Find a month or a day of the week that the source does not name."""
    there = fold(passage)
    if (day := _SUNDAY.search(claim)) and not _SUNDAY.search(passage):
        return day.group()
    for word in re.findall(r"[^\W\d_]+", claim):
        bare = word if word in _CALENDAR else next((d for d in _CALENDAR if d == word.lower() != "may"), "")
        if bare and bare in _CALENDAR and fold(bare) not in there:
            return word
    return ""


def _other_person(mine: Sequence[str], clauses: Sequence[str], passage: str, stems: Stems) -> str:
    """Find somebody who is said to have done what the source tells of somebody else."""
    names = _names(passage)
    clauses = with_their_names(clauses)
    words = {name: _own_words(name, names) for name in names}
    for clause in mine:
        here = [name for name in names if _has_any(clause, words[name])]
        if len(here) != 1:
            continue
        deed = set(stems(clause)) - {stem for word in here[0].split() for stem in stems(word)}
        if len(deed) < 2:
            continue
        best = max(clauses, key=lambda each: len(deed & set(stems(each))))
        others = [name for name in names if name != here[0] and _has_any(best, words[name])]
        is_told = len(deed & set(stems(best))) / len(deed) >= _SAME
        if is_told and others and not _has_any(best, words[here[0]]) and not _PRONOUN.search(best):
            return here[0]
    return ""


def _plain_figures(text: str) -> set[str]:
    return {_plain(each) for each in _TOKEN.findall(text) if each[0].isdigit() and not _YEAR.fullmatch(each)}


def _names(passage: str) -> list[str]:
    return [name for name in dict.fromkeys(_NAME.findall(passage)) if name not in _CALENDAR]


def _plain(figure: str) -> str:
    is_thousands = re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", figure)
    return re.sub(r"[.,]", "", figure) if is_thousands else figure.replace(",", ".")


def _own_words(name: str, names: Sequence[str]) -> list[str]:
    """Return the words of a name that no other name has."""
    others = {word for other in names if other != name for word in other.split()}
    return [word for word in name.split() if word not in others] or name.split()


def _has_any(text: str, words: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
