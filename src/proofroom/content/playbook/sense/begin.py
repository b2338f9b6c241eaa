"""Where the third reading begins: everything is looked up, then a question is answered or an order done."""

from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.request import Look, ProjectRequest
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.sense.create import create_entry
from proofroom.content.playbook.sense.labels import set_labels
from proofroom.content.playbook.sense.order import do_order
from proofroom.content.playbook.sense.question import answer_question
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline import Answer, Ask, lexicon
from proofroom.providers.offline.sentence import tokens


def make_sense(task: ProjectRequest, asks: str = "") -> Look[Answer | Ask | None]:
    """Do or tell what a request asks for, where every word of it is explained; else None.

    With `asks`, what it was taken for, only a question is answered that other readings overlook.
    """
    task = task.about(LOOK["sense_courtesy_begin"].sub(lambda found: " " * len(found[0]), task.sentence.text))
    said = task.said
    words = tokens(said)
    found = yield from look_everywhere(task)
    board = Board(task, found.shelf, found.today)
    is_asked = seen("sense_asks", said) or (bool(words) and not task.quotes and _is_list(task, words))
    if is_asked and not seen("sense_polite_order", said):
        return (yield from answer_question(board, asks))
    if asks or not task.request.can("save_content"):
        return None
    if seen("sense_creates", said):
        made = yield from create_entry(board)
        if made is not None:
            return made
    if task.request.answers:
        return None
    if found.labels is not None:
        labelled = yield from set_labels(board, found.labels, found.texts)
        if labelled is not None:
            return labelled
    return (yield from do_order(board))


def _is_list(task: ProjectRequest, words: list[str]) -> bool:
    """Tell whether somebody only says of what they want a list: films released before 2026."""
    is_noun = any(model.is_called(words[0]) for model in task.schema.with_entries())
    orders = (
        lexicon.CHANGE,
        lexicon.ADD,
        lexicon.DELETE,
        lexicon.PUBLISH,
        lexicon.UNPUBLISH,
        lexicon.ARCHIVE,
    )
    return is_noun and seen("plural_noun", words[0]) and not any(task.sentence.has(one) for one in orders)
