"""Counting: who has the most, how many each has, which have none, how many words a text has."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found, data_of
from proofroom.content.playbook.request import PAGE, Look, read_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.providers.offline import Answer, Ask, Result
from proofroom.providers.offline.counting import NUMBERS

_READ: Final = 30
"""Texts that are read at once to be counted."""
_LIMITS: Final[dict[str, Callable[[int, int], bool]]] = {
    "more": lambda own, number: own > number,
    "fewer": lambda own, number: own < number,
    "least": lambda own, number: own >= number,
    "exact": lambda own, number: own == number,
}
_KINDS: Final = ("tally_most", "tally_used", "tally_number", "tally_each")
Way = tuple[ModelView, FieldView, ModelView]


def tell_counts(board: Board) -> Answer | None:
    """Count the entries that point at others; None where that is not asked, or not all is understood."""
    said = board.said()
    for name in _KINDS:
        for match in LOOK[name].finditer(said):
            for model, field, aim in _ways(board, match):
                sieve = Sieve(board, model, _without_verbs(field, blank(said, match.span()))).read()
                left = board.left(sieve.said, [model, aim, *sieve.aims], listed("sense_ask"))
                counted = sieve.chosen()
                if left or sieve.named or sieve.words or len(board.lookup.of(model)) >= PAGE:
                    continue
                refs = [ref for one in counted for ref in one.refs(field)]
                aims = sorted(board.lookup.of(aim), key=lambda one: one.label)
                counts = [(refs.count(one.id), one) for one in aims]
                return _tell(board, model, aim, _kind(name, match), counts)
    return None


def _without_verbs(field: FieldView, said: str) -> str:
    verbs = (
        one.span()
        for one in re.finditer(r"[a-z]+", said)
        if field.is_done_by(one[0])
        or any(LOOK[name].fullmatch(one[0]) for name in ("done_by", "relation_words", "tally_noise"))
    )
    return blank(said, *verbs)


def _said(match: re.Match[str]) -> dict[str, str]:
    """Return the groups that a pattern found, whichever of its forms it was: `noun`, `noun_tr`."""
    return {name.split("_")[0]: text for name, text in match.groupdict().items() if text}


def _kind(name: str, match: re.Match[str]) -> tuple[str, int]:
    said = _said(match)
    number = said.get("number")
    if name == "tally_each":
        return "each", 0
    if said.get("none"):
        return "exact", 0
    if number:
        chosen = next((one for one in _LIMITS if said.get(one)), "exact")
        return chosen, NUMBERS.get(number) or int(number)
    return ("most" if said.get("most") else "fewest"), 0


def _ways(board: Board, match: re.Match[str]) -> Iterator[Way]:
    """Yield the relations that may be counted: the noun is a model's, the aim is named or asked for."""
    schema, noun = board.schema, _said(match).get("noun")
    at = [match.span(name) for name, text in match.groupdict().items() if text and name.startswith("noun")]
    named = [model for model in schema.named_in(blank(board.said(), *at)) if model.has_entries]
    ways = [
        (model, field, aim)
        for model in schema.with_entries()
        for field in model.relations()
        if (aim := schema.get(field.target)) is not None and (not noun or board.calls(model, noun))
    ]
    fitting = [way for way in ways if way[2] in named and (noun or way[0] not in named or way[2] == named[0])]
    if not fitting and re.search(r"^\W*who\b|\bkim\b", board.said()):
        fitting = [way for way in ways if way[1].type == "relation"]
    if len(fitting) == 1:
        yield fitting[0]


def _tell(
    board: Board, model: ModelView, aim: ModelView, kind: tuple[str, int], counts: list[tuple[int, Found]]
) -> Answer:
    task, said = board.task, {"model": model, "aim": aim}
    if not counts:
        return task.answer("answer.tally.none", **said)
    if kind[0] in ("most", "fewest"):
        best = (max if kind[0] == "most" else min)(number for number, _ in counts)
        rows = [f"“{one.label}”" for number, one in counts if number == best]
        return task.tell(f"answer.tally.{kind[0]}", rows, number=best, **said)
    ordered = sorted(counts, key=lambda pair: -pair[0])
    if kind[0] == "each":
        return task.tell("answer.tally.counts", (f"“{one.label}”: {n}" for n, one in ordered), **said)
    fits = _LIMITS[kind[0]]
    rows = [f"“{one.label}”: {number}" for number, one in ordered if fits(number, kind[1])]
    if not rows:
        return task.answer("answer.tally.none", **said)
    return task.tell("answer.tally.fits", rows, number=len(rows), **said)


def tell_words(board: Board) -> Look[Answer | Ask | None]:
    """Tell how many words a text has, or which has the most; None where nothing of that is asked."""
    said = board.said()
    if not seen("word_count", said):
        return None
    rest = unsaid(said, "word_count")
    extreme = LOOK["text_length"].search(rest)
    rest = blank(rest, extreme.span()) if extreme else rest
    for model in board.schema.of_kind("document"):
        sieve = Sieve(board, model, rest).read()
        chosen = sieve.chosen()
        noise = [one for one in sieve.left(listed("sense_ask")) if not LOOK["tally_noise"].fullmatch(one)]
        if noise or (extreme is None and len(chosen) != 1) or len(chosen) > _READ:
            continue
        results: list[Result] = yield [read_call(one, board.task.reading_locale) for one in chosen]
        counts = [(_words(result), one) for result, one in zip(results, chosen, strict=True)]
        counts.sort(key=lambda pair: pair[0], reverse=bool(extreme and extreme["long"]))
        return board.task.answer("answer.tally.words", entry=[counts[0][1]], number=counts[0][0])
    return None


def _words(result: Result) -> int:
    data: Any = data_of(result).get("data") or {}
    body = str(cast("Json", data).get("body") or "")
    return len(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", re.sub(r"\]\([^)]*\)", "]", body)))
