"""Values that are said through others: two more seats, 10 cheaper, the same price as another entry has."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found, Shelf, data_of, telling_words
from proofroom.content.playbook.request import (
    End,
    Look,
    ProjectRequest,
    in_order,
    left_words,
    read_call,
    save_call,
)
from proofroom.content.playbook.schema import FieldView, Json, Mention
from proofroom.content.playbook.target import Target, find_target
from proofroom.content.playbook.values import NUMERIC
from proofroom.content.playbook.words import LOOK, TABLE
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Result

NUMBERS: Final = {
    word: n for n, words in enumerate(TABLE["list"]["numbers"].split(), 1) for word in words.split("/")
}
"""Numbers that are written as words."""


@dataclass(frozen=True)
class Increment:
    """By how much a number is to grow, and where that stands."""

    by: float
    span: tuple[int, int]
    is_share: bool = False
    """It is told in percent."""
    times: float = 1
    """What it is multiplied by."""


def read_step(said: str) -> Increment | None:
    """Return by how much something is to become more or less, if a text says so."""
    found = LOOK["times"].search(said)
    if found is not None:
        factor = 2.0 if found["double"] else 3.0 if found["triple"] else 0.5
        return Increment(0, found.span(), times=factor)
    for name, sign in (("more_by", 1), ("less_by", -1)):
        found = LOOK[name].search(said)
        if found is not None:
            group = next(one for one in ("by", "count", "tr", "plus") if found.groupdict().get(one))
            text = found[group]
            by = float(NUMBERS.get(text) or (1 if text in ("a", "an") else text.replace(",", ".")))
            behind = said[found.end(group) :]
            is_share = re.match(r"\s*(?:%|percent|per cent)", behind) is not None
            return Increment(sign * by, (found.start(group), found.end()), is_share)
    return None


def change_by(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Make a number of the entries that are meant larger or smaller; None where nothing of that is asked."""
    step = read_step(task.said)
    if step is None:
        return None
    mentions = [
        one
        for one in task.schema.fields_in(task.said)
        if one.field.type in NUMERIC and one.model.has_entries and len(one.field.path) == 1
    ]
    if not mentions:
        return None
    target = yield from _meant(task, mentions, step.span)
    if not target.entries:
        return target.ask(task, "answer.change.what")
    field = next((one.field for one in mentions if one.model == target.entries[0].model), mentions[0].field)
    values = yield from _values(target.entries, field)
    if step.is_share or any(not isinstance(value, int | float) for value in values):
        return task.ask("answer.change.which_value", name=field, where=target.entries)
    fresh = [_rounded(field, float(value) * step.times + step.by) for value in values]
    return (yield from _save(task, target, field, fresh))


def change_alike(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Give the entries that are meant what another one has; None where nothing of that is asked."""
    found = LOOK["same_of"].search(task.said)
    mentions = task.schema.fields_in(found["field"]) if found else []
    mentions = [one for one in mentions if one.model.has_entries and len(one.field.path) == 1]
    if found is None or not mentions:
        return None
    models = list(dict.fromkeys(one.model for one in mentions))
    other = task.about(task.sentence.text[found.start("other") : found.end("other")])
    source = yield from find_target(task, other.said, other.quotes, models)
    if source.single is None:
        return source.ask(task, "answer.change.what")
    quotes = [one for one in task.quotes if one not in other.quotes]
    target = yield from find_target(task, task.sentence.without(found.span()), quotes, models)
    if not target.entries:
        return target.ask(task, "answer.change.what")
    model = target.entries[0].model
    if source.single.model != model:
        return task.ask("answer.change.what")
    field = next(one.field for one in mentions if one.model == model)
    value = (yield from _values([source.single], field))[0]
    if value in (None, "", []):
        return task.ask("answer.change.which_value", name=field, where=target.entries)
    return (yield from _save(task, target, field, [value] * len(target.entries)))


def move_days(task: ProjectRequest, shelf: Shelf) -> Look[Answer | Ask | None]:
    """Move the one date of an entry that is named: two weeks later, 2 gün ileri; None if not asked."""
    found = LOOK["days_by"].search(task.said)
    if found is None:
        return None
    number = next(found[name] for name in ("number", "by", "tr") if found[name])
    count = NUMBERS.get(number) or (1 if number in ("a", "an") else int(float(number.replace(",", "."))))
    unit = found["unit"] or found["by_unit"] or found["unit_tr"]
    is_sooner = bool(found["sooner"] or found["sooner_by"] or found["sooner_tr"])
    for model in task.schema.with_entries():
        dates = [one for one in model.fields if one.type == "date" and len(one.path) == 1]
        spans = [one.span for one in task.schema.fields_in(task.said, [model]) if one.field in dates]
        words = left_words(task.sentence.without(found.span(), *spans), model)
        entries = shelf.best([model], words) if len(dates) == 1 and words else []
        own = str(entries[0].data.get(dates[0].path[0]) or "") if len(entries) == 1 else ""
        if re.fullmatch(r"\d{4}-\d\d-\d\d", own) and shelf.is_named(entries[0], words):
            moved = _moved(date.fromisoformat(own), -count if is_sooner else count, unit)
            return (yield from _save(task, Target(entries, models=[model]), dates[0], [moved.isoformat()]))
    return None


def _moved(day: date, by: int, unit: str) -> date:
    """Return a day that is so many days, weeks or months later."""
    if unit.startswith(("day", "gun")):
        return day + timedelta(days=by)
    if unit.startswith(("week", "hafta")):
        return day + timedelta(weeks=by)
    months = day.year * 12 + day.month - 1 + by
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _meant(task: ProjectRequest, mentions: list[Mention], step: tuple[int, int]) -> Look[Target]:
    said = task.sentence.without(step, *(one.span for one in mentions))
    models = list(dict.fromkeys(one.model for one in mentions))
    left = [word for word in telling_words(said) if not any(model.is_called(word) for model in models)]
    return (yield from find_target(task, said if left or task.quotes else f"{said} it", models=models))


def _values(entries: list[Found], field: FieldView) -> Look[list[Any]]:
    results: list[Result] = yield [read_call(one) for one in entries]
    found = [cast("Json", data_of(result).get("data") or {}) for result in results]
    return [data.get(field.path[0]) for data in found]


def _rounded(field: FieldView, value: float) -> float:
    return round(value) if field.type in ("integer", "rating") or value.is_integer() else round(value, 6)


def _save(task: ProjectRequest, target: Target, field: FieldView, values: list[Any]) -> End:
    pairs = zip(target.entries, values, strict=True)
    results = yield from in_order(save_call(one.model, [one.id], field.nest(value)) for one, value in pairs)
    told = ", ".join(dict.fromkeys(task.value(value) for value in values))
    return task.wrote(results, task.say("answer.change.set", field=field, value=told, entries=target.entries))
