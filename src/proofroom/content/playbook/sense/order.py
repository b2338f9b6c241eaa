"""Orders: set fields of the entries that are meant, add to their lists, bring them into a state."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from proofroom.content.playbook.days import DATES, day_named
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.request import Look, in_order, read_call, record_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import Board, Named, Span, blank, words_in
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.sense.spoken import just_spoken, just_written, pointed_at
from proofroom.content.playbook.sense.wishes import Wish, read_wishes
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import plain, tokens

_VERBS: Final = listed("sense_verbs")
_KEPT: Final = 5


@dataclass(frozen=True)
class Meant:
    """The entries that an order is about, or the question that is left."""

    entries: list[Found]
    ask: Ask | Answer | None = None
    has_not: bool = False
    """Something is left out: what goes for good is asked about then."""
    is_named: bool = False


def do_order(board: Board) -> Look[Answer | Ask | None]:
    """Do what an order says whose every word is explained."""
    return (yield from _first(board, _status, _more_items, change_items, _fields))


def change_items(board: Board) -> Look[Answer | Ask | None]:
    """Add something that is there to a list of the entries that are meant, or take it out."""
    return (yield from _first(board, _item, _item_before_verb))


def _first(board: Board, *works: Callable[[Board], Look[Answer | Ask | None]]) -> Look[Answer | Ask | None]:
    for work in works:
        done = yield from work(board)
        if done is not None:
            return done
    return None


def meant(board: Board, model: ModelView, said: str, more: frozenset[str] = _VERBS) -> Meant | None:
    """Return the entries of a model that a text speaks of; None where words are left or none is meant."""
    counted = LOOK["sense_the_two"].search(said)
    number = int(board.amounts(counted["number"] + " ")[0].number) if counted else 0
    said = blank(said, counted.span("number")) if counted else said
    shown, span = pointed_at(board, said, model)
    sieve = Sieve(board, model, blank(said, span) if span else said).read()
    if sieve.words or sieve.left(more):
        return None
    if sieve.is_open and shown and not seen("sense_all", sieve.said):
        return Meant(shown)
    is_many = bool(number) or seen("sense_all", said) or _is_plural(model, said)
    if sieve.is_open and not any(board.calls(model, word) for word in tokens(said) if word not in more):
        spoken = just_spoken(board, model) or _on_screen(board, model)
        if len(spoken) == 1:
            return Meant(spoken)  # and the email to …
    if sieve.is_open:
        named = any(model.is_called(word) for word in tokens(said))
        return Meant(board.shelf.of(model)) if named and seen("sense_all", said) else None
    entries = sieve.chosen()
    unsure = [one for one in sieve.named if len(one.entries) > 1]
    if number and len(entries) != number:
        return Meant([], board.task.which_one(entries)) if entries else None
    if unsure and not is_many and len(entries) > 1:
        return Meant([], board.task.which_one(list(unsure[0].entries)))
    if not entries and sieve.named:
        return None  # what looks like a condition may be an order of its own
    if not entries:
        return Meant([], board.task.answer("answer.change.none_fits"))
    is_told = bool(sieve.named) and not unsure
    if len(entries) > 1 and not (is_many or is_told or (sieve.top and sieve.top[2] > 1)):
        return Meant([], board.task.which_one(entries))
    return Meant(entries, has_not=sieve.has_not, is_named=bool(sieve.named))


def _on_screen(board: Board, model: ModelView) -> list[Found]:
    shown, entry = board.task.on_screen()
    found = board.shelf.get(model.id, entry) if shown == model and entry else None
    return [found] if found else []


def _is_plural(model: ModelView, said: str) -> bool:
    nouns = [word for word in tokens(said) if model.is_called(word)]
    return any(seen("plural_noun", word) for word in nouns) or seen("sense_them", said)


def _models(board: Board, said: str) -> list[ModelView]:
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    return [*named, *(one for one in board.schema.with_entries() if one not in named)]


def _best(board: Board, said: str, more: frozenset[str] = _VERBS) -> Meant | None:
    """Return what is meant among all models, if that is clear."""
    found: list[Meant] = []
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    for model in _models(board, said):
        one = meant(board, model, said, more)
        if one is not None:
            found.append(one)
            if model in named:
                return one
    sure = [one for one in found if one.entries]
    if len(sure) > 1 and seen("sense_all", said):  # anything of hers, not she
        sure = [one for one in sure if not one.is_named]
    return sure[0] if len(sure) == 1 else found[0] if len(found) == 1 else None


# states


def _status(board: Board) -> Look[Answer | Ask | None]:
    said = board.said()
    for status in ("delete", "draft", "archived", "published"):
        found = LOOK[f"sense_to_{status}"].search(said)
        if found is None:
            continue
        one = _best(board, blank(said, found.span()))
        if one is None or one.ask is not None:
            return one.ask if one else None
        if status == "delete":
            return (yield from _delete(board, one.entries, is_asked=one.has_not))
        model = one.entries[0].model
        result: Result = yield Call(
            "update_status",
            {"model": model.id, "entryIds": [each.id for each in one.entries], "status": status},
        )
        return board.task.wrote([result], board.task.say(f"answer.status.done.{status}", entries=one.entries))
    return None


def _delete(board: Board, entries: list[Found], is_asked: bool) -> Look[Answer | Ask]:
    task, model = board.task, entries[0].model
    if len(entries) > _KEPT or is_asked:
        return task.ask("answer.status.many", count=len(entries), entries=entries)
    locales = task.schema.locales if model.i18n else (None,)
    yield [read_call(one, locale) for one in entries for locale in locales]
    result: Result = yield Call(
        "delete_content", {"model": model.id, "entryIds": [one.id for one in entries]}
    )
    return task.wrote([result], task.say("answer.status.done.delete", entries=entries))


# items of lists


def _item(board: Board) -> Look[Answer | Ask | None]:
    """Add something to a list of the entries that are meant, or take it out."""
    said = LOOK["sense_reason"].sub(lambda found: " " * len(found[0]), board.said())
    for name, is_added in (("sense_adds", True), ("sense_takes", False)):
        found = LOOK[name].search(said)
        if found is None:
            continue
        one, other = ("one", "other") if found["one"] else ("one_tr", "other_tr")
        for model in _models(board, said):
            for field in model.fields:
                if field.type not in ("array", "relations") or len(field.path) != 1:
                    continue
                for what, where in ((one, other), (other, one)):  # X from Y, or Y off the shelf X
                    values = _items(board, model, field, found.span(what))
                    rest = " " * found.start(where) + found[where] + " " * (len(said) - found.end(where))
                    own = [each.span for each in board.fields(rest, [model]) if each.field == field]
                    target = meant(board, model, blank(rest, *own)) if values else None
                    if target is not None and target.entries:
                        return (yield from _change_items(board, target.entries, field, values, is_added))
    return None


def _item_before_verb(board: Board) -> Look[Answer | Ask | None]:
    """Add related entries to what is meant, or take them out: bank yazısının konularına Parklar'ı ekle."""
    said = board.said()
    verb = LOOK["sense_item_verb"].search(said)
    if verb is None:
        return None
    for model in _models(board, said):
        for field in (one for one in model.relations() if one.type == "relations"):
            target = board.schema.get(field.target)
            mentions = [one.span for one in board.fields(said, [model]) if one.field == field]
            for items in _beside(board, target, said, verb.start()) if target else ():
                rest = blank(said, verb.span(), *(one.span for one in items))
                is_told = any(LOOK["sense_to_or_from"].search(said[slice(*one)]) for one in mentions)
                rest = blank(rest, *mentions)
                others = [word.span() for word in words_in(rest) if target and target.is_called(word[0])]
                one = meant(board, model, blank(rest, *others))
                is_told = is_told or seen("sense_to_or_from", rest)
                if one is not None and one.entries and is_told:
                    ids = [each.entries[0].id for each in items]
                    return (yield from _change_items(board, one.entries, field, ids, bool(verb["add"])))
    return None


