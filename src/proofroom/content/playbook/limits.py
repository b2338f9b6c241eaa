"""Which of many are meant: "older than 2020", "with fewer than 100 seats", "except Rivers", "the longest".

The words are data, in `skills.toml` under `compare` and `most`; of which field they speak, the model tells.
"""

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import FieldView, ModelView
from proofroom.content.playbook.values import NUMERIC
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.sentence import alike, plain, tokens

DATES: Final = ("date", "datetime")
_NEAR: Final = 3
"""Words around a comparison among which its field may be named."""
_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}
_STEM: Final = 5
"""Letters that words of one family share at least: published, publishing."""
_NO: Final = TABLE["part"]["no_flag"]
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_MONTH: Final = rf"\b(?:{'|'.join(MONTHS)})(?:(?![a-z])|(?='?[dt][ae]))"
_NUMBERS: Final = {
    word: n
    for n, words in enumerate(TABLE["list"]["numbers"].split(), 1)
    for word in words.split("/")
    if len(word) > 2 and word not in ("one", "bir")
}
"""Numbers in words that mean nothing else."""
_VALUE: Final = (
    rf"(?P<value>\d{{4}}-\d\d(?:-\d\d)?|(?:{_DAY}\s+)?{_MONTH}(?:\s+{_DAY}\b(?!\d))?(?:,?\s+\d{{4}})?"
    r"|\d+(?:[.,]\d+)?|half an hour|an? (?:quarter of an )?hour"
    r"|(?:one|two|three|four|bir|iki|uc|yarim) (?:hours?|saat)"
    rf"|(?:{'|'.join(_NUMBERS)})(?=\s))"
)
_SPELLED: Final = {
    **{"half an hour": 30, "yarim saat": 30, "an hour": 60, "a hour": 60, "a quarter of an hour": 15},
    **{
        f"{word} {unit}": 60 * number
        for number, words in enumerate(("one bir", "two iki", "three uc", "four"), 1)
        for word in words.split()
        for unit in ("hour", "hours", "saat")
    },
}
"""Times in words, in minutes."""
_SUFFIX_TR: Final = r"(?:'?(?:[dt][ae]n?|n[dt][ae]n?|y?[ae])\b)?"


@dataclass(frozen=True)
class Limit:
    """One condition on a field."""

    field: FieldView
    op: str
    value: str | float | bool

    def fits(self, entry: Found) -> bool:
        """Tell whether an entry fulfils it; one that has no value does not."""
        own, compare = entry.data.get(self.field.path[0]), _COMPARE[self.op]
        if isinstance(self.value, bool):
            return bool(own) is self.value
        if own in (None, ""):
            return False
        if not isinstance(self.value, str):
            return isinstance(own, int | float) and compare(float(own), self.value)
        if self.value.startswith("-"):  # a month of whichever year
            return str(own)[4:7] == self.value
        return compare(str(own)[: len(self.value)], self.value)


@dataclass(frozen=True)
class Limits:
    """The conditions of a request and the clauses that say them; what is left out, what is wanted most."""

    limits: list[Limit] = field(default_factory=list[Limit])
    clauses: list[str] = field(default_factory=list[str])
    excepted: str = ""
    top: tuple[FieldView, bool] | None = None

    def __bool__(self) -> bool:
        """Tell whether there is any condition."""
        return bool(self.limits or self.excepted or self.top)

    def without(self, said: str) -> str:
        """Return a text with the clauses blanked; its length stays."""
        for clause in self.clauses:
            said = said.replace(clause, " " * len(clause))
        return said

    def spans(self, said: str) -> list[tuple[int, int]]:
        """Return where the clauses stand in a text."""
        return [(at, at + len(clause)) for clause in self.clauses if (at := said.find(clause)) >= 0]

    def chosen(self, entries: list[Found]) -> list[Found]:
        """Return the entries that fulfil the conditions."""
        left = [one for one in entries if all(limit.fits(one) for limit in self.limits)]
        if self.top is None:
            return left
        name, is_most = self.top[0].path[0], self.top[1]
        known = [one for one in left if one.data.get(name) not in (None, "")]
        best = (max if is_most else min)((one.data[name] for one in known), default=None)
        return [one for one in known if one.data[name] == best]


def read_limits(said: str, model: ModelView | None, has_many: bool, is_change: bool = False) -> Limits:
    """Read the conditions that a plain text puts on the entries of a model.

    A name may hold such words too ("Swifts in July"): they count where several entries are spoken of. In a
    change a flag is a condition only right before the noun ("the featured articles").
    """
    found = Limits()
    out = LOOK["except"].search(said)
    if out is not None:
        found = Limits(clauses=[out[0]], excepted=out["en"] or out["tr"])
    if model is None:
        return found
    rest, top = found.without(said), None
    for words, one in _most(rest, model):
        top = one
        found.clauses.append(words)
        rest = found.without(said)
        break
    for limit, clause in _read_all(rest, model, is_change) if has_many else ():
        found.limits.append(limit)
        found.clauses.append(clause)
    return Limits(found.limits, found.clauses, found.excepted, top)


