"""Changing what is there: a field of one entry or of many, a setting, a label."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofroom.content.playbook.entries import Look, best_matches, look_up, read_schema, telling_words
from proofroom.content.playbook.labels import change_label, speaks_of_labels
from proofroom.content.playbook.relate import change_link, find_link
from proofroom.content.playbook.schema import FieldView, Json, Mention, Schema
from proofroom.content.playbook.speech import (
    field_name,
    names,
    not_allowed,
    not_found,
    shown_value,
    which_one,
    written,
)
from proofroom.content.playbook.target import Target, find_target, locale_of, on_screen, text_locale
from proofroom.content.playbook.values import Value, find_value, fit
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import BLANK, Sentence, plain, tokens

_NOT = re.compile(
    r"\b(?:un-?|non-?)featur|\b(?:not|no longer|never|isn't|aren't|stop|remove|off)\b"
    r"|\bone cikarma\w*|\bone cikan\w* (?:cikar|kaldir|olmasin|olmaktan)\w*|\b(?:degil|olmasin|kaldir\w*)\b"
)
_MAKE_THE = re.compile(r"\b(?:make|set|assign)\s+(?P<value>\S.{1,60}?)\s+(?:as )?the\s+(?P<field>\w+)\s+of\b")
_MOVED_IN_TURKISH = re.compile(r"(?P<value>[\w.-]+)'(?:y?[ae]|n?[ae])\s+tasin\w+")
_TRUTH = re.compile(r"(?:\bto\b|=|:)\s*(?P<value>true|false|yes|no|on|off|evet|hayir)\b")
_ASSIGNED = re.compile(r"\bassign\s+(?P<target>\S.*?)\s+to\s+(?P<value>\S.*?)\W*$")
_LIVES_IN_TURKISH = re.compile(r"(?P<value>[\w.-]+)'[dt][ae]\s+(?:yasiyor|oturuyor)\w*")
_RENAME = re.compile(r"\b(?:rename\w*|adini|ismini|yeniden adlandir\w*)\b")
_MOVED = re.compile(
    r"\b(?:moved|relocated) (?:to|from \S+ to)\s+(?P<value>\S.*?)\W*$"
    r"|\b(?:now )?lives? in\s+(?P<now>\S.*?)\W*$"
)
_MOVES = (_MOVED, _MOVED_IN_TURKISH, _LIVES_IN_TURKISH)
_MINUTES = re.compile(r"\b(?P<value>\d+)[- ](?:minutes?|mins?|dakika\w*)\b")


@dataclass(frozen=True)
class Assignment:
    """What is to become what: the fields that may be meant, the new value, and the words that are left."""

    mentions: list[Mention]
    value: Any
    text: str | None
    said: str
    quotes: list[str]


def plan_change(request: Request) -> Plan:
    """Change a setting, a label, or a field of the entries that are meant."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    if speaks_of_labels(sentence, schema):
        return (yield from change_label(request, schema, sentence))
    link = find_link(schema, sentence) if sentence.has(r"\btag\b") else None
    if link is not None:
        return (yield from change_link(request, schema, link))
    wish = read_assignment(request, schema, sentence)
    if not wish.mentions:
        return (yield from _no_field(request, schema, sentence, wish))
    single = _singleton_meant(request, schema, wish)
    if single is not None:
        return (yield from _save_setting(request, sentence, single, wish))
    models = list(dict.fromkeys(mention.model for mention in wish.mentions))
    target = yield from find_target(request, schema, wish.said, wish.quotes, models)
    return (yield from _save_fields(request, schema, sentence, wish, target))


def read_assignment(request: Request, schema: Schema, sentence: Sentence) -> Assignment:
    """Read field, value and what is left from a request."""
    mentions = _mentions(schema, sentence)
    special = _special_form(schema, sentence)
    if special is not None:
        return special
    flags = [mention for mention in mentions if mention.field.type == "boolean"]
    if flags:
        word = _TRUTH.search(sentence.masked)
        value = fit(word["value"], flags[0].field) if word else _NOT.search(sentence.masked) is None
        spans = [(mention.start, mention.end) for mention in flags] + ([word.span()] if word else [])
        return Assignment(flags, value, None, sentence.without(*spans), _left(sentence, None))
    after = max((mention.end for mention in mentions[:1]), default=0)
    value = find_value(sentence, after)
    if value is not None:
        mentions = [one for one in mentions if one.end <= value.start or one.start >= value.end]
    names_title = any(one.field.path[-1] in ("title", "name") for one in mentions)
    if value is not None and not names_title and _RENAME.search(sentence.masked):
        chosen = _title_mentions(schema, sentence)
    else:
        chosen = _best_mentions(sentence, mentions)
    spans = [(one.start, one.end) for one in chosen] + ([value.span] if value else [])
    return Assignment(
        chosen,
        value.text if value else None,
        value.text if value else None,
        sentence.without(*spans),
        _left(sentence, value),
    )


