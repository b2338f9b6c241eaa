"""What a message comes to if only what shows what it is is gathered from it, whatever stands around.

Each clause gives what it names: entries, and values for the fields that can take them. What is said to stay
as it is is left out, also what a value is contrasted with; talk beside it says nothing. A clause without an
entry is about what the one before it was about. Words may be left over, so nothing is done: it is offered.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, Final

from proofroom.content.playbook.deeds import asked_first, chosen_of, deed_offered
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.request import Look, in_order
from proofroom.content.playbook.schema import NUMERIC, FieldView, ModelView
from proofroom.content.playbook.sense.board import Board, Span, blank
from proofroom.content.playbook.sense.compose import calls_of, without_states
from proofroom.content.playbook.sense.create import create_entry
from proofroom.content.playbook.sense.loose import gather_parts
from proofroom.content.playbook.sense.meant import meant
from proofroom.content.playbook.sense.parts import Saying
from proofroom.content.playbook.sense.phrasebook import ASIDES
from proofroom.content.playbook.sense.spoken import on_screen_or_spoken
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.mood import no_order_in
from proofroom.providers.offline.plan import up_to_writing
from proofroom.providers.offline.sentence import BLANK, Sentence, tokens


def bare(text: str) -> str:
    """Return a request without courtesy and what is said beside it; its length stays."""
    text = unsaid(text, "sense_courtesy_begin", "sense_courtesy_end")
    return blank(text, *(one.span() for one in ASIDES.finditer(Sentence(text).masked)))


_AROUND: Final = listed("sense_verbs") | listed("around_composed") | listed("said_around")
_MOST: Final = 12
"""Clauses of a message that is gathered."""
_TOLD: Final = 6
"""Words that are told as not understood."""
_GIVEN: Final = re.compile(rf"{BLANK}+|\d|#[0-9a-f]{{3}}|\S@\S")
"""What has to be for something where it stands in a clause that orders."""


@dataclass
class Gathered:
    """What a message comes to for the entries of one model."""

    model: ModelView
    sayings: list[tuple[list[Found], Saying]] = field(default_factory=list[tuple[list[Found], Saying]])
    left: list[str] = field(default_factory=list[str])
    sure: float = 0
    is_open: bool = False
    """A value is left that nothing takes, or nothing says whose it is."""


def do_gathered(board: Board) -> Look[Answer | Ask | None]:
    """Offer what a message comes to; None where that is nothing, or a value is left over."""
    if seen("asked_not_ordered", board.said()) and not seen("sense_polite_order", board.said()):
        return None
    message = _Message(board)
    if len(message.clauses) > _MOST:
        return None
    if not message.clauses:
        return board.task.answer("answer.speech.left") if message.is_forbidden else None
    new = _what_is_new(board, message)
    if new is not None:
        return (yield from _offer_new(board, message, *new))
    choices: list[list[Call]] = []
    least: list[str] = []
    for one in _best([_gather(board, model, message) for model in board.schema.models]):
        calls = yield from _calls(board, one)
        if calls and calls not in choices:
            choices.append(calls)
            least = least or one.left
    if not choices:
        return None
    chosen = chosen_of(board.task, board.lookup, choices)
    if isinstance(chosen, Ask):
        return chosen
    if len(choices) == 1:
        question = deed_offered(board.task, board.lookup, chosen, least[:_TOLD])
        if not is_agreed_to(board.task.request, question):
            return question
    results = yield from in_order(chosen)
    return board.task.wrote(results, "")


def _best(found: list[Gathered]) -> list[Gathered]:
    found = [one for one in found if one.sayings and not one.is_open]
    most = max(((len(one.sayings), one.sure) for one in found), default=(0, 0.0))
    found = [one for one in found if (len(one.sayings), one.sure) == most]
    least = min((len(one.left) for one in found), default=0)
    return [one for one in found if len(one.left) == least]


def _calls(board: Board, one: Gathered) -> Look[list[Call] | None]:
    groups: dict[tuple[str, ...], tuple[list[Found], list[Saying]]] = {}
    for entries, saying in one.sayings:
        groups.setdefault(tuple(each.id for each in entries), (entries, []))[1].append(saying)
    found: list[Call] = []
    for entries, sayings in groups.values():
        calls = yield from calls_of(board, one.model, entries, sayings)
        if calls is None:
            return None
        found += calls
    return found


class _Message:
    """The clauses of a message that may order something, each in its place, and what is to stay as it is."""

    def __init__(self, board: Board) -> None:
        said = board.said()
        every = list(board.lookup.entries.values())
        kept = [one.span for one in board.names(said, every) if one.is_whole]
        kept += [one.span() for one in re.finditer(f"{BLANK}+", said)] + list(_days(said))
        cuts = [0]
        for found in LOOK["gathered_joint"].finditer(said):
            if not any(start < found.end() and found.start() < end for start, end in kept):
                cuts += [found.start(), found.end()]
        cuts.append(len(said))
        self.clauses: list[str] = []
        self.said = said
        """The whole, without what is to stay and what only is talk."""
        self.staying: set[tuple[str, str]] = set()
        self.is_forbidden = False
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            clause = blank(said, (0, start), (end, len(said)))
            own = said[start:end].strip()
            is_talk = not _GIVEN.search(own) and seen("gathered_talks", own)
            if seen("gathered_stays", own) or no_order_in(own) or is_talk:
                self.is_forbidden |= not is_talk
                self.said = blank(self.said, (start, end))
                named = [one for one in board.names(clause, every) if not one.is_slip]
                self.staying |= {(one.model.id, one.id) for each in named for one in each.entries}
            elif own:
                spans = [one.span() for one in LOOK["gathered_contrast"].finditer(clause)]
                self.said = blank(self.said, *spans)
                self.clauses.append(blank(clause, *spans))


def _days(said: str) -> Iterator[Span]:
    while (when := find_when(said)) is not None:
        yield when.start, when.end
        said = blank(said, (when.start, when.end))


# what is new


def _what_is_new(board: Board, message: _Message) -> tuple[ModelView, str] | None:
    """Return the model of what is new, and the word that says so: a model's noun, or a choice of one."""
    for clause in message.clauses:
        found = LOOK["gathered_new"].search(clause) or LOOK["sense_creates"].search(clause)
        words = tokens(clause[found.start() :])[:4] if found else []
        for model in board.schema.with_entries():
            chosen = {each for one in model.fields if one.type == "select" for each in board.options(one)}
            noun = next((word for word in words if model.is_called(word) or word in chosen), None)
            if noun is not None:
                return model, noun
        if found:
            return None
    return None