def _beside(board: Board, target: ModelView, said: str, end: int) -> Iterator[list[Named]]:
    """Yield the related entries that stand together right before the verb, or at the beginning."""
    named = [one for one in board.names(said[:end], board.shelf.of(target)) if len(one.entries) == 1]
    last: list[Named] = []
    for one in reversed(named):
        if board.left(said[one.span[1] : end], [target]):
            break
        last.insert(0, one)
        end = one.span[0]
    if last:
        yield last
    elif named and not board.left(said[: named[0].span[0]], [target]):
        yield named[:1]


def _more_items(board: Board) -> Look[Answer | Ask | None]:
    """Add something to the list that was just changed: and add Trees."""
    said = board.said()
    found = LOOK["sense_adds_alone"].match(said)
    saved = [one.call.input for one in board.task.request.latest if one.call.tool == "save_content"]
    model = board.schema.get(saved[-1].get("model")) if saved else None
    if found is None or model is None:
        return None
    entries = just_written(board, model)
    given = cast("Json", saved[-1].get("data") or {})
    for field in model.fields:
        name = field.path[0]
        stored = cast("Json", given.get(entries[0].id) or given).get(name) if len(entries) == 1 else None
        if not isinstance(stored, list) or field.type not in ("array", "relations"):
            continue
        values = _items(board, model, field, found.span("one"))
        values = values or ([board.quoted(found.span("one"))] if field.type == "array" else [])
        entries[0].data = {**entries[0].data, name: stored}
        return (yield from _change_items(board, entries, field, values, is_added=True)) if values else None
    return None


