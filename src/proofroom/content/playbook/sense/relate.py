"""Orders that frames tell: link and unlink, move, swap, give the same, name anew, say where one lives."""

import re
from dataclasses import replace
from typing import Any, cast

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.request import Look, in_order, save_call
from proofroom.content.playbook.schema import FieldView
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.sense.frames import Order, read_orders
from proofroom.content.playbook.words import seen
from proofroom.providers.offline import Answer, Ask, Call
from proofroom.providers.offline.sentence import plain


def do_frames(board: Board, said: str) -> Look[Answer | Ask | None]:
    """Do the order whose frame explains every word in one way; None where none does."""
    orders = read_orders(board, said)
    if not orders or len({one.key for one in orders}) > 1:
        return None
    return (yield from do_order(board, orders[0]))


def do_order(board: Board, order: Order) -> Look[Answer | Ask]:
    """Write what an order says."""
    task, one = board.task, order.field
    if order.does in ("place", "rename"):
        locales = task.text_locales if order.model.i18n else [None]
        ids = [entry.id for entry in order.entries]
        results = yield from in_order(
            save_call(order.model, ids, one.nest(order.text), locale) for locale in locales
        )
        told = {"field": one, "value": task.value(order.text), "entries": order.entries}
        return task.wrote(results, task.say("answer.change.set", **told))
    if order.does == "swap":
        return (yield from _swap(board, order))
    if order.does == "same":
        value = _raw(order.items[0], one)
        if value in (None, "", []):
            return task.ask("answer.change.which_value", name=one, where=order.entries)
        return (yield from _set(board, order, value, board.told(order.items[0], one)))
    if one.type == "boolean":
        return (yield from _set(board, order, order.does != "remove", task.value(order.does != "remove")))
    if order.does == "move" and not order.old and is_joined(task.said):
        order = replace(order, does="add")  # move it to Parks as well
    if one.type == "relation" and order.does != "remove":
        return (yield from _set(board, order, order.items[0].id, task.value(order.items[0].label)))
    return (yield from _relate(board, order))


def is_joined(said: str) -> bool:
    """Tell whether something that is spoken of gets one more: move it to Parks as well."""
    return seen("sense_pointing", said) and re.search(r"\b(?:as well|too|also)\b", said) is not None


def _set(board: Board, order: Order, value: Any, shown: str) -> Look[Answer | Ask]:
    ids = [entry.id for entry in order.entries]
    results = yield from in_order([save_call(order.model, ids, order.field.nest(value))])
    told = {"field": order.field, "value": shown, "entries": order.entries}
    return board.task.wrote(results, board.task.say("answer.change.set", **told))


def _relate(board: Board, order: Order) -> Look[Answer | Ask]:
    """Change lists of links, or of words, entry by entry."""
    task, one = board.task, order.field
    given, gone = [each.id for each in order.items], [each.id for each in order.old]
    calls: list[Call] = []
    changed: list[Found] = []
    for entry in order.entries:
        own = _list(entry, one)
        if order.does == "move" and (len(own) > 1 if not gone else not set(gone) <= set(own)):
            known = [board.lookup.get(one.target, ref) for ref in own]
            return task.ask(
                "answer.relate.which_leaves", entry=[entry], labels=[each for each in known if each]
            )
        out = {plain(each) for each in (gone or own if order.does == "move" else given)}
        fresh = [each for each in own if plain(each) not in out or (order.does == "add")]
        if order.does != "remove":
            fresh += [each for each in given if plain(each) not in {plain(known) for known in fresh}]
        if fresh != own:
            value: Any = fresh if one.type != "relation" else None
            changed.append(entry)
            calls.append(save_call(entry.model, [entry.id], one.nest(value)))
    if not calls:
        return task.answer("answer.speech.unchanged")
    results = yield from in_order(calls)
    key = {"add": "added", "remove": "removed", "move": "moved"}[order.does]
    told = {"labels": order.items, "label": one, "entry": changed}
    return task.wrote(results, task.say(f"answer.relate.{key}", **told))


def _swap(board: Board, order: Order) -> Look[Answer | Ask]:
    """Give each of two entries what the other has."""
    one, pair = order.field, [*order.entries, *order.items]
    if len(pair) != 2:
        return board.task.ask("answer.change.what")
    values = [_raw(entry, one) for entry in reversed(pair)]
    results = yield from in_order(
        save_call(entry.model, [entry.id], one.nest(value)) for entry, value in zip(pair, values, strict=True)
    )
    return board.task.wrote(results, board.task.say("answer.relate.swapped", label=one, entry=pair))


def _raw(entry: Found, one: FieldView) -> Any:
    """Return what a field of an entry holds, links as ids."""
    if one.target is None:
        return entry.data.get(one.path[0])
    refs = entry.refs(one)
    return refs if one.type == "relations" else next(iter(refs), None)


def _list(entry: Found, one: FieldView) -> list[str]:
    if one.target is not None:
        return entry.refs(one)
    return [str(each) for each in cast("list[Any]", entry.data.get(one.path[0]) or [])]