def _offer_new(board: Board, message: _Message, model: ModelView, noun: str) -> Look[Answer | Ask | None]:
    """Offer to add what is told of something new."""
    said = message.said
    text = "".join(one if said[at] != " " else " " for at, one in enumerate(board.task.sentence.text))
    if not (seen("sense_creates", said) and any(model.is_called(word) for word in tokens(said))):
        text = f"new {model.id}, {text[said.index(noun) :]}"
    own = Board(board.task.about(bare(text)), board.lookup, board.today)
    own.is_tolerant = True
    one = yield from up_to_writing(create_entry(own))
    if one.wanted is None:
        return one.end
    return (yield from asked_first(board.task, board.lookup, one))


# gathering


def _gather(board: Board, model: ModelView, message: _Message) -> Gathered:
    found = Gathered(model)
    if model.kind == "dictionary" or (not model.has_entries and _speaks_of_entries(board, message)):
        return found
    topic = [] if model.has_entries else [Found(model, "", model.name)]
    waiting: list[Saying] = []
    last: list[Saying] = []
    for clause in message.clauses:
        named = _named(board, model, clause, found) if model.has_entries else []
        bare, states = without_states(clause) if model.has_entries else (clause, [])
        parts, rest = gather_parts(board, model, bare, named or topic)
        parts += states
        about = named
        if not named and model.has_entries and (not topic or _is_of_many(board, model, clause)):
            parts, rest = _without_conditions(clause, parts, rest)
            about, rest = _described(board, model, rest, parts)
        if about:
            topic = [one for one in about if (model.id, one.id) not in message.staying]
        rest = _bare(board, model, rest)
        if _GIVEN.search(rest) and (parts or named or seen("gathered_orders", clause)):
            found.is_open = True
        if parts or named:
            found.left += _telling(board, model, rest)
            found.sure += any(model.is_called(word) for word in tokens(clause)) / 2
            found.sure += len(_said_by_name(board, model, clause, parts))
        if named and not parts and last and not _telling(board, model, rest):
            parts = last  # the shoes guide and the hats one
        last = parts
        if topic:
            found.sayings += [(topic, one) for one in (*waiting, *parts)]
            waiting = []
        else:
            waiting += _said_by_name(board, model, clause, parts)
    if waiting:
        spoken = on_screen_or_spoken(board, model)
        found.sayings += [(spoken, one) for one in waiting] if len(spoken) == 1 else []
        found.is_open |= len(spoken) != 1
    written: dict[object, object] = {}
    for entries, each in found.sayings:
        for one in entries:  # two values for one field
            value = repr((each.value, each.step))
            found.is_open |= written.setdefault((one.id, each.field, each.locale), value) != value
    return found