def _items(board: Board, model: ModelView, field: FieldView, span: Span) -> list[str]:
    """Return the items that a place of the text names: words beside the field's name, or related entries."""
    said = " " * span[0] + board.said()[slice(*span)]
    target = board.schema.get(field.target)
    if target is not None:
        named = board.names(said, board.shelf.of(target))
        rest = blank(said, *(one.span for one in named))
        is_clear = all(len(one.entries) == 1 for one in named) and not board.left(rest, [target])
        return [one.entries[0].id for one in named] if named and is_clear else []
    quotes = board.quotes(said)
    if quotes:
        return [board.quoted(one) for one in quotes]
    mentions = [one for one in board.fields(said, [model]) if one.field == field]
    if not mentions:
        return []
    rest = blank(said, *(one.span for one in mentions))
    parts = re.split(r",| and | ve ", rest)
    found: list[str] = []
    for part in parts:
        words = [word for word in tokens(part) if word not in ("the", "a", "an", "new", "bir", "to")]
        if words:
            at = rest.index(words[0])
            end = rest.index(words[-1], at) + len(words[-1])
            found.append(board.task.sentence.text[at:end])
    return found


def _change_items(
    board: Board, entries: list[Found], field: FieldView, values: list[str], is_added: bool
) -> Look[Answer | Ask]:
    calls: list[Call] = []
    name, changed = field.path[0], list[Found]()
    for entry in entries:
        stored: Any = entry.data.get(name) or []
        own = entry.refs(field) if field.target else [str(one) for one in stored]
        gone = {plain(value) for value in values}
        fresh = [one for one in own if plain(one) not in gone] + (values if is_added else [])
        if sorted(fresh) != sorted(own) and not (is_added and gone <= {plain(one) for one in own}):
            changed.append(entry)
            calls.append(save_call(entry.model, [entry.id], {name: fresh}))
    if not calls:
        return board.task.answer("answer.speech.unchanged")
    results = yield from in_order(calls)
    linked = [board.shelf.get(field.target, value) for value in values] if field.target else []
    labels = ", ".join(f"“{one.label}”" for one in linked if one) or ", ".join(f"“{one}”" for one in values)
    key = "answer.relate.added" if is_added else "answer.relate.removed"
    told = {"labels": labels, "label": field, "entry": changed}
    return board.task.wrote(results, board.task.say(key, **told))


# fields


def _fields(board: Board) -> Look[Answer | Ask | None]:
    """Set fields of the entries that are meant, or of a singleton."""
    said = board.said()
    if seen("sense_open", said):
        return None
    found: list[tuple[list[Wish], Meant, ModelView]] = []
    for model in (*_models(board, said), *board.schema.of_kind("singleton")):
        for wishes, rest in read_wishes(board, model, said):
            if model.kind == "singleton":
                left = board.left(rest, [model], _VERBS | listed("around_settings"))
                target = None if left else Meant([])
            else:
                target = meant(board, model, rest)
            if target is not None and all(_stands(target.entries, one) for one in wishes):
                found.append((wishes, target, model))
                break
    sure = [one for one in found if one[1].entries] or found
    named = [one for one in sure if one[2] in board.schema.named_in(said)]
    best = sure if len(sure) == 1 else named
    if len(best) != 1:
        return None
    wishes, target, model = best[0]
    if len(target.entries) > 1 and not any(map(board.task.sentence.has, (lexicon.CHANGE, lexicon.ADD))):
        return None  # all 4 minute articles: no order, but what somebody wants to see
    if target.ask is not None:
        return target.ask
    return (yield from _save(board, model, target.entries, wishes))


def _stands(entries: list[Found], wish: Wish) -> bool:
    """Tell whether the entries have what is said to stand there."""
    own = (plain(str(one.data.get(wish.field.path[0]))) for one in entries)
    return not wish.old or all(each == plain(wish.old) for each in own)


def _save(
    board: Board, model: ModelView, entries: list[Found], wishes: list[Wish]
) -> Look[Answer | Ask | None]:
    task = board.task
    by_locale: dict[str | None, Json] = {}
    for wish in wishes:
        value: Any = wish.value
        if wish.field.type in DATES and isinstance(value, str):
            own = str(entries[0].data.get(wish.field.path[0]) or "") if entries else ""
            value = wish.moment or (yield from day_named(task, value, own))
            if isinstance(value, str) and value.startswith("T"):
                value = f"{own[:10]}{value}" if own else None
            elif wish.field.type == "datetime" and value and len(value) == len("2026-01-01"):
                value = f"{value}{own[10:] or 'T00:00:00Z'}"  # another day, at the same hour
        if value is None:
            return None
        locales: list[str | None] = [wish.locale] if wish.locale else [None]
        if not wish.locale and model.i18n and (wish.field.is_text or model.kind == "singleton"):
            locales = list(task.text_locales)
        for locale in locales:
            by_locale.setdefault(locale, {}).update(wish.field.nest(value))
    if model.kind == "singleton":
        yield [record_call(model, locale) for locale in by_locale]
    elif any(one.data == {} for one in entries):
        return None
    ids = [one.id for one in entries]
    results = yield from in_order(save_call(model, ids, data, locale) for locale, data in by_locale.items())
    where = entries or [model.name]
    told = [
        task.say("answer.change.set", field=one.field, value=_shown(board, one), entries=where)
        for one in wishes
    ]
    return task.wrote(results, " ".join(told))


def _shown(board: Board, wish: Wish) -> str:
    linked = board.shelf.get(wish.field.target, str(wish.value)) if wish.field.target else None
    return board.task.value(linked.label if linked else wish.value)
