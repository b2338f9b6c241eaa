"""Changing what is there: a field of one entry or of many, a setting, a label."""

import re
from typing import Any, cast

from proofroom.content.playbook.assignment import Assignment, read_assignment
from proofroom.content.playbook.entries import (
    Look,
    best_matches,
    in_order,
    look_up,
    read_schema,
    telling_words,
)
from proofroom.content.playbook.labels import change_label, speaks_of_labels
from proofroom.content.playbook.relate import change_link, find_links
from proofroom.content.playbook.schema import FieldView, Mention, Schema
from proofroom.content.playbook.speech import (
    field_name,
    names,
    none_fits,
    not_allowed,
    not_found,
    record_call,
    save_call,
    shown_value,
    unexplained,
    which_one,
    written,
)
from proofroom.content.playbook.target import Target, find_target, left_words, on_screen, text_locales
from proofroom.content.playbook.values import fit
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, plain, tokens


def plan_change(request: Request) -> Plan:
    """Change a setting, a label, or a field of the entries that are meant."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    return (yield from change_in(request, schema, Sentence(request.text)))


def change_in(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | Ask]:
    """Do what a sentence asks to change."""
    links = find_links(schema, sentence)
    if links:
        done = yield from change_link(request, schema, links)
        if done is not None:
            return done
    wish = read_assignment(schema, sentence)
    if speaks_of_labels(sentence, schema) and not _field_beats_label(schema, sentence, wish):
        return (yield from change_label(request, schema, sentence))
    if not wish.mentions:
        return (yield from _no_field(request, schema, sentence, wish))
    single = _singleton_meant(request, schema, wish)
    if single is not None:
        return (yield from _save_setting(request, schema, sentence, single, wish))
    models = list(dict.fromkeys(mention.model for mention in wish.mentions))
    target = yield from find_target(request, schema, wish.said, wish.quotes, models)
    return (yield from _save_fields(request, schema, sentence, wish, target))


def _field_beats_label(schema: Schema, sentence: Sentence, wish: Assignment) -> bool:
    """Tell whether a field is named so plainly that words like "link" are part of an entry's name."""
    return bool(wish.quotes) and bool(wish.mentions) and bool(schema.named_in(wish.said))


def _no_field(request: Request, schema: Schema, sentence: Sentence, wish: Assignment) -> Look[Answer | Ask]:
    """Ask which field is meant, if an entry or a model is; else say that nothing here is."""
    named = schema.named_in(sentence.masked)
    target = yield from find_target(request, schema, wish.said, wish.quotes)
    meant = target.entries[0].model if target.entries else (named[0] if named else None)
    if meant is not None:
        fields = ", ".join(field_name(request, one) for one in meant.fields[:10])
        if not target.entries:
            return Ask(request.say("answer.change.which_field", fields=fields))
        return Ask(request.say("answer.change.which_field_of", entries=names(target.entries), fields=fields))
    if not telling_words(wish.said) and not sentence.values:
        return Ask(request.say("answer.change.what"))
    return Ask(request.say("answer.speech.rephrase"))


def _singleton_meant(request: Request, schema: Schema, wish: Assignment) -> Mention | None:
    """Return the setting that is meant, if the words leave no entry to be meant."""
    single = [one for one in wish.mentions if one.model.kind == "singleton"]
    active, _ = on_screen(request, schema)
    named = schema.named_in(wish.said)
    if active is not None and active.kind == "singleton" and not single and wish.mentions:
        return None
    if single and (single[0].model in named or single[0].model == active):
        return single[0]
    if single and len(single) == len(wish.mentions) and not any(model.has_entries for model in named):
        return single[0]
    for model in named:
        title = model.field(model.title_field)
        names_title = any(one.field.path[-1] == one.model.title_field for one in wish.mentions)
        if model.kind == "singleton" and title is not None and names_title:
            return Mention(model, title, 0, 0)
    return None


def _save_setting(
    request: Request, schema: Schema, sentence: Sentence, single: Mention, wish: Assignment
) -> Look[Answer | Ask]:
    field, model = single.field, single.model
    given = wish.value if wish.value is not None else _answered(request, None)
    value = fit(given, field) if isinstance(given, str) else given
    if value is None:
        return _what_value(request, field, model.name)
    order = re.split(r"[.!?]\s+", wish.said.strip())[-1]  # what stands before it only says why
    left = [word for word in left_words(order, model) if word not in _SITE] + wish.quotes
    if left:
        what = f"{field_name(request, field)} ({model.name}) → {shown_value(request, value)}"
        return unexplained(request, left, what)
    locales = text_locales(request, schema, sentence) if model.i18n else [None]
    yield [record_call(model, locale) for locale in locales]  # what stood there, should it be taken back
    results = yield from in_order(save_call(model, [], field.nest(value), one) for one in locales)
    where = f" ({', '.join(one for one in locales if one)})" if model.i18n else ""
    done = request.say(
        "answer.change.set_single",
        field=field_name(request, field),
        model=model.name,
        where=where,
        value=shown_value(request, value),
    )
    return written(request, results, done)


