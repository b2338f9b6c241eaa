"""What a request says of entries when all that it names is laid side by side, however it is put.

The readers before this one go by the order of words. Here every value goes to the one field that can take
it: by its form, by a field that is named beside it, by its unit, or by what it is linked to. What is left has
to say which entries are meant, and nothing else. Where a value can mean two things, there are several ways.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import NUMERIC, FieldView, Mention, ModelView
from proofroom.content.playbook.sense.beside import clause_of, is_left, is_of, is_old, parted
from proofroom.content.playbook.sense.board import Amount, Board, Named, Span, blank, words_in
from proofroom.content.playbook.sense.holding import said_values
from proofroom.content.playbook.sense.steps import steps_in
from proofroom.content.playbook.sense.wishes import Step
from proofroom.content.playbook.values import fit
from proofroom.content.playbook.words import LOOK, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import Sentence, alike, tokens

_MOST: Final = 6
"""Things that a request says at once."""
_WAYS: Final = 3
"""Ways to take one thing that are offered."""
_NEAR, _FAR = math.log(1.6), math.log(8)
"""How many times what stands there a number may be, to be one for that field, and for no other."""
LINKING: Final = ("composed_takes", "composed_adds", "composed_moves")


@dataclass(frozen=True)
class Saying:
    """One thing that is said of entries: a field and its value, what joins or leaves a list, or a state."""

    field: FieldView | None
    value: Any
    spans: tuple[Span, ...]
    does: str = "set"
    step: Step | None = None
    locale: str | None = None


Ways = list[Saying]
"""What one thing that is said may mean."""


def read_parts(board: Board, model: ModelView, said: str) -> Iterator[tuple[list[Saying], str]]:
    """Yield the ways to share out what a text says among the fields of a model, with what is left of it."""
    laid = Laid(board, model, said)
    ways = laid.read()
    if ways is None or not ways or len(ways) > _MOST:
        return
    for parts in itertools.islice(itertools.product(*ways), _WAYS):
        names = [(part.field.path if part.field else (), part.locale, part.does) for part in parts]
        if len(set(names)) == len(names):
            yield list(parts), blank(laid.whole, *(span for part in parts for span in part.spans))


class Laid:
    """A text whose values are taken out one kind after the other."""

    def __init__(self, board: Board, model: ModelView, said: str, topic: Sequence[Found] = ()) -> None:
        self.board, self.model, self.rest, self.whole, self.topic = board, model, said, said, topic
        self.ways: list[Ways] = []
        self.mentions: list[Mention] = []
        self.is_named = False

    is_loose = False
    """What nothing takes is left over, and does not end the reading."""

    def more(self) -> bool:
        """Take what only a loose reading takes."""
        return True

    def is_linking(self, field: FieldView) -> bool:
        """Tell whether what is named may be linked by a field."""
        return field.target is not None

    def is_limit(self, span: Span) -> bool:
        """Tell whether a number only says which entries are meant."""
        return span == (0, 0)

    def bounded(self, one: Saying, amount: Amount) -> Saying:
        """Return what is said with a number that is no value, but a bound."""
        _ = amount
        return one

    def read(self) -> list[Ways] | None:
        """Return what is said, each with the ways to take it; None where nothing takes a value."""
        said = unsaid(self.rest, "sense_rather", "sense_reason", "sense_lacking", "composed_when")
        self.whole = self.rest = said
        own = self.board.names(self.rest, self.board.lookup.of(self.model))
        self.is_named = bool(own) or any(one.id for one in self.topic)
        names = [one.span for one in own if one.is_whole]
        hidden = blank(self.rest, *names)
        self.mentions = [
            one
            for one in self.board.fields(hidden, [self.model])
            if len(one.field.path) == 1 and not self.model.is_called(hidden[one.start : one.end])
        ]
        kept, self.rest = self.rest, hidden
        steps = (
            self.written,
            self._grown,
            self._days,
            self._links,
            self._choices,
            self._flags,
            self._counts,
            self.more,
        )
        is_all = all(step() or self.is_loose for step in steps)
        self.rest = blank(kept, *(span for ways in self.ways for part in ways for span in part.spans))
        self._names_apart()
        return self.ways if is_all else None

    def _names_apart(self) -> None:
        """Explain what is left of a field's name that something stands in: the first … session."""
        for at, ways in enumerate(self.ways):
            parts = {
                p for one in ways if one.field for name in one.field.names for p in name.split() if len(p) > 3
            }
            spans = tuple(w.span() for w in words_in(self.rest) if any(alike(w[0], part) for part in parts))
            if spans and len(ways) == 1:
                self.ways[at] = [replace(ways[0], spans=(*ways[0].spans, *spans))]

    def take(self, ways: Ways) -> bool:
        """Take what one thing may mean out of the text."""
        if ways:
            self.ways.append(ways)
            self.rest = blank(self.rest, *(span for part in ways for span in part.spans))
        return bool(ways)

    def beside(self, span: Span, fields: Sequence[FieldView]) -> list[Mention]:
        """Return where one of some fields is named nearest to a value, the one before it first."""
        open_ = [
            one for one in self.mentions if one.field in fields and self.rest[one.start : one.end].strip()
        ]
        before = [one for one in open_ if one.end <= span[0] and not parted(self.rest[one.end : span[0]])]
        behind = [one for one in open_ if one.start >= span[1] and not parted(self.rest[span[1] : one.start])]
        near = [max(before, key=lambda one: one.end)] if before else []
        near += [min(behind, key=lambda one: one.start)] if behind else []
        return sorted(near, key=lambda one: max(one.start - span[1], span[0] - one.end))

    # quotations, addresses, links

    def _behind_colon(self) -> None:
        """Take what stands behind a colon for the one text that is named before it."""
        found = re.search(r":\s+(?=\S)", self.rest)
        named = [one for one in self.mentions if found and one.field.is_text and one.end <= found.start()]
        if found is None or len({one.field for one in named}) != 1 or self.board.quotes(self.rest):
            return
        text = self.board.task.sentence.text[found.end() :].strip()
        span = (found.start(), len(self.rest))
        self.take([Saying(named[0].field, text, (span, *(one.span for one in named)))])

    def written(self) -> bool:
        """Take what is quoted, and what stands behind a colon."""
        self._behind_colon()
        for span in self.board.quotes(self.rest):
            text = self.board.quoted(span)
            exact = [one for one in self.model.own("email", "url", "phone") if is_of(one.type, text)]
            near = self.beside(span, exact or self.model.own("string", "text", "markdown", "url", "phone"))
            fields = [one.field for one in near[:1]] or (exact if len(exact) == 1 else [])
            spans = (span, *(one.span for one in near[:1]))
            if not fields or (value := fit(text, fields[0])) is None:
                if self.is_loose:
                    continue
                return False
            self.take([Saying(fields[0], value, spans)])
        return True

    def _grown(self) -> bool:
        """Take what a number is to grow or shrink by; of several numbers a price is what goes up and down."""
        own = self.model.own(*NUMERIC)
        for step, span, is_day in steps_in(self.rest):
            fields = [] if is_day else [one.field for one in self.beside(span, own)[:1]] or own
            fields = sorted(fields, key=lambda one: not one.means("price"))
            return self.take([Saying(one, None, (span,), step=step) for one in fields]) or is_day
        return True

    # days

    def _days(self) -> bool:
        own = self.model.own(*DATES)
        while own and (when := find_when(self.rest)) is not None:
            span = (when.start, when.end)
            text = self.board.task.sentence.text[slice(*span)]
            near = self.beside(span, own)
            fields = [near[0].field] if near else own
            if len(fields) > 1 or not re.search(r"\d", text):
                return True
            self.take([Saying(fields[0], text, (span, *(one.span for one in near[:1])))])
        return True

    # what entries are linked to

    def _links(self) -> bool:
        for one in self.model.relations():
            target = self.board.schema.get(one.target)
            rivals = [each for each in self.model.relations() if each.target == one.target]
            if target is None or target == self.model or len(rivals) > 1:
                continue
            found = self.board.names(self.rest, self.board.lookup.of(target))
            found = [
                each
                for each in found
                if len(each.entries) == 1
                and not each.is_slip
                and not self.board.is_own(self.rest, each.span, self.model, target)
            ]
            if not found or not self.is_given(found) or not self.is_linking(one):
                continue
            gone = [each for each in found if is_left(self.rest, each.span)]
            given = [each for each in found if each not in gone]
            spans = tuple(each.span for each in found)
            spans += tuple(each.span for each in self.mentions if each.field == one)
            spans += tuple(word.span() for word in words_in(self.rest) if target.is_called(word[0]))
            spans += tuple(
                said.span()
                for name in LINKING
                for said in LOOK[name].finditer(self.rest)
                if one.type == "relations"
            )
            ids = [[each.entries[0].id for each in some] for some in (given, gone)]
            self.take(_linked(one, ids[0], ids[1], spans, self.rest))
        return True

    def is_given(self, found: Sequence[Named]) -> bool:
        """Tell whether what is named is to be linked, and does not only say which entries are meant."""
        is_many = seen("sense_all", self.rest) or any(
            self.model.is_called(word) and seen("plural_noun", word) for word in tokens(self.rest)
        )
        return bool(found) and (self.is_named or seen("sense_pointing", self.rest)) and not is_many

    # choices and flags

    def _choices(self) -> bool:
        for one in self.model.own("select"):
            found = list(said_values(self.board, self.rest, set(self.board.options(one))))
            found = [each for each in found if not is_old(self.rest, each[0])]
            near = [each for each in self.mentions if each.field == one]
            found = found or self._letter(one, near)
            if len(found) == 1:
                self.take([Saying(one, found[0][1], (found[0][0], *(each.span for each in near)))])
        return True

    def _letter(self, field: FieldView, near: list[Mention]) -> list[tuple[Span, str]]:
        """Return a choice of one letter that stands right beside the field's name: his A licence."""
        text = self.board.task.sentence.text
        for each in near:
            for one in (o for o in self.board.options(field) if len(o) == 1):
                found = re.search(rf"(?<!\w){re.escape(one)}\s+$", text[: each.start])
                found = found or re.compile(
                    rf"(?:\W|\b(?:is|to|now|artik)\b)*(?<!\w){re.escape(one)}(?!\w)"
                ).match(text, each.end)
                if found is not None:
                    at = found.start() + found[0].index(one)
                    return [((at, at + 1), one)]
        return []

    def _flags(self) -> bool:
        for one in self.mentions:
            if one.field.type != "boolean" or not self.rest[one.start : one.end].strip():
                continue
            clause, start = clause_of(self.rest, one.span)
            off = LOOK["composed_off"].search(clause)
            is_off = off is not None or seen("sense_undone", self.rest[one.start : one.end])
            spans = (one.span, (start + off.start(), start + off.end())) if off else (one.span,)
            self.take([Saying(one.field, not is_off, spans)])
        return True

    # numbers

    def _counts(self) -> bool:
        for amount in self.board.amounts(self.rest):
            if not self.rest[slice(*amount.span)].strip() or is_old(self.rest, amount.span):
                continue
            if self.is_limit(amount.span):
                continue
            ways = [self._counted(one, mention, amount) for one, mention in self._counting(amount)]
            ways = [self.bounded(one, amount) for one in ways if one is not None]
            if not self.take(ways) and not self.is_loose:
                return False
        return True

    def _counted(self, field: FieldView, near: Mention | None, amount: Amount) -> Saying | None:
        value = self.board.in_unit(field, amount)
        if field.type in ("integer", "rating") and isinstance(value, float):
            return None
        per = LOOK["composed_per"].match(self.rest, amount.span[1])
        spans = (amount.span, *((near.span,) if near else ()), *((per.span(),) if per else ()))
        return Saying(field, value, spans)

    def _counting(self, amount: Amount) -> Iterator[tuple[FieldView, Mention | None]]:
        """Yield the fields that a number may be for: the one named beside it, else by its unit, else any."""
        own = self.model.own(*NUMERIC)
        near = self.beside(amount.span, own)
        if near:
            yield near[0].field, near[0]
            return
        taken = {part.field for ways in self.ways for part in ways}
        free = [one for one in own if one not in taken]
        by_unit: Callable[[FieldView], bool] | None = None
        if amount.is_money or self._is_price(amount):
            by_unit = lambda one: one.means("price")  # noqa: E731
        elif amount.is_time:
            by_unit = lambda one: one.means("duration")  # noqa: E731
        if by_unit is None and not self.is_named:
            yield from ((one, None) for one in self._asked(own))
            return
        fitting = [one for one in free if by_unit(one)] if by_unit else self._likely(free, amount)
        yield from ((one, None) for one in fitting)

    def _asked(self, fields: list[FieldView]) -> list[FieldView]:
        """Return the field that was asked for just before: what does it cost; make it 42."""
        request = self.board.task.request
        if not request.earlier or any(one.call.tool not in READING for one in request.latest):
            return []
        before = Sentence(request.earlier[-1]).masked
        asked = [one.field for one in self.board.fields(before, [self.model]) if one.field in fields]
        asked = asked or [one for one in fields if one.means("price") and seen("sense_much", before)]
        return asked if len(asked) == 1 else []

    def _likely(self, fields: list[FieldView], amount: Amount) -> list[FieldView]:
        """Return the fields that hold such a number where one is named, those first that have one like it."""
        named = [
            one
            for each in self.board.names(self.whole, self.board.lookup.of(self.model))
            for one in each.entries
        ]

        def distance(one: FieldView) -> float:
            own = [entry.data.get(one.path[0]) for entry in named]
            known = [float(each) for each in own if isinstance(each, int | float) and each > 0]
            return abs(math.log(amount.number / known[0])) if known and amount.number > 0 else _FAR

        near = sorted(fields, key=distance)
        is_sure = len(near) > 1 and distance(near[0]) < _NEAR and distance(near[1]) > _FAR
        return near[:1] if is_sure else near

    def _is_price(self, amount: Amount) -> bool:
        around = self.rest[: amount.span[0]], self.rest[amount.span[1] :]
        return seen("composed_costs", around[0]) or LOOK["composed_per"].match(around[1]) is not None


def _linked(one: FieldView, given: list[str], gone: list[str], spans: tuple[Span, ...], said: str) -> Ways:
    """Return what naming things may mean for a field that links: instead of those there, beside them."""
    if one.type == "relation":
        return [Saying(one, given[0], spans)] if len(given) == 1 else []
    if gone:
        return [Saying(one, (tuple(given), tuple(gone)), spans, "move" if given else "remove")]
    if seen("composed_takes", said):
        return [Saying(one, ((), tuple(given)), spans, "remove")]
    if seen("composed_to", said):
        return [Saying(one, (tuple(given), ()), spans, "set")]
    both = [Saying(one, (tuple(given), ()), spans, does) for does in ("add", "set")]
    if seen("composed_adds", said):
        return both[:1]
    return both[1:] if seen("composed_moves", said) else both
