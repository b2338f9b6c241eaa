"""The last turns put right: another entry was meant, or one of them is to stay as it was."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from proofroom.content.playbook.deeds import rows_of
from proofroom.content.playbook.entries import Found, ids_of
from proofroom.content.playbook.follow import Plans, taken_back, writes_of
from proofroom.content.playbook.own_words import by_schema, meaning, said_of_another
from proofroom.content.playbook.request import in_order
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.sense.begin import board_for
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.words import LOOK, listed
from proofroom.providers.offline import Call, Made, Plan, Request
from proofroom.providers.offline.plan import READING, up_to_writing


def meant_another(plans: Plans, give_value: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return the plan that takes the last turn back and does it with another entry: no, I meant the elm."""

    def run(request: Request) -> Plan:
        board = yield from board_for(request)
        again = said_of_another(board, "meant_another")
        back = taken_back(board.task, writes_of(request), request.latest)
        if again is None or back is None:
            return (yield from give_value(request))
        alone = replace(request, text=again, earlier=(), latest=(), whole="")
        work = plans.get(meaning(board.schema, again) or "") or by_schema(plans)
        one = yield from up_to_writing(work(alone))
        if one.wanted is not None:
            yield from in_order(back)
        return (yield from one.go_on())

    return run


def leave_out(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan that writes entries back as they were before: leave the lamps out after all."""

    def run(request: Request) -> Plan:
        board = yield from board_for(request)
        task, found, kept = board.task, _left_out(board), list[Found]()
        calls: list[Call] = []
        for one in found:
            at = _last_write(request.before, one)
            made = _only(request.before[at], one.id) if at is not None else None
            back = taken_back(task, [made], request.before[:at]) if made else None
            calls += back or ()
            kept += [one] if back else ()
        if not calls or len(kept) < len(found):
            return (yield from by_schema(plans)(request))
        results = yield from in_order(calls)
        return task.wrote(results, task.say("answer.follow.left_out", entries=kept))

    return run


def _left_out(board: Board) -> list[Found]:
    """Return the entries that a text leaves out, of those that the turns before have changed."""
    said = board.said()
    found = LOOK["leave_out"].match(said)
    if found is None:
        return []
    span = next(found.span(name) for name, one in found.groupdict().items() if one)
    text = blank(said, (0, span[0]), (span[1], len(said)))
    written = [made for made in board.task.request.before if made.call.tool not in READING]
    changed = dict.fromkeys(
        (str(made.call.input.get("model")), key) for made in written for key in ids_of(made)
    )
    entries = [one for pair in changed if (one := board.lookup.get(*pair)) is not None]
    named = board.names(text, entries)
    models = {one.model.id: one.model for one in entries}
    left = board.left(blank(text, *(one.span for one in named)), models.values(), listed("item_kinds"))
    return [] if left or any(len(one.entries) > 1 for one in named) else [one.entries[0] for one in named]


def _last_write(made: Sequence[Made], entry: Found) -> int | None:
    """Return the place of the last call that changed an entry."""
    for at in range(len(made) - 1, -1, -1):
        call = made[at].call
        is_of = call.tool not in READING and call.input.get("model") == entry.model.id
        if is_of and entry.id in ids_of(made[at]):
            return at
    return None


def _only(made: Made, entry_id: str) -> Made:
    """Return a call as if it had changed one entry only."""
    given: Json = dict(made.call.input)
    if isinstance(given.get("entryIds"), list):
        given["entryIds"] = [entry_id]
    elif not given.get("slug") and entry_id in dict(rows_of(given)):
        given["data"] = {entry_id: cast("dict[str, Any]", given["data"])[entry_id]}
    return Made(Call(made.call.tool, given), made.result)