def _special_form(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read forms of their own: make X the author of Y, X moved to Y, takes 5 minutes."""
    made = _MAKE_THE.search(sentence.masked)
    if made is not None:
        mentions = [one for one in schema.fields_in(made["field"]) if one.field.target or one.field.is_text]
        text = sentence.text[made.start("value") : made.end("value")].strip()
        if mentions and BLANK not in made["value"]:
            return Assignment(mentions, text, text, sentence.without(made.span()), _left(sentence, None))
    assigned = _ASSIGNED.search(sentence.masked)
    if assigned is not None:
        mentions = [one for one in schema.fields_in("author") if one.field.target]
        text = sentence.text[assigned.start("value") : assigned.end("value")].strip()
        if mentions:
            said = sentence.without((assigned.start(), assigned.start("target")), assigned.span("value"))
            return Assignment(mentions, text, text, said, _left(sentence, None))
    moved = next((found for one in _MOVES if (found := one.search(sentence.masked))), None)
    if moved is not None:
        group = "value" if moved.groupdict().get("value") else "now"
        text = sentence.text[moved.start(group) : moved.end(group)].strip()
        mentions = schema.fields_in("city")
        if mentions:
            return Assignment(mentions, text, text, sentence.without(moved.span()), _left(sentence, None))
    minutes = _MINUTES.search(sentence.masked)
    named = schema.fields_in("reading time")
    if minutes is not None and named and not schema.fields_in(sentence.masked, [named[0].model])[:1]:
        said = sentence.without(
            minutes.span(), *_spans(r"\b(?:takes?|to read|reading|okun\w*|suruyor)\b", sentence)
        )
        return Assignment(named, minutes["value"], minutes["value"], said, _left(sentence, None))
    return None


def _spans(pattern: str, sentence: Sentence) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, sentence.masked)]


def _left(sentence: Sentence, value: Value | None) -> list[str]:
    return [quote.value for quote in sentence.quotes if value is None or quote.start != value.start]


def _mentions(schema: Schema, sentence: Sentence) -> list[Mention]:
    return schema.fields_in(sentence.masked)


def _title_mentions(schema: Schema, sentence: Sentence) -> list[Mention]:
    """Return the title fields of the models a request names, for "rename"."""
    found: list[Mention] = []
    for model in schema.named_in(sentence.masked) or schema.with_entries():
        title = model.field(model.title_field)
        if title is not None:
            found.append(Mention(model, title, 0, 0))
    return found


def _best_mentions(sentence: Sentence, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of the name that most looks like the one to change; several models may share it."""
    if not mentions:
        return []

    def rank(one: Mention) -> tuple[int, int, int]:
        behind, before = sentence.masked[one.end :], sentence.masked[: one.start]
        is_changed = (
            re.match(r"\s*(?:of|for|to|in|as|=|:|should|is|must|be|from|on|olarak|\x01|#)", behind)
            is not None
        )
        is_changed = is_changed or re.search(r"(?:'s|s'|n[iu]n)\s+(?:\w+ )?$", before) is not None
        return (int(is_changed), int(one.field.target is None), one.end - one.start)

    best = max(mentions, key=rank)
    return [
        one for one in mentions if one.start < best.end and one.end > best.start and rank(one) == rank(best)
    ]


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
    return Answer(request.say("answer.change.cannot"))


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
        names_title = any(one.field.path[-1] in ("name", "title") for one in wish.mentions)
        if model.kind == "singleton" and title is not None and names_title:
            return Mention(model, title, 0, 0)
    return None


def _save_setting(
    request: Request, sentence: Sentence, single: Mention, wish: Assignment
) -> Look[Answer | Ask]:
    field = single.field
    value = fit(wish.value, field) if isinstance(wish.value, str) else wish.value
    if value is None:
        return _what_value(request, field, single.model.name)
    locale = (
        text_locale(request, sentence) if field.is_text else locale_of(request, sentence) or request.language
    )
    given: Json = {"model": single.model.id, "data": field.nest(value)}
    if single.model.i18n and locale:
        given["locale"] = locale
    result: Result = yield Call("save_content", given)
    where = f" ({locale})" if single.model.i18n else ""
    done = request.say(
        "answer.change.set_single",
        field=field_name(request, field),
        model=single.model.name,
        where=where,
        value=shown_value(request, value),
    )
    return written(request, [result], done)


def _save_fields(
    request: Request, schema: Schema, sentence: Sentence, wish: Assignment, target: Target
) -> Look[Answer | Ask]:
    field = _field_for(wish, target)
    noun = target.models[0].name if len(target.models) == 1 else ""
    if not target.entries:
        if target.is_bulk:
            return Answer(request.say("answer.change.none_fits"))
        if target.asked:
            return which_one(request, target.asked, noun)
        return not_found(request, target.words) if target.words else _what_entry(request, field, wish)
    if wish.value is None:
        return _what_value(request, field, names(target.entries))
    value: Any = wish.value
    if field.target is not None and isinstance(value, str):
        value = yield from _related_id(request, schema, field, value)
        if isinstance(value, Ask):
            return value
    elif isinstance(value, str):
        value = fit(value, field)
    if value is None:
        return _what_value(request, field, names(target.entries))
    locale = text_locale(request, sentence) if field.is_text else lexicon.locale_in(sentence.masked)
    return (yield from _write(request, target, field, value, locale))


def _write(
    request: Request, target: Target, field: FieldView, value: Any, locale: str | None
) -> Look[Answer | Ask]:
    model = target.entries[0].model
    given: Json = {"model": model.id}
    ids = [one.id for one in target.entries]
    if model.kind == "collection":
        given["data"] = {entry_id: field.nest(value) for entry_id in ids}
    elif len(ids) == 1:
        given |= {"slug": ids[0], "data": field.nest(value)}
    else:
        given |= {"entryIds": ids, "data": field.nest(value)}
    if locale and model.i18n:
        given["locale"] = locale
    result: Result = yield Call("save_content", given)
    done = request.say(
        "answer.change.set",
        field=field_name(request, field),
        value=shown_value(request, value),
        entries=names(target.entries),
    )
    return written(request, [result], done)


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
    return Ask(
        request.say(
            "answer.change.which_value",
            name=name,
            where=where,
        )
    )


def _what_entry(request: Request, field: FieldView, wish: Assignment) -> Ask:
    name = field_name(request, field)
    if wish.value is None:
        return Ask(
            request.say(
                "answer.change.which_entry",
                name=name,
            )
        )
    return Ask(
        request.say(
            "answer.change.whose",
            name=name,
        )
    )
