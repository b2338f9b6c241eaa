"""Answering questions: models, entries, settings, search."""

import re
from dataclasses import replace
from typing import Any, Final, cast

from proofroom.content.playbook.days import told_absolutely
from proofroom.content.playbook.entries import Found, Shelf, data_of, telling_words
from proofroom.content.playbook.limits import Limits, read_limits
from proofroom.content.playbook.relate import expand, labels, relation_verbs, relations, tell_relations
from proofroom.content.playbook.request import (
    PAGE,
    End,
    Look,
    ProjectRequest,
    left_words,
    names,
    read_call,
    record_call,
)
from proofroom.content.playbook.schema import FieldView, Json, Mention, ModelView
from proofroom.content.playbook.tally import count_words, tally
from proofroom.content.playbook.target import find_target, limits_of, shown_before
from proofroom.content.playbook.values import NUMERIC
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, tokens

_NUMBERS: Final = {
    word: n for n, words in enumerate(TABLE["list"]["numbers"].split(), 1) for word in words.split("/")
}


def list_models(task: ProjectRequest) -> End:
    """List the models, or the fields of the one that is named."""
    yield from ()
    models = task.schema.models
    named = task.schema.named_in(task.said)
    if named and task.sentence.has(r"\b(?:fields?|alan\w*)\b"):
        rows = [f"{task.name_of(one)} (`{'.'.join(one.path)}`, {one.type})" for one in named[0].fields]
        return task.tell("answer.read.fields", rows, model=named[0])
    if not models:
        return task.answer("answer.read.no_models")
    noun = "alan" if task.request.language == "tr" else "fields"
    rows = [f"{one.name} (`{one.id}`, {one.kind}, {len(one.fields)} {noun})" for one in models]
    return task.tell("answer.read.models", rows, count=len(rows))


def search(task: ProjectRequest) -> End:
    """Search all entries and quote what was found."""
    if not task.sentence.has(lexicon.SEARCH) and not task.quotes:
        named = [model for model in task.schema.named_in(task.said) if model.has_entries]
        aims = {model.id for model in named}
        if any(one.target in aims for model in named for one in model.relations()):
            return (yield from show(task))  # which guides are on the Locks shelf
    kept = [model for model in task.schema.named_in(task.said) if not model.has_entries]
    if kept and not task.quotes and not left_words(task.said, *kept):
        return (yield from show(task))  # what's on the site settings
    if seen("asks_field", task.said) and _setting(task) is not None:
        return (yield from show(task))  # what's the contact email on the site
    if seen("tells_about", task.said):
        target = yield from find_target(task, LOOK["tells_about"].sub(" ", task.said))
        if target.single is not None:
            return (yield from _show_entry(task, target.single))
    words = [word for word in tokens(task.said) if word not in lexicon.SEARCH_NOISE]
    spoken = _as_written(task.sentence, words)
    query = " ".join(task.quotes or spoken)
    if not query:
        return task.ask("answer.read.which_words")
    result: Result = yield Call("brain_search", {"query": query[:400], "limit": 10})
    if not result.ok:
        return Answer(result.problem)
    found = cast("list[Json]", result.rows("results"))
    if not found and task.request.language == "tr":  # again for the beginnings: Turkish endings hide them
        stems = " ".join(LOOK["endings_tr"].sub("", word) or word for word in spoken)
        again: Result = yield Call("brain_search", {"query": stems, "limit": 10})
        found = cast("list[Json]", again.rows("results"))
    if not found:
        return replace(task.answer("answer.read.not_found", query=query), is_weak=True)
    rows = [
        f"“{one.get('title') or one.get('entryId')}” ({one['modelId']}, {one['locale']}): "
        f"{one.get('preview', '')}"
        for one in found
    ]
    return task.tell("answer.read.found", rows, count=len(rows), query=query)


def _as_written(sentence: Sentence, words: list[str]) -> list[str]:
    """Return plain words as the person wrote them, so that the search sees their letters."""
    found = [(word, re.search(rf"(?<![a-z0-9]){re.escape(word)}", sentence.plain)) for word in words]
    return [sentence.text[at.start() : at.end()] if at else word for word, at in found]


