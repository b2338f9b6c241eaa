"""Telling what there is: one entry, some of its fields, what it is linked to, a setting, what texts say."""

import re
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found, data_of
from proofroom.content.playbook.everywhere import Everywhere
from proofroom.content.playbook.request import Look, ProjectRequest, lines, names, read_call, record_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.holding import is_empty
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.sense.spoken import spoken_entries
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.providers.offline import Answer, Call, Result, lexicon
from proofroom.providers.offline.sentence import tokens

_ASKING: Final = listed("sense_ask")


def told_of(board: Board, entry: Found, fields: list[FieldView]) -> str:
    """Return an entry by name, with some of its fields."""
    if not fields:
        return f"“{entry.label}”" + (f" ({entry.status})" if entry.status else "")
    told = ", ".join(f"{board.task.name_of(one)}: {board.told(entry, one)}" for one in fields)
    return f"“{entry.label}”: {told}"


def tell_fields(board: Board, entry: Found, fields: list[FieldView]) -> Look[Answer]:
    """Tell some fields of one entry, in the language that is asked for."""
    calls = [read_call(entry, board.task.reading_locale)]
    if any(one.target for one in fields):
        calls.append(expand(entry))
    results: list[Result] = yield calls
    data = data_of(results[0]).get("data")
    if results[0].ok and isinstance(data, dict):
        fresh = {name: value for name, value in cast("Json", data).items() if not _is_link(entry, name)}
        entry = Found(entry.model, entry.id, entry.label, entry.data | fresh, entry.status)
    return Answer(f"{told_of(board, entry, fields)}.")


def _is_link(entry: Found, name: str) -> bool:
    one = entry.model.field(name)
    return one is not None and one.target is not None


def show_entry(board: Board, entry: Found) -> Look[Answer]:
    """Show one entry: its fields, what it is linked to, how its text begins."""
    locale = lexicon.locale_in(board.said()) or board.task.reading_locale
    calls = [read_call(entry, locale)]
    if entry.model.relations():
        calls.append(read_call(entry, locale, "relation_expand"))
    results: list[Result] = yield calls
    if not results[0].ok:
        results[:1] = [(yield read_call(entry))]
    found = data_of(results[0])
    data, meta = cast("Json", found.get("data") or {}), cast("Json", found.get("meta") or {})
    for relation in cast("list[Json]", results[-1].rows("relations")):
        data[str(relation["field"])] = _labels(relation)
    shown = {name: value for name, value in data.items() if name != "body" and value not in (None, "")}
    rows = "\n".join(f"- {name}: {board.task.value(value)}" for name, value in shown.items())
    status = f" ({meta['status']})" if meta.get("status") else ""
    body = str(data.get("body") or "").strip().split("\n\n")[0]
    return Answer(f"{names([entry])}{status}\n{rows}" + (f"\n\n{body}" if body else ""))


# links


def expand(entry: Found, direction: str = "forward") -> Call:
    """Return the call that follows an entry's relations."""
    given = {"model": entry.model.id, "entryId": entry.id}
    return Call("relation_expand", given | ({"direction": direction} if direction == "reverse" else {}))


def tell_links(board: Board, kind: str) -> Look[Answer | None]:
    """Tell what one entry is linked to, or what is linked to it; None where no entry is clear."""
    said = board.said()
    if kind != "relations" and not seen("relation_words", said):
        return None
    rest = re.sub(lexicon.ALL, lambda one: " " * len(one[0]), said)
    rest = unsaid(rest, "relation_words")
    found: dict[tuple[str, str], Found] = {}
    for model in board.schema.with_entries():
        sieve = Sieve(board, model, rest).read_names()
        entries = [one for each in sieve.named for one in each.entries]
        if len(entries) == 1 and not board.left(sieve.said, board.schema.models, _ASKING):
            found[model.id, entries[0].id] = entries[0]
    if not found and not board.left(rest, board.schema.models, _ASKING | {"here"}):
        found = {(one.model.id, one.id): one for one in spoken_entries(board)[:1]}
    nouns = [one for one in found.values() if any(one.model.is_called(word) for word in tokens(said))]
    chosen = list(found.values()) if len(found) == 1 else nouns
    if len(chosen) != 1:
        return None
    entry = chosen[0]
    is_target = any(
        one.target == entry.model.id for model in board.schema.models for one in model.relations()
    )
    is_reverse = is_target and (seen("reverse", said) or not entry.model.relations())
    ways = ["reverse" if is_reverse else "forward"]
    ways += ["forward" if is_reverse else "reverse"] if seen("else", said) and is_target else []
    results: list[Result] = yield [expand(entry, way) for way in ways]
    return _tell_relations(board.task, entry, results)


