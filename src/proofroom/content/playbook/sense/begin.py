"""Where a request about content is read: all is looked up, then a question is answered or an order done."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from proofroom.content.playbook.deeds import asked_first, told_by
from proofroom.content.playbook.everywhere import Everywhere, look_everywhere
from proofroom.content.playbook.request import End, Look, ProjectRequest, begin
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.sense.create import create_entry
from proofroom.content.playbook.sense.gathered import bare
from proofroom.content.playbook.sense.labels import do_labels, which_label
from proofroom.content.playbook.sense.order import change_items, do_orders
from proofroom.content.playbook.sense.question import answer_question, search_texts
from proofroom.content.playbook.sense.remarks import is_remarked
from proofroom.content.playbook.sense.unclear import tell_understood
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline import Answer, Ask, Request, lexicon
from proofroom.providers.offline.plan import up_to_writing
from proofroom.providers.offline.sentence import Sentence, tokens

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
_PASSED: Final = 6
"""Words that may stay unexplained where somebody is asked before anything is done."""


def board_for(request: Request) -> Look[Board]:
    """Look at the models and at all there is, for a request by itself."""
    task = yield from begin(request)
    found = yield from look_everywhere(task)
    return Board(task, found.lookup, found.today)


def read_request(task: ProjectRequest, kind: str = "") -> End:
    """Do or tell what a request asks for, where every word of it is explained; else ask about the rest."""
    if task.request.answers and LOOK["no_answer"].match(Sentence(task.request.answers[-1]).masked):
        return task.answer("answer.speech.left")
    found = yield from look_everywhere(task)
    first: Answer | Ask | None = None
    for text in _ways(task):
        other = task.about(bare(text))
        done = yield from _read(Board(other, found.lookup, found.today), found, kind)
        if isinstance(done, Answer):
            return done
        first = first or done
    board = Board(task, found.lookup, found.today)
    if not (isinstance(first, Ask) and first.offers) and not task.request.answers:
        offered = yield from _passing_over(
            Board(task.about(bare(task.sentence.text)), found.lookup, found.today), found, kind
        )
        if offered is not None:
            return offered
    if first is None and kind in ("show", "search", "relations"):
        return replace(task.answer("answer.read.cannot"), is_weak=True)
    return first or which_label(board, found.said) or tell_understood(board, kind)


def _passing_over(board: Board, found: Everywhere, kind: str) -> Look[Answer | Ask | None]:
    """Offer what an order says beside words that nothing explains; None where that is nothing."""
    if _is_asked(board, kind):
        return None
    board.passed = set()
    one = yield from up_to_writing(_done(board, found, kind))
    explained = told_by(board.lookup, one.calls)
    words = [word for word in tokens(board.said()) if word in board.passed and not explained(word)]
    if one.wanted is None or len(words) > _PASSED or _names_any(board, words):
        return None
    if is_remarked(board.said(), set(words)):
        return (yield from one.go_on())
    return (yield from asked_first(board.task, board.lookup, one, words))


def _names_any(board: Board, words: list[str]) -> bool:
    """Tell whether words name an entry: what is offered without them is about something else."""
    every = list(board.lookup.entries.values())
    return any(not one.is_slip for one in board.names(" ; ".join(words), every))


def answer_rich(task: ProjectRequest) -> Look[Answer | None]:
    """Answer a question about entries that says more than a name; None for any other."""
    found = yield from look_everywhere(task)
    known = yield from answer_question(Board(task, found.lookup, found.today), found, "other")
    return known if isinstance(known, Answer) else None


def _ways(task: ProjectRequest) -> Iterator[str]:
    """Yield the request as it was said; where something was answered, also with the answer in its place."""
    text = task.sentence.text
    yield text
    for answer in task.request.answers:
        bare, given = text.rstrip(" .!?"), answer.strip(" .!")
        if task.request.language == "tr":
            yield f"{given} {bare}"
            if not seen("points_at_value", Sentence(given).masked):
                yield f'{bare} "{given}" olsun'
        yield f"{given}: {bare}"
        yield f"{bare} {given}"
        yield f"{bare} of {given}"
        yield f"{bare} to {given}"
        if not seen("points_at_value", Sentence(given).masked):
            yield f'{bare} to "{given}"'
        yield f"{bare}: {given}"


def _read(board: Board, found: Everywhere, kind: str) -> Look[Answer | Ask | None]:
    if _is_asked(board, kind):
        if not seen("sense_asks", board.said()):  # a word of it is one for showing, as the sea view is
            done = yield from _done(board, found, kind)
            if isinstance(done, Answer):
                return done
        known = yield from answer_question(board, found, kind)
        known = known or (yield from search_texts(board, kind))
        return known or (yield from answer_question(board, found, kind, _UNREAD))
    done = yield from _done(board, found, kind)
    if done is not None or any(map(board.task.sentence.has, _ORDERS)) or board.task.quotes:
        return done
    # only named or described: what fits is shown
    return (yield from answer_question(board, found, kind)) or (yield from search_texts(board, kind))


def _is_asked(board: Board, kind: str) -> bool:
    """Tell whether somebody wants to know something."""
    task, said = board.task, board.said()
    words = tokens(said)
    is_told = kind in ("search", "relations", "show") and not seen("sense_orders", said)
    is_asked = (
        is_told or seen("sense_asks", said) or (bool(words) and not task.quotes and _is_list(task, words))
    )
    return is_asked and not seen("sense_polite_order", said) and not seen("wished_of", said)


def _done(board: Board, found: Everywhere, kind: str) -> Look[Answer | Ask | None]:
    """Do what an order says."""
    task, said = board.task, board.said()
    if not task.request.can("save_content"):
        return task.answer("answer.offline.not_allowed")
    labels = found.labels
    if labels is not None:
        labelled = yield from do_labels(board, labels, found.said)
        if labelled is not None:
            return labelled
    made: Answer | Ask | None = None
    if seen("sense_creates", said):
        made = (yield from change_items(board)) or (yield from create_entry(board))
        if isinstance(made, Answer):
            return made
    done = (yield from do_orders(board)) or made
    if done is None and labels is not None:
        done = yield from do_labels(board, labels, found.said, is_last=True)
    return done


def _is_list(task: ProjectRequest, words: list[str]) -> bool:
    """Tell whether somebody only says of what they want a list: films released before 2026."""
    is_noun = any(model.is_called(words[0]) for model in task.schema.with_entries())
    return is_noun and seen("plural_noun", words[0]) and not any(map(task.sentence.has, _ORDERS))