def related(task: ProjectRequest) -> End:
    """Say what an entry is linked to; where conditions are said too, list what fulfils them."""
    task = yield from told_absolutely(task)
    counted = yield from tally(task)
    if counted is not None:
        return counted
    return (yield from (show if limits_of(task.schema, task.said) else relations)(task))


def show(task: ProjectRequest) -> End:
    """Show a setting, a list of entries, one entry, or how many there are."""
    task = yield from told_absolutely(task)
    counted = (yield from count_words(task)) or (yield from tally(task))
    if counted is not None:
        return counted
    if relation_verbs(task) and not limits_of(task.schema, task.said):
        return (yield from relations(task))  # who directed it
    told = (yield from _of_them(task)) or (yield from _lacking(task)) or (yield from _field_of(task))
    if told is not None:
        return told
    setting = _setting(task)
    named = task.schema.named_in(task.said)
    if setting is not None or (named and not named[0].has_entries):
        model = setting.model if setting else named[0]
        result: Result = yield record_call(model, task.reading_locale)
        return _tell_record(task, model, result, setting.field if setting else None)
    window = LOOK["window"].search(task.said)
    said = task.sentence.without(window.span()) if window else task.said
    words = [word for word in telling_words(said) if not any(model.is_called(word) for model in named)]
    if named and not words and not task.quotes:
        listed = yield from find_target(task, f"all {said}", [])
        yield record_call(named[0], task.reading_locale)
        return _tell_list(task, named[0], _within(listed.entries, window))
    drafts = (yield from _in_a_state(task, said, window)) if not named and not words else None
    if drafts is not None:
        return drafts
    if not named and not task.quotes and not _names_content(task):
        told = (yield from _fulfilling(task)) or (yield from _linked_to(task, words))
        return (
            told
            or (yield from _no_such_field(task))
            or replace(task.answer("answer.read.cannot"), is_weak=True)
        )
    target = yield from find_target(task)
    if target.is_bulk and not target.entries and target.words:
        return target.ask(task, "")
    if target.is_bulk or (target.asked and named):
        return _tell_list(task, (target.models or named)[0], target.entries or target.asked)
    if target.single is None:
        return task.which_one(target.asked) if target.asked else target.ask(task, "answer.read.which_entry")
    return (yield from _show_entry(task, target.single))


def _in_a_state(task: ProjectRequest, said: str, window: re.Match[str] | None) -> Look[Answer | None]:
    """List the drafts, whatever they are."""
    if not any(seen(state, task.said) for state in ("draft", "archived")):
        return None
    listed = yield from find_target(task, f"all {said}", [])
    return _tell_list(task, listed.models[0], _within(listed.entries, window)) if listed.entries else None


def _of_them(task: ProjectRequest) -> Look[Answer | None]:
    """List those of the entries just shown that fulfil more conditions: which of them are vegan."""
    if not seen("of_them", task.said) or not task.request.earlier:
        return None
    shown = yield from shown_before(task)
    if not shown.entries:
        return None
    limits = limits_of(task.schema, f"all {task.said}", [shown.entries[0].model])
    left = left_words(LOOK["of_them"].sub(" ", limits.without(task.said)), *shown.models)
    if left:
        return None
    return _tell_list(task, shown.entries[0].model, limits.chosen(shown.entries))


def _fulfilling(task: ProjectRequest) -> Look[Answer | None]:
    """List what fulfils a condition where only one model has such fields: what is on sale, out of stock."""
    found: list[tuple[ModelView, Limits]] = []
    for model in task.schema.with_entries() if seen("which", task.said) else ():
        limits = read_limits(task.said, model, has_many=True)
        if limits and not left_words(limits.without(task.said), model):
            found.append((model, limits))
    if len(found) != 1:
        return None
    shelf = yield from task.look_up([found[0][0]])
    return _tell_list(task, found[0][0], found[0][1].chosen(shelf.of(found[0][0])))


def _linked_to(task: ProjectRequest, words: list[str]) -> Look[Answer | None]:
    """List what is linked to something that is named alone: list the documentaries."""
    if not seen("which", task.said) or not 0 < len(words) <= 2:
        return None
    target = yield from find_target(task, f"all {task.said}", [])
    return _tell_list(task, target.models[0], target.entries) if target.entries else None


