"""Questions: which entries, how many, what of them; and who changed what."""

import re
from dataclasses import replace
from datetime import date
from typing import Final, cast

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.entries import Found, LookedUp, data_of
from proofroom.content.playbook.everywhere import Everywhere
from proofroom.content.playbook.request import Look, ProjectRequest, record_call
from proofroom.content.playbook.schema import NUMERIC, FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import FILLER, Board, Span, blank, calls, words_in
from proofroom.content.playbook.sense.days import find_stretch
from proofroom.content.playbook.sense.holding import rank_of
from proofroom.content.playbook.sense.labels import tell_label
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.sense.spoken import spoken_entries
from proofroom.content.playbook.sense.tally import tell_counts, tell_words
from proofroom.content.playbook.sense.telling import (
    search_texts,
    show_entry,
    tell_fields,
    tell_gaps,
    tell_links,
    tell_record,
    tell_touched,
    told_of,
)
from proofroom.content.playbook.sense.top import find_top
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import tokens

_ASKING: Final = listed("sense_ask")


@dataclass(frozen=True)
class Sought:
    """What a question is about: which entries, and which of their fields."""

    sieve: Sieve
    fields: list[FieldView]
    entries: list[Found]
    unread: tuple[str, ...] = ()
    """Words that nothing explains: a question that is answered without them says so."""


def answer_question(
    board: Board, found: Everywhere, kind: str = "", most_unread: int = 0
) -> Look[Answer | Ask | None]:
    """Answer a question whose every word is explained.

    Some words may stay unread where nobody else has an answer: nothing is written, and it is said.
    """
    said = board.said()
    if seen("sense_cost", said):
        return board.task.answer("answer.sense.cost")
    if seen("sense_history", said):
        return (yield from _tell_history(board))
    lacks = tell_gaps(board, said, _models(board, said)) if seen("sense_gaps", said) else None
    if lacks is not None:
        return lacks
    counted = (yield from tell_words(board)) or tell_counts(board)
    counted = counted or ((yield from tell_record(board, found)) if kind != "other" else None)
    if counted is None and found.labels is not None and kind != "other":
        by_locale = dict(zip(board.schema.locales or ("",), found.texts, strict=False))
        counted = tell_label(board, found.labels, by_locale)
    if counted is not None:
        return counted
    has_done_none = seen("sense_who", said) and seen("sense_none", said)
    wanted = _reverse(board, said) if has_done_none else None
    wanted = wanted or (yield from _wanted(board, said, most_unread)) or _reverse(board, said)
    if wanted is None or not _is_rich(board, wanted, kind):
        linked = (
            (yield from tell_links(board, kind))
            if kind == "relations" or (wanted is None and kind != "other")
            else None
        )
        kind = "show" if seen("tells_about", said) and wanted and len(wanted.entries) == 1 else kind
        searched = (yield from search_texts(board, kind)) if linked is None and kind == "search" else None
        if linked is not None or searched is not None or wanted is None or kind == "other":
            return linked or searched
    told = yield from _tell(board, wanted)
    if not wanted.unread or not isinstance(told, Answer):
        return told
    unread = board.task.say("answer.sense.unread", words=", ".join(wanted.unread))
    return Answer(f"{told.text}\n\n{unread}", is_weak=True)


def _is_rich(board: Board, wanted: Sought, asks: str) -> bool:
    """Tell whether a question asks for more than a name, a value or a search."""
    is_added = seen("sense_sum", board.said()) or seen("sense_mean", board.said())
    has_more = len(wanted.sieve.tests) + bool(wanted.sieve.words) > 1
    is_counted = seen("sense_count", board.said()) and not wanted.sieve.is_open
    has_fields = asks == "show" and bool(wanted.fields) and len(wanted.entries) > 0
    has_fields = has_fields and (
        len(wanted.entries) > 1 or all(one.type in (*DATES, *NUMERIC) for one in wanted.fields)
    )
    spoken = tokens(board.said())
    is_filed = asks in ("show", "search") and any(
        aim.is_called(word) for aim in wanted.sieve.aims for word in spoken
    )  # on the lookup Locks
    return (
        wanted.sieve.is_rich
        or wanted.sieve.is_filed
        or is_filed
        or has_more
        or is_counted
        or has_fields
        or (is_added and bool(wanted.fields))
    )


