"""Orders that are put together from all that a request names, however it is put: see `parts`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from proofroom.content.playbook.days import DATES, moment_of
from proofroom.content.playbook.deeds import chosen_of
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.request import Look, in_order, record_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.meant import VERBS, Meant, meant, models_in
from proofroom.content.playbook.sense.parts import Saying, read_parts
from proofroom.content.playbook.sense.steps import steps_in
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call
from proofroom.providers.offline.sentence import Sentence, tokens

_AROUND: Final = VERBS | listed("around_composed")
_TOLD: Final = 1.5
"""How exactly entries have to be named where words beside them are left."""
_STATES: Final = ("published", "draft", "archived")


@dataclass(frozen=True)
class _Plan:
    """What entries are to become."""

    model: ModelView
    entries: list[Found]
    parts: list[Saying]
    sure: float


def do_composed(board: Board) -> Look[Answer | Ask | None]:
    """Do the one thing that explains everything which is said; offer them where there are several."""
    said = board.said()
    told = blank(said, *(span for _, span, _ in steps_in(said)))
    if seen("composed_thinks", told) or seen("sense_open", told) or seen("sense_creates", told):
        return None
    plans = list(_plans(board, said))
    top = max((one.sure for one in plans), default=0.0)
    plans = [one for one in plans if one.sure == top]
    if board.passed and any(one.entries and one.sure < _TOLD for one in plans):
        return None  # words are left, and only a part of a name says which entry is meant
    choices: list[list[Call]] = []
    kept: list[_Plan] = []
    for one in plans:
        calls = yield from calls_of(board, one.model, one.entries, one.parts)
        if calls is not None and calls not in choices:
            choices.append(calls)
            kept.append(one)
    if not choices:
        return None
    chosen = chosen_of(board.task, board.lookup, choices)
    if isinstance(chosen, Ask):
        return chosen
    if not chosen:
        return replace(board.task.answer("answer.speech.unchanged"), is_so=True)
    results = yield from in_order(chosen)
    plan = kept[choices.index(list(chosen))]
    return board.task.wrote(results, " ".join(_told(board, plan)))


def _told(board: Board, plan: _Plan) -> Iterator[str]:
    for part in plan.parts:
        if part.field is None:
            yield board.task.say(f"answer.status.done.{part.value}", entries=plan.entries)
            continue
        grown = ", ".join(dict.fromkeys(str(_of(one, part)) for one in plan.entries))
        value, target = grown if part.step else board.task.value(part.value), part.field.target
        if target is not None and part.field.type == "relations":
            given, gone = (
                [one for key in ids if (one := board.lookup.get(target, key))] for ids in part.value
            )
            for done, labels in (("removed", gone), ("added", given)):
                told = {"labels": labels, "label": part.field, "entry": plan.entries or [plan.model.name]}
                yield from (board.task.say(f"answer.relate.{done}", **told),) if labels else ()
            continue
        linked = board.lookup.get(target, str(part.value)) if target else None
        told = {
            "field": part.field,
            "value": f"“{linked.label}”" if linked else value,
            "entries": plan.entries or [plan.model.name],
        }
        yield board.task.say("answer.change.set", **told)


def _plans(board: Board, said: str) -> Iterator[_Plan]:
    for model in models_in(board, said):
        bare, states = without_states(said)
        read = list(read_parts(board, model, bare))
        if not read and states:
            read = [(list[Saying](), bare)]
        for parts, rest in read:
            target = meant(board, model, rest, _AROUND)
            if target is not None and target.entries and _is_told(target, rest):
                yield _Plan(model, target.entries, [*parts, *states], target.sure)
    spoken = Sentence(board.task.request.spoken).masked
    named = any(model.has_entries for text in (said, spoken) for model in board.schema.named_in(text))
    for model in board.schema.of_kind("singleton") if not named else ():
        for parts, rest in read_parts(board, model, said):
            if not board.left(rest, [model], _AROUND | listed("around_settings")):
                yield _Plan(model, [], parts, 0)  # only where no entry is meant


def _is_told(target: Meant, rest: str) -> bool:
    return target.is_named or len(target.entries) == 1 or seen("sense_all", rest) or len(tokens(rest)) > 0


def without_states(said: str) -> tuple[str, list[Saying]]:
    """Return a text without the words that say which state entries are to get into, and that state."""
    for status in _STATES:
        found = LOOK[f"composed_{status}"].search(said)
        if found is not None:
            return unsaid(said, f"composed_{status}"), [Saying(None, status, (found.span(),))]
    return said, []


def calls_of(
    board: Board, model: ModelView, entries: list[Found], parts: list[Saying]
) -> Look[list[Call] | None]:
    """Return the calls that change entries so, but what is so already; None where a value is not clear."""
    task = board.task
    by_place: dict[tuple[str | None, str], list[str]] = {}
    data: dict[tuple[str | None, str], Json] = {}
    for entry in entries or [Found(model, "", model.name)]:
        own: dict[str | None, Json] = {}
        for part in parts:
            if part.field is None or _is_reached(entry, part.field, part):
                continue
            value: Any = _of(entry, part)
            if part.step is not None and value is None:
                return None
            if part.field.type in DATES:
                value = yield from moment_of(task, [entry], part.field, str(value))
                if value is None:
                    return None
            is_text = model.i18n and (part.field.is_text or model.kind == "singleton")
            locales = (part.locale,) if part.locale else tuple(task.text_locales) if is_text else (None,)
            for locale in locales:
                own.setdefault(locale, {}).update(part.field.nest(value))
        for locale, fields in own.items():
            key = (locale, repr(sorted(fields.items())))
            by_place.setdefault(key, []).append(entry.id)
            data[key] = fields
    if model.kind == "singleton":
        yield [record_call(model, locale) for locale, _ in by_place]
    calls = [save_call(model, [*filter(None, ids)], data[key], key[0]) for key, ids in by_place.items()]
    for part in parts:
        ids = [one.id for one in entries if one.status != part.value]
        if part.field is None and ids:
            calls.append(Call("update_status", {"model": model.id, "entryIds": ids, "status": part.value}))
    return calls


def _is_reached(entry: Found, field: FieldView, part: Saying) -> bool:
    """Tell whether what is to grow or shrink up to something is there already."""
    own = entry.data.get(field.path[0])
    return part.step is not None and own is not None and part.step(own) == own


def _of(entry: Found, part: Saying) -> Any:
    """Return what a field of an entry becomes."""
    if part.field is not None and part.step is not None:
        return part.step(entry.data.get(part.field.path[0]))
    if part.field is None or part.field.type != "relations":
        return part.value
    given, gone = part.value
    if part.does == "set":
        return list(given)
    own = [one for one in entry.refs(part.field) if one not in gone]
    return [*own, *(one for one in given if one not in own)]
