"""A question read by the records at hand: every word of it is accounted for, or said to be left out.

What the words mention decides (`mentions`): a type, records, values, columns. What they ask is one of few
things: which have most, a sum, which lack something, how many. A word that is neither is told to the reader.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, Final

from proofroom.entities.asked_for import asked_first
from proofroom.entities.comparing import LACKS, asked_end
from proofroom.entities.facts import Column, Kind, KnownRecords, Row
from proofroom.entities.figuring import MEAN, NOT, SUM, compared_by, said_numbers
from proofroom.entities.mentions import WordSpan, mentions, values_in, without_what
from proofroom.entities.telling import COUNTS
from proofroom.entities.wording import is_measure, plain_text, same_word
from proofroom.kernel.data import dataclass

_PASSIVE: Final = re.compile(r"\b(?:is|are|was|were|been|be)\b")
_SEVERAL = 2
_ASKS: Final = re.compile(r"hangi\w*|kac\w*|neler\w*|kim\w{0,4}")


@dataclass(slots=True)
class QuestionReading:
    """What a question is understood to ask: of which records, taken by what, and what is left over."""

    facts: KnownRecords
    text: str
    words: list[str]
    found: list[WordSpan]
    kind: Kind | None = None
    rows: list[Row] = field(default_factory=list[Row])
    taken: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])
    """By what records were taken: what it is called, and its value."""
    shown: list[Column] = field(default_factory=list[Column])
    used: set[int] = field(default_factory=set[int])
    """The words that are accounted for."""

    @property
    def plain(self) -> str:
        """Return the question in small letters."""
        return plain_text(self.text).replace("ı", "i")

    def left(self) -> list[str]:
        """Return the words that nothing accounts for."""
        return [word for at, word in enumerate(self.words) if at not in self.used]

    def use(self, one: WordSpan) -> None:
        """Account for the words of a mention."""
        self.used.update(range(one.start, one.end))

    def use_words(self, is_one: Callable[[str], Any]) -> None:
        """Account for words that say what is asked, and not of what."""
        self.used.update(at for at, word in enumerate(self.words) if is_one(word))

    def of(self, what: str) -> list[WordSpan]:
        """Return what is mentioned of some sort."""
        return [one for one in self.found if one.what == what]

    def columns(self) -> list[tuple[WordSpan, Column]]:
        """Return the columns of the type in question that words mention, those by their whole name first."""
        slug = self.kind["slug"] if self.kind else ""
        # “Which episodes” is for the type, also where one of its columns is called so.
        own = {(one.start, one.end) for one in self.of("kind") if slug in one.things}
        said = [one for one in self.of("column") if (one.start, one.end) not in own]
        pairs = [(one, each) for one in said for each in one.things if each.slug == slug]
        return sorted(pairs, key=lambda pair: not pair[0].is_whole)


def read_question(text: str, facts: KnownRecords, spoken_of: str = "") -> QuestionReading:
    """Read a question by the records at hand: of the types that it names, the first that fits all it says."""
    words, found = mentions(text, facts)
    first = QuestionReading(facts, text, words, found)
    readings = [_read(first, kind) for kind in _kinds_of(first, spoken_of)] or [_read(first, None)]
    return next((one for one in readings if one.rows), readings[0])


def _read(empty: QuestionReading, kind: Kind | None) -> QuestionReading:
    """Read a question as one for records of a type."""
    facts = empty.facts
    reading = QuestionReading(facts, empty.text, empty.words, empty.found, kind)
    for one in reading.of("kind"):
        reading.use(one)
    reading.use_words(_ASKS.fullmatch)
    for pattern in (COUNTS, SUM, MEAN):
        if said := pattern.search(reading.plain):
            reading.use_words(said[0].split().__contains__)
    if kind is not None:
        reading.rows = list(facts.rows[kind["slug"]])
        if (between := _between(reading)) is not None:
            reading.shown = [one for one in facts.of(between["slug"]) if _leads_to(reading, one)]
            reading.kind, reading.rows = between, list(facts.rows[between["slug"]])
        _take(reading)
    return reading


def _kinds_of(reading: QuestionReading, spoken_of: str) -> list[Kind]:
    """Return the types that may be asked for: those that are named, else that of the values or columns."""
    facts, first = reading.facts, asked_first(reading.text)
    named = sorted(
        reading.of("kind"),
        key=lambda one: not any(same_word(reading.words[one.start], each) for each in first),
    )
    if named:
        kinds = [facts.kind(slug) for one in named for slug in one.things]
        return sorted(kinds, key=lambda one: named[0].things.count(one["slug"]) * -len(one["fields"]))
    if spoken_of in facts.rows:
        return [facts.kind(spoken_of)]
    if values := reading.of("value"):
        slugs = dict.fromkeys(column.slug for one in values for column, _ in one.things)
        return [facts.kind(slug) for slug in slugs]
    records = [id for one in reading.of("record") for id in one.things]
    own = {row["typeSlug"] for row in map(facts.row, records) if row is not None}
    columns = [each for one in reading.of("column") for each in one.things if not each.is_relation]
    slugs = {one.slug for one in columns}
    if len(slugs) == 1 and not slugs & own:
        return [facts.kind(slugs.pop())]
    if asked_end(reading.text) or SUM.search(reading.plain) or MEAN.search(reading.plain):
        figures = [one for one in facts.kinds if any(each["type"] == "number" for each in one["fields"])]
        return figures if len(figures) == 1 else []
    return []


def _take(reading: QuestionReading) -> None:
    """Take the records that all conditions of a question leave."""
    without = _nearest(reading) if _says_no(reading) else None
    _truths(reading, without)
    if without is None or without.what == "column":
        _lacking(reading, without)
    elif _turn(reading, without):
        reading.use_words(_is_no)
    _by_values(reading, [one for one in reading.of("value") if one is not without])
    _by_records(reading, [one for one in reading.of("record") if one is not without])
    _by_figures(reading)


def _says_no(reading: QuestionReading) -> bool:
    return bool(LACKS.search(reading.plain)) or any(map(_is_no, reading.words))


def _turn(reading: QuestionReading, without: WordSpan) -> bool:
    """Take those that a value or a record is not said of."""
    whole, before = list(reading.rows), len(reading.taken)
    _by_values(reading, [without])
    _by_records(reading, [without])
    if len(reading.taken) == before:
        return False
    kept = {row["id"] for row in reading.rows}
    reading.rows = [row for row in whole if row["id"] not in kept]
    reading.taken[before:] = [(label, f"≠ {value}") for label, value in reading.taken[before:]]
    return True


def _nearest(reading: QuestionReading) -> WordSpan | None:
    """Return what a “not” is about: the column, value or record that stands nearest to it, after it first."""
    at = next((at for at, word in enumerate(reading.words) if _is_no(word)), None)
    columns = [one for one, _ in reading.columns()]
    those = [*reading.of("value"), *reading.of("record"), *columns]
    if at is None or not those:
        return None
    return min(those, key=lambda one: (min(abs(one.start - at), abs(one.end - 1 - at)), one.start < at))


def _truths(reading: QuestionReading, without: WordSpan | None) -> None:
    """Take those whose columns say yes, or no; a part of what one is called says so only beside no record."""
    pairs = [pair for pair in reading.columns() if pair[1].type == "boolean"]
    is_bare = not reading.of("record") and not reading.of("value")
    for column in dict.fromkeys(column for one, column in pairs if one.is_whole or is_bare):
        spans = [one for one, each in pairs if each == column]
        wanted = without not in spans
        reading.rows = [row for row in reading.rows if row["fields"].get(column.key) is wanted]
        reading.taken.append((column.label, wanted))
        for one in spans:
            reading.use(one)
        if not wanted:
            reading.use_words(_is_no)


def _lacking(reading: QuestionReading, without: WordSpan | None) -> None:
    """Take those that say nothing, or nought, in the column that a question without is about."""
    pairs = [(one, column) for one, column in reading.columns() if one is without]
    columns = {column for _, column in pairs}
    if len(columns) != 1 or pairs[0][1].type == "boolean":
        return
    column = pairs[0][1]
    reading.rows = [row for row in reading.rows if reading.facts.cell(row, column) in (None, "", 0, [])]
    reading.taken.append((column.label, "0" if column.type == "number" else "–"))
    reading.use_words(_is_no)
    for one, each in reading.columns():
        if each == column:
            reading.use(one)


def _is_no(word: str) -> bool:
    return bool(NOT.fullmatch(word) or LACKS.fullmatch(word) or without_what(word))


def _by_values(reading: QuestionReading, said: Sequence[WordSpan]) -> None:
    """Take those that say the values, each of its column; of one column, any of them."""
    assert reading.kind is not None
    slug = reading.kind["slug"]
    said = [one for one in said if one.what == "value"]
    for key in dict.fromkeys(tuple(each[0] for each in one.things) for one in said):
        those = [one for one in said if tuple(each[0] for each in one.things) == key]
        pairs = [pair for one in those for pair in one.things]
        pairs = [pair for pair in pairs if pair[0].slug == slug] or pairs
        ids: set[str] = set()
        for column, value in pairs:
            fits = {row["id"] for row in reading.facts.rows[column.slug] if _says(row, column, value)}
            ids |= fits if column.slug == slug else _near(reading, fits)[1]
        _keep(reading, ids, ", ".join(dict.fromkeys(one.label for one, _ in pairs)), pairs, those)


def _says(row: Row, column: Column, value: str) -> bool:
    cell = str(row["fields"].get(column.key) or "")
    return value == cell or value in values_in(cell)


def _keep(
    reading: QuestionReading, ids: set[str], label: str, pairs: Sequence[Any], those: Sequence[WordSpan]
) -> None:
    reading.rows = [row for row in reading.rows if row["id"] in ids]
    reading.taken.append((label, ", ".join(dict.fromkeys(str(one[1]) for one in pairs))))
    columns = {one[0] for one in pairs if isinstance(one[0], Column)}
    for one in (*those, *(one for one in reading.of("column") if columns & {*one.things})):
        reading.use(one)


def _near(
    reading: QuestionReading, ids: set[str], only: set[str] | None = None
) -> tuple[list[str], set[str]]:
    """Return the records in question beside others, and by which relations."""
    found = reading.facts.beside(ids, {row["id"] for row in reading.rows}, only)
    return list(found), {id for some in found.values() for id in some}


def _leads_to(reading: QuestionReading, column: Column) -> bool:
    mine = {row["id"] for row in reading.rows}
    return any(kind == column.key and target in mine for _, kind, target in reading.facts.ties)


def _between(reading: QuestionReading) -> Kind | None:
    """Return the type whose records stand between those in question and those that words mention.

    Of “cameras that Lars uses” it is the equipment: each is used by somebody, and is a camera.
    """
    facts = reading.facts
    mine = {row["id"] for row in reading.rows}
    for one in (*reading.of("record"), *reading.of("value")):
        ids = set(one.things)
        if one.what == "value":
            ids = {
                row["id"]
                for column, value in one.things
                for row in facts.rows[column.slug]
                if _says(row, column, value)
            }
        if ids & mine or facts.beside(ids, mine):
            continue
        for kind in facts.kinds:
            rows = {row["id"] for row in facts.rows[kind["slug"]]}
            if facts.beside(mine, rows) and (facts.beside(ids, rows) or ids & rows):
                return kind
    return None


def _by_records(reading: QuestionReading, said: Sequence[WordSpan]) -> None:
    """Take those beside the records that are mentioned, by the relation that is named, if one is."""
    assert reading.kind is not None
    facts, slug = reading.facts, reading.kind["slug"]
    named = {each.key: one for one in reading.of("column") for each in one.things if each.is_relation}
    for one in said:
        ids = set(one.things)
        if one.what != "record" or ids & {row["id"] for row in facts.rows[slug]}:
            continue
        kinds, near = _near(reading, ids)
        told = set(kinds) & set(named)
        if told and len(kinds) > 1:
            kinds, near = _near(reading, ids, told)
        for kind in kinds:
            if kind in named:
                reading.use(named[kind])
        title = next(row["title"] for row in map(facts.row, one.things) if row is not None)
        _keep(reading, near, ", ".join(kinds) or "–", [("", title)], [one])


def towards(reading: QuestionReading, record: WordSpan) -> tuple[str, list[str]] | None:
    """Return the relation among records of one type that is asked for, and whom it leads to from one of them.

    “Which episode continues Hedges?” is for what Hedges stands behind, “Which does Hedges continue?” is not;
    where another tongue or a passive leaves that open, only a side that is alone is told.
    """
    id = record.things[0]
    row = reading.facts.row(id)
    assert row is not None
    for one in reading.of("column"):
        own = [each for each in one.things if each.slug == row["typeSlug"]]
        for column in one.things if len(own) < _SEVERAL else ():
            ends = {(source, target) for source, kind, target in reading.facts.ties if kind == column.key}
            if not column.is_relation or not any(id in pair for pair in ends):
                continue
            behind = [source for source, target in ends if target == id]
            ahead = [target for source, target in ends if source == id]
            if not _is_among_one(reading, ends):
                reading.use(one)
                return column.label, behind or ahead
            is_sure = not (_PASSIVE.search(reading.plain) or re.search("[çğıöşü]", reading.text.lower()))
            if behind and ahead and not is_sure:
                return None
            meant = behind if one.start < record.start else ahead
            if not is_sure and not meant:
                meant = behind or ahead
            reading.use(one)
            return column.label, meant
    return None


def _is_among_one(reading: QuestionReading, ends: set[tuple[str, str]]) -> bool:
    """Tell whether a relation is one between records of the same type."""
    rows = [(reading.facts.row(source), reading.facts.row(target)) for source, target in ends]
    return any(one and other and one["typeSlug"] == other["typeSlug"] for one, other in rows)


def _by_figures(reading: QuestionReading) -> None:
    """Take those whose figures or days are on the right side of what is said."""
    assert reading.kind is not None
    columns = [column.key for one, column in reading.columns() if one.is_whole or len(one.things) == 1]
    given = compared_by(reading.text, reading.kind, reading.words)
    if given is None or (columns and given.field and given.field["key"] not in columns):
        return
    named = {word for one in reading.of("record") for word in reading.words[one.start : one.end]}
    if any(f"{one['value']:g}" in named for one in given.filters if isinstance(one["value"], int | float)):
        return  # the number is somebody's name
    for one in given.filters:
        reading.rows = [row for row in reading.rows if _holds(row["fields"].get(one["field"]), one)]
        sign = {"gt": ">", "gte": "≥", "lt": "<", "lte": "≤", "eq": "="}[one["op"]]
        label = next(
            each.label for each in reading.facts.of(reading.kind["slug"]) if each.key == one["field"]
        )
        reading.taken.append(
            (
                label,
                f"{sign} {one['value']:g}"
                if sign and isinstance(one["value"], float)
                else f"{sign} {one['value']}",
            )
        )
    said = said_numbers(reading.text)
    reading.use_words(lambda word: word in said or is_measure(word))
    for mention, column in reading.columns():
        if given.field and column.key == given.field["key"]:
            reading.use(mention)


def _holds(value: Any, one: dict[str, Any]) -> bool:
    wanted = one["value"]
    if value is None or isinstance(value, bool) or isinstance(value, str) != isinstance(wanted, str):
        return False
    if one["op"] == "eq":
        return value == wanted
    return {"gt": value > wanted, "gte": value >= wanted, "lt": value < wanted, "lte": value <= wanted}[
        one["op"]
    ]
