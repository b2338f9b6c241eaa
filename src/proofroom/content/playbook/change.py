"""Changing what is there: a field of one entry or of many, a setting, a label."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofroom.content.playbook.entries import Look, best_matches, look_up, read_schema, telling_words
from proofroom.content.playbook.labels import change_label, speaks_of_labels
from proofroom.content.playbook.relate import change_link, find_links
from proofroom.content.playbook.schema import FieldView, Mention, ModelView, Schema
from proofroom.content.playbook.speech import (
    field_name,
    names,
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
from proofroom.content.playbook.values import Value, find_value, fit
from proofroom.providers.offline import Answer, Ask, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import BLANK, Sentence, plain, tokens

_NOT = re.compile(
    r"\b(?:un|non)-?\w|\b(?:not|no longer|never|isn't|aren't|stop|remove|off)\b"
    r"|\bone cikarma\w*|\bone cikan\w* (?:cikar|kaldir|olmasin|olmaktan)\w*|\b(?:degil|olmasin|kaldir\w*)\b"
    r"|\b\w+m[ae](?:yin|z)?\W*$"
)
_MAKE_THE = re.compile(
    r"\b(?:make|set|assign)\s+(?P<value>\S.{1,60}?)\s+(?:as )?the\s+(?P<field>\w+)\s+(?:of|for)\b"
)
_FOR = re.compile(r"\b(?:swap|exchange|switch)\s+(?P<rest>\S.*?)\s+(?:for|with)\s+(?P<value>\S.*?)\W*$")
_TRUTH = re.compile(r"(?:\bto\b|=|:)\s*(?P<value>true|false|yes|no|on|off|evet|hayir)\b")
_ASSIGNED = re.compile(r"\bassign\s+(?P<target>\S.*?)\s+to\s+(?P<value>\S.*?)\W*$")
_RENAME = re.compile(r"\b(?:rename\w*|adini|ismini|yeniden adlandir\w*)\b")
_MOVES = (
    re.compile(
        r"\b(?:moved|relocated) (?:to|from \S+ to)\s+(?P<value>\S[^,.;]*?)(?P<rest>\s*[,.;].*)?\W*$"
        r"|\b(?:now )?lives? in\s+(?P<now>\S.*?)(?:\s+now)?\W*$"
    ),
    re.compile(r"(?P<value>[\w.-]+)'(?:y?[ae]|n?[ae])\s+tasin\w+"),
    re.compile(r"(?P<value>[\w.-]+)'[dt][ae]\s+(?:yasiyor|oturuyor)\w*"),
)
_AMOUNT = re.compile(r"\b(?P<value>\d+)[- ](?:minutes?|mins?|hours?|dakika\w*|saat\w*)\b")


@dataclass(frozen=True)
class Assignment:
    """What is to become what: the fields that may be meant, the new value, and the words that are left."""

    mentions: list[Mention]
    value: Any
    said: str
    quotes: list[str]


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


def read_assignment(schema: Schema, sentence: Sentence) -> Assignment:
    """Read field, value and what is left from a request."""
    mentions = schema.fields_in(sentence.masked)
    special = _special_form(schema, sentence)
    if special is not None:
        return special
    flags = [mention for mention in mentions if mention.field.type == "boolean"]
    if flags:
        word = _TRUTH.search(sentence.masked)
        value: Any = fit(word["value"], flags[0].field) if word else _NOT.search(sentence.masked) is None
        spans = [(mention.start, mention.end) for mention in flags] + ([word.span()] if word else [])
        return Assignment(flags, value, sentence.without(*spans), _left(sentence, None))
    after = max((mention.end for mention in mentions[:1]), default=0)
    found = find_value(sentence, after)
    if found is not None:
        mentions = [one for one in mentions if one.end <= found.start or one.start >= found.end]
    names_title = any(one.field.path[-1] == one.model.title_field for one in mentions)
    if found is not None and not names_title and _RENAME.search(sentence.masked):
        chosen = _title_mentions(schema, sentence)
    else:
        chosen = _best_mentions(sentence, mentions)
    spans = [(one.start, one.end) for one in chosen] + ([found.span] if found else [])
    text = found.text if found else None
    return Assignment(chosen, text, sentence.without(*spans), _left(sentence, found))


def _special_form(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read forms of their own: make X the author of Y, assign Y to X, X moved to Y, takes 5 minutes."""
    made = _MAKE_THE.search(sentence.masked)
    if made is not None and BLANK not in made["value"]:
        mentions = [one for one in schema.fields_in(made["field"]) if one.field.target or one.field.is_text]
        if mentions:
            return _assigned(sentence, mentions, made.span("value"), made.span())
    swapped = _FOR.search(sentence.masked)
    if swapped is not None:
        mentions = schema.fields_in(swapped["rest"])
        shift = swapped.start("rest")
        spans = [(one.start + shift, one.end + shift) for one in mentions]
        if mentions:
            return _assigned(sentence, mentions, swapped.span("value"), *spans)
    assigned = _ASSIGNED.search(sentence.masked)
    if assigned is not None:
        singles = [
            Mention(model, one, 0, 0)
            for model in schema.with_entries()
            for one in model.relations()
            if one.type == "relation"
        ]
        if singles:
            return _assigned(sentence, singles, assigned.span("value"), (0, assigned.start("target")))
    moved = next((found for one in _MOVES if (found := one.search(sentence.masked))), None)
    if moved is not None:
        group = "value" if moved.groupdict().get("value") else "now"
        places = [
            Mention(model, one, 0, 0)
            for model in schema.with_entries()
            for one in model.fields
            if one.means("place") and one.target is None
        ]
        if places:
            return _assigned(sentence, places, moved.span(group), moved.span())
    return _amount(schema, sentence)


