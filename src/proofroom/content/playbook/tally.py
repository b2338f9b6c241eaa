"""Counting: who wrote the most, how many articles each topic has, which are used nowhere, how many words."""

import re
from collections.abc import Callable, Iterator
from typing import Final, cast

from proofroom.content.playbook.entries import Found, Shelf, data_of
from proofroom.content.playbook.request import PAGE, Look, ProjectRequest, left_words, read_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.target import find_target
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Result

_NUMBERS: Final = {
    word: n for n, words in enumerate(TABLE["list"]["numbers"].split(), 1) for word in words.split("/")
}
_READ: Final = 40
"""Texts that are read to compare them."""
_LIMITS: Final[dict[str, Callable[[int, int], bool]]] = {
    "more": lambda own, number: own > number,
    "fewer": lambda own, number: own < number,
    "least": lambda own, number: own >= number,
    "exact": lambda own, number: own == number,
}


@dataclass(frozen=True)
class _Wish:
    """What is counted of what, and which counts are asked for."""

    model: ModelView
    field: FieldView
    aim: ModelView
    kind: str
    number: int = 0


def tally(task: ProjectRequest) -> Look[Answer | None]:
    """Count the entries that point at others; None where that is not asked, or not all is understood."""
    wish = _read(task)
    if wish is None:
        return None
    shelf = yield from task.look_up([wish.aim, wish.model])
    counted = shelf.of(wish.model)
    if len(counted) >= PAGE:
        return None  # more than one page: a count of it would be wrong
    for state in ("draft", "archived"):
        if seen(state, task.said):
            counted = [one for one in counted if (one.status or "draft") == state]
    refs = [ref for one in counted for ref in one.refs(wish.field)]
    counts = [(refs.count(one.id), one) for one in _of(shelf, wish.aim)]
    return _tell(task, wish, counts)


def _of(shelf: Shelf, aim: ModelView) -> list[Found]:
    return sorted(shelf.of(aim), key=lambda one: one.label)


def _tell(task: ProjectRequest, wish: _Wish, counts: list[tuple[int, Found]]) -> Answer:
    said = {"model": wish.model, "aim": wish.aim}
    if not counts:
        return task.answer("answer.tally.none", **said)
    if wish.kind in ("most", "fewest"):
        best = (max if wish.kind == "most" else min)(number for number, _ in counts)
        rows = [f"“{one.label}”" for number, one in counts if number == best]
        return task.tell(f"answer.tally.{wish.kind}", rows, number=best, **said)
    ordered = sorted(counts, key=lambda pair: -pair[0])
    if wish.kind == "each":
        return task.tell("answer.tally.counts", (f"“{one.label}”: {n}" for n, one in ordered), **said)
    fits = _LIMITS[wish.kind]
    rows = [f"“{one.label}”: {number}" for number, one in ordered if fits(number, wish.number)]
    if not rows:
        return task.answer("answer.tally.none", **said)
    return task.tell("answer.tally.fits", rows, number=len(rows), **said)


def _read(task: ProjectRequest) -> _Wish | None:
    """Read what is counted: the noun behind the number, and what each of the others has."""
    for name, kind in (("tally_most", ""), ("tally_used", ""), ("tally_number", ""), ("tally_each", "each")):
        for match in LOOK[name].finditer(task.said):
            for model, field, aim in _pairs(task, match):
                left = left_words(task.sentence.without(match.span()), model, aim)
                if [word for word in left if not _is_verb(field, word)]:
                    continue
                return _wish(model, field, aim, kind, match)
    return None


def _said(match: re.Match[str]) -> dict[str, str]:
    """Return the groups that a pattern found, whichever of its forms it was: `noun`, `noun_tr`."""
    return {name.split("_")[0]: text for name, text in match.groupdict().items() if text}


def _wish(model: ModelView, field: FieldView, aim: ModelView, kind: str, match: re.Match[str]) -> _Wish:
    said = _said(match)
    number = said.get("number")
    if kind == "each":
        return _Wish(model, field, aim, kind)
    if said.get("none"):
        return _Wish(model, field, aim, "exact", 0)
    if number:
        kinds = ("more", "fewer", "least", "exact")
        chosen = next((one for one in kinds if said.get(one)), "exact")
        return _Wish(model, field, aim, chosen, _NUMBERS.get(number) or int(number))
    return _Wish(model, field, aim, "most" if said.get("most") else "fewest")


def _pairs(task: ProjectRequest, match: re.Match[str]) -> Iterator[tuple[ModelView, FieldView, ModelView]]:
    """Yield the relations that may be counted: the noun is a model's, the aim is named or asked for."""
    schema, noun = task.schema, _said(match).get("noun")
    at = [match.span(name) for name, text in match.groupdict().items() if text and name.startswith("noun")]
    rest = task.sentence.without(*at)
    named = [model for model in schema.named_in(rest) if model.has_entries]
    asks_who = task.sentence.has(r"^\W*who\b|\bkim\b")
    ways = [
        (model, field, aim)
        for model in schema.with_entries()
        for field in model.relations()
        if (aim := schema.get(field.target)) is not None and (not noun or model.is_called(noun))
    ]
    fitting = [way for way in ways if way[2] in named and (noun or way[0] not in named or way[2] == named[0])]
    if not fitting and asks_who:
        fitting = [way for way in ways if way[1].type == "relation"]
    if len(fitting) == 1:
        yield fitting[0]


def _is_verb(field: FieldView, word: str) -> bool:
    return (
        field.is_done_by(word)
        or LOOK["done_by"].fullmatch(word) is not None
        or LOOK["relation_words"].fullmatch(word) is not None
        or LOOK["tally_noise"].fullmatch(word) is not None
    )


def count_words(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Tell how many words a text has, or which has the most; None where nothing of that is asked."""
    if not seen("word_count", task.said):
        return None
    documents = task.schema.of_kind("document")
    named = [model for model in documents if model in task.schema.named_in(task.said)] or documents
    said = LOOK["word_count"].sub(" ", task.said)
    extreme = LOOK["text_length"].search(said)
    if not named:
        return None
    if extreme is None:
        said = " ".join(word for word in said.split() if not LOOK["tally_noise"].fullmatch(word.strip("?.!")))
        target = yield from find_target(task, said, models=named)
        if target.single is None:
            return target.ask(task, "answer.read.which_entry")
        chosen = [target.single]
    else:
        left = left_words(LOOK["text_length"].sub(" ", said), *named)
        shelf = yield from task.look_up(named[:1])
        chosen = shelf.of(named[0])
        if len(chosen) > _READ or [word for word in left if not LOOK["tally_noise"].fullmatch(word)]:
            return None
    results: list[Result] = yield [read_call(one, task.reading_locale) for one in chosen]
    counts = [(_words(result), one) for result, one in zip(results, chosen, strict=True)]
    if extreme is not None:
        counts.sort(key=lambda pair: pair[0], reverse=bool(extreme["long"]))
    number, entry = counts[0]
    return task.answer("answer.tally.words", entry=[entry], number=number)


def _words(result: Result) -> int:
    body = str(cast("Json", data_of(result).get("data") or {}).get("body") or "")
    return len(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", re.sub(r"\]\([^)]*\)", "]", body)))
