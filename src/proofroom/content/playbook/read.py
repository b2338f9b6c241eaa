"""Answering questions: models, entries, settings, search, relations."""

import re
from typing import Any, cast

from proofroom.content.playbook.entries import PAGE, Found, Look, Shelf, read_schema, telling_words
from proofroom.content.playbook.intent import mentions_count
from proofroom.content.playbook.relations import expand, nothing_named, single, tell_relations
from proofroom.content.playbook.schema import FieldView, Json, Mention, ModelView, Schema
from proofroom.content.playbook.speech import (
    data_of,
    field_name,
    lines,
    names,
    record_call,
    shown_value,
    which_one,
)
from proofroom.content.playbook.target import entry_call, find_target, left_words, locale_of, on_screen
from proofroom.content.playbook.window import Window, find_window
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, plain, tokens


def plan_models(request: Request) -> Plan:
    """List the models, or the fields of the one that is named."""
    schema = yield from read_schema()
    if not schema.models:
        return Answer(request.say("answer.read.no_models"))
    named = schema.named_in(Sentence(request.text).masked)
    if named and re.search(r"\b(?:fields?|alan\w*)\b", plain(request.text)):
        model = named[0]
        rows = [f"{field_name(request, one)} (`{'.'.join(one.path)}`, {one.type})" for one in model.fields]
        return Answer(request.say("answer.read.fields", model=model.name) + f"\n{lines(rows)}")
    rows = [
        f"{model.name} (`{model.id}`, {model.kind}, {len(model.fields)} fields)" for model in schema.models
    ]
    if request.language == "tr":
        rows = [
            f"{model.name} (`{model.id}`, {model.kind}, {len(model.fields)} alan)" for model in schema.models
        ]
    head = request.say("answer.read.models", count=len(rows))
    return Answer(f"{head}\n{lines(rows)}")


def plan_search(request: Request) -> Plan:
    """Search all entries and quote what was found."""
    sentence = Sentence(request.text)
    if not sentence.has(lexicon.SEARCH) and not sentence.quotes:
        schema = yield from read_schema()
        named = [model for model in schema.named_in(sentence.masked) if model.has_entries]
        if any(one.target in {m.id for m in named} for model in named for one in model.relations()):
            return (yield from show_in(request, schema, sentence))  # which guides are on the Locks shelf
    quoted = " ".join(quote.value for quote in sentence.quotes)
    words = [word for word in tokens(sentence.masked) if word not in lexicon.SEARCH_NOISE]
    spoken = _as_written(request.text, words)
    query = quoted or " ".join(spoken)
    if not query:
        return Ask(request.say("answer.read.which_words"))
    result: Result = yield Call("brain_search", {"query": query[:400], "limit": 10})
    if not result.ok:
        return Answer(result.problem)
    rows = cast("list[Json]", data_of(result).get("results") or [])
    if not rows and request.language == "tr":
        rows = yield from _search_stems(spoken)
    if not rows:
        return Answer(request.say("answer.read.not_found", query=query))
    shown = [
        f"“{row.get('title') or row.get('entryId')}” ({row['modelId']}, {row['locale']}): "
        f"{row.get('preview', '')}"
        for row in rows
    ]
    head = request.say("answer.read.found", count=len(rows), query=query)
    return Answer(f"{head}\n{lines(shown)}")


def _search_stems(words: list[str]) -> Look[list[Json]]:
    """Search again for the beginnings of words: Turkish endings hide them."""
    stems = [
        re.sub(r"(?:l[ae]r)?(?:[ıiuü]?n?[ıiuü]?n?|[dt][ae]n?|l[ae])$", "", word) or word for word in words
    ]
    result: Result = yield Call("brain_search", {"query": " ".join(stems), "limit": 10})
    return cast("list[Json]", data_of(result).get("results") or [])


def plan_show(request: Request) -> Plan:
    """Show a setting, a list of entries, one entry, or how many there are."""
    schema = yield from read_schema()
    return (yield from show_in(request, schema, Sentence(request.text)))


