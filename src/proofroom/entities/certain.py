"""Answers from records at hand: only what every word of a question is accounted for by is said outright."""

import re
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from proofroom.entities.asked_for import names_kind
from proofroom.entities.comparing import LACKS, sense_of
from proofroom.entities.extremes import at_the_end, is_measured_in, is_of, most_beside, most_valued, summed
from proofroom.entities.facts import Column, Kind, Row, gather
from proofroom.entities.figuring import MEAN, Figure, told_figure
from proofroom.entities.mentions import WordSpan
from proofroom.entities.named import said_names
from proofroom.entities.reading import QuestionReading, read_question, towards
from proofroom.entities.telling import COUNTS, LISTED, answer_of_record, linked, said_value
from proofroom.entities.wording import asked_words, plain_text
from proofroom.providers.offline import Answer, Ask, Request

_CODED: Final = re.compile(r"[^\W\d_]{0,4}[-#/. ]?\d+")
_BESIDE: Final = 2


def answer_for_certain(
    request: Request, kinds: Sequence[Kind], spoken_of: str
) -> Generator[Any, Any, Answer | Ask | None]:
    """Answer a question by records; None where most of its words say nothing of them."""
    asked = asked_words(request.text)
    named = [kind for kind in kinds if any(names_kind(word, kind) for word in asked)]
    if any(int(kind.get("count") or 0) > 0 for kind in named) and not _are_few(named):
        return None
    facts = yield from gather(kinds, named)
    if facts is None:
        return None
    reading = read_question(request.text, facts, spoken_of)
    answer = yield from _answered(request, reading, kinds)
    left = reading.left()
    known = {at for one in reading.found for at in range(one.start, one.end)}
    names = said_names(request.text)
    if strangers := [word for at, word in enumerate(reading.words) if at not in known and word in names]:
        return Answer(request.say("answer.entities.none_called", words=" ".join(strangers)))
    if answer is None or len(left) * 2 > len(reading.words):
        return None
    if not left or not isinstance(answer, Answer):
        return answer
    words = ", ".join(f"“{word}”" for word in left)
    return Answer(f"{answer.text}\n\n{request.say('answer.entities.left_out', words=words)}")


def _are_few(kinds: Sequence[Kind]) -> bool:
    return all(int(one.get("count") or 0) <= 100 for one in kinds)


def _answered(
    request: Request, reading: QuestionReading, kinds: Sequence[Kind]
) -> Generator[Any, Any, Answer | Ask | None]:
    if reading.kind is None:
        return (yield from _of_record(request, reading, kinds))
    own = [one for one in reading.of("record") if _is_own(reading, one)]
    if own and not reading.taken:
        return (yield from _of_own(request, reading, own[0], kinds))
    if (column := summed(reading)) is not None:
        return _sum(request, reading, column)
    if ends := at_the_end(reading):
        return (yield from _most(request, reading, ends, kinds))
    if (most := most_beside(reading)) is not None:
        name, count, rows = most
        head = request.say("answer.entities.by_column", label=name, value=count)
        return Answer("\n".join([head, *_lines(request, reading, rows)]))
    if (most_of := most_valued(reading)) is not None:
        column, count, values = most_of
        head = request.say("answer.entities.by_column", label=reading.kind["name"], value=count)
        return Answer("\n".join([head, *(f"- {column.label}: {value}" for value in values)]))
    if not reading.taken:
        return _all(request, reading)
    return _list(request, reading)


def _is_own(reading: QuestionReading, one: WordSpan) -> bool:
    row = reading.facts.row(one.things[0])
    return row is not None and reading.kind is not None and row["typeSlug"] == reading.kind["slug"]


def _of_record(
    request: Request, reading: QuestionReading, kinds: Sequence[Kind]
) -> Generator[Any, Any, Answer | Ask | None]:
    """Tell of the one record that is mentioned; None where there is none, or there are several."""
    records = reading.of("record")
    if not records or len({one.things for one in records}) > 1:
        return None
    return (yield from _of_own(request, reading, records[0], kinds))