def _no_such_field(task: ProjectRequest) -> Look[Answer | None]:
    """Say that an entry that is named has not what is asked for, and what it has: the phone number of …."""
    found = LOOK["asked_field"].search(task.said)
    if found is None:
        return None
    group = "one" if found["one"] else "entry"
    other = task.about(task.sentence.text[slice(*found.span(group))])
    target = yield from find_target(task, other.said, other.quotes)
    if target.single is None:
        return None
    fields = ", ".join(task.name_of(one) for one in target.single.model.fields)
    unknown = found["field"] or found["its"]
    return task.answer(
        "answer.read.no_such_field", field=f"“{unknown}”", entries=target.entries, fields=fields
    )


def _within(entries: list[Found], window: re.Match[str] | None) -> list[Found]:
    """Return the newest or oldest entries, as asked for, by their first date field: the last five, son üç."""
    if window is None or not entries:
        return entries
    dates = [one.path[0] for one in entries[0].model.fields if one.type in ("date", "datetime")]
    if dates:
        is_newest = bool(window["new"] or window["newest"] or window["newer"] or window["end"])
        entries = sorted(entries, key=lambda one: str(one.data.get(dates[0]) or ""), reverse=is_newest)
    said = window["number"] or window["count"]
    most = 1 if window["begin"] or window["end"] else None
    return entries[: most if said is None else _NUMBERS.get(said) or int(said)]


def _lacking(task: ProjectRequest) -> Look[Answer | None]:
    """List the entries of a model in which a field is empty: which articles have no summary."""
    named = [model for model in task.schema.named_in(task.said) if model.has_entries]
    mentions = [
        one
        for one in task.schema.fields_in(task.said, named)
        if one.field.type != "boolean" and not named[0].is_called(task.said[one.start : one.end])
    ]
    if not mentions or not seen("lacks", task.said):
        return None
    model, one = mentions[0].model, mentions[0].field
    if left_words(LOOK["lacks"].sub(" ", task.sentence.without(mentions[0].span)), model):
        return None
    shown = list(dict.fromkeys([model.title_field, one.path[0]]))
    result: Result = yield Call("brain_query", {"model": model.id, "limit": PAGE, "fields": shown})
    shelf = Shelf(task.schema)
    shelf.take_page(result)
    empty = [entry for entry in shelf.of(model) if entry.data.get(one.path[0]) in (None, "", [])]
    if not empty:
        return task.answer("answer.read.all_have", model=model, field=one)
    rows = [f"“{entry.label}”" for entry in empty]
    return task.tell("answer.read.lacking", rows, number=len(empty), model=model, field=one)


