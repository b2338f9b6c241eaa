"""What is said where a request stays unclear: what was understood, and what was not."""

import re
from typing import Final

from proofroom.content.playbook.schema import NUMERIC
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.meant import is_plural
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.providers.offline import Answer, Ask, lexicon
from proofroom.providers.offline.sentence import tokens

_MOST: Final = 5
_KNOWN: Final = listed("sense_verbs") | listed("sense_ask") | listed("label_orders")
_STATES: Final = {"publish": "published", "unpublish": "draft", "archive": "archived", "delete": "delete"}


def tell_understood(board: Board, kind: str) -> Ask | Answer:
    """Ask about a request that nothing explains wholly."""
    said = board.said()
    absent = _no_language(board) or _none_listed(board)
    if absent is not None:
        return absent
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    sieves = [Sieve(board, model, said).read() for model in named or board.schema.with_entries()]
    sieves.sort(key=lambda one: not any(each.is_whole for each in one.named))
    told = next((one for one in sieves if one.named), None)
    return _of_entries(board, told) if told else _of_nothing(board, kind)


def _no_language(board: Board) -> Ask | None:
    """Say that the project does not have a language that is named."""
    known = board.schema.locales
    absent = [one for one in lexicon.locales_in(board.said()) if one not in known]
    if not absent or not known:
        return None
    found = re.search(rf"\b(?:{lexicon.LANGUAGES[absent[0]]})", board.said())
    word = board.task.sentence.text[slice(*found.span())] if found else lexicon.NAMES[absent[0]]
    language = word[:1].upper() + word[1:]
    return board.task.ask("answer.speech.no_language", language=language, known=", ".join(known))


def _none_listed(board: Board) -> Answer | None:
    """Say that there are none of "those", where the answer before found none."""
    task = board.task
    told = [task.request.say("answer.read.none_fits", model=one.name) for one in board.schema.with_entries()]
    is_none = seen("sense_them", board.said()) and task.request.told.strip() in told
    return task.answer("answer.follow.none_listed") if is_none else None


def _of_entries(board: Board, sieve: Sieve) -> Ask:
    """Ask about what is said of entries that are named."""
    task, model, said = board.task, sieve.model, board.said()
    exact = [one for one in sieve.named if not one.is_slip] or sieve.named
    entries = list({one.id: one for each in exact for one in each.entries}.values())
    if len(entries) > 1:
        return task.which_one(entries[:_MOST], model.name)
    fields = ", ".join(task.name_of(one) for one in model.fields)
    unknown = LOOK["field_of_one"].search(said) or LOOK["one_of_field"].search(said)
    if unknown is not None and not board.fields(unknown["field"], [model]):
        word = task.sentence.text[slice(*unknown.span("field"))].strip()
        told = {"field": f"“{word}”", "entries": entries, "fields": fields}
        return task.ask("answer.change.no_such_field", **told)
    mentions = board.fields(sieve.said, [model])
    left = board.left(blank(sieve.said, *(one.span for one in mentions)), [model], _KNOWN)
    counted = [one for one in mentions if one.field.type in NUMERIC]
    value = LOOK["sense_no_number"].search(said) if counted else None
    if value is not None and not board.amounts(value["value"]):
        shown = task.sentence.text[slice(*value.span("value"))]
        told = {"said": shown, "name": counted[0].field, "where": entries}
        return task.ask("answer.change.which_number", **told)
    if left:
        return task.unexplained(left, f"{model.name}, {entries[0].label}")
    if mentions:
        return task.ask("answer.change.which_value", name=mentions[0].field, where=entries)
    return task.ask("answer.speech.offer", understood=entries, fields=fields)


def _of_nothing(board: Board, kind: str) -> Ask:
    """Ask what a request is about that names no entry."""
    task, said = board.task, board.said()
    if kind in _STATES:
        said = LOOK[f"sense_to_{_STATES[kind]}"].sub(lambda one: " " * len(one[0]), said)
    mentions = [one for one in board.fields(said, board.schema.models) if kind == "change"]
    named = [one.model for one in mentions if any(one.model.is_called(word) for word in tokens(said))]
    whose = board.lookup.of(named[0]) if named and not is_plural(named[0], said) else []
    if len(whose) > 1:
        return task.which_one(whose, named[0].name)
    thing = LOOK["sense_thing"].search(said)
    if thing is not None and _is_nothing(board, thing["thing"]):
        models = ", ".join(one.name for one in board.schema.models)
        word = task.sentence.text[slice(*thing.span("thing"))]
        return task.ask("answer.speech.no_such_thing", said=word, models=models)
    left = board.left(blank(said, *(one.span for one in mentions)), board.schema.with_entries(), _KNOWN)
    if kind in _STATES and not left:
        return task.ask(f"answer.speech.which_to.{_STATES[kind]}")
    if kind in _STATES:
        return task.ask("answer.speech.not_found", said=" ".join(left))
    if mentions and not left:
        return task.ask("answer.change.whose", name=mentions[0].field)
    models = ", ".join(one.name for one in board.schema.with_entries())
    if kind == "add" and models:
        key = "cannot" if left else "which_model"
        return task.ask(f"answer.add.{key}", models=models)
    return task.ask("answer.speech.rephrase")


def _is_nothing(board: Board, word: str) -> bool:
    """Tell whether a word is a noun that nothing of the project is called by."""
    return seen("plural_noun", word) and bool(board.left(word, board.schema.models, _KNOWN))