def _of_own(
    request: Request, reading: QuestionReading, one: WordSpan, kinds: Sequence[Kind]
) -> Generator[Any, Any, Answer | Ask | None]:
    """Tell of a record what is asked of it: whom it stands beside, a column, or all that it says."""
    reading.use(one)
    row = reading.facts.row(one.things[0])
    assert row is not None
    for other in reading.of("record"):
        if other is not one and not reading.facts.beside({*one.things}, {*other.things}):
            titles = [
                each["title"]
                for id in (*one.things[:1], *other.things[:1])
                if (each := reading.facts.row(id))
            ]
            reading.use_words(bool)
            return Answer(request.say("answer.entities.none_by", how="; ".join(titles)))
    if (way := towards(reading, one)) is not None:
        rows = [found for found in map(reading.facts.row, way[1]) if found is not None]
        return _told(request, reading, rows, [(way[0], row["title"])])
    columns = [
        (mention, each)
        for mention in reading.of("column")
        for each in mention.things
        if each.slug == row["typeSlug"]
    ]
    left = set(reading.left()) - {reading.words[mention.start] for mention, _ in columns}
    for mention, _ in columns:
        reading.use(mention)
    measured = [each for word in left for each in _measured(reading, row["typeSlug"], word)]
    if measured:
        reading.use_words(lambda word: word in left and bool(sense_of(word)))
        left = set(reading.left())
    asked = [word for each in (*(each for _, each in columns), *measured) for word in each.words]
    asked = asked if not left else []
    return (yield from answer_of_record(request, row, kinds, asked))


def _measured(reading: QuestionReading, slug: str, word: str) -> list[Column]:
    """Return the columns of figures that an adjective is about: of “how tall” the height."""
    sense = sense_of(word)
    numbers = [one for one in reading.facts.of(slug) if sense and one.type == "number"]
    fits = [one for one in numbers if sense and is_of(one, sense[0])]
    return fits or [one for one in numbers if sense and is_measured_in(one, sense[0])]


def _sum(request: Request, reading: QuestionReading, column: Column) -> Answer:
    assert reading.kind is not None
    field = next(one for one in reading.kind["fields"] if one["key"] == column.key)
    figure = Figure(reading.kind, made="average" if MEAN.search(reading.plain) else "total", field=field)
    value, count = told_figure(figure, reading.rows), len(reading.rows)
    said = f"answer.entities.{figure.made}"
    head = request.say(said, label=column.label, value=value, count=count, type=reading.kind["name"])
    how = [f"({_how(request, reading.taken)})"] if reading.taken else []
    return Answer("\n".join([head, *how, *_lines(request, reading, reading.rows)]))


def _most(
    request: Request,
    reading: QuestionReading,
    ends: Sequence[tuple[Column, list[Row]]],
    kinds: Sequence[Kind],
) -> Generator[Any, Any, Answer | Ask]:
    """Tell which have most of a column; where several columns may be meant, of each."""
    parts: list[str] = []
    for column, rows in ends:
        value = said_value(rows[0]["fields"][column.key]) if rows else "–"
        head = request.say("answer.entities.by_column", label=column.label, value=value)
        how = f"({_how(request, reading.taken)})" if reading.taken else ""
        lines = _lines(request, reading, rows)
        if len(rows) == len(ends) == 1:
            # All that it says, whatever else was asked: “and how many came?”
            told = yield from answer_of_record(replace(request, text=column.label), rows[0], kinds, ())
            lines = [told.text] if isinstance(told, Answer) else lines
        parts += [" ".join([head, how]).strip(), *lines]
    return Answer("\n".join(parts))


def _all(request: Request, reading: QuestionReading) -> Answer | None:
    """Tell of all records of a type; where a word says that something is empty, of what each is without."""
    assert reading.kind is not None
    kind = reading.kind
    left = reading.left()
    if left and LACKS.search(reading.plain):
        reading.use_words(lambda word: LACKS.fullmatch(word))
        return _empties(request, reading) if not reading.left() else None
    if left and (several := _different(request, reading)) is not None:
        return several
    if left:
        words = " ".join(left)
        reading.use_words(bool)
        return Answer(request.say("answer.entities.none_of_type", type=kind["name"], words=words))
    return _told(request, reading, reading.rows, [])


