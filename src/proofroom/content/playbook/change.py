"""Changing what is there: a field of one entry or of many, a setting, a label, a relation."""

import re
from dataclasses import replace
from typing import Any, cast

from proofroom.content.playbook.amount import change_alike, change_by
from proofroom.content.playbook.entries import telling_words
from proofroom.content.playbook.labels import change_label, change_label_saying, speaks_of_labels
from proofroom.content.playbook.limits import Limits
from proofroom.content.playbook.relate import change_link
from proofroom.content.playbook.request import (
    End,
    Look,
    ProjectRequest,
    in_order,
    left_words,
    names,
    record_call,
    save_call,
)
from proofroom.content.playbook.schema import PROSE, FieldView, Mention, ModelView
from proofroom.content.playbook.target import Target, find_target, limits_of
from proofroom.content.playbook.trade import move, swap
from proofroom.content.playbook.values import (
    NUMERIC,
    Assignment,
    answered,
    as_sentence,
    find_value,
    fit,
    read_assignment,
)
from proofroom.content.playbook.words import LOOK, listed
from proofroom.providers.offline import Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import plain, tokens

_AROUND = listed("around_settings")
"""Words around a setting that say nothing more."""


def change(task: ProjectRequest) -> End:
    """Change a setting, a label, or a field of the entries that are meant."""
    instead = LOOK["instead"].search(task.said)
    if instead is not None and find_value(task.about(task.sentence.text[: instead.start()]).sentence):
        task = task.about(task.sentence.text[: instead.start()])  # 70 minutes, not 90
    told = (yield from change_by(task)) or (yield from change_alike(task))
    if told is not None:
        return told
    linked = (yield from swap(task)) or (yield from move(task)) or (yield from change_link(task))
    if linked is not None:
        return linked
    limits = limits_of(task.schema, task.said, is_change=True)
    wish = read_assignment(task.schema, task.sentence.hiding(*limits.spans(task.said)))
    # A field may be named so plainly that words like "link" are part of an entry's name.
    names_field = wish.quotes and wish.mentions and task.schema.named_in(wish.said)
    if speaks_of_labels(task) and not names_field:
        return (yield from change_label(task))
    if not wish.mentions:
        labelled = yield from change_label_saying(task, wish.said)
        return labelled or (yield from _no_field(task, wish, limits))
    single = _singleton_meant(task, wish)
    if single is not None:
        return (yield from save_setting(task, single, wish))
    models = list(dict.fromkeys(mention.model for mention in wish.mentions))
    target = yield from find_target(task, wish.said, wish.quotes, models, limits)
    return (yield from save_fields(task, wish, target))


def _no_field(task: ProjectRequest, wish: Assignment, limits: Limits) -> End:
    """Ask which field is meant, if an entry or a model is; else say that nothing here is."""
    named = task.schema.named_in(task.said)
    target = yield from find_target(task, wish.said, wish.quotes, limits=limits)
    if not target.entries:
        unknown = yield from _unknown_field(task)
        if unknown is not None:
            return unknown
    meant = target.entries[0].model if target.entries else (named[0] if named else None)
    choices = _fields_with_option(meant, wish.value) if meant and target.entries else []
    if meant and len(choices) == 1:  # mark everything as easy
        return (yield from save_fields(task, replace(wish, mentions=[Mention(meant, choices[0])]), target))
    numbers = [one for one in meant.fields if one.type in NUMERIC] if meant and target.single else []
    if meant and len(numbers) == 1 and re.fullmatch(r"[\d.,]+", str(wish.value or "")):
        # It holds one number, so that is the number that is given: the adult ticket should be 12.50.
        return (yield from save_fields(task, replace(wish, mentions=[Mention(meant, numbers[0])]), target))
    if meant is not None and meant.fields:
        fields = ", ".join(task.name_of(one) for one in meant.fields[:10])
        key = "answer.change.which_field_of" if target.entries else "answer.change.which_field"
        return task.ask(key, entries=target.entries, fields=fields)
    is_empty = not telling_words(wish.said) and not task.sentence.values
    return task.ask("answer.change.what" if is_empty else "answer.speech.rephrase")


def _unknown_field(task: ProjectRequest) -> Look[Ask | None]:
    """Say that an entry that is named has no such field, and which it has: Elif Kaya's role."""
    for found in (LOOK[name].search(task.said) for name in ("field_of_one", "one_of_field")):
        if found is None:
            continue
        other = task.about(task.sentence.text[found.start("entry") : found.end("entry")])
        target = yield from find_target(task, other.said, other.quotes)
        if target.single is not None:
            fields = ", ".join(task.name_of(one) for one in target.single.model.fields)
            unknown = task.sentence.text[found.start("field") : found.end("field")].strip()
            return task.ask(
                "answer.change.no_such_field", field=f"“{unknown}”", entries=target.entries, fields=fields
            )
    return None


def _fields_with_option(model: ModelView, value: Any) -> list[FieldView]:
    """Return the choices of a model that have a value among their options."""
    selects = [one for one in model.fields if one.type == "select" and len(one.path) == 1]
    return [one for one in selects if isinstance(value, str) and fit(value, one) is not None]


