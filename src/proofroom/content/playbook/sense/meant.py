"""Which entries an order is about: named, fulfilling a condition, on screen, or spoken of before."""

from dataclasses import field, replace
from typing import Final

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.sense.spoken import (
    just_written,
    on_screen_or_spoken,
    pointed_at,
    spoken_entries,
)
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask
from proofroom.providers.offline.sentence import tokens
from proofroom.providers.offline.slots import choose

VERBS: Final = listed("sense_verbs")
_BOTH: Final = 2


@dataclass(frozen=True)
class Meant:
    """The entries that an order is about, or the question that is left."""

    entries: list[Found]
    ask: Ask | Answer | None = None
    has_not: bool = False
    """Something is left out: what goes for good is asked about then."""
    is_named: bool = False
    sure: float = field(default=1, compare=False)
    """How exactly the words fit: a whole name more than a part of one, a noun more than none."""


def meant(board: Board, model: ModelView, said: str, more: frozenset[str] = VERBS) -> Meant | None:
    """Return the entries of a model that a text speaks of; None where words are left or none is meant."""
    counted = LOOK["sense_the_two"].search(said)
    number = int(board.amounts(counted["number"] + " ")[0].number) if counted else 0
    is_both = LOOK["gathered_both"].search(said) is not None and not seen("both_languages", said)
    said = blank(said, counted.span("number")) if counted else said
    shown, span = pointed_at(board, said, model)
    sieve = Sieve(board, model, blank(said, span) if span else said).read()
    left = [word for word in sieve.left(more) if not LOOK["sense_all"].fullmatch(word)]
    if sieve.words or left or seen("sense_hedge", sieve.said):
        return None
    nouns = [word for word in tokens(said) if board.calls(model, word) and word not in more]
    if sieve.is_open:
        return _open(board, model, blank(said, span) if span else said, shown, bool(nouns))
    is_many = bool(number) or seen("sense_all", said) or is_plural(model, said)
    entries = sieve.chosen()
    listed_before = shown if len(shown) > 1 and not sieve.named else []
    if listed_before := listed_before or _listed_before(board, model, said, bool(nouns or sieve.named)):
        entries = [one for one in entries if one in listed_before]
        said = blank(said, *(one.span() for one in LOOK["one_of_them"].finditer(said)))
    unsure = [one for one in sieve.named if len(one.entries) > 1]
    if (number and len(entries) != number) or (is_both and sieve.named and len(entries) > _BOTH):
        return _which(board, entries) if entries else None
    if unsure and not is_many and len(entries) > 1:
        return _which(board, [one for one in unsure[0].entries if one in entries] or entries)
    if sieve.has_not and not sieve.aims and seen("of_every_kind", said):
        return None  # everything but one of them, and of which kind?
    if not entries and sieve.named:
        return None  # what looks like a condition may be an order of its own
    if not entries:
        return Meant([], replace(board.task.answer("answer.change.none_fits"), is_weak=True))
    is_told = bool(sieve.named) and not unsure
    if len(entries) > 1 and not (is_many or is_told or (sieve.top and sieve.top[2] > 1)):
        return _which(board, entries)
    whole = bool(sieve.named) and all(one.is_whole for one in sieve.named)
    sure = 1 + whole + 0.5 * bool(nouns) + 0.25 * bool(sieve.named)
    return Meant(entries, has_not=sieve.has_not, is_named=bool(sieve.named), sure=sure)


def _listed_before(board: Board, model: ModelView, said: str, is_told: bool) -> list[Found]:
    """Return the entries of the list that a text chooses from: the published one of those."""
    if is_told or not seen("one_of_them", said) or just_written(board, model):
        return []
    listed = spoken_entries(board, model)
    return listed if len(listed) > 1 else []


def _open(board: Board, model: ModelView, said: str, shown: list[Found], has_noun: bool) -> Meant | None:
    """Return what is meant where nothing is named and no condition told."""
    is_all = seen("sense_all", said)
    if shown and not is_all:
        return Meant(shown)
    spoken = on_screen_or_spoken(board, model)
    if len(spoken) == 1 and not is_all and not (has_noun and is_plural(model, said)):
        return Meant(spoken, sure=0.5)  # and the email to …
    return Meant(board.lookup.of(model)) if has_noun and is_all else None


def _which(board: Board, candidates: list[Found]) -> Meant:
    """Return those of the candidates that were answered when it was asked which; else the question."""
    for answer in board.task.request.answers:
        chosen: list[Found] = choose(candidates, answer)
        if chosen:
            return Meant(chosen, is_named=True)
    return Meant([], board.task.which_one(candidates))


def is_plural(model: ModelView, said: str) -> bool:
    """Tell whether a text speaks of several entries of a model."""
    nouns = [word for word in tokens(said) if model.is_called(word)]
    return (
        any(seen("plural_noun", word) for word in nouns) or seen("sense_them", said) or seen("plural", said)
    )


def models_in(board: Board, said: str) -> list[ModelView]:
    """Return the models with entries, those first that a text names."""
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    return [*named, *(one for one in board.schema.with_entries() if one not in named)]


def best_meant(board: Board, said: str, more: frozenset[str] = VERBS) -> Meant | None:
    """Return what is meant among all models, if that is clear."""
    found: list[Meant] = []
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    for model in models_in(board, said):
        one = meant(board, model, said, more)
        if one is not None:
            found.append(one)
            if model in named:
                return one
    sure = [one for one in found if one.entries]
    if len(sure) > 1 and seen("sense_all", said):  # anything of hers, not she
        sure = [one for one in sure if not one.is_named]
    top = max((one.sure for one in sure), default=0)
    sure = [one for one in sure if one.sure == top]
    return sure[0] if len(sure) == 1 else found[0] if len(found) == 1 else None