def _amount(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read a length of time that names no field: it takes 5 minutes."""
    amount = _AMOUNT.search(sentence.masked)
    lasting = [
        Mention(model, one, 0, 0)
        for model in schema.with_entries()
        for one in model.fields
        if one.means("duration") and one.type in ("integer", "number", "decimal")
    ]
    if amount is None or not lasting or schema.fields_in(sentence.masked, [lasting[0].model]):
        return None
    words = r"\b(?:takes?|to read|reading|okun\w*|suruyor)\b"
    spans = [match.span() for match in re.finditer(words, sentence.masked)]
    return _assigned(sentence, lasting, amount.span("value"), amount.span(), *spans)


def _assigned(
    sentence: Sentence, mentions: list[Mention], value: tuple[int, int], *explained: tuple[int, int]
) -> Assignment:
    text = sentence.text[value[0] : value[1]].strip()
    quoted = next((quote.value for quote in sentence.quotes if (quote.start, quote.end) == value), None)
    left = [quote.value for quote in sentence.quotes if quote.start != value[0]]
    return Assignment(mentions, quoted or text, sentence.without(value, *explained), left)


def _left(sentence: Sentence, value: Value | None) -> list[str]:
    return [quote.value for quote in sentence.quotes if value is None or quote.start != value.start]


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
    results = yield from _save(model, [], field, value, locales)
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


def _save(
    model: ModelView, ids: list[str], field: FieldView, value: Any, locales: Sequence[str | None]
) -> Look[list[Result]]:
    results: list[Result] = []
    for locale in locales:
        result: Result = yield save_call(model, ids, field.nest(value), locale)
        results.append(result)
    return results


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
            return Answer(request.say("answer.change.none_fits"))
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
        value = fit(value, field)
    if value is None:
        return _what_value(request, field, names(target.entries))
    is_language = field.is_text or lexicon.locales_in(sentence.masked)
    locales = text_locales(request, schema, sentence) if is_language else [None]
    model = target.entries[0].model
    results = yield from _save(model, [one.id for one in target.entries], field, value, locales)
    done = request.say(
        "answer.change.set",
        field=field_name(request, field),
        value=shown_value(request, value),
        entries=names(target.entries),
    )
    return written(request, results, done)


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
