"""Orders as frames: where their roles stand is data, and every role has to be explained wholly."""

import re
from collections.abc import Iterator
from dataclasses import field as member
from typing import Any, Final

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import FieldView, ModelView
from proofroom.content.playbook.sense.board import Board, Span, blank
from proofroom.content.playbook.sense.meant import Meant, meant
from proofroom.content.playbook.words import LOOK, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import plain

_ROLE: Final = re.compile(r"{([a-z]+)(?:~([a-z]+))?}")
_ENDINGS: Final = {"e": r"'?[yn]?[ae]$", "den": r"'?n?[dt][ae]n$", "de": r"'?n?[dt][ae]$", "in": r"n?[iu]n$"}
_MOST: Final = 400
"""Ways to lay a frame over a request that are tried."""


@dataclass(frozen=True)
class Frame:
    """What an order does, and its text: literals with roles between them."""

    does: str
    literals: tuple[re.Pattern[str], ...]
    roles: tuple[tuple[str, str], ...]
    """Each with the ending that it has."""

    def lay_over(self, said: str) -> Iterator[dict[str, Span]]:
        """Yield the places of the roles, one way after the other."""
        ends = [found.end() for found in re.finditer(r"[\w\x01'’).!-]+", said)]
        stop = len(LOOK["polite_end"].sub("", said))
        found = self.literals[0].match(said, len(said) - len(said.lstrip()))
        if found is not None:
            yield from self._lay(said, found.end(), 0, [*(one for one in ends if one < stop), stop], stop)

    def _lay(self, said: str, at: int, index: int, ends: list[int], stop: int) -> Iterator[dict[str, Span]]:
        if index == len(self.roles):
            if at >= stop:
                yield {}
            return
        name, ending = self.roles[index]
        is_last = index == len(self.roles) - 1 and not self.literals[-1].pattern
        for end in (one for one in ends if one > at):
            if (is_last and end < stop) or (ending and not re.search(_ENDINGS[ending], said[at:end])):
                continue
            found = self.literals[index + 1].match(said, end)
            if found is not None:
                for rest in self._lay(said, found.end(), index + 1, ends, stop):
                    yield {name: (at, end), **rest}


def _read(does: str, text: str) -> Frame:
    parts = _ROLE.split(text)
    literals = tuple(re.compile(one.replace(" ", r"\s+")) for one in parts[::3])
    return Frame(does, literals, tuple(zip(parts[1::3], (one or "" for one in parts[2::3]), strict=True)))


FRAMES: Final = [
    _read(one["does"], text)
    for one in read_toml("proofroom.content.playbook", "frames.toml")["frame"]
    for text in one["says"]
]


@dataclass(frozen=True)
class Order:
    """A frame that is filled: which entries, which field, and what it gets."""

    does: str
    model: ModelView
    entries: list[Found]
    field: FieldView
    items: list[Found] = member(default_factory=list[Found])
    old: list[Found] = member(default_factory=list[Found])
    text: str = ""
    sure: float = 0

    @property
    def key(self) -> tuple[Any, ...]:
        """What it would do."""
        ids = tuple(sorted(one.id for one in self.entries))
        return self.does, ids, self.field.path, tuple(sorted(one.id for one in self.items)), self.text


def read_orders(board: Board, said: str) -> list[Order]:
    """Return the best readings of an order: one where it is clear."""
    found: dict[tuple[Any, ...], Order] = {}
    for frame in FRAMES:
        for count, roles in enumerate(frame.lay_over(said)):
            if count >= _MOST:
                break
            for one in _filled(board, frame, said, roles):
                if one.key not in found or found[one.key].sure < one.sure:
                    found[one.key] = one
    best = max((one.sure for one in found.values()), default=0)
    return [one for one in found.values() if one.sure == best]


def _filled(board: Board, frame: Frame, said: str, roles: dict[str, Span]) -> Iterator[Order]:
    for model in board.schema.with_entries():
        target = _set(board, model, said, roles.get("set", (0, 0)))
        if target is None or not target.entries:
            continue
        sure = target.sure
        if "text" in roles:
            yield from _worded(board, frame, model, target, said, roles["text"], sure)
        elif "other" in roles:
            yield from _alike(board, frame, model, target, said, roles)
        else:
            yield from _linked(board, frame, model, target, said, roles)


def _set(board: Board, model: ModelView, said: str, span: Span) -> Meant | None:
    key = (model.id, span)
    if key not in board.sets:
        board.sets[key] = meant(board, model, blank(said, (0, span[0]), (span[1], len(said))), frozenset())
    return board.sets[key]


def _fields(board: Board, model: ModelView, said: str, span: Span) -> list[FieldView]:
    """Return the fields whose name is all that stands at a place."""
    text = blank(said, (0, span[0]), (span[1], len(said)))
    return [one.field for one in board.fields(text, [model]) if not board.left(blank(text, one.span), ())]


def _linked(
    board: Board, frame: Frame, model: ModelView, target: Meant, said: str, roles: dict[str, Span]
) -> Iterator[Order]:
    named = _fields(board, model, said, roles["field"]) if "field" in roles else None
    for one in model.fields if frame.does in ("add", "remove") else ():
        text = blank(said, (0, roles["item"][0]), (roles["item"][1], len(said)))
        spans = [each.span for each in board.fields(text, [model]) if each.field == one]
        if one.type == "boolean" and spans and not board.left(blank(text, *spans), [model]):
            yield Order(frame.does, model, target.entries, one, sure=target.sure + 1)
    lists = model.own("array")
    done = said[slice(*roles["does"])] if "does" in roles else ""
    for one in (*model.relations(), *(lists if frame.does in ("add", "remove") else ())):
        if (named is not None and one not in named) or (done and not one.is_done_by(done.strip())):
            continue
        items = board.items(one, said, roles["item"])
        old = board.items(one, said, roles["old"]) if "old" in roles else []
        if not items or ("old" in roles and not old) or (one.type == "relation" and len(items) > 1):
            continue
        if one.type == "relation" and frame.does == "add" and seen("sense_creates", said):
            continue
        sure = target.sure + board.sure_of(one, items, said[slice(*roles["item"])])
        yield Order(frame.does, model, target.entries, one, items, old, sure=sure)


def _alike(
    board: Board, frame: Frame, model: ModelView, target: Meant, said: str, roles: dict[str, Span]
) -> Iterator[Order]:
    other = _set(board, model, said, roles["other"])
    if other is None or len(other.entries) != 1 or other.entries[0] in target.entries:
        return
    for one in _fields(board, model, said, roles["field"]):
        yield Order(frame.does, model, target.entries, one, other.entries, sure=target.sure + other.sure)


def _worded(
    board: Board, frame: Frame, model: ModelView, target: Meant, said: str, span: Span, sure: float
) -> Iterator[Order]:
    text = board.worded(span)
    own = said[slice(*span)].strip(" .!")
    is_open = not text or seen("points_at_value", own) or seen("sense_clause", own)
    if is_open or len(target.entries) > 1:
        return
    places = [one for one in model.fields if one.means("place") or one.means("country")]
    places = [one for one in places if one.is_text and len(one.path) == 1]
    fields = ([model.title] if model.title else []) if frame.does == "rename" else places[:1]
    for one in fields:
        noun = LOOK["place_noun"].search(plain(text)) if frame.does != "rename" else None
        yield Order(
            frame.does, model, target.entries, one, text=text[: noun.start()] if noun else text, sure=sure
        )