def _tell_relations(task: ProjectRequest, entry: Found, results: list[Result]) -> Answer:
    rows: list[str] = []
    for result in results:
        if not result.ok:
            return Answer(result.problem)
        for relation in cast("list[Json]", result.rows("relations")):
            one = entry.model.field(str(relation["field"]))
            rows.append(f"{task.name_of(one) if one else relation['field']}: {names(_labels(relation))}")
        for back in cast("list[Json]", result.rows("referencedBy")):
            model = task.schema.get(back["model"])
            label = str(back.get("label") or back["ref"])
            rows.append(f"{model.name if model else back['model']}: {names([label])}")
    if not rows:
        return task.answer("answer.read.no_links", entry=[entry])
    return Answer(f"{task.say('answer.read.links', entry=[entry])}\n{lines(dict.fromkeys(rows))}")


def _labels(relation: Json) -> list[str]:
    return [str(ref.get("label") or ref["ref"]) for ref in cast("list[Json]", relation["refs"])]


# what is missing


def tell_gaps(board: Board, said: str, models: list[ModelView]) -> Answer | None:
    """Tell what one entry lacks: fields that say nothing, and languages it is not there in."""
    rest = unsaid(said, "sense_gaps")
    for model in models:
        sieve = Sieve(board, model, rest).read()
        entries = sieve.chosen() if sieve.named or sieve.words else spoken_entries(board, model)[:1]
        if len(entries) != 1 or sieve.left(_ASKING):
            continue
        entry = entries[0]
        lacking = [
            board.task.name_of(one)
            for one in model.fields
            if len(one.path) == 1 and one.type != "boolean" and is_empty(entry, one.path[0])
        ]
        known = set(board.schema.locales) & entry.locales
        lacking += [one for one in board.schema.locales if model.i18n and len(known) > 1 and one not in known]
        key = "answer.sense.lacks" if lacking else "answer.sense.lacks_nothing"
        return board.task.answer(key, entry=[entry], state=entry.status or "draft", fields=", ".join(lacking))
    return None


# settings and labels


def tell_record(board: Board, found: Everywhere) -> Look[Answer | None]:
    """Tell a setting, all of them, or what a label says; None where none is asked for."""
    task, said = board.task, board.said()
    around = _ASKING | listed("around_settings")
    for model in board.schema.of_kind("singleton"):
        for one in board.fields(said, [model]):
            if not board.left(blank(said, one.span), [model], around):
                result: Result = yield record_call(model, task.reading_locale)
                return _tell_value(task, model, result, one.field)
    named = [model for model in board.schema.named_in(said) if not model.has_entries]
    if named and not board.left(said, named, around | {"labels", "texts"}):
        result = yield record_call(named[0], task.reading_locale)
        return _tell_value(task, named[0], result, None)
    return None


def _tell_value(task: ProjectRequest, model: ModelView, result: Result, field: FieldView | None) -> Answer:
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


# what texts say


def search_texts(board: Board, kind: str) -> Look[Answer | None]:
    """Search all texts for the words of a question, and quote what has them; None where none are meant."""
    task = board.task
    words = [word for word in tokens(task.said) if word not in lexicon.SEARCH_NOISE]
    if kind != "search" or not (words or task.quotes):
        return None
    at = [(word, re.search(rf"(?<![a-z0-9]){re.escape(word)}", task.sentence.plain)) for word in words]
    spoken = [task.sentence.text[one.start() : one.end()] if one else word for word, one in at]
    query = " ".join(task.quotes or spoken)
    result: Result = yield Call("brain_search", {"query": query[:400], "limit": 10})
    rows = cast("list[Json]", result.rows("results"))
    if not rows and task.request.language == "tr":  # again for the beginnings: Turkish endings hide them
        stems = " ".join(LOOK["endings_tr"].sub("", word) or word for word in spoken)
        again: Result = yield Call("brain_search", {"query": stems, "limit": 10})
        rows = cast("list[Json]", again.rows("results"))
    if not rows:
        return task.answer("answer.read.not_found", query=query) if result.ok else Answer(result.problem)
    told = [
        f"“{one.get('title') or one.get('entryId')}” ({one['modelId']}, {one['locale']}): "
        f"{one.get('preview', '')}"
        for one in rows
    ]
    return task.tell("answer.read.found", told, count=len(told), query=query)


def tell_touched(board: Board, entry: Found) -> str:
    """Tell when an entry was changed last, and by whom."""
    return board.task.say(
        "answer.sense.touched", day=entry.touched[:10] or "–", person=entry.touched_by or "–"
    )
