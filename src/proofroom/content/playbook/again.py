"""What is done on a second reading: everything is looked up, and only what is explained fully is written."""

import re
from typing import Any, cast

from proofroom.content.playbook.amount import move_days
from proofroom.content.playbook.change import save_fields, save_setting
from proofroom.content.playbook.days import DATES, day_named
from proofroom.content.playbook.entries import Found, Shelf, ids_of
from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.explain import BODY, Reading, Spoken, label_meant, read, read_each, read_flag
from proofroom.content.playbook.labels import write_label
from proofroom.content.playbook.request import (
    Look,
    ProjectRequest,
    read_call,
    save_call,
)
from proofroom.content.playbook.schema import FieldView, Json, Mention
from proofroom.content.playbook.target import Target
from proofroom.content.playbook.values import Assignment, as_sentence
from proofroom.content.playbook.words import seen
from proofroom.providers.offline import Answer, Ask, Call, Made, Result
from proofroom.providers.offline.sentence import plain


def read_again(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Do what a second reading explains in one way; None where it does not."""
    if not task.request.can("save_content") or task.request.answers or seen("sense_creates", task.said):
        return None
    seen_all = yield from look_everywhere(task)
    shelf, model = seen_all.shelf, seen_all.labels
    label = label_meant(task, seen_all.said)
    if label is not None and model is not None:
        locales = task.text_locales if model.i18n else [None]
        return (yield from write_label(task, model, label[0], label[1], locales))
    moved = yield from move_days(task, shelf)
    if moved is not None:
        return moved
    spoken = _spoken(task, shelf)
    flagged = read_flag(task, shelf, spoken)
    if flagged is not None and flagged.entry is not None:
        wish = Assignment([Mention(flagged.model, flagged.field)], False, "", [])
        return (yield from save_fields(task, wish, Target([flagged.entry], models=[flagged.model])))
    found = read(task, shelf, spoken)
    each = read_each(task, shelf, spoken) if found is None else []
    if each:
        return (yield from _save_each(task, each))
    if found is None:
        return None
    value = as_sentence(task.sentence, found.value) if found.field == BODY else found.value
    if found.field == BODY and found.entry is not None:
        return (yield from _save_body(task, found.entry, value))
    if found.field.type in DATES:
        own = str(found.entry.data.get(found.field.path[0]) or "") if found.entry else ""
        day = yield from day_named(task, value, own)
        if day is None:
            return None
        value = day
    wish = Assignment([Mention(found.model, found.field)], value, "", [])
    if found.entry is None:
        return (yield from save_setting(task, wish.mentions[0], wish))
    return (yield from save_fields(task, wish, Target([found.entry], models=[found.model])))


def _save_each(task: ProjectRequest, readings: list[Reading]) -> Look[Answer | Ask]:
    """Save several fields one after the other, and tell of all; the first question ends it."""
    told: list[Answer | Ask] = []
    for one in readings:
        own = str(one.entry.data.get(one.field.path[0]) or "") if one.entry else ""
        day = (yield from day_named(task, one.value, own)) if one.field.type in DATES else None
        wish = Assignment([Mention(one.model, one.field)], day or one.value, "", [])
        if one.entry is None:
            told.append((yield from save_setting(task, wish.mentions[0], wish)))
        else:
            target = Target([one.entry], models=[one.model])
            told.append((yield from save_fields(task, wish, target)))
        if isinstance(told[-1], Ask):
            break
    text = "\n\n".join(one.text for one in told)
    return Ask(text) if isinstance(told[-1], Ask) else Answer(text)


def _save_body(task: ProjectRequest, entry: Found, text: str) -> Look[Answer]:
    """Write the text of a document anew; it is read first, should that be taken back."""
    locale = task.text_locales[0] if entry.model.i18n else None
    yield read_call(entry, locale)
    call = save_call(entry.model, [entry.id], {}, locale)
    result: Result = yield Call(call.tool, call.input | {"body": f"{text}\n"})
    told = {"field": BODY, "value": task.value(text), "entries": [entry]}
    return task.wrote([result], task.say("answer.change.set", **told))


def _spoken(task: ProjectRequest, shelf: Shelf) -> Spoken:
    """Return what the turn before was about: the one entry that it saved, read or named, and its field."""
    saved = [made for made in task.request.latest if made.call.tool == "save_content"]
    field = _field_of(task, saved[-1]) if saved else None
    for made in reversed(task.request.latest):
        model, ids = task.schema.get(made.call.input.get("model")), ids_of(made)
        if model is not None and len(ids) == 1:
            known = shelf.get(model.id, ids[0]) or Found(model, ids[0], ids[0])
            return Spoken(known, model, field)
    told = {plain(name) for name in re.findall("“([^”]+)”", task.request.told)}
    named = [one for one in shelf.entries.values() if plain(one.label) in told]
    if len(named) == 1:
        return Spoken(named[0], named[0].model)
    return Spoken()


def _field_of(task: ProjectRequest, made: Made) -> FieldView | None:
    """Return the one field that a call saved."""
    model = task.schema.get(made.call.input.get("model"))
    data: Any = made.call.input.get("data") or {}
    if model is not None and model.kind == "collection" and len(data) == 1:
        data = next(iter(cast("Json", data).values()))
    names = list(cast("Json", data)) if isinstance(data, dict) else []
    return model.field(names[0]) if model is not None and len(names) == 1 else None
