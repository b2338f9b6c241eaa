"""A request in clauses: where no reading has all of it, each clause is read as a turn after the one before.

"The falafel night costs 35 now and has room for 24": whatever may follow a turn may follow a clause. Nothing
is done before every clause is understood, and no two of them may write in one place.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from proofroom.content.playbook.deeds import WRITES, rows_of
from proofroom.content.playbook.entries import LookedUp, ids_of
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.request import Look
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.meant import best_meant
from proofroom.content.playbook.sense.remarks import is_remark
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline import Answer, Ask, Made, Plan, Request, lexicon
from proofroom.providers.offline.plainly import put_plainly
from proofroom.providers.offline.plan import Underway, as_made, is_open, up_to_writing
from proofroom.providers.offline.sentence import BLANK, Sentence

_NUMBER: Final = re.compile(r"\d")
Read = Callable[[Request], Plan]
_MOST_CUTS: Final = 5
"""Joints of a request that is read in clauses."""
_MOST_READ: Final = 12
"""Clauses that are read, however a request may be cut."""


def in_clauses(board: Board, read: Read) -> Look[list[Underway] | None]:
    """Return the clauses of a request, each ready to be done; None where that is not all of it."""
    lookup = board.lookup
    known: dict[tuple[str, ...], Underway | None] = {}
    head, rest = _headed(board)
    for texts in _cuttings(rest, bool(head)):
        parts: list[Underway] = []
        made: tuple[Made, ...] = ()
        for at, text in enumerate(texts):
            key = texts[: at + 1]
            if key not in known and len(known) >= _MOST_READ:
                return None
            if key not in known:
                about = head or _about(lookup, made) or _spoken(board, texts[:at])
                known[key] = yield from _read(board, about, texts[:at], text, made, read)
            one = known[key]
            if one is None:
                break
            parts.append(one)
            made = tuple(as_made(call) for call in one.calls) or made
        is_all = len(parts) == len(texts) and any(one.calls or (one.end and one.end.text) for one in parts)
        if is_all and not _meet(parts):
            return parts
    return None


def do_clauses(parts: list[Underway]) -> Plan:
    """Do one clause after the other; what they come to is told together."""
    told: list[str] = []
    for one in parts:
        end = yield from one.go_on()
        told.append(end.text)
        if isinstance(end, Ask):
            return Ask("\n\n".join(filter(None, told)))
    return Answer("\n\n".join(filter(None, dict.fromkeys(told))))


def _cuttings(text: str, is_headed: bool) -> Iterator[tuple[str, ...]]:
    """Yield the ways to cut a request at its joints, those with few clauses first."""
    if is_headed:
        yield (text,)
    said = Sentence(text).masked
    joints = [found.span() for found in LOOK["clause_joint"].finditer(said)]
    joints += [(found.end("stem"), found.end()) for found in LOOK["clause_joint_tr"].finditer(said)]
    joints.sort()
    if not joints or len(joints) > _MOST_CUTS:
        return
    for count in range(1, len(joints) + 1):
        for chosen in itertools.combinations(joints, count):
            cuts = [0, *(place for span in chosen for place in span), len(text)]
            parts = [text[start:end].strip(" ,;&") for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
            if all(parts):
                yield tuple(parts)


def _read(
    board: Board, about: str, before: tuple[str, ...], text: str, made: tuple[Made, ...], read: Read
) -> Look[Underway | None]:
    """Return what a clause is about to do, or tells; None where it is not understood."""
    request, said = board.task.request, Sentence(text).masked
    follows = replace(
        request,
        whole="",
        earlier=(*request.earlier, *before),
        latest=made or request.latest,
        before=(*request.before, *made),
        told="" if before else request.told,
    )
    if before and _NUMBER.search(said) and intent_of(before[0]) == "add" and not seen("sense_asks", said):
        return None  # a field of what is new, and nothing by itself
    for way in dict.fromkeys(_ways(text, about)):
        one = yield from up_to_writing(read(replace(follows, text=way, whole=way)))
        if one.wanted is not None:
            return one
        if (
            isinstance(one.end, Answer)
            and not is_open(one.end)
            and (one.end.is_so or seen("sense_asks", said))
        ):
            return one
    is_told = board.schema.tells_value(text) or lexicon.locales_in(said)
    is_aside = is_remark(said) and not is_told
    return Underway((_ for _ in ()), None, Answer("")) if is_aside else None


def _ways(text: str, about: str) -> Iterator[str]:
    """Yield ways to put a clause: plainly, as it was said, and with the name of what is spoken of."""
    yield put_plainly(text)
    yield text
    said = Sentence(text).masked
    pointing = LOOK["clause_points"].search(said) if about else None
    if pointing is not None:
        start, end = pointing.span()
        ending = "’s" if pointing["whose"] else " is" if pointing["who"] else ""
        yield put_plainly(f"{text[:start]}{about}{ending}{text[end:]}")
    elif about and not said.startswith(BLANK):  # two quotations would be one for the other
        yield put_plainly(f"{about} {text}")


def _headed(board: Board) -> tuple[str, str]:
    """Return what names entries before a colon, and what is said of them: the saw guide: 3 hours."""
    text, said = board.task.request.text, Sentence(board.task.request.text).masked
    found = LOOK["clause_head"].match(said)
    one = best_meant(board, blank(said, (found.end("head"), len(said)))) if found else None
    if found is None or one is None or not one.entries or board.fields(found["head"], board.schema.models):
        return "", text
    name = f'"{one.entries[0].label}"' if len(one.entries) == 1 else text[: found.end("head")]
    return name, text[found.end() :]


def _about(lookup: LookedUp, made: tuple[Made, ...]) -> str:
    """Return the name of the one entry that the clauses before were about."""
    about = {(str(one.call.input.get("model")), key) for one in made for key in ids_of(one)}
    entry = lookup.get(*next(iter(about))) if len(about) == 1 else None
    return f'"{entry.label}"' if entry else ""


def _spoken(board: Board, before: tuple[str, ...]) -> str:
    """Return the name of the one entry that the clauses before have named."""
    every = list(board.lookup.entries.values())
    named = [one for text in before for one in board.names(Sentence(text).masked, every)]
    named = [one for one in named if one.is_whole] or named
    return f'"{named[0].entries[0].label}"' if len(named) == 1 and len(named[0].entries) == 1 else ""


def _meet(parts: list[Underway]) -> bool:
    """Tell whether two clauses write in one place, or one is about what another takes away."""
    places: set[tuple[object, ...]] = set()
    gone: set[tuple[object, ...]] = set()
    for one in parts:
        own: set[tuple[object, ...]] = set()
        taken: set[tuple[object, ...]] = set()
        for call in one.calls:
            given = call.input
            for key, data in rows_of(given) if call.tool in WRITES else ():
                where = (given.get("model"), key)
                names = list(data) if call.tool == "save_content" else ["status"]
                own |= {(*where, name, given.get("locale")) for name in names if key != "new"}
                taken |= {where} if call.tool == "delete_content" else set()
        if own & places or {place[:2] for place in own} & gone or {place[:2] for place in places} & taken:
            return True
        places |= own
        gone |= taken
    return False