def _singleton_meant(task: ProjectRequest, wish: Assignment) -> Mention | None:
    """Return the setting that is meant, if the words leave no entry to be meant."""
    single = [one for one in wish.mentions if one.model.kind == "singleton"]
    active, _ = task.on_screen()
    named = task.schema.named_in(wish.said)
    if active is not None and active.kind == "singleton" and not single:
        return None
    if single and (single[0].model in named or single[0].model == active):
        return single[0]
    own = [one for one in wish.mentions if one.is_own]
    if own and not any(model.has_entries for model in (*named, *(one.model for one in own))):
        return own[0]
    if single and len(single) == len(wish.mentions) and not any(model.has_entries for model in named):
        return single[0]
    names_title = any(one.field.path[-1] == one.model.title_field for one in wish.mentions)
    titled = (Mention(model, model.title) for model in named if model.kind == "singleton" and model.title)
    return next(titled, None) if names_title else None


def save_setting(task: ProjectRequest, single: Mention, wish: Assignment) -> End:
    """Save a field of a singleton."""
    field, model = single.field, single.model
    given = wish.value if wish.value is not None else _answered(task, None)
    value = fit(given, field) if isinstance(given, str) else given
    if value is None:
        return task.ask("answer.change.which_value", name=field, where=model)
    order = re.split(r"[.!?]\s+", wish.said.strip())[-1]  # what stands before it only says why
    left = [word for word in left_words(order, model) if word not in _AROUND] + wish.quotes
    if left:
        return task.unexplained(left, f"{task.name_of(field)} ({model.name}) → {task.value(value)}")
    locales = task.text_locales if model.i18n else [None]
    yield [record_call(model, locale) for locale in locales]  # what stood there, should it be taken back
    results = yield from in_order(save_call(model, [], field.nest(value), one) for one in locales)
    where = f" ({', '.join(one for one in locales if one)})" if model.i18n else ""
    told = {"field": field, "model": model, "where": where, "value": task.value(value)}
    return task.wrote(results, task.say("answer.change.set_single", **told))


def _answered(task: ProjectRequest, used: int | None) -> str | None:
    """Return the person's last answer as a value, unless it was taken for something else."""
    answers = task.request.answers
    return answered(answers[-1]) if answers and used != len(answers) - 1 else None


def save_fields(task: ProjectRequest, wish: Assignment, target: Target) -> End:
    """Save a field of the entries that are meant, or ask what is missing."""
    meant = target.entries or target.asked
    own = (one.field for one in wish.mentions if meant and one.model == meant[0].model)
    field = next(own, wish.mentions[0].field)
    if not target.entries:
        if not (target.is_bulk or target.asked or target.words):
            key = "answer.change.which_entry" if wish.value is None else "answer.change.whose"
            return task.ask(key, name=field)
        return target.ask(task, "")
    value: Any = wish.value if wish.value is not None else _answered(task, target.answer)
    if isinstance(value, str) and field.type in PROSE:
        value = as_sentence(task.sentence, value)
    if isinstance(value, str):
        value = yield from _fitted(task, field, value, names(target.entries))
    if isinstance(value, Ask):
        return value
    if value is None:
        return task.ask("answer.change.which_value", name=field, where=target.entries)
    is_language = field.is_text or lexicon.locales_in(task.said)
    locales = task.text_locales if is_language else [None]
    model, data = target.entries[0].model, field.nest(value)
    results = yield from in_order(save_call(model, target.ids, data, one) for one in locales)
    shown = wish.value if field.target is not None and isinstance(wish.value, str) else value
    told = {"field": field, "value": task.value(shown), "entries": target.entries}
    return task.wrote(results, task.say("answer.change.set", **told))


def _fitted(task: ProjectRequest, field: FieldView, text: str, where: str) -> Look[Any]:
    """Return a written value as the field wants it; related entries and pictures are ones that are there."""
    if field.target is not None:
        return (yield from _related_ids(task, field, text))
    if field.type not in ("image", "file", "video") or re.fullmatch(r"https?://\S+|\S*/\S+", text):
        return fit(text, field)
    found: list[Any] = []
    if task.request.can("search_media"):
        said = telling_words(plain(text))
        words = [word for word in said if not re.fullmatch(lexicon.WORDS["media"], word)]
        result: Result = yield Call("search_media", {"query": " ".join(words) or text})
        data: Any = result.data
        found = cast("list[Any]", data) if isinstance(data, list) else result.rows("assets")
    if len(found) == 1 and found[0].get("path"):
        return str(found[0]["path"])
    listed = ", ".join(str(one.get("filename")) for one in found[:5]) or "–"
    return task.ask("answer.change.which_picture", name=field, where=where, listed=listed)


def _related_ids(task: ProjectRequest, field: FieldView, text: str) -> Look[Any]:
    model = task.schema.get(field.target)
    if model is None:
        return None
    shelf = yield from task.look_up([model])
    found: list[str] = []
    for part in re.split(r",| and | ve ", text) if field.type == "relations" else [text]:
        matches = shelf.best([model], tokens(plain(part)))
        if len(matches) != 1:
            return task.which_one(matches or shelf.of(model), model.name)
        found.append(matches[0].id)
    return found if field.type == "relations" else found[0]