def _different(request: Request, reading: QuestionReading) -> Answer | None:
    """Tell the different values of the one column that all other words name."""
    columns = {column: one for one, column in reversed(reading.columns())}
    if len(columns) != 1:
        return None
    [(column, one)] = columns.items()
    reading.use(one)
    if reading.left():
        return None
    cells = [cell for row in reading.rows if (cell := reading.facts.cell(row, column)) not in (None, "", [])]
    values = Counter(
        _value(request, one)
        for cell in cells
        for one in (cast("list[Any]", cell) if isinstance(cell, list) else [cell])
    )
    head = request.say("answer.entities.different", label=column.label, count=len(values))
    return Answer("\n".join([head, *(f"- {value} ({count})" for value, count in values.most_common(LISTED))]))


def _empties(request: Request, reading: QuestionReading) -> Answer | None:
    lines: list[str] = []
    assert reading.kind is not None
    for column in reading.facts.of(reading.kind["slug"]):
        rows = [row for row in reading.rows if reading.facts.cell(row, column) in (None, "", [])]
        if 0 < len(rows) * 2 < len(reading.rows):
            names = ", ".join(linked(row) for row in rows[:LISTED])
            lines.append(
                f"- {request.say('answer.entities.empty_in', label=column.label, count=len(rows))} {names}"
            )
    return Answer("\n".join(lines)) if lines else None


def _list(request: Request, reading: QuestionReading) -> Answer:
    return _told(request, reading, reading.rows, reading.taken)


def _told(
    request: Request, reading: QuestionReading, rows: Sequence[Row], taken: Sequence[tuple[str, Any]]
) -> Answer:
    """Tell how many records there are and by what they were taken, and name them."""
    how = _how(request, taken)
    if not rows:
        return Answer(request.say("answer.entities.none_by", how=how))
    end = "_by" if how else ""
    if COUNTS.search(plain_text(request.text)) and reading.kind is not None:
        place = f"[{reading.kind['name']}](/records?type={reading.kind['slug']})"
        head = request.say(f"answer.entities.counted{end}", count=len(rows), type=place, how=how)
    else:
        head = request.say(f"answer.entities.found{end}", count=len(rows), how=how)
    return Answer("\n".join([head, *_lines(request, reading, rows)]))


def _how(request: Request, taken: Sequence[tuple[str, Any]]) -> str:
    """Return by what records were taken."""
    return "; ".join(f"{label}: {_value(request, value)}" for label, value in taken)


def _value(request: Request, value: Any) -> str:
    if isinstance(value, bool):
        return request.say("answer.entities.yes" if value else "answer.entities.no")
    return said_value(value)


def _lines(request: Request, reading: QuestionReading, rows: Sequence[Row]) -> list[str]:
    """Return a line for each record: its name, what was asked of it, and what a code does not say."""
    shown, taken, pairs = list(reading.shown), dict(reading.taken), reading.columns()
    for one, column in pairs:
        is_sure = one.is_whole or sum(each is one for each, _ in pairs) == 1
        if column not in shown and column.label not in taken and is_sure:
            shown.append(column)
            reading.use(one)
    lines: list[str] = []
    for row in rows[:LISTED]:
        columns = shown
        if not shown and _CODED.fullmatch(row["title"]):
            columns = [one for one in _telling(reading, row["typeSlug"]) if one.label not in taken][:_BESIDE]
        said = [
            _value(request, value)
            for one in columns
            if (value := reading.facts.cell(row, one)) not in (None, "", [])
        ]
        lines.append(f"- {linked(row)}{': ' if said else ''}{', '.join(said)}")
    return lines


def _telling(reading: QuestionReading, slug: str) -> list[Column]:
    """Return the columns of words and relations of a type, those first that tell most records apart."""
    columns = [one for one in reading.facts.of(slug) if one.type in ("text", "select", "relation")]
    own = {row["title"] for row in reading.facts.rows[slug]}

    def said(column: Column) -> list[list[str]]:
        cells = [reading.facts.cell(row, column) for row in reading.facts.rows[slug]]
        return [cast("list[str]", cell) if isinstance(cell, list) else [str(cell)] for cell in cells]

    single = [
        one for one in columns if all(len(cell) < _BESIDE and own.isdisjoint(cell) for cell in said(one))
    ]
    return sorted(single, key=lambda one: -len(set(map(str, said(one)))))
