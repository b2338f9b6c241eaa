"""What is said where a request stays unclear: what was understood, and what was not."""

from typing import Final

from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.words import LOOK, listed
from proofroom.providers.offline import Ask

_MOST: Final = 5
_KNOWN: Final = listed("sense_verbs") | listed("sense_ask") | listed("label_orders")
_STATES: Final = {"publish": "published", "unpublish": "draft", "archive": "archived", "delete": "delete"}


def tell_understood(board: Board, kind: str) -> Ask:
    """Ask about a request that nothing explains wholly."""
    said = board.said()
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    sieves = [Sieve(board, model, said).read() for model in named or board.schema.with_entries()]
    sieves.sort(key=lambda one: not any(each.is_whole for each in one.named))
    told = next((one for one in sieves if one.named), None)
    return _of_entries(board, told) if told else _of_nothing(board, kind)


def _of_entries(board: Board, sieve: Sieve) -> Ask:
    """Ask about what is said of entries that are named."""
    task, model, said = board.task, sieve.model, board.said()
    entries = list({one.id: one for each in sieve.named for one in each.entries}.values())
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
