"""What is done on a second reading: everything is looked up, and only what is explained fully is written."""

from typing import Any, cast

from proofroom.content.playbook.change import save_fields, save_setting
from proofroom.content.playbook.days import DATES, day_named
from proofroom.content.playbook.entries import Found, Shelf, data_of, ids_of
from proofroom.content.playbook.explain import BODY, Spoken, label_meant, read
from proofroom.content.playbook.labels import dictionary_in, write_label
from proofroom.content.playbook.request import Look, ProjectRequest, read_call, record_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, Mention
from proofroom.content.playbook.target import Target, shown_before
from proofroom.content.playbook.values import Assignment
from proofroom.providers.offline import Answer, Ask, Call, Made, Result
from proofroom.providers.offline.plan import READING


def read_again(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Do what a second reading explains in one way; None where it does not."""
    if not task.request.can("save_content") or task.request.answers:
        return None
    labelled = yield from _label(task)
    if labelled is not None:
        return labelled
    shelf = yield from task.look_up(task.schema.with_entries())
    spoken = yield from _spoken(task, shelf)
    found = read(task, shelf, spoken)
    if found is None:
        return None
    value = found.value
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


def _save_body(task: ProjectRequest, entry: Found, text: str) -> Look[Answer]:
    """Write the text of a document anew; it is read first, should that be taken back."""
    locale = task.text_locales[0] if entry.model.i18n else None
    yield read_call(entry, locale)
    call = save_call(entry.model, [entry.id], {}, locale)
    result: Result = yield Call(call.tool, call.input | {"body": f"{text}\n"})
    told = {"field": BODY, "value": task.value(text), "entries": [entry]}
    return task.wrote([result], task.say("answer.change.set", **told))


def _label(task: ProjectRequest) -> Look[Answer | Ask | None]:
    if not task.schema.of_kind("dictionary"):
        return None
    model = dictionary_in(task)
    locales = task.text_locales if model.i18n else [None]
    results: list[Result] = yield [record_call(model, one) for one in dict.fromkeys((*locales, None))]
    texts: dict[str, list[str]] = {}
    for result in results:
        for key, text in cast("dict[str, Any]", data_of(result).get("data") or {}).items():
            texts.setdefault(key, []).append(str(text))
    found = label_meant(task, texts)
    return (yield from write_label(task, model, found[0], found[1], locales)) if found else None


def _spoken(task: ProjectRequest, shelf: Shelf) -> Look[Spoken]:
    """Return what the turn before was about: the entry it saved, read or listed alone, and its field."""
    saved = [made for made in task.request.latest if made.call.tool == "save_content"]
    field = _field_of(task, saved[-1]) if saved else None
    for made in reversed(task.request.latest):
        model, ids = task.schema.get(made.call.input.get("model")), ids_of(made)
        if model is not None and len(ids) == 1:
            known = shelf.get(model.id, ids[0]) or Found(model, ids[0], ids[0])
            return Spoken(known, model, field)
    if task.request.earlier and all(made.call.tool in READING for made in task.request.latest):
        shown = yield from shown_before(task)
        if len(shown.entries) == 1:
            return Spoken(shown.entries[0], shown.entries[0].model)
    return Spoken()


def _field_of(task: ProjectRequest, made: Made) -> FieldView | None:
    """Return the one field that a call saved."""
    model = task.schema.get(made.call.input.get("model"))
    data: Any = made.call.input.get("data") or {}
    if model is not None and model.kind == "collection" and len(data) == 1:
        data = next(iter(cast("Json", data).values()))
    names = list(cast("Json", data)) if isinstance(data, dict) else []
    return model.field(names[0]) if model is not None and len(names) == 1 else None
