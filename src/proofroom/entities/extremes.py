"""Which records have most of something, and what their figures come to."""

import re
from collections import Counter
from typing import Final, cast

from proofroom.entities.asked_for import asked_first
from proofroom.entities.comparing import ENDS, MEANT, SENSES, asked_end, is_of_ages
from proofroom.entities.facts import Column, Row
from proofroom.entities.figuring import MEAN, SUM
from proofroom.entities.mentions import values_in
from proofroom.entities.quantities import most_of
from proofroom.entities.reading import QuestionReading
from proofroom.entities.wording import plain_text, same_word

_BRACKETS: Final = re.compile(r"\(([^)]*)\)")
_TIME, _LENGTH = "time", "length"
_MOST_SENSES, _LONG = 3, 4


def at_the_end(reading: QuestionReading) -> list[tuple[Column, list[Row]]]:
    """Return the columns that “most” or “first” can be about, each with the records at that end."""
    end = asked_end(reading.text)
    word = next((one for one in reading.words if one in ENDS), "") if end is None else ""
    if end is None and not word:
        return []
    sense, direction = end or (_TIME, ENDS[word])
    columns, turns = _meant(reading, sense)
    if not columns:
        return _most_written(reading, is_least=direction == "asc")
    _use_end(reading)
    if turns:
        direction = {"asc": "desc", "desc": "asc"}[direction]
    found: list[tuple[Column, list[Row]]] = []
    for column in columns[:_MOST_SENSES]:
        known = [
            (row, row["fields"][column.key])
            for row in reading.rows
            if row["fields"].get(column.key) is not None
        ]
        best = (max if direction == "desc" else min)((value for _, value in known), default=None)
        found.append((column, [row for row, value in known if value == best]))
    return found


def _use_end(reading: QuestionReading) -> None:
    reading.use_words(lambda one: one in SENSES or one in ENDS or one == "en")


def _most_written(reading: QuestionReading, *, is_least: bool) -> list[tuple[Column, list[Row]]]:
    """Return the named column of words whose quantities decide: 80 g and 2,5 kg."""
    for one, column in reading.columns():
        row = most_of(reading.rows, column.key, is_least=is_least) if column.type == "text" else None
        if row is not None:
            reading.use(one)
            _use_end(reading)
            return [(column, [row])]
    return []


def most_beside(reading: QuestionReading) -> tuple[str, int, list[Row]] | None:
    """Return which stand beside most, or fewest, records of another type that is mentioned, and how many."""
    end = asked_end(reading.text)
    if end is None or end[0] or reading.kind is None:
        return None
    for slug in (slug for one in reading.of("kind") for slug in one.things if slug != reading.kind["slug"]):
        those = {row["id"] for row in reading.facts.rows[slug]}
        counts = [sum(map(len, reading.facts.beside({row["id"]}, those).values())) for row in reading.rows]
        if any(counts):
            _use_end(reading)
            best = max(counts) if end[1] == "desc" else min(counts)
            rows = [row for row, count in zip(reading.rows, counts, strict=True) if count == best]
            return reading.facts.kind(slug)["name"], best, rows
    return None


def most_valued(reading: QuestionReading) -> tuple[Column, int, list[str]] | None:
    """Return which values of the column that a question is for most records have, or fewest."""
    end, first = asked_end(reading.text), asked_first(reading.text)
    pairs = [(one, each) for one, each in reading.columns() if reading.words[one.start] in first]
    if end is None or end[0] or len({each for _, each in pairs}) != 1:
        return None
    one, column = pairs[0]
    cells = (reading.facts.cell(row, column) for row in reading.rows)
    counts = Counter(
        value
        for cell in cells
        for value in (cast("list[str]", cell) if isinstance(cell, list) else values_in(cell))
    )
    if not counts:
        return None
    reading.use(one)
    _use_end(reading)
    best = (max if end[1] == "desc" else min)(counts.values())
    return column, best, [value for value, count in counts.items() if count == best]


def _meant(reading: QuestionReading, sense: str) -> tuple[list[Column], bool]:
    """Return the columns of figures or days that are named or meant, and whether most of one is its least."""
    kinds = ("number", "date") if sense == _TIME else ("number",)
    figures = [one for one in _columns_of(reading) if one.type in kinds]
    pairs = [(one, column) for one, column in reading.columns() if column in figures]
    for one, _ in pairs:
        reading.use(one)
    said = [column for one, column in pairs if one.is_whole] or [column for _, column in pairs]
    most = max((said.count(one) for one in said), default=0)
    named = [one for one in said if said.count(one) == most]
    numbers = [one for one in figures if one.type == "number"]
    dates = [one for one in _columns_of(reading) if one.type == "date"]
    days = [one for one in dates if is_of(one, _TIME)]
    days = days or [one for one in numbers if is_of(one, _TIME)] or dates
    fits = days if sense == _TIME else [one for one in numbers if is_of(one, sense)]
    fits = fits or [one for one in numbers if is_measured_in(one, sense)]
    is_long_ago = sense == _LENGTH and not fits and not named and bool(days)
    if is_long_ago:
        return [one for one in days if one.type == "date"] or dates, True  # what stands longest came first
    turns = sense == _TIME and any(is_of_ages(one.label) for one in named or fits)
    return [*dict.fromkeys(named or fits or (numbers if len(numbers) == 1 else []))], turns


def _columns_of(reading: QuestionReading) -> list[Column]:
    return reading.facts.of(reading.kind["slug"]) if reading.kind else []


def is_of(column: Column, sense: str) -> bool:
    """Tell whether a column is one of a sense, by its words or by the measure in its brackets."""
    words = MEANT[sense].split() if sense else []
    long = [word for word in words if len(word) >= _LONG]
    return any(
        one in words or any(one[:3] == word[:3] and same_word(one, word) for word in long)
        for one in column.words
    )


def is_measured_in(column: Column, sense: str) -> bool:
    """Tell whether the measure in a column's brackets is one of a sense: minutes of lengths."""
    words = MEANT[sense].split() if sense else []
    return any(plain_text(one) in words for one in _BRACKETS.findall(column.label))


def summed(reading: QuestionReading) -> Column | None:
    """Return the column whose figures are to be added up, or meant: the named one, or the only one."""
    if not (SUM.search(reading.plain) or MEAN.search(reading.plain)):
        return None
    numbers = [one for one in _columns_of(reading) if one.type == "number"]
    named = [(one, column) for one, column in reading.columns() if column in numbers]
    for one, _ in named:
        reading.use(one)
    meant = {column for _, column in named} or set(numbers)
    return meant.pop() if len(meant) == 1 else None
