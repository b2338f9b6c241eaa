"""Two entries change what they have, or one goes over to something else: swap the authors of, move it to."""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found, Shelf, data_of
from proofroom.content.playbook.relate import entries_named
from proofroom.content.playbook.request import Look, ProjectRequest, in_order, read_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.target import find_target
from proofroom.content.playbook.words import LOOK
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Result

_MOST_TRIES: Final = 2
"""Places at which a list may be cut: "and" can be a word of a title too."""


def swap(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Give each of two entries what the other has in a field; None where nothing of that is asked."""
    found = LOOK["swaps"].search(task.said)
    mentions = task.schema.fields_in(found["field"]) if found else []
    models = list(dict.fromkeys(one.model for one in mentions if one.model.has_entries))
    if found is None or not models:
        return None
    rest, at = found["rest"], found.start("rest")
    cuts = list(re.finditer(r"\s+(?:and|with)\s+", rest))[:_MOST_TRIES]
    for cut in cuts:
        one, other = (
            task.about(task.sentence.text[at + start : at + end])
            for start, end in ((0, cut.start()), (cut.end(), len(rest)))
        )
        first = (yield from find_target(task, one.said, one.quotes, models)).single
        second = (yield from find_target(task, other.said, other.quotes, models)).single
        if first and second and first.model == second.model and first.id != second.id:
            field = next(one.field for one in mentions if one.model == first.model)
            return (yield from _exchange(task, field, first, second))
    # "Swap the author of X for Y" gives one a value; several are only swapped with each other.
    return task.ask("answer.change.what") if cuts and found["field"].endswith("s") else None


def _exchange(task: ProjectRequest, field: FieldView, one: Found, other: Found) -> Look[Answer | Ask]:
    has_languages = field.is_text and one.model.i18n
    locales: list[str | None] = list(task.schema.locales) if has_languages else [None]
    pairs = [(entry, locale) for locale in locales for entry in (one, other)]
    results: list[Result] = yield [read_call(entry, locale) for entry, locale in pairs]
    values = [_value(field, entry.model, result) for (entry, _), result in zip(pairs, results, strict=True)]
    calls = [
        save_call(entry.model, [entry.id], field.nest(values[index ^ 1]), locale)
        for index, (entry, locale) in enumerate(pairs)
        if results[index].ok and results[index ^ 1].ok
    ]
    done = yield from in_order(calls)
    return task.wrote(done, task.say("answer.relate.swapped", label=field, entry=[one, other]))


def _value(field: FieldView, model: ModelView, result: Result) -> Any:
    data = cast("Json", data_of(result).get("data") or {})
    if field.target is None:
        return data.get(field.path[0])
    refs = Found(model, "", "", data).refs(field)
    return refs if field.type == "relations" else next(iter(refs), None)


@dataclass(frozen=True)
class _Way:
    """A relation through which something may be moved: what it was linked to, and what it will be."""

    model: ModelView
    field: FieldView
    gone: list[Found]
    refs: list[Found]
    moved: str


def move(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Link the entries that are meant to something else than before; None where nothing of that is asked."""
    found = LOOK["moves"].search(task.said)
    if found is None:
        return None
    pairs = [(model, one) for model in task.schema.with_entries() for one in model.relations()]
    aims = [task.schema.get(one.target) for _, one in pairs]
    shelf = yield from task.look_up([aim for aim in aims if aim] + [model for model, _ in pairs])
    ways = list(_ways(task, shelf, found))
    named = task.schema.named_in(task.about(task.sentence.text[slice(*found.span("other"))]).said)
    if not ways:
        nouns = [aim for aim in aims if aim and aim in named]
        return task.which_one(shelf.of(nouns[0]), nouns[0].name) if nouns else None
    if len(ways) != 1:
        return None
    way = ways[0]
    other = task.about(way.moved)
    target = yield from find_target(task, other.said, other.quotes, [way.model])
    if not target.entries:
        return target.ask(task, "answer.change.what")
    entries = [shelf.get(one.model.id, one.id) or one for one in target.entries]
    for entry in entries:
        old = entry.refs(way.field)
        is_open = len(old) > 1 if not way.gone else any(one.id not in old for one in way.gone)
        if way.field.type == "relations" and is_open:
            listed = [shelf.get(way.field.target, ref) for ref in old]
            labels = [one for one in listed if one]
            return task.ask("answer.relate.which_leaves", entry=[entry], labels=labels)
    calls = [save_call(way.model, [one.id], way.field.nest(_fresh(way, one))) for one in entries]
    results = yield from in_order(calls)
    left = dict.fromkeys(ref for one in entries for ref in _kept(way, one))
    kept = [one for ref in left if (one := shelf.get(way.field.target, ref)) and one not in way.refs]
    told = {"entry": entries, "label": way.field, "labels": [*kept, *way.refs]}
    return task.wrote(results, task.say("answer.relate.moved", **told))


def _ways(task: ProjectRequest, shelf: Shelf, found: re.Match[str]) -> Iterator[_Way]:
    text = task.sentence.text
    other = text[slice(*found.span("other"))]
    named = task.schema.named_in(task.about(other).said)
    for model in task.schema.with_entries():
        for one in model.relations():
            aim = task.schema.get(one.target)
            refs = entries_named(shelf, aim, other) if aim and (not named or aim in named) else None
            if aim is None or not refs or (one.type == "relation" and len(refs) > 1):
                continue
            gone = entries_named(shelf, aim, text[slice(*found.span("from"))]) if found["from"] else []
            # "from" may be a word of the title too.
            end = found.end("from") if found["from"] and gone is None else found.end("one")
            yield _Way(model, one, gone or [], refs, text[found.start("one") : end])


def _fresh(way: _Way, entry: Found) -> Any:
    ids = [one.id for one in way.refs]
    if way.field.type == "relation":
        return ids[0]
    return list(dict.fromkeys([*_kept(way, entry), *ids]))


def _kept(way: _Way, entry: Found) -> list[str]:
    """Return what an entry stays linked to: all but what it is said to leave."""
    gone = {one.id for one in way.gone}
    return [ref for ref in entry.refs(way.field) if ref not in gone] if gone else []
