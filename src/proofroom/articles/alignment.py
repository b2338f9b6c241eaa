"""Whether a sentence puts together what its source puts together: figures with their units and years, people
with what they did, a subject with its verb, days and months that are there.

All its words may stand in the source, and it may still say something else. Rules on clauses, no model.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from proofroom.articles.clauses import Stems, root, roots, split_clauses, with_their_names
from proofroom.articles.figures import spelt
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_TOKEN = late_pattern(r"\d+(?:[.,]\d+)*|%|°|[^\W\d_]+(?:['’][^\W\d_]+)?[²³]?")
_YEAR = late_pattern(r"(?:1[0-9]|20)\d\d")
_UNITS: Final = """
litre/liter/litres/liters/l metre/meter/metres/meters/m/metrelik kilometre/kilometer/kilometres/kilometers/km
mile/miles/mil foot/feet/ft inch/inches centimetre/centimeter/centimetres/centimeters/cm
kilo/kilos/kilogram/kilograms/kg gram/grams/g tonne/tonnes/ton/tons/t pound/pounds ounce/ounces
percent/percentage/yuzde/% degree/degrees/derece/° hectare/hectares/hektar acre/acres gallon/gallons
euro/euros/avro dollar/dollars/dolar lira/liras watt/watts kilowatt/kilowatts megawatt/megawatts
second/seconds/saniye minute/minutes/dakika hour/hours/saat day/days/daily/gun week/weeks/weekly/hafta
month/months/monthly/ay year/years/yearly/annually/annual/yil cubic/m³ square/m²
"""
_UNIT: Final = {name: group.split("/")[0] for group in _UNITS.split() for name in group.split("/")}
_ENDING = late_pattern(r"(?:['’]\w+|l[iu]k|d[ae]|t[ae]|d[ae]n|ta|te|n[iu]n)$")
_MONTHS: Final = (
    "January February March April May June July August September October November December Monday Tuesday"
    " Wednesday Thursday Friday Saturday Sunday ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim"
    " kasım aralık pazartesi salı çarşamba perşembe cuma cumartesi"
)
_CALENDAR: Final = frozenset(_MONTHS.split())
_QUANTIFIED = late_pattern(
    r"\b(most|many|some|few|several|all|every|çoğu|bazı|bütün|tüm|birçok)\s+(?:of\s+)?(?:the\s+)?([^\W\d_]{3,})",
    re.I,
)
_NAME_WORDS = r"[A-ZÀ-ÞĞİŞŒČĎŘŠŤŽĄĆĘŁŃŚŹŻŐŰ][\w’'-]*"
_NAME = late_pattern(rf"(?<=[^\W\d_,;:)] ){_NAME_WORDS}(?: {_NAME_WORDS})*")
_PRONOUN = late_pattern(r"\b(?:he|she|they|it|his|her|their|who|o|onun|kendisi|onlar)\b", re.IGNORECASE)
_NEAR_CLAIM, _NEAR_SOURCE = 3, 4
_SAME: Final = 0.6


def misaligned(claim: str, passage: str, stems: Stems, opposites: Sequence[tuple[str, ...]]) -> str:
    """Return the word by which a claim puts together what its source does not; empty if there is none."""
    clauses, mine = split_clauses(passage), split_clauses(claim)
    checks: tuple[Callable[[], str], ...] = (
        lambda: _other_unit(claim, passage),
        lambda: _other_pair(mine, clauses, passage),
        lambda: _other_day(claim, passage),
        lambda: _other_person(mine, clauses, passage, stems),
        lambda: _other_verb(mine, clauses, stems, opposites),
        lambda: _other_subject(claim, passage, stems),
    )
    return next((found for each in checks if (found := each())), "")


def _other_unit(claim: str, passage: str) -> str:
    """Find a figure that is measured in something else, or per something else."""
    there = list(_figures(passage, _NEAR_SOURCE))
    for number, units in _figures(claim, _NEAR_CLAIM):
        known = [found for other, found in there if other == number]
        if units and all(known) and known and not any(units <= found for found in known):
            return f"{number} {min(units - set[str]().union(*known), default=min(units))}"
    return ""


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


def _other_verb(
    mine: Sequence[str], clauses: Sequence[str], stems: Stems, opposites: Sequence[tuple[str, ...]]
) -> str:
    """Find a verb that the source says of something else, and of this the opposite."""
    pairs = [(a, b) for left, right in opposites for a, b in ((left, right), (right, left))]
    for clause in mine:
        own = roots(clause)
        for said, meant in pairs:
            if not (root(said) in own and root(meant) not in own):
                continue
            verbs = {root(said), root(meant)}
            about = {each for each in stems(clause) if not each.isdigit() and root(each) not in verbs}
            told = [(len(about & set(stems(each))), roots(each)) for each in clauses]
            most = max((count for count, _ in told), default=0)
            best = [roots for count, roots in told if count == most]
            if most >= 2 and all(root(meant) in roots and root(said) not in roots for roots in best):
                return said
    return ""


def _other_subject(claim: str, passage: str, stems: Stems) -> str:
    """Find who is said to be most, many or some, where the source says so of others."""
    there = set(stems(passage))
    counted = {found.group(1).lower() for found in _QUANTIFIED.finditer(passage)}
    for found in _QUANTIFIED.finditer(claim):
        named = stems(found.group(2))
        if found.group(1).lower() in counted and named and named[0] not in there:
            return found.group(2)
    return ""


def _figures(text: str, near: int) -> Iterator[tuple[str, set[str]]]:
    tokens = [spelt(each) for each in _TOKEN.findall(text)]
    for at, token in enumerate(tokens):
        if not token[0].isdigit() or _YEAR.fullmatch(token):
            continue
        behind = tokens[max(0, at - near) : at]
        around = [*_up_to_figure(reversed(behind)), *_up_to_figure(tokens[at + 1 : at + 1 + near])]
        yield _plain(token), {unit for each in around if (unit := _unit(each))}


def _up_to_figure(tokens: Iterable[str]) -> Iterator[str]:
    """Yield words up to the next figure: what is behind it is measured by that one."""
    yield from itertools.takewhile(lambda each: not each[0].isdigit(), tokens)


def _plain_figures(text: str) -> set[str]:
    return {_plain(each) for each in _TOKEN.findall(text) if each[0].isdigit() and not _YEAR.fullmatch(each)}


def _names(passage: str) -> list[str]:
    return [name for name in dict.fromkeys(_NAME.findall(passage)) if name not in _CALENDAR]


def _plain(figure: str) -> str:
    is_thousands = re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", figure)
    return re.sub(r"[.,]", "", figure) if is_thousands else figure.replace(",", ".")


def _unit(word: str) -> str:
    bare = fold(word) if word not in "%°" else word
    if bare in _UNIT:
        return _UNIT[bare]
    return _UNIT.get(_ENDING.sub("", bare), "") if len(bare) > 3 else ""


def _own_words(name: str, names: Sequence[str]) -> list[str]:
    """Return the words of a name that no other name has."""
    others = {word for other in names if other != name for word in other.split()}
    return [word for word in name.split() if word not in others] or name.split()


def _has_any(text: str, words: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)