def _models(board: Board, said: str) -> list[ModelView]:
    """Return the models that may be meant: those that are named, else all."""
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    return named or board.schema.with_entries()


def _wanted(board: Board, said: str, most_unread: int) -> Look[Sought | None]:
    is_named = any(model.has_entries for model in board.schema.named_in(said))
    found: list[Sought] = []
    for model in _models(board, said):
        one = yield from _read(board, model, said, most_unread)
        if one is None or (one.sieve.is_open and not is_named and not one.entries):
            continue
        found.append(one)
        if is_named:
            break
    return _best(found)


def _best(found: list[Sought]) -> Sought | None:
    """Return the one that is meant: named, not by a detour, and there at all."""
    least = min((len(one.unread) for one in found), default=0)
    found = [one for one in found if len(one.unread) == least]
    found = [one for one in found if one.sieve.named] or found
    found = [one for one in found if one.fields] or found
    found = [one for one in found if one.sieve.hops == 0] or found
    found = [one for one in found if one.entries] or found
    return found[0] if len(found) == 1 else None


def _reverse(board: Board, said: str) -> Sought | None:
    """Return what others point at, or nothing points at: who has written nothing since June."""
    named = board.schema.named_in(said)
    none = LOOK["sense_none"].search(said)
    found: list[Sought] = []
    for model, relation in ((one, each) for one in board.schema.with_entries() for each in one.relations()):
        target = board.schema.get(relation.target)
        if target is None or not (
            target in named or (seen("sense_who", said) and relation.type == "relation")
        ):
            continue
        text = unsaid(blank(said, none.span()) if none else said, "sense_who")
        is_told = model in named or seen("sense_anything", text)
        text = unsaid(text, "sense_anything")
        sieve = Sieve(board, model, text).read()
        if not is_told or sieve.named or sieve.words or board.left(sieve.said, [model, target], _ASKING):
            continue
        used = {ref for entry in sieve.chosen() for ref in entry.refs(relation)}
        entries = [one for one in board.lookup.of(target) if (one.id in used) != (none is not None)]
        whole = Sieve(board, target, "")
        whole.is_rich = True
        found.append(Sought(whole, [], entries))
    return found[0] if len(found) == 1 else None


def _read(board: Board, model: ModelView, said: str, most_unread: int) -> Look[Sought | None]:
    pointed = LOOK["sense_pointing"].search(said)
    if pointed and seen("sense_whose", pointed[0]) and any(model.is_called(one) for one in tokens(said)):
        said, pointed = blank(said, pointed.span()), None  # films with their directors
    shown = spoken_entries(board, model) if pointed else []
    linked = _spoken_through(board, model) if pointed and not shown else None
    said = blank(said, pointed.span()) if pointed and linked else said
    if pointed is not None and shown:
        said = blank(said, pointed.span())
    sorts = _sorted_by(board, model, said)
    said = blank(said, sorts[1]) if sorts else said
    asked, said = _asked_by_word(model, said)
    asked += [sorts[0]] if sorts else []
    sieve = Sieve(board, model, said).read()
    for one in board.fields(sieve.said, [model]):
        if sieve.said[one.start : one.end].strip() and not model.is_called(sieve.said[one.start : one.end]):
            asked.append(one.field)
            sieve.said = blank(sieve.said, one.span)
    if linked is not None:
        relation, other = linked
        sieve.tests.append(lambda entry: other.id in entry.refs(relation))
    sieve.is_rich = sieve.is_rich or linked is not None or bool(pointed and shown and sieve.tests)
    unread = sieve.left(_ASKING)
    if len(unread) > most_unread or (sieve.is_open and (unread or (pointed and not shown))):
        return None
    is_added = seen("sense_sum", said) or seen("sense_mean", said)
    if (
        sieve.is_open
        and asked
        and not (shown or is_added)
        and not any(model.is_called(one) for one in tokens(board.said()))
    ):
        shown = spoken_entries(board, model)  # and its summary
        if not shown:
            return None
    hits: set[tuple[str, str]] | None = None
    if sieve.words:
        result: Result = yield Call("brain_search", {"query": sieve.words[:200], "limit": 20})
        rows = cast("list[Json]", result.rows("results"))
        hits = {
            (str(one.get("modelId")), str(one.get("entryId")))
            for one in rows
            if float(one.get("score") or 0) >= 1
        }
    entries = sieve.chosen(hits)
    if sorts:
        entries.sort(key=lambda one: rank_of(one.data.get(sorts[0].path[0])))
    if shown:
        kept = {one.id for one in entries}
        entries = [one for one in shown if one.id in kept]
    return Sought(sieve, list(dict.fromkeys(asked)), entries, tuple(unread))