def _field_of(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Tell one field of one entry: what is the summary of the canal article, its summary."""
    mentions = [one for one in task.schema.fields_in(task.said) if one.model.has_entries]
    nouns = [one for one in mentions if one.field.target is not None]
    mentions = [one for one in mentions if one not in nouns] or (nouns if seen("of_one", task.said) else [])
    mentions = mentions or asked_for(task)
    if not mentions:
        return None
    said = task.sentence.without(mentions[0].span)
    models = list(dict.fromkeys(one.model for one in mentions))
    if not left_words(said, *models) and not task.quotes:
        if not task.request.before and not task.on_screen()[1]:
            return None
        said = f"{said} it"
    target = yield from find_target(task, said, models=models)
    entry = target.single
    if entry is None:
        return None
    field = next((one.field for one in mentions if one.model == entry.model), mentions[0].field)
    if field.target is not None:
        return tell_relations(task, entry, [(yield expand(entry, "forward"))])
    results: list[Result] = yield [read_call(entry, task.reading_locale), read_call(entry)]
    return _tell_record(task, entry.model, results[0] if results[0].ok else results[1], field)


def asked_for(task: ProjectRequest) -> list[Mention]:
    """Return the fields that the question word asks for: when, how long."""
    asked = ("when", "how_long", "where", "how_much")
    is_when, is_long, is_where, is_price = (seen(one, task.said) for one in asked)
    return [
        one
        for one in task.schema.every_field()
        if (is_when and one.field.type in ("date", "datetime"))
        or (is_long and one.field.means("duration"))
        or (is_where and one.field.means("place") and one.field.target is None)
        or (is_price and one.field.means("price") and one.field.type in NUMERIC)
    ]


def _names_content(task: ProjectRequest) -> bool:
    """Tell whether a question could be about an entry: a name in it, or something on screen."""
    is_here = task.request.screen.get("activeEntryId") and task.sentence.has(lexicon.THIS)
    has_name = re.search(r"(?<!^)\b[A-ZÇĞİÖŞÜ]", task.sentence.text[1:])
    return bool(is_here or (has_name and task.schema.fields_in(task.said)) or seen("shows_one", task.said))


def _setting(task: ProjectRequest) -> Mention | None:
    named, mentions = task.schema.named_in(task.said), task.schema.fields_in(task.said)
    for one in task.schema.fields_in(task.said, task.schema.of_kind("singleton")):
        others = [other for other in mentions if other.model != one.model]
        if one.model in named or all(other.end - other.start < one.end - one.start for other in others):
            return one
    return None


def _tell_record(task: ProjectRequest, model: ModelView, result: Result, field: FieldView | None) -> Answer:
    """Tell one field of what was read, or all of it."""
    if not result.ok:
        return Answer(result.problem)
    value: Any = data_of(result).get("data")
    if field is None:
        rows = (f"- {key}: {task.value(one)}" for key, one in cast("Json", value or {}).items())
        return Answer(f"{model.name}:\n" + "\n".join(rows))
    for name in field.path:
        value = cast("Json", value).get(name) if isinstance(value, dict) else None
    if value in (None, ""):
        return task.answer("answer.read.empty", field=field)
    return Answer(f"{task.name_of(field).capitalize()}: {task.value(value)}")


def _tell_list(task: ProjectRequest, model: ModelView, entries: list[Found]) -> Answer:
    if not entries:
        return task.answer("answer.read.none_fits", model=model)
    is_count = task.sentence.has(lexicon.WORDS["count"])
    asked = _columns(task, model)
    rows = [
        f"“{one.label}”" + (f" ({one.status})" if one.status else "") + _told_of(task, one, asked)
        for one in entries
    ]
    key = "answer.read.listed" if is_count else "answer.read.count"
    return task.tell(key, rows, model=model, number=len(entries))


def _columns(task: ProjectRequest, model: ModelView) -> list[FieldView]:
    """Return the fields that a list is asked for, beside the names: where they live, how many seats."""
    limits = limits_of(task.schema, task.said, [model])
    own = [one.field for one in limits.limits] + ([limits.top[0]] if limits.top else [])
    own += [
        one.field
        for one in task.schema.fields_in(task.said, [model])
        if not model.is_called(task.said[one.start : one.end])
    ]
    own += [one for one in model.fields if seen("where", task.said) and one.means("place")]
    return [
        one
        for one in dict.fromkeys(own)
        if one.target is None and one.type != "boolean" and one != model.title
    ]


def _told_of(task: ProjectRequest, entry: Found, fields: list[FieldView]) -> str:
    values = [entry.data.get(one.path[0]) for one in fields]
    told = ", ".join(task.value(value) for value in values if value not in (None, ""))
    return f": {told}" if told else ""


def _show_entry(task: ProjectRequest, entry: Found) -> Look[Answer]:
    locale = lexicon.locale_in(task.said)
    calls = [read_call(entry, locale)]
    if entry.model.relations():
        calls.append(read_call(entry, locale, "relation_expand"))
    results: list[Result] = yield calls
    if not results[0].ok:
        return Answer(results[0].problem)
    found = data_of(results[0])
    data, meta = cast("Json", found.get("data") or {}), cast("Json", found.get("meta") or {})
    for relation in cast("list[Json]", results[-1].rows("relations")):
        data[str(relation["field"])] = labels(relation)
    shown = {name: value for name, value in data.items() if name != "body" and value not in (None, "")}
    rows = "\n".join(f"- {name}: {task.value(value)}" for name, value in shown.items())
    status = f" ({meta['status']})" if meta.get("status") else ""
    body = str(data.get("body") or "").strip().split("\n\n")[0]
    return Answer(f"{names([entry])}{status}\n{rows}" + (f"\n\n{body}" if body else ""))
