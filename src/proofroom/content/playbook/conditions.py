"""An order with a condition that can be looked up: if the elm article is still a draft, publish it."""

import re
from typing import Final

from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.meant import VERBS
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.words import LOOK
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.sentence import Sentence

_FORMS: Final = ("condition_first", "condition_last", "condition_tr")
_STILL: Final = VERBS | {"still", "yet", "already", "hala", "henuz", "it", "halen"}


@dataclass(frozen=True)
class Proviso:
    """Whether what an order waits for is so, of which entry, and the order by itself."""

    holds: bool
    about: str
    order: str


def find_condition(board: Board) -> Proviso | None:
    """Return the condition of an order, where it is told of one entry and nothing of it is unclear."""
    said, text = board.said(), board.task.sentence.text
    found = next((one for name in _FORMS if (one := LOOK[name].match(said))), None)
    if found is None:
        return None
    start, end = found.span("order")
    told = blank(said, (0, found.start("told")), (found.end("told"), len(said)))
    order = text[start:end].strip(" ,.;")
    ordered = Sentence(order).masked
    pointing = LOOK["clause_points"].search(ordered)
    named = board.names(ordered, list(board.lookup.entries.values()))
    for model in board.schema.with_entries():
        sieve = Sieve(board, model, told).read()
        entries = {one.id: one for each in sieve.named for one in each.entries}
        if len(entries) != 1 and sieve.tests and len(named) == 1 and len(named[0].entries) == 1:
            entries = {one.id: one for one in named[0].entries if one.model == model}
            if LOOK["clause_points"].search(told) is None:
                continue
        if len(entries) != 1 or not sieve.tests or sieve.left(_STILL):
            continue
        entry = next(iter(entries.values()))
        holds = any(one.id == entry.id for one in sieve.chosen())
        if pointing is not None:
            at, until = pointing.span()
            order = f'{order[:at]}"{entry.label}"{order[until:]}'
        elif not named:
            order = f'"{entry.label}" {order}'
        return Proviso(holds, entry.label, re.sub(r"\s+", " ", order))
    return None