def asked_fields(task: ProjectRequest, said: str) -> list[FieldView]:
    """Return the fields that a question asked for: how many seats has it, when is it."""
    found = [one.field for one in task.schema.fields_in(said)]
    for model in task.schema.with_entries():
        found += [one for one in model.fields if any(map(one.is_done_by, tokens(said)))]
        found += _asked_by_word(model, said)[0] if not found else []
    counted = [one.field for one in task.schema.every_field() if one.field.type in (*DATES, *NUMERIC)]
    found = found or [
        one for one in counted for word in tokens(said) if word not in FILLER and calls(word, one)
    ]
    if found:
        return found
    tops = (
        find_top(Board(task, LookedUp(task.schema), date.min), one, said)
        for one in task.schema.with_entries()
    )
    return [top[0][0] for top in tops if top is not None and top[0][0] is not None]


def _spoken_through(board: Board, model: ModelView) -> tuple[FieldView, Found] | None:
    """Return the one that was spoken of before and to which entries are linked: what has she written."""
    for relation in model.relations():
        target = board.schema.get(relation.target)
        spoken = spoken_entries(board, target) if target is not None and target != model else []
        if len(spoken) == 1:
            return relation, spoken[0]
    return None


def _asked_by_word(model: ModelView, said: str) -> tuple[list[FieldView], str]:
    """Return the fields that question words ask for: who directed it, when, how long."""
    found: list[FieldView] = []
    single = [one for one in model.fields if one.type == "relation"]
    counted = [one for one in model.fields if one.type in NUMERIC]
    meant = {
        "sense_who": _persons(single, said),
        "sense_when": [one for one in model.fields if one.type in DATES],
        "sense_long": [one for one in counted if one.means("duration")],
        "sense_much": [one for one in counted if one.means("price")],
        "sense_room": [one for one in counted if one.means("seat")],
        "sense_cheaper": [one for one in counted if one.means("price")],
        "sense_longer": [one for one in counted if one.means("duration")],
        "sense_newer": [one for one in model.fields if one.type in DATES],
        "sense_where": [one for one in model.fields if one.means("place")] or _places(single),
    }
    if any(pattern.search(said) for one in counted for pattern in one.searches):
        del meant["sense_much"]  # ne kadar: how much of what is named
    for name, fields in meant.items():
        match = LOOK[name].search(said)
        if match is not None and fields:
            found += fields
            said = blank(said, match.span())
            done = [word.span() for word in words_in(said) for one in fields if _is_done(one, word[0])]
            said = blank(said, *done)
    return found, said


def _sorted_by(board: Board, model: ModelView, said: str) -> tuple[FieldView, Span] | None:
    """Return the field by which a list is to be put in order, and where that is said."""
    found = LOOK["sense_sort"].search(said)
    if found is None:
        return None
    if seen("sense_date_word", found["what"]):
        dated = [one for one in model.fields if one.type in DATES]
        return (dated[0], found.span()) if dated else None
    named = [one.field for one in board.fields(found["what"], [model])]
    return (named[0], found.span()) if named else None


def _is_done(field: FieldView, word: str) -> bool:
    """Tell whether a verb says what a field holds: directed, starts."""
    return field.is_done_by(word) or (field.type in (*DATES, *NUMERIC) and calls(word, field))


def _persons(relations: list[FieldView], said: str) -> list[FieldView]:
    done = [one for one in relations for word in words_in(said) if one.is_done_by(word[0])]
    return list(dict.fromkeys(done)) or (relations if len(relations) == 1 else [])


def _places(relations: list[FieldView]) -> list[FieldView]:
    nouns = re.compile("|".join((lexicon.NOUNS["room"], lexicon.NOUNS["place"])))
    return [one for one in relations if any(nouns.fullmatch(name) for name in one.names)]


# telling