def _telling(board: Board, model: ModelView, rest: str) -> list[str]:
    return board.unexplained(rest, [model], _AROUND)


def _said_by_name(board: Board, model: ModelView, clause: str, parts: list[Saying]) -> list[Saying]:
    """Return what a clause says of fields that it names, and of states."""
    named = [one.field for one in board.fields(clause, [model])]
    return [one for one in parts if one.field is None or one.field in named]


def _speaks_of_entries(board: Board, message: _Message) -> bool:
    """Tell whether a message speaks of a kind of entry: its author's address is not the house's."""
    return any(one.is_called(word) for word in tokens(message.said) for one in board.schema.with_entries())


def _named(board: Board, model: ModelView, clause: str, found: Gathered) -> list[Found]:
    """Return the entries that a clause names; nothing where it leaves open which, or speaks of many."""
    named = board.names(clause, board.lookup.of(model))
    whole = [one for one in named if one.is_whole]
    named = whole or [one for one in named if not one.is_slip] or named
    if any(len(one.entries) > 1 for one in named) or (not whole and _is_of_many(board, model, clause)):
        return []
    found.sure += len(whole)
    return list({one.entries[0].id: one.entries[0] for one in named}.values())


def _is_of_many(board: Board, model: ModelView, clause: str) -> bool:
    """Tell whether a clause speaks of several entries: everything she made, those in stock."""
    words = tokens(clause)
    called = [word for word in words for one in board.schema.with_entries() if one.is_called(word)]
    return seen("sense_all", clause) or any(seen("plural_noun", word) for word in called)


def _without_conditions(clause: str, parts: list[Saying], rest: str) -> tuple[list[Saying], str]:
    """Return what entries are to become; a flag or a choice beside a value only says which are meant."""
    flags = [one for one in parts if one.field is not None and one.field.type in ("boolean", "select")]
    if len(flags) in (0, len(parts)):
        return parts, rest
    parts = [one for one in parts if one not in flags]
    spans = [span for one in flags for span in one.spans]
    return parts, "".join(
        clause[at] if any(start <= at < end for start, end in spans) else one for at, one in enumerate(rest)
    )


def _described(board: Board, model: ModelView, rest: str, parts: list[Saying]) -> tuple[list[Found], str]:
    """Return the entries that the conditions of a clause leave, and what is left of it."""
    fits: list[Callable[[Found], bool]] = []
    counted = [one.field for one in parts if one.field is not None and one.field.type in NUMERIC]
    for amount in board.amounts(rest) if len(counted) == 1 else ():
        before = LOOK["sense_compares"].search(rest[: amount.span[0]])
        if before is not None:
            fits.append(_limit(counted[0], before[0], board.in_unit(counted[0], amount)))
            rest = blank(rest, amount.span, before.span())
    board.is_tolerant = True
    one = meant(board, model, rest, _AROUND)
    board.is_tolerant = False
    entries = one.entries if one is not None and one.ask is None else board.lookup.of(model) if fits else []
    return [each for each in entries if all(fit(each) for fit in fits)], rest


def _limit(field: FieldView, said: str, limit: float) -> Callable[[Found], bool]:
    is_most = seen("gathered_less", said)

    def fits(entry: Found) -> bool:
        own: Any = entry.data.get(field.path[0])
        return isinstance(own, int | float) and (own < limit if is_most else own > limit)

    return fits


def _bare(board: Board, model: ModelView, rest: str) -> str:
    """Return what is left of a clause without the names in it and the fields that are named."""
    rest = blank(rest, *(one.span for one in board.names(rest, board.lookup.of(model))))
    return blank(rest, *(one.span for one in board.fields(rest, [model])))
