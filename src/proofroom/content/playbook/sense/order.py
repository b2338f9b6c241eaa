"""Orders: set fields of the entries that are meant, bring them into a state, empty a field, delete."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, cast

from proofroom.content.playbook.days import DATES, moment_of
from proofroom.content.playbook.entries import Found, having
from proofroom.content.playbook.request import Look, in_order, read_call, record_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.compose import do_composed
from proofroom.content.playbook.sense.meant import VERBS, Meant, best_meant, meant, models_in
from proofroom.content.playbook.sense.relate import do_frames
from proofroom.content.playbook.sense.steps import read_steps
from proofroom.content.playbook.sense.wishes import MEDIA, Wish, read_wishes
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.dates import When, find_when
from proofroom.providers.offline.sentence import plain, tokens

Done = Look[Answer | Ask | None]
_FILLED: Final = VERBS | {"add", "ekle", "fill", "in"}
_KEPT: Final = 5
"""Entries that are read in full before they go, should they be wanted back."""


def do_orders(board: Board) -> Done:
    """Do what an order says whose every word is explained."""
    for work in (_state, _empty, change_items, _fields, do_composed):
        done = yield from work(board)
        if done is not None:
            return done
    return None


def change_items(board: Board) -> Done:
    """Do what a frame says: link, move, swap, rename."""
    return (yield from do_frames(board, unsaid(board.said(), "sense_rather", "sense_reason")))


# states


def _state(board: Board) -> Done:
    said = board.said()
    for status in ("delete", "draft", "archived", "published"):
        found = LOOK[f"sense_to_{status}"].search(said)
        if found is None or (status == "delete" and _takes_flag(board, said, found.start())):
            continue
        when = find_when(said)
        if when is not None and status != "delete":
            day = blank(said, (when.start, when.end))
            one = _meant_by(board, day, status)
            if one is not None and one.entries:
                return (yield from _schedule(board, one.entries, status, when))
        if status == "published" and re.match(r"schedule|zamanla|planla|programla", found[0]):
            return None
        one = _meant_by(board, said, status)
        if one is None or one.ask is not None:
            return one.ask if one else None
        if status == "delete" and one.is_named and _has_other(board, one.entries, said):
            return None
        if status == "delete":
            return (yield from _delete(board, one.entries, is_asked=one.has_not))
        given = _given(board, one.entries)
        if status == "draft" and all(each.status == status for each in one.entries):
            told = board.task.answer("answer.status.already", entries=one.entries, state=status)
            return replace(told, is_so=True)
        result: Result = yield Call("update_status", given | {"status": status})
        return board.task.wrote([result], board.task.say(f"answer.status.done.{status}", entries=one.entries))
    return None


def _has_other(board: Board, entries: list[Found], said: str) -> bool:
    """Tell whether what goes may be something in the entry that is named: the bathtub in the cabin."""
    targets = {one.target for one in entries[0].model.relations()}
    linked = [one for one in board.lookup.entries.values() if one.model.id in targets]
    said = blank(said, *(one.span for one in board.names(said, entries)))
    return any(one.is_whole for one in board.names(said, linked))


def _takes_flag(board: Board, said: str, at: int) -> bool:
    """Tell whether a verb takes a flag, or takes entries out of something: önerilenlerden kaldır."""
    before = said[:at].rstrip()
    flags = (one for one in board.fields(said, board.schema.with_entries()) if one.field.type == "boolean")
    return re.search(r"\w[dt][ae]n$", before) is not None or any(one.end == len(before) for one in flags)


def _meant_by(board: Board, said: str, status: str) -> Meant | None:
    """Return what is to get into a state: without the words that only say which."""
    return best_meant(board, unsaid(said, f"sense_to_{status}", "sense_state_words"))


def _given(board: Board, entries: list[Found]) -> Json:
    locale = lexicon.locale_in(board.said()) if entries[0].model.i18n else None
    given: Json = {"model": entries[0].model.id, "entryIds": [one.id for one in entries]}
    return given | ({"locale": locale} if locale in board.schema.locales else {})


def _schedule(board: Board, entries: list[Found], status: str, when: When) -> Look[Answer | Ask]:
    """Set when entries become public, or stop being so; archiving has no date, so it means the latter."""
    yield from ()
    task, is_shown = board.task, status == "published"
    moment = when.moment(board.today)
    if moment is None:
        return task.ask("answer.status.which_day")
    hidden = [one for one in entries if one.status not in ("", "published")]
    if not is_shown and hidden:
        return task.answer("answer.status.not_public", entries=hidden)
    dates = {"status": "published", "publish_at" if is_shown else "expire_at": moment}
    result: Result = yield Call("update_status", _given(board, entries) | dates)
    key = "answer.status.public_on" if is_shown else "answer.status.public_until"
    at = moment[:16].replace("T", " ") + " UTC"
    return task.wrote([result], task.say(key, entries=entries, at=at))


def _delete(board: Board, entries: list[Found], is_asked: bool) -> Look[Answer | Ask]:
    task, model = board.task, entries[0].model
    if len(entries) > _KEPT or is_asked or (len(entries) > 1 and not _is_told(board, entries)):
        return task.ask("answer.status.many", count=len(entries), entries=entries)
    locales = task.schema.locales if model.i18n else (None,)
    yield [read_call(one, locale) for one in entries for locale in locales]
    result: Result = yield Call("delete_content", _given(board, entries))
    return task.wrote([result], task.say("answer.status.done.delete", entries=entries))


def _is_told(board: Board, entries: list[Found]) -> bool:
    """Tell whether more than "all" says which entries go."""
    return len(entries) < len(board.lookup.of(entries[0].model))


def _empty(board: Board) -> Done:
    """Empty a field of the entries that are meant, or take a flag from them."""
    said = board.said()
    verb = LOOK["sense_empties"].search(said)
    for model in models_in(board, said) if verb else ():
        for one in board.fields(said, [model]):
            is_noun = model.is_called(said[one.start : one.end])
            if one.field.target is not None or one.field in (model.title,) or is_noun or verb is None:
                continue
            target = meant(board, model, blank(said, verb.span(), one.span), frozenset(("from", "of")))
            if target is not None and target.entries and target.is_named:
                value = False if one.field.type == "boolean" else None
                entries = having(target.entries, one.field, value)
                ids = [entry.id for entry in entries]
                named = seen("both_languages", said) or lexicon.locales_in(said)
                locales = board.task.text_locales if model.i18n and one.field.is_text and named else [None]
                calls = (save_call(model, ids, one.field.nest(value), locale) for locale in locales)
                results = yield from in_order(calls)
                done = board.task.say("answer.status.emptied", name=one.field, entries=entries)
                return board.task.wrote(results, done)
    return None


# fields


def _fields(board: Board) -> Done:
    """Set fields of the entries that are meant, or of a singleton."""
    said = board.said()
    steps = _readings(board, said, read_steps)
    found = steps or ([] if seen("sense_open", said) else _readings(board, said, read_wishes))
    sure = [one for one in found if one[1].entries] or found
    named = [one for one in sure if one[2] in board.schema.named_in(said)]
    best = sure if len(sure) == 1 else named
    if len(best) > 1:
        top = max(one[1].sure for one in best)
        best = [one for one in best if one[1].sure == top]
    if len(best) != 1:
        return None
    wishes, target, model = best[0]
    is_order = any(map(board.task.sentence.has, (lexicon.CHANGE, lexicon.ADD))) or seen("sense_states", said)
    if len(target.entries) > 1 and not is_order and not any(one.is_done for one in wishes):
        return None  # all 4 minute articles: no order, but what somebody wants to see
    if target.ask is not None:
        return target.ask
    return (yield from _save(board, model, target.entries, wishes))


Reading = tuple[list[Wish], Meant, ModelView]


def _readings(board: Board, said: str, read: Callable[..., Any]) -> list[Reading]:
    """Return what fields are to become, and of which entries: one reading for each model that has one."""
    found: list[Reading] = []
    for model in (*models_in(board, said), *board.schema.of_kind("singleton")):
        for wishes, rest in read(board, model, said):
            if model.kind == "singleton":
                left = board.left(rest, [model], VERBS | listed("around_settings"))
                target = None if left else Meant([])
            else:
                target = meant(board, model, rest, _FILLED)
            if target is not None and all(_stands(target.entries, one) for one in wishes):
                found.append((wishes, target, model))
                break
    return found


def _stands(entries: list[Found], wish: Wish) -> bool:
    """Tell whether the entries have what is said to stand there."""
    own = (plain(str(one.data.get(wish.field.path[0]))) for one in entries)
    return not wish.old or all(each == plain(wish.old) for each in own)


def _save(board: Board, model: ModelView, entries: list[Found], wishes: list[Wish]) -> Done:
    task = board.task
    by_locale: dict[str | None, Json] = {}
    for wish in wishes:
        if wish.step is not None:
            return (yield from _save_each(board, entries, wish))
        value: Any = wish.value
        if wish.field.type in MEDIA:
            value = yield from _picture(board, wish.field, str(value), entries)
            if isinstance(value, Ask):
                return value
        if wish.field.type in DATES and isinstance(value, str):
            value = yield from moment_of(task, entries, wish.field, value, wish.moment)
            if value is None:
                return None
        locales: list[str | None] = [wish.locale] if wish.locale else [None]
        if not wish.locale and model.i18n and (wish.field.is_text or model.kind == "singleton"):
            locales = list(task.text_locales)
        for locale in locales:
            by_locale.setdefault(locale, {}).update(wish.field.nest(value))
    if model.kind == "singleton":
        yield [record_call(model, locale) for locale in by_locale]
    ids = [one.id for one in entries]
    results = yield from in_order(save_call(model, ids, data, locale) for locale, data in by_locale.items())
    where = entries or [model.name]
    told = [
        task.say("answer.change.set", field=one.field, value=_shown(board, one), entries=where)
        for one in wishes
    ]
    return task.wrote(results, " ".join(told))


def _picture(board: Board, field: FieldView, text: str, entries: list[Found]) -> Look[str | Ask]:
    """Return a link or a path as it is, else the one picture of the library that words name."""
    if re.fullmatch(r"https?://\S+|\S*/\S+", text):
        return text
    found: list[Any] = []
    if board.task.request.can("search_media"):
        words = [one for one in tokens(plain(text)) if not re.fullmatch(lexicon.WORDS["media"], one)]
        result: Result = yield Call("search_media", {"query": " ".join(words) or text})
        data: Any = result.data
        found = cast("list[Any]", data) if isinstance(data, list) else result.rows("assets")
    if len(found) == 1 and found[0].get("path"):
        return str(found[0]["path"])
    listed = ", ".join(str(one.get("filename")) for one in found[:5]) or "–"
    told = {"name": field, "where": entries, "listed": listed}
    return board.task.ask("answer.change.which_picture", **told)


def _save_each(board: Board, entries: list[Found], wish: Wish) -> Look[Answer | Ask]:
    """Save what grows or moves from what stands there, entry by entry."""
    task, one = board.task, wish.field
    values = [wish.step(entry.data.get(one.path[0])) for entry in entries] if wish.step else []
    if not values or any(value is None for value in values):
        return task.ask("answer.change.which_value", name=one, where=entries)
    pairs = zip(entries, values, strict=True)
    results = yield from in_order(save_call(each.model, [each.id], one.nest(value)) for each, value in pairs)
    told = ", ".join(dict.fromkeys(task.value(value) for value in values))
    return task.wrote(results, task.say("answer.change.set", field=one, value=told, entries=entries))


def _shown(board: Board, wish: Wish) -> str:
    field: FieldView = wish.field
    linked = board.lookup.get(field.target, str(wish.value)) if field.target else None
    return board.task.value(linked.label if linked else wish.value)