def _read_all(said: str, model: ModelView, is_change: bool) -> Iterator[tuple[Limit, str]]:
    """Yield the conditions, each with the clause that says it."""
    for one in TABLE["compare"]:
        for pattern in _patterns(one):
            for match in re.finditer(pattern, said):
                limit, clause = _compared(said, match, model, one)
                is_given = (
                    is_change and one["op"] == "=" and limit is not None and limit.field.type in NUMERIC
                )
                if limit is not None and not is_given:  # a reading time of 4: what it is to be
                    said = said.replace(clause, " " * len(clause))
                    yield limit, clause
    yield from _flags(said, model, is_change)
    yield from _options(said, model)
    yield from _used_up(said, model)


def _used_up(said: str, model: ModelView) -> Iterator[tuple[Limit, str]]:
    """Yield that nothing is left of something that is counted: out of stock, stoğu biten."""
    for match in LOOK["used_up"].finditer(said):
        name = match["en"] or match["tr"]
        named = [one for one in model.fields if one.type in NUMERIC and calls(name, one)]
        if len(named) == 1 and len(named[0].path) == 1:
            yield Limit(named[0], "=", 0.0), match[0]


def _patterns(one: dict[str, str]) -> Iterator[str]:
    """Yield how a comparison is said: before the value in English, behind it in Turkish, or as it says."""
    if "en" in one:
        yield rf"\b(?:{one['en']})\s+(?:the\s+|[€$£]\s*)?{_VALUE}(?P<unit>\s*[€$£%]|\s+[a-z]+)?"
    if "tr" in one:
        yield rf"\b{_VALUE}{_SUFFIX_TR}(?P<unit>\s+[a-z]+)?\s*\b(?:{one['tr']})(?!\w)"
    if "form" in one:
        yield one["form"].replace("{value}", _VALUE)


def _compared(
    said: str, match: re.Match[str], model: ModelView, one: dict[str, str]
) -> tuple[Limit | None, str]:
    """Return the condition that a comparison means, if its field is clear, and the clause."""
    text, concept = match["value"], one.get("concept", "")
    if text in _SPELLED:
        return _lasting(said, match, model, one["op"], _SPELLED[text])
    text = str(_NUMBERS.get(text, text))
    when = _when(text)
    is_year = re.fullmatch(r"(?:19|20)\d\d", text) is not None
    dated = [each for each in model.fields if each.type in DATES and when]
    counted = [each for each in model.fields if each.type in NUMERIC and (is_year or not _is_date(text))]
    own = [each for each in (*dated, *counted) if len(each.path) == 1]
    named, clause = _named(said, match, own, model)
    if concept == "date":
        years = [each for each in counted if each.means("year")] if is_year else []
        usual = years or dated
    else:
        usual = [each for each in counted if each.means(concept)] if concept else []
    fields = named or usual or ([] if concept else [each for each in own if each in counted])
    if len(fields) > 1 and not named and one["op"] != "=":  # under 20: what things cost, where they do
        fields = [each for each in fields if each.means("price")] or fields
    if len(fields) != 1 or ((when or "").startswith("-") and one["op"] != "="):
        return None, ""
    if not named and one["op"] == "=" and fields[0] not in (*dated, *usual):
        return None, ""
    chosen = fields[0]
    if chosen.type in DATES:
        return (Limit(chosen, one["op"], when), clause) if when else (None, "")
    number = float(text.replace(",", "."))
    if _counts_minutes(chosen) and re.match(r"\s*(?:hours?|saat)", said[match.end("value") :]):
        number *= 60
    return Limit(chosen, one["op"], number), clause


def _lasting(
    said: str, match: re.Match[str], model: ModelView, op: str, minutes: int
) -> tuple[Limit | None, str]:
    """Return a condition on how long something takes, told in words: less than an hour."""
    own = [each for each in model.fields if each.type in NUMERIC and len(each.path) == 1]
    fields = [each for each in own if _counts_minutes(each)]
    hours = [each for each in own if _counts_hours(each)] if not fields else []
    if len(fields) + len(hours) != 1:
        return None, ""
    return Limit((fields or hours)[0], op, float(minutes) if fields else minutes / 60), match[0]


def _counts_minutes(field: FieldView) -> bool:
    return any(re.search(r"\b(?:minutes?|mins?|dakika)\b", name) for name in field.names)


def _counts_hours(field: FieldView) -> bool:
    return any(re.search(r"\b(?:hours?|saat)\b", name) for name in field.names)


def _is_date(text: str) -> bool:
    return not re.fullmatch(r"\d+(?:[.,]\d+)?", text)