def _tell(board: Board, wanted: Sought) -> Look[Answer | Ask | None]:
    task, sieve, entries = board.task, wanted.sieve, wanted.entries
    unsure = next((one for one in sieve.named if len(one.entries) > 1 and not one.is_whole), None)
    if unsure is not None and len(entries) > 1 and not seen("sense_many", board.said()):
        return task.which_one(list(unsure.entries))
    if not entries:
        named = {one.id: one for each in sieve.named for one in each.entries}
        if len(named) == 1:
            one = next(iter(named.values()))
            if sieve.asked and "?" in board.said():
                return (yield from tell_fields(board, one, sieve.asked))
            told = task.answer("answer.sense.not_so", entry=[one], state=one.status or "draft")
            return replace(told, is_weak="?" not in board.said())  # what is said may be what is wanted
        return replace(
            task.answer("answer.read.none_fits", model=sieve.model),
            is_weak=not seen("sense_asks", board.said()),
        )
    added = _added(board, wanted)
    if added is not None:
        return added
    field = sieve.top[0] if sieve.top else None
    fields = [*wanted.fields, field] if field and field not in wanted.fields else wanted.fields
    fields = fields or (sieve.asked if len(entries) == 1 else [])
    if len(entries) == 1 and not seen("sense_count", board.said()):
        if not fields and not sieve.tests and not sieve.top:
            return (yield from show_entry(board, entries[0]))
        return (yield from tell_fields(board, entries[0], fields))
    if not sieve.tests and not sieve.named:
        yield record_call(sieve.model, task.reading_locale)
    if sieve.top and field is None:
        rows = [f"“{one.label}”: {tell_touched(board, one)}" for one in entries]
    else:
        rows = [told_of(board, one, fields) for one in entries]
    return task.tell("answer.sense.listed", rows, number=len(entries), model=sieve.model)


def _added(board: Board, wanted: Sought) -> Answer | None:
    """Return a sum or an average, if one is asked for."""
    counted = [one for one in wanted.fields if one.type in NUMERIC]
    is_sum, is_mean = seen("sense_sum", board.said()), seen("sense_mean", board.said())
    if not (is_sum or is_mean) or len(counted) != 1:
        return None
    own = [one.data.get(counted[0].path[0]) for one in wanted.entries]
    numbers = [float(one) for one in own if isinstance(one, int | float)]
    if not numbers:
        return None
    total = sum(numbers) / (len(numbers) if is_mean else 1)
    value = int(total) if total.is_integer() else round(total, 2)
    key = "answer.sense.mean" if is_mean else "answer.sense.sum"
    return board.task.answer(
        key, field=counted[0], value=value, number=len(numbers), model=wanted.sieve.model
    )


def _tell_history(board: Board) -> Look[Answer | Ask | None]:
    """Tell who changed an entry, or a setting, and when."""
    said = unsaid(board.said(), "sense_history")
    for model in _models(board, said):
        sieve = Sieve(board, model, said).read()
        fields = board.fields(sieve.said, [model])
        rest = blank(sieve.said, *(one.span for one in fields))
        if sieve.named and not board.left(rest, [model], _ASKING):
            rows = [f"“{one.label}”: {tell_touched(board, one)}" for one in sieve.chosen()]
            return Answer("\n".join(rows)) if rows else None
    for model in board.schema.of_kind("singleton"):
        fields = board.fields(said, [model])
        rest = blank(said, *(one.span for one in fields))
        if fields and not board.left(rest, [model], _ASKING):
            result: Result = yield record_call(model, board.task.reading_locale)
            meta = cast("Json", data_of(result).get("meta") or {})
            day, person = str(meta.get("updated_at") or "–")[:10], str(meta.get("updated_by") or "–")
            return board.task.answer("answer.sense.record_touched", model=model, day=day, person=person)
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    when = find_stretch(said, board.today)
    if board.left(blank(said, when.span) if when else said, board.schema.models, _ASKING):
        return None
    entries = board.lookup.of(*(named or board.schema.with_entries()))
    entries = [one for one in entries if when is None or when.holds(one.touched)]
    latest = sorted(entries, key=lambda one: one.touched, reverse=True)[:5]
    rows = [f"“{one.label}” ({one.model.name}): {tell_touched(board, one)}" for one in latest]
    if not rows:
        return board.task.answer("answer.sense.unchanged")
    return board.task.tell("answer.sense.latest", rows)