def show_in(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | Ask]:
    """Show what a sentence asks for."""
    lacking = yield from _lacking(request, schema, sentence)
    if lacking is not None:
        return lacking
    told = yield from _field_of(request, schema, sentence)
    if told is not None:
        return told
    setting = _setting(schema, sentence)
    if setting is not None:
        return (yield from _show_setting(request, sentence, *setting))
    named = schema.named_in(sentence.masked)
    if named and not named[0].has_entries:
        return (yield from _show_record(request, sentence, named[0]))
    window = find_window(sentence.masked)
    said = sentence.without((window.start, window.end)) if window else sentence.masked
    words = [word for word in telling_words(said) if not any(model.is_called(word) for model in named)]
    if named and not words and not sentence.quotes:
        return (yield from _list_entries(request, schema, sentence, named[0], said, window))
    if not named and not sentence.quotes and not _names_content(request, schema, sentence):
        return _unknown(request)
    target = yield from find_target(
        request, schema, sentence.masked, [quote.value for quote in sentence.quotes]
    )
    if target.is_bulk or (target.asked and named):
        return _tell_list(
            request, target.models[0] if target.models else named[0], target.entries or target.asked
        )
    entry = single(target)
    if entry is None:
        return which_one(request, target.asked) if target.asked else nothing_named(request, target)
    return (yield from _show_entry(request, sentence, entry))


_LACK = r"\b(?:no|without|missing|lacks?|lacking|empty|yok|olmayan\w*|eksik|bos)\b"


def _lacking(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | None]:
    """List the entries of a model in which a field is empty: which articles have no summary."""
    named = [model for model in schema.named_in(sentence.masked) if model.has_entries]
    mentions = [one for one in schema.fields_in(sentence.masked, named) if one.field.type != "boolean"]
    mentions = [one for one in mentions if not named[0].is_called(sentence.masked[one.start : one.end])]
    if not named or not mentions or not sentence.has(_LACK):
        return None
    model, one = mentions[0].model, mentions[0].field
    said = re.sub(_LACK, " ", sentence.without((mentions[0].start, mentions[0].end)))
    if left_words(said, model):
        return None
    shown = list(dict.fromkeys([model.title_field, one.path[0]]))
    result: Result = yield Call("brain_query", {"model": model.id, "limit": PAGE, "fields": shown})
    shelf = Shelf(schema)
    shelf.take_page(result)
    empty = [entry for entry in shelf.of(model) if entry.data.get(one.path[0]) in (None, "", [])]
    if not empty:
        return Answer(request.say("answer.read.all_have", model=model.name, field=field_name(request, one)))
    head = request.say(
        "answer.read.lacking", number=len(empty), model=model.name, field=field_name(request, one)
    )
    return Answer(f"{head}\n{lines([f'“{entry.label}”' for entry in empty])}")


def _field_of(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | Ask | None]:
    """Tell one field of one entry: what is the summary of the canal article, its summary."""
    mentions = [one for one in schema.fields_in(sentence.masked) if one.model.has_entries]
    nouns = [one for one in mentions if one.field.target is not None]
    mentions = [one for one in mentions if one not in nouns] or [
        one for one in nouns if sentence.has(r"\bkim\b|\bits\b|'s\b|\bof\b|n[iu]n\b")
    ]
    mentions = mentions or _asked_for(schema, sentence)
    if not mentions:
        return None
    best = mentions[0]
    said = sentence.without((best.start, best.end))
    quotes = [quote.value for quote in sentence.quotes]
    models = list(dict.fromkeys(one.model for one in mentions))
    if not left_words(said, *models) and not quotes:
        if not request.before and not on_screen(request, schema)[1]:
            return None
        said = f"{said} it"
    target = yield from find_target(request, schema, said, quotes, models)
    entry = single(target)
    if entry is None:
        return None
    field = next((one.field for one in mentions if one.model == entry.model), best.field)
    if field.target is not None:
        return tell_relations(request, schema, entry, [(yield expand(entry, "forward"))])
    locale = locale_of(request, sentence) or (
        request.language if request.language in schema.locales else None
    )
    results: list[Result] = yield [entry_call(entry, locale), entry_call(entry, None)]
    result = results[0] if results[0].ok else results[1]
    return _tell_value(request, field, result)


def _asked_for(schema: Schema, sentence: Sentence) -> list[Mention]:
    """Return the fields that the question word asks for: when, how long."""
    is_when, is_long = (
        sentence.has(r"^\W*when\b|\bne zaman\b"),
        sentence.has(r"^\W*how long\b|\bne kadar sur"),
    )
    fields = ((model, one) for model in schema.with_entries() for one in model.fields)
    return [
        Mention(model, one, 0, 0)
        for model, one in fields
        if (is_when and one.type in ("date", "datetime")) or (is_long and one.means("duration"))
    ]


def _names_content(request: Request, schema: Schema, sentence: Sentence) -> bool:
    """Tell whether a question could be about an entry: a name in it, or something on screen."""
    if request.screen.get("activeEntryId") and sentence.has(lexicon.THIS):
        return True
    if schema.fields_in(sentence.masked) and re.search(r"(?<!^)\b[A-ZÇĞİÖŞÜ]", request.text[1:]):
        return True
    return sentence.has(
        r"^\W*(?:who is|who's|show|open|read|tell me about|goster\w*|kimdir)\b|\bkim(?:dir)?\W*$"
        r"|\bgoster\w*\b"
    )