def _when(text: str) -> str | None:
    """Return a date or the beginning of one: `2026-05`; `-05` is May of any year."""
    if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?|(?:19|20)\d\d", text):
        return text
    month = next((MONTHS[name] for name in MONTHS if re.search(rf"\b{name}", text)), None)
    if month is None:
        return None
    year = re.search(r"\b(?:19|20)\d\d\b", text)
    day = re.search(r"\b[0-3]?\d(?=st|nd|rd|th|\b)(?!\d)", text)
    at = f"{year[0] if year else ''}-{month:02d}"
    return f"{at}-{int(day[0]):02d}" if day and year else None if day else at


def _named(
    said: str, match: re.Match[str], fields: list[FieldView], model: ModelView
) -> tuple[list[FieldView], str]:
    """Return the fields that are named beside a comparison, and the clause with those names in it."""

    def called(word: str) -> list[FieldView]:
        return [] if model.is_called(word) else [one for one in fields if calls(word, one)]

    unit, start, end = match["unit"] or "", match.start(), match.end()
    by_unit = [one for word in tokens(unit) for one in called(word)]
    is_last = bool(unit) and said[:end].endswith(unit)
    if is_last and not by_unit and unit.strip() not in lexicon.STOP:
        end -= len(unit)  # what only follows says something else
    found: list[FieldView] = []
    for word in list(re.finditer(r"[a-z0-9]+", said[:start]))[-_NEAR:]:
        if called(word[0]):
            found += called(word[0])
            start = min(start, word.start())
    # In Turkish the noun may follow: 100'den az koltuğu olan, Mayıs ayında yayınlanan.
    if not found and not by_unit and match.end("value") < match.end() and not is_last:
        for word in list(re.finditer(r"[a-z0-9]+", said[end:]))[:1]:
            found, end = (called(word[0]), end + word.end()) if called(word[0]) else (found, end)
    return list(dict.fromkeys(by_unit or found)), said[start:end]


def calls(word: str, one: FieldView) -> bool:
    """Tell whether a word is one of a field's names, or of what stands for them."""
    parts = [part for name in one.names for part in name.split() if len(part) > 2]
    if any(alike(word, part) or (len(word) > _STEM and part.startswith(word[:_STEM])) for part in parts):
        return True
    return any(re.fullmatch(pattern, word) for pattern in one.patterns)


def _flags(said: str, model: ModelView, is_change: bool) -> Iterator[tuple[Limit, str]]:
    for one in model.fields:
        if one.type != "boolean" or len(one.path) != 1:
            continue
        names = "|".join(one.patterns)
        for found in re.finditer(rf"(?P<no>{_NO}\s+)?\b(?:{names})(?!\w)(?P<tr>\s+olmayan\w*)?", said):
            behind = tokens(said[found.end() :])[:1]
            is_told = behind and model.is_called(behind[0]) and not seen("taken_off", said[: found.start()])
            if is_change and not is_told:
                continue
            is_un = re.search(r"\b(?:un|non)-?\w", found[0]) is not None
            yield Limit(one, "=", not (found["no"] or found["tr"] or is_un)), found[0]
            break


def _options(said: str, model: ModelView) -> Iterator[tuple[Limit, str]]:
    """Yield what is said of a choice: "rated 16", "genre: jazz"."""
    for one in model.fields:
        given = cast("list[Any]", one.definition.get("options") or [])
        options = [str(each) for each in given if one.type == "select"]
        values = "|".join(re.escape(plain(each)) for each in options)
        if values:
            yield from _adjectives(said, model, one, options, values)
        for match in re.finditer(rf"(?P<name>[a-z]+)(?:\s+(?:is|of|as|=)|:)?\s+(?P<value>{values})\b", said):
            if values and calls(match["name"], one):
                chosen = next(each for each in options if plain(each) == match["value"])
                yield Limit(one, "=", chosen), match[0]


def _adjectives(
    said: str, model: ModelView, one: FieldView, options: list[str], values: str
) -> Iterator[tuple[Limit, str]]:
    """Yield a choice that is said of the noun: hard recipes, the recipes that are hard."""
    for match in re.finditer(rf"(?P<that>\b(?:that|which)\s+(?:are|is)\s+)?\b(?P<value>{values})\b", said):
        behind = tokens(said[match.end() :])[:1]
        if match["that"] or (behind and model.is_called(behind[0])):
            chosen = next(each for each in options if plain(each) == match["value"])
            yield Limit(one, "=", chosen), match[0]


def _most(said: str, model: ModelView) -> Iterator[tuple[str, tuple[FieldView, bool]]]:
    """Yield what is wanted of which there is most or least: the longest, the cheapest, the most seats."""
    own = [one for one in model.fields if len(one.path) == 1 and one.type in NUMERIC]
    for one in TABLE["most"]:
        for match in re.finditer(rf"\b(?:{one['words']})\b(?P<noun>\s+[a-z]+)?", said):
            noun, concept = match["noun"] or "", one.get("concept")
            named = [each for each in own for word in tokens(noun) if calls(word, each)]
            usual = [each for each in own if concept and each.means(concept)]
            fields = named or usual or (own if concept == "amount" else [])
            if len(fields) == 1:
                yield match[0] if named else match[0].removesuffix(noun), (fields[0], one["most"])
