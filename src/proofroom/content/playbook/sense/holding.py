"""Whether what stands in an entry is what a text says."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import NUMERIC, FieldView, Mention, ModelView
from proofroom.content.playbook.sense.board import Amount, Board, Span, calls, words_in
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import MONTHS, WEEKDAYS
from proofroom.providers.offline.plan import Language
from proofroom.providers.offline.sentence import alike, plain, tokens

_SHORT: Final = 40
"""Letters of the longest text that is a value by which things are told apart."""
_OPS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}


def said_values(board: Board, said: str, values: set[str]) -> Iterator[tuple[Span, str]]:
    """Yield the values that a text says, each once, the longest first."""
    quoted = {plain(board.quoted(span)): span for span in board.quotes(said)}
    spoken = words_in(said)
    for value in sorted(values, key=len, reverse=True):
        if plain(value) in quoted:
            yield quoted[plain(value)], value
            continue
        names = (tokens(one) for one in _names_of(plain(value), board.task.request.language))
        runs = [spoken[at : at + len(words)] for words in names for at in _places_of(words, spoken)]
        if runs:
            yield (runs[0][0].start(), runs[0][-1].end()), value


def _places_of(words: list[str], spoken: Sequence[re.Match[str]]) -> Iterator[int]:
    for start in range(len(spoken) - len(words) + 1) if words else ():
        run = spoken[start : start + len(words)]
        is_it = all(alike(one[0], part) for one, part in zip(run, words, strict=True))
        if is_it and not (len(words) == 1 and run[0][0] in lexicon.STOP):
            yield start


@lru_cache(maxsize=256)
def _names_of(value: str, language: Language) -> tuple[str, ...]:
    """Return what a choice is called, in other languages too where everybody knows it: friday, cuma."""
    for names in (WEEKDAYS, MONTHS):
        if value in names and len(value) > 3:
            return (value, *(one for one in names if names[one] == names[value] and one != value))
    locale = next((one for one, name in lexicon.NAMES.items() if name == value), "")
    if not locale:
        return value, *(lexicon.in_turkish(value) if language == "tr" else ())
    return value, *(re.sub(r"\\w\*$", "", one) for one in lexicon.LANGUAGES[locale].split("|"))


def known_values(board: Board, model: ModelView, field: FieldView, said: str) -> Iterator[tuple[Span, str]]:
    """Yield the values of a field that entries have, or could have, where a text says them."""
    values = set(board.options(field)) if field.type == "select" else set[str]()
    for entry in board.lookup.of(model):
        own = entry.data.get(field.path[0])
        if isinstance(own, str) and len(own) <= _SHORT and field.type in ("string", "select"):
            values.add(own)
        elif isinstance(own, list) and field.target is None:
            values |= {str(item) for item in cast("list[Any]", own) if len(str(item)) <= _SHORT}
    yield from said_values(board, said, values)


def is_empty(entry: Found, name: str, locale: str | None = None) -> bool:
    """Tell whether a field of an entry says nothing, in one language where one is named."""
    data = entry.own.get(locale, {}) if locale else entry.data
    return data.get(name) in (None, "", [])


def told_empty(name: str, locale: str | None, is_wanted: bool) -> Callable[[Found], bool]:
    """Return the test whether a field of an entry says nothing, or something."""
    return lambda entry: is_empty(entry, name, locale) == is_wanted


def is_later(entry: Found, name: str, today: str) -> bool | None:
    """Tell whether a day that stands in a field is still to come; None where there is none."""
    own = str(entry.data.get(name) or "")
    return own[:10] >= today if own else None


def has_value(entry: Found, name: str, value: str) -> bool:
    """Tell whether a field is a value, or has it among others."""
    own = entry.data.get(name)
    if isinstance(own, list):
        return any(plain(str(item)) == plain(value) for item in cast("list[Any]", own))
    return own is not None and plain(str(own)) == plain(value)


def told_any(name: str, values: list[str], is_not: bool) -> Callable[[Found], bool]:
    """Return the test whether a field has one of some values, or none of them."""
    return lambda entry: any(has_value(entry, name, one) for one in values) != is_not


def holds(own: Any, op: str, value: float) -> bool:
    """Tell whether a number compares so with another."""
    return isinstance(own, int | float) and not isinstance(own, bool) and _OPS[op](float(own), float(value))


def rank_of(value: Any) -> tuple[float, str]:
    """Return by what values are put in order."""
    is_number = isinstance(value, int | float)
    return (float(value), "") if is_number else (0.0, str(value))


def is_beside(said: str, one: Mention, span: Span) -> bool:
    """Tell whether a value stands beside the name of its field."""
    between = said[one.end : span[0]] if span[0] >= one.end else said[span[1] : one.start]
    linking = r"(?:\s|:|=|\b(?:is|are|of|=|as|the|not|isn't|olan|equals?|ise)\b)*"
    return re.fullmatch(linking, between) is not None


def counted_field(
    board: Board, model: ModelView, said: str, amount: Amount, concept: str
) -> FieldView | None:
    """Return the field that a number is compared with: the one named, by its unit, or the only one."""
    own = model.own(*NUMERIC)
    behind = words_in(said[amount.span[1] :])[:1]
    if not amount.unit and behind and any(one.is_called(behind[0][0]) for one in board.schema.with_entries()):
        return None  # more than two articles
    named = [one for one in board.fields(said, [model]) if one.field in own]
    if named:  # of several the one beside it
        return min(named, key=lambda one: max(one.start - amount.span[1], amount.span[0] - one.end)).field
    if concept == "date":
        return next((one for one in own if one.means("year")), None)
    by_unit = [one for one in own if amount.unit and calls(amount.unit, one)]
    if not by_unit and amount.is_time:
        by_unit = [one for one in own if one.means("duration")]
    if not by_unit and (amount.is_money or concept == "price"):
        by_unit = [one for one in own if one.means("price")]
    meant = by_unit or [one for one in own if concept and one.means(concept)] or ([] if concept else own)
    return meant[0] if len(meant) == 1 else None


def find_between(board: Board, said: str) -> Iterator[tuple[Amount, Amount, list[Span]]]:
    """Yield two numbers between which a third lies, with the words around them: between 30 and 50."""
    for one, other in pairwise(board.amounts(said)):
        before = re.search(r"\b(?:between|from)\s+$", said[: one.span[0]])
        behind = re.match(r"\s*aras\w*", said[other.span[1] :])
        joint = said[one.span[1] : other.span[0]].strip(" -'")
        if joint in ("and", "to", "ile", "ve", "") and (before or behind):
            spans = [before.span()] if before else []
            yield one, other, [*spans, (other.span[1], other.span[1] + (behind.end() if behind else 0))]


_EXCHANGED: Final = re.compile(r"\b(?:to|with|into|by|say|says|read|be|becomes?|yerine|olarak|degil)\b")


def by_language(board: Board, said: str, places: list[Span]) -> tuple[dict[str, str], list[Span]] | None:
    """Return the texts of two languages, by the language that is named beside each."""
    locales = [
        one for one in board.schema.locales if re.search(rf"\b(?:{lexicon.LANGUAGES.get(one, one)})\b", said)
    ]
    if len(places) != 2 or not locales or len(board.schema.locales) < 2:
        return None
    if len(locales) == 1 and _EXCHANGED.search(said[places[0][1] : places[1][0]]):
        return None  # what it says and what it is to say, in one language
    found: dict[str, str] = {}
    spans: list[Span] = []
    for locale in locales:
        for match in re.finditer(rf"\b(?:{lexicon.LANGUAGES[locale]})\b", said):
            near = min(
                places, key=lambda place: min(abs(place[0] - match.end()), abs(match.start() - place[1]))
            )
            if board.quoted(near) not in found.values():
                found[locale] = board.quoted(near)
                spans.append(match.span())
    if len(found) == 1:
        other = next(board.quoted(place) for place in places if board.quoted(place) not in found.values())
        free = [one for one in board.schema.locales if one not in found]
        found |= {free[0]: other}
    return (found, spans) if len(found) == 2 else None
