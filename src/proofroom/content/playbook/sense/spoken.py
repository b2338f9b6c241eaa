"""What "it", "them" and "the second one" mean: what the turns before saved, read or listed."""

import re
from typing import Final

from proofroom.content.playbook.entries import Found, ids_of
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.words import LOOK
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import plain

_PLACES: Final = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_PLACES_TR: Final = {"ilk": 0, "birinci": 0, "ikinci": 1, "ucuncu": 2, "dorduncu": 3, "son": -1}


def spoken_entries(board: Board, model: ModelView | None = None) -> list[Found]:
    """Return the entries that the turns before were about, the latest turn first that names any."""
    task = board.task
    screen_model, screen_entry = task.on_screen()
    for made in reversed(task.request.latest):
        own = board.schema.get(made.call.input.get("model"))
        if made.call.tool in READING or own is None or model not in (None, own):
            continue
        found = [board.lookup.get(own.id, one) or Found(own, one, one) for one in ids_of(made)]
        if found and own.has_entries:
            return found
    told = [plain(name) for name in _heads(task.request.told) or re.findall("“([^”]+)”", task.request.told)]
    entries = [one for one in board.lookup.entries.values() if model in (None, one.model)]
    listed = [one for name in dict.fromkeys(told) for one in entries if name in one.labels]
    if listed:
        return listed
    if screen_model is not None and screen_entry is not None and model in (None, screen_model):
        shown = board.lookup.get(screen_model.id, screen_entry)
        return [shown] if shown else []
    for made in reversed(task.request.before):
        own = board.schema.get(made.call.input.get("model"))
        ids = ids_of(made) if own is not None and model in (None, own) else []
        found = [entry for one in ids if own and (entry := board.lookup.get(own.id, one)) is not None]
        if found:
            return found
    return []


def _heads(told: str) -> list[str]:
    """Return what the list of an answer is of, and not what it tells of them."""
    return re.findall("(?m)^- “([^”]+)”", told)


def _listed(board: Board) -> list[Found]:
    """Return the entries that the list of the last answer names, of whatever model."""
    told = board.task.request.told
    rows = [re.findall("“([^”]+)”", row) for row in re.findall("(?m)^- (?!“)(.*)$", told)]
    named = {plain(name) for name in (*_heads(told), *(one for row in rows for one in row))}
    return [one for one in board.lookup.entries.values() if one.labels & named]


def just_spoken(board: Board, model: ModelView) -> list[Found]:
    """Return the one entry of a model that the turn before was about, and no other."""
    written = just_written(board, model)
    if written:
        return written
    made = [one for one in board.task.request.latest if one.call.tool in READING]
    read = [one.call.input["entryId"] for one in made if one.call.input.get("entryId")]
    own = [one.call.input.get("model") for one in made if one.call.input.get("entryId")]
    found = (
        board.lookup.get(model.id, str(read[0])) if set(own) == {model.id} and len(set(read)) == 1 else None
    )
    return [found] if found else []


def on_screen_or_spoken(board: Board, model: ModelView) -> list[Found]:
    """Return the one entry of a model that the turn before was about, or that is on screen."""
    shown, entry = board.task.on_screen()
    found = board.lookup.get(model.id, entry) if shown == model and entry else None
    return just_spoken(board, model) or ([found] if found else [])


def just_written(board: Board, model: ModelView) -> list[Found]:
    """Return the entries of a model that the turn before, or the part before, has changed."""
    made = [one for one in board.task.request.latest if one.call.tool not in READING]
    ids = [key for one in made if one.call.input.get("model") == model.id for key in ids_of(one)]
    return [board.lookup.get(model.id, one) or Found(model, one, one) for one in dict.fromkeys(ids)]


def pointed_at(board: Board, said: str, model: ModelView) -> tuple[list[Found], tuple[int, int] | None]:
    """Return the entries that a text points at, and the words that do: it, both, the second one."""
    place = LOOK["sense_place"].search(said)
    shown = spoken_entries(board, model)
    if place is not None and len(shown) > 1:
        word = place["en"] or place["tr"]
        index = _PLACES.get(
            word,
            _PLACES_TR.get(re.sub(r"(?:nc|si|s|y)?[iu]?(?:n[iu])?$", "", word), _PLACES_TR.get(word, 99)),
        )
        if -len(shown) <= index < len(shown):
            return [shown[index]], place.span()
    pointing = LOOK["sense_pointing"].search(said)
    if pointing is None:
        return [], None
    is_many = LOOK["sense_them"].search(pointing[0]) is not None
    listed = _listed(board) if is_many and not _saved_many(board) else []
    if listed:
        return [one for one in listed if one.model == model], pointing.span()
    if not is_many and len(shown) > 1 and not _saved_many(board):
        return [], None
    return shown, pointing.span()


def _saved_many(board: Board) -> bool:
    """Tell whether the turn before changed several entries at once: it means all of that."""
    return any(made.call.tool not in READING for made in board.task.request.latest)