_SITE_WORDS = "site website web page project handle account hesabimizi hesabini sitenin"
_SITE = frozenset(_SITE_WORDS.split())
"""Words around a setting that say nothing more."""


def _answered(request: Request, used: int | None) -> str | None:
    """Return the person's last answer as a value, unless it was taken for something else."""
    if not request.answers or used == len(request.answers) - 1:
        return None
    return Sentence(request.answers[-1]).bare or None


def _save_fields(
    request: Request, schema: Schema, sentence: Sentence, wish: Assignment, target: Target
) -> Look[Answer | Ask]:
    field = _field_for(wish, target)
    noun = target.models[0].name if len(target.models) == 1 else ""
    if not target.entries:
        if target.is_bulk:
            return none_fits(request, target.words)
        if target.asked:
            return which_one(request, target.asked, noun)
        return not_found(request, target.words) if target.words else _what_entry(request, field, wish)
    value: Any = wish.value if wish.value is not None else _answered(request, target.answer)
    if value is None:
        return _what_value(request, field, names(target.entries))
    if field.target is not None and isinstance(value, str):
        value = yield from _related_id(request, schema, field, value)
        if isinstance(value, Ask):
            return value
    elif isinstance(value, str):
        value = yield from _fitted(request, field, value, names(target.entries))
    if value is None or isinstance(value, Ask):
        return value or _what_value(request, field, names(target.entries))
    is_language = field.is_text or lexicon.locales_in(sentence.masked)
    locales = text_locales(request, schema, sentence) if is_language else [None]
    model = target.entries[0].model
    ids, data = [one.id for one in target.entries], field.nest(value)
    results = yield from in_order(save_call(model, ids, data, one) for one in locales)
    done = request.say(
        "answer.change.set",
        field=field_name(request, field),
        value=shown_value(request, value),
        entries=names(target.entries),
    )
    return written(request, results, done)


def _fitted(request: Request, field: FieldView, text: str, where: str) -> Look[Any]:
    """Return a written value as the field wants it; a picture or a file is one that is there."""
    if field.type not in ("image", "file", "video") or re.fullmatch(r"https?://\S+|\S*/\S+", text):
        return fit(text, field)
    found: list[Any] = []
    if request.can("search_media"):
        words = [
            word for word in telling_words(plain(text)) if not re.fullmatch(lexicon.WORDS["media"], word)
        ]
        result: Result = yield Call("search_media", {"query": " ".join(words) or text})
        data: Any = result.data
        found = cast("list[Any]", data) if isinstance(data, list) else result.rows("assets")
    if len(found) == 1 and found[0].get("path"):
        return str(found[0]["path"])
    listed = ", ".join(str(one.get("filename")) for one in found[:5]) or "–"
    name = field_name(request, field)
    return Ask(request.say("answer.change.which_picture", name=name, where=where, listed=listed))


def _field_for(wish: Assignment, target: Target) -> FieldView:
    meant = target.entries or target.asked
    if meant:
        for mention in wish.mentions:
            if mention.model == meant[0].model:
                return mention.field
    return wish.mentions[0].field


def _related_id(request: Request, schema: Schema, field: FieldView, text: str) -> Look[Any]:
    model = schema.get(field.target)
    if model is None:
        return None
    shelf = yield from look_up(request, schema, [model])
    parts = re.split(r",| and | ve ", text) if field.type == "relations" else [text]
    found: list[str] = []
    for part in parts:
        matches = best_matches(shelf, [model], tokens(plain(part)))
        if len(matches) != 1:
            return which_one(request, matches or shelf.of(model), model.name)
        found.append(matches[0].id)
    return found if field.type == "relations" else found[0]


def _what_value(request: Request, field: FieldView, where: str) -> Ask:
    name = field_name(request, field)
    return Ask(request.say("answer.change.which_value", name=name, where=where))


def _what_entry(request: Request, field: FieldView, wish: Assignment) -> Ask:
    name = field_name(request, field)
    if wish.value is None:
        return Ask(request.say("answer.change.which_entry", name=name))
    return Ask(request.say("answer.change.whose", name=name))
