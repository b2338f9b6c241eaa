"""Where the third reading begins: everything is looked up, then a question is answered or an order done."""

from typing import Final

from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.request import Look, ProjectRequest
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.sense.create import create_entry
from proofroom.content.playbook.sense.labels import set_labels
from proofroom.content.playbook.sense.order import change_items, do_order
from proofroom.content.playbook.sense.question import answer_question
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline import Answer, Ask, lexicon
from proofroom.providers.offline.sentence import tokens

_ORDERS: Final = (
    lexicon.CHANGE,
    lexicon.ADD,
    lexicon.DELETE,
    lexicon.PUBLISH,
    lexicon.UNPUBLISH,
    lexicon.ARCHIVE,
)
_UNREAD: Final = 2
"""Words of a question that may stay unexplained."""


def make_sense(task: ProjectRequest, asks: str = "", is_order: bool = False) -> Look[Answer | Ask | None]:
    """Do or tell what a request asks for, where every word of it is explained; else None.

    With `asks`, what it was taken for, only a question is answered that other readings overlook; an order
    is only done.
    """
    task = task.about(LOOK["sense_courtesy_begin"].sub(lambda found: " " * len(found[0]), task.sentence.text))
    said = task.said
    words = tokens(said)
    found = yield from look_everywhere(task)
    board = Board(task, found.shelf, found.today)
    is_asked = seen("sense_asks", said) or (bool(words) and not task.quotes and _is_list(task, words))
    if is_asked and not is_order and not seen("sense_polite_order", said):
        known = yield from answer_question(board, asks)
        return known or (None if asks else (yield from answer_question(board, most_unread=_UNREAD)))
    if asks or not task.request.can("save_content"):
        return None
    if seen("sense_creates", said):
        made = (yield from change_items(board)) or (yield from create_entry(board))
        if made is not None:
            return made
    if task.request.answers:
        return None
    if found.labels is not None:
        labelled = yield from set_labels(board, found.labels, found.texts)
        if labelled is not None:
            return labelled
    done = yield from do_order(board)
    if done is not None or is_order or any(map(task.sentence.has, _ORDERS)) or task.quotes:
        return done
    return (yield from answer_question(board))  # only named or described: what fits is shown


def _is_list(task: ProjectRequest, words: list[str]) -> bool:
    """Tell whether somebody only says of what they want a list: films released before 2026."""
    is_noun = any(model.is_called(words[0]) for model in task.schema.with_entries())
    return is_noun and seen("plural_noun", words[0]) and not any(map(task.sentence.has, _ORDERS))