def _unknown(request: Request) -> Answer:
    return Answer(request.say("answer.read.cannot"))


def _setting(schema: Schema, sentence: Sentence) -> tuple[ModelView, FieldView] | None:
    named = schema.named_in(sentence.masked)
    for mention in schema.fields_in(sentence.masked, schema.of_kind("singleton")):
        other = [one for one in schema.fields_in(sentence.masked) if one.model != mention.model]
        if mention.model in named or not any(
            one.end - one.start >= mention.end - mention.start for one in other
        ):
            return mention.model, mention.field
    return None


def _show_setting(request: Request, sentence: Sentence, model: ModelView, field: FieldView) -> Look[Answer]:
    locale = locale_of(request, sentence) or (request.language if request.language == "tr" else None)
    result: Result = yield record_call(model, locale)
    return _tell_value(request, field, result)


def _tell_value(request: Request, field: FieldView, result: Result) -> Answer:
    if not result.ok:
        return Answer(result.problem)
    value: Any = data_of(result).get("data")
    for name in field.path:
        value = cast("Json", value).get(name) if isinstance(value, dict) else None
    if value in (None, ""):
        return Answer(request.say("answer.read.empty", field=field_name(request, field)))
    return Answer(f"{field_name(request, field).capitalize()}: {shown_value(request, value)}")


def _show_record(request: Request, sentence: Sentence, model: ModelView) -> Look[Answer]:
    locale = locale_of(request, sentence) or (request.language if request.language == "tr" else None)
    result: Result = yield record_call(model, locale)
    if not result.ok:
        return Answer(result.problem)
    data = cast("Json", data_of(result).get("data") or {})
    rows = [f"{key}: {shown_value(request, value)}" for key, value in data.items()]
    return Answer(f"{model.name}:\n" + "\n".join(f"- {row}" for row in rows))


def _list_entries(
    request: Request, schema: Schema, sentence: Sentence, model: ModelView, said: str, window: Window | None
) -> Look[Answer]:
    target = yield from find_target(request, schema, f"all {said}", [])
    locale = locale_of(request, sentence) or (
        request.language if request.language == "tr" and model.i18n else None
    )
    yield record_call(model, locale)
    entries = window.of(target.entries) if window and target.entries else target.entries
    return _tell_list(request, model, entries)


def _tell_list(request: Request, model: ModelView, entries: list[Found]) -> Answer:
    number = len(entries)
    if not entries:
        return Answer(request.say("answer.read.none_fits", model=model.name))
    head = request.say("answer.read.count", model=model.name, number=number)
    if mentions_count(request.text):
        head = request.say("answer.read.listed", number=number, model=model.name)
    rows = [f"“{one.label}”" + (f" ({one.status})" if one.status else "") for one in entries]
    return Answer(f"{head}\n{lines(rows)}")


def _show_entry(request: Request, sentence: Sentence, entry: Found) -> Look[Answer]:
    locale = lexicon.locale_in(sentence.masked)
    given: Json = {"model": entry.model.id, "entryId": entry.id}
    given |= {"locale": locale} if locale and entry.model.i18n else {}
    calls = [Call("brain_query", given)]
    if entry.model.relations():
        calls.append(Call("relation_expand", given))
    results: list[Result] = yield calls
    if not results[0].ok:
        return Answer(results[0].problem)
    found = data_of(results[0])
    data, meta = cast("Json", found.get("data") or {}), cast("Json", found.get("meta") or {})
    for relation in cast("list[Json]", data_of(results[-1]).get("relations") or []):
        data[str(relation["field"])] = [
            str(ref.get("label") or ref["ref"]) for ref in cast("list[Json]", relation["refs"])
        ]
    rows = [
        f"{name}: {shown_value(request, value)}"
        for name, value in data.items()
        if name != "body" and value not in (None, "")
    ]
    status = f" ({meta['status']})" if meta.get("status") else ""
    body = str(data.get("body") or "").strip()
    first = f"\n\n{body.split(chr(10) * 2)[0]}" if body else ""
    return Answer(f"{names([entry])}{status}\n" + "\n".join(f"- {row}" for row in rows) + first)


def _as_written(text: str, words: list[str]) -> list[str]:
    """Return plain words as the person wrote them, so that the search sees their letters."""
    known = plain(text)
    found: list[str] = []
    for word in words:
        at = re.search(rf"(?<![a-z0-9]){re.escape(word)}", known)
        found.append(text[at.start() : at.end()] if at else word)
    return found
