"""Which entries of a model a text speaks of: its conditions are taken out one after the other."""

import re
from collections.abc import Callable
from typing import Final

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import NUMERIC, FieldView, Mention, ModelView
from proofroom.content.playbook.sense.board import Amount, Board, Named, Span, blank, calls, words_in
from proofroom.content.playbook.sense.days import find_stretch
from proofroom.content.playbook.sense.holding import (
    counted_field,
    find_between,
    has_value,
    holds,
    is_beside,
    is_later,
    known_values,
    rank_of,
    told_any,
    told_empty,
)
from proofroom.content.playbook.sense.top import Top, find_top
from proofroom.content.playbook.words import LOOK, TABLE, seen, unsaid
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.sentence import BLANK, tokens

Test = Callable[[Found], bool]
_NUMBERED: Final = {">": "more", "<": "fewer", ">=": "least", "=": "exact"}


class Sieve:
    """The conditions that a text puts on the entries of a model; `said` is what they leave of it."""

    def __init__(self, board: Board, model: ModelView, said: str) -> None:
        self.board, self.model, self.said = board, model, said
        self.tests: list[Test] = []
        self.named: list[Named] = []
        self.top: Top | None = None
        self.words = ""
        self.aims: list[ModelView] = []
        self.is_rich = False  # something is compared, lacking, left out or sought by its rank
        self.hops = 0  # conditions on what entries are linked to
        self.is_filed = False  # under something that is named wholly: articles on Night
        self.fields: list[FieldView] = []  # compared with a number
        self.asked: list[FieldView] = []  # whether they say something
        self.has_not = False  # something is left out
        self._own = board.lookup.of(model)

    def read(self) -> "Sieve":
        """Take out every condition."""
        self._take_names(alone=False)
        for step in (
            self._absent_language,
            self._lacking,
            self._numbered,
            self._stretch,
            self._compared,
            self._equal,
            self._measured,
            self._flags,
            self._status,
            self._top,
        ):
            step()
        self._take_names(alone=True)
        self._values()
        self._mentions()
        return self

    def read_names(self) -> "Sieve":
        """Take out only the names of its own entries."""
        self.named = self.board.names(self.said, self._own)
        self._take(*(one.span for one in self.named))
        return self

    @property
    def is_open(self) -> bool:
        """Tell whether it has no condition at all."""
        return not (self.tests or self.named or self.top or self.words)

    def left(self, more: frozenset[str] = frozenset()) -> list[str]:
        """Return the words that nothing explains."""
        found = self.board.left(self.said, [self.model, *self.aims], more)
        return [word for word in found if not LOOK["done_by"].fullmatch(word)]

    def chosen(self, hits: set[tuple[str, str]] | None = None) -> list[Found]:
        """Return the entries that fulfil everything."""
        entries = [one for named in self.named for one in named.entries] if self.named else self._own
        each = {(one.model.id, one.id): one for one in entries}
        found = [one for one in each.values() if all(test(one) for test in self.tests)]
        if hits is not None:
            found = [one for one in found if (one.model.id, one.id) in hits]
        if self.top is None:
            return found
        field, is_most, count = self.top
        name = field.path[0] if field else ""
        known = [one for one in found if not name or one.data.get(name) not in (None, "")]
        known.sort(key=lambda one: rank_of(one.data.get(name)) if name else one.touched, reverse=is_most)
        if count == 1 and known and name:
            return [one for one in known if one.data[name] == known[0].data[name]]
        return known[:count]

    def _take(self, *spans: Span) -> None:
        self.said = blank(self.said, *spans)

    # names

    def _take_names(self, alone: bool) -> None:
        for one in self.board.names(self.said, self._own, alone):
            by = re.search(r"\b(?:by|written by|made by)\s+(?:the\s+)?$", self.said[: one.span[0]])
            does = re.match(
                rf"\s+(?:has\s+|have\s+|did\s+)?(?:{LOOK['done_by'].pattern})\b", self.said[one.span[1] :]
            )
            is_whose = by is not None or (does is not None and bool(self._pointing()))
            if is_whose:
                continue
            if self._is_negated(one.span):
                out = {entry.id for entry in one.entries}
                self.tests.append(lambda entry, out=out: entry.id not in out)
            else:
                self.named.append(one)
            self._take(one.span, *self._about(one.span))
        for relation in self.model.relations():
            target = self.board.schema.get(relation.target)
            if target is None or target == self.model:
                continue
            found = self.board.names(self.said, self.board.lookup.of(target), alone)
            found = [one for one in found if one.is_whole or len(one.entries) == 1]
            found = [one for one in found if not self.board.is_own(self.said, one.span, self.model, target)]
            if found:
                self._linked(relation, found)
                self.aims.append(target)

    def _pointing(self) -> list[FieldView]:
        """Return the relations by which others point here: who wrote something is not what is sought."""
        others = (one for model in self.board.schema.with_entries() for one in model.relations())
        return [one for one in others if one.target == self.model.id]

    def _linked(self, relation: FieldView, found: list[Named]) -> None:
        wanted = [{entry.id for entry in one.entries} for one in found]
        is_each = relation.type == "relations" and not re.search(r"\b(?:or|veya|ya da)\b", self.said)
        is_not = [self._is_negated(one.span) for one in found]
        self.is_filed |= all(one.is_whole and seen("sense_filed", self.said[: one.span[0]]) for one in found)
        self._take(*(one.span for one in found), *(each for one in found for each in self._about(one.span)))

        def test(entry: Found) -> bool:
            own = set(entry.refs(relation))
            hits = [bool(own & ids) for ids, no in zip(wanted, is_not, strict=True) if not no]
            misses = [bool(own & ids) for ids, no in zip(wanted, is_not, strict=True) if no]
            return not any(misses) and (all(hits) if is_each or not hits else any(hits))

        self.tests.append(test)

    def _about(self, span: Span) -> list[Span]:
        """Return the words beside a name that only say that something is about it."""
        before = LOOK["sense_about_before"].search(self.said[: span[0]])
        behind = LOOK["sense_about_behind"].match(self.said, span[1])
        return [found.span() for found in (before, behind) if found]

    def _is_negated(self, span: Span) -> bool:
        """Tell whether something is left out that stands at a place, and take the words that say so."""
        before = LOOK["sense_not_before"].search(self.said[: span[0]])
        behind = LOOK["sense_not_behind"].match(self.said, span[1])
        self._take(*(found.span() for found in (before, behind) if found))
        if before is None and behind is None:
            return False
        self.is_rich = self.has_not = True
        return True

    # what is there and what is not

    def _absent_language(self) -> None:
        found = LOOK["sense_no_language"].search(self.said)
        locale = lexicon.locale_in(found[0]) if found else None
        if found is not None and locale is not None and self.model.i18n:
            self._take(found.span())
            self.tests.append(lambda entry: locale not in entry.locales)

    def _lacking(self) -> None:
        for one in self.board.fields(self.said, [self.model]):
            if one.field.type == "boolean":
                continue
            before = LOOK["sense_lacks_before"].search(self.said[: one.start])
            behind = LOOK["sense_lacks_behind"].match(self.said, one.end)
            has = LOOK["sense_has_before"].search(self.said[: one.start])
            if before is None and behind is None and has is None:
                continue
            if before is None and behind is None and self._value_near(one) is not None:
                continue
            spans = [match.span() for match in (before, behind) if match] or ([has.span()] if has else [])
            lacks = before is not None or behind is not None
            self._take(one.span, *spans)
            self.asked.append(one.field)
            self.is_rich = True
            locale = lexicon.locale_in(self.said) if self.model.i18n else None
            self.tests.append(told_empty(one.field.path[0], locale, lacks))
            return

    # days and numbers

    def _stretch(self) -> None:
        dated = self.model.own(*DATES)
        found = find_stretch(self.said, self.board.today) if dated else None
        if found is None:
            ahead = LOOK["sense_ahead"].search(self.said) or LOOK["sense_over"].search(self.said)
            if ahead is None or len(dated) != 1:
                return
            is_ahead, name = seen("sense_ahead", self.said), dated[0].path[0]
            today = self.board.today.isoformat()
            self._take(ahead.span())
            self.tests.append(lambda entry: is_later(entry, name, today) is is_ahead)
            return
        named = [one for one in dated for word in words_in(self.said) if calls(word[0], one)]
        spoken = self.said[slice(*found.span)]
        is_year = not named and not set(tokens(spoken)) & MONTHS.keys() and re.search(r"\d{4}", spoken)
        if is_year and any(one.means("year") for one in self.model.fields):
            return  # made before 1970
        field = named[0] if named else dated[0] if len(dated) == 1 else None
        if field is None:
            return
        spans = [word.span() for word in words_in(self.said) if calls(word[0], field)]
        self._take(found.span, *spans)
        self.is_rich = True
        self.tests.append(lambda entry: found.holds(str(entry.data.get(field.path[0]) or "")))

    def _numbered(self) -> None:
        """Take how many things entries are linked to: more than one topic, at least two themes."""
        found = LOOK["sense_numbered"].search(self.said)
        fields = [one for one in self.model.relations() if found and one.type == "relations"]
        fields = [one for one in fields if found and calls(found["noun"], one)]
        if found is None or len(fields) != 1:
            return
        number = NUMBERS.get(found["number"]) or int(found["number"])
        op = next(sign for sign, name in _NUMBERED.items() if found[name])
        self._take(found.span())
        self.is_rich = True
        self.tests.append(lambda entry: holds(len(entry.refs(fields[0])), op, number))

    def _compared(self) -> None:
        self._between()
        for amount in self.board.amounts(self.said):
            for one in TABLE["compare"]:
                before = (
                    re.search(rf"\b(?:{one['en']})\s+(?:the\s+)?$", self.said[: amount.span[0]])
                    if "en" in one
                    else None
                )
                behind = (
                    re.match(
                        rf"'?(?:[dt][ae]n|n[dt]an)?\s*(?:{one['tr']})(?!\w)", self.said[amount.span[1] :]
                    )
                    if "tr" in one
                    else None
                )
                if before is None and behind is None:
                    continue
                field = counted_field(
                    self.board, self.model, self.said, amount, str(one.get("concept") or "")
                )
                if field is None or (one["op"] == "=" and before is not None):
                    continue
                spans = [before.span()] if before else []
                if behind is not None:
                    spans.append((amount.span[1], amount.span[1] + behind.end()))
                self._limit(field, one["op"], amount, spans)
                break

    def _between(self) -> None:
        for one, other, spans in find_between(self.board, self.said):
            field = counted_field(self.board, self.model, self.said, other, "")
            if field is not None:
                self._limit(field, ">=", one, [*spans, (one.span[1], other.span[0])])
                self._limit(field, "<=", other, [])

    def _limit(self, field: FieldView, op: str, amount: Amount, spans: list[Span]) -> None:
        value, name = self.board.in_unit(field, amount), field.path[0]
        spans += [one.span for one in self.board.fields(self.said, [self.model]) if one.field == field]
        self._take(amount.span, *spans)
        self.is_rich = True
        self.fields.append(field)
        self.tests.append(lambda entry: holds(entry.data.get(name), op, value))

    # a field and what it is

    def _equal(self) -> None:
        for one in self.board.fields(self.said, [self.model]):
            near = self._value_near(one)
            if near is None or one.field.type == "boolean" or one.field == self.model.title:
                continue
            span, test = near
            is_not = seen("sense_is_not", self.said[min(one.end, span[1]) : max(one.start, span[0])])
            self._take(one.span, span)
            if is_not:
                self.said = unsaid(self.said, "sense_is_not")
            self.tests.append((lambda entry, test=test: not test(entry)) if is_not else test)

    def _measured(self) -> None:
        """Take amounts whose unit tells the field: everything that is 4 minutes long."""
        for amount in self.board.amounts(self.said):
            field = counted_field(self.board, self.model, self.said, amount, "") if amount.unit else None
            if field is not None and (calls(amount.unit, field) or field.means("duration")):
                behind = LOOK["sense_long_behind"].match(self.said, amount.span[1])
                self._limit(field, "=", amount, [behind.span()] if behind else [])

    def _value_near(self, one: Mention) -> tuple[Span, Test] | None:
        """Return a value of a field that stands beside its name."""
        name = one.field.path[0]
        if one.field.type in NUMERIC:
            for amount in self.board.amounts(self.said):
                if is_beside(self.said, one, amount.span):
                    value = self.board.in_unit(one.field, amount)
                    return amount.span, lambda entry, value=value: holds(entry.data.get(name), "=", value)
            return None
        for span, value in known_values(self.board, self.model, one.field, self.said):
            if is_beside(self.said, one, span):
                return span, lambda entry, value=value: has_value(entry, name, value)
        return None

    def _values(self) -> None:
        """Take values that are said without the name of their field: drama films, films from Japan."""
        kinds = ("string", "select", "array")
        for field in self.model.fields:
            if field.type not in kinds or field == self.model.title or len(field.path) != 1:
                continue
            spoken = [
                (span, value)
                for span, value in known_values(self.board, self.model, field, self.said)
                if words_in(self.said[slice(*span)]) and not value.isdigit()
            ]
            if spoken:
                is_not = sum(self._is_negated(span) for span, _ in spoken) > 0  # each takes its own words
                self._take(*(span for span, _ in spoken))
                values = [value for _, value in spoken]
                self.tests.append(told_any(field.path[0], values, is_not))
        for relation in self.model.relations():
            self._hop(relation)

    def _hop(self, relation: FieldView) -> None:
        """Take what is said of the things that entries are linked to: films from Japan, by its director."""
        target = self.board.schema.get(relation.target)
        if target is None or target == self.model:
            return
        for field in target.fields:
            if field.type not in ("string", "select") or field == target.title:
                continue
            for span, value in known_values(self.board, target, field, self.said):
                ids = {one.id for one in self.board.lookup.of(target) if has_value(one, field.path[0], value)}
                self._take(span)
                self.aims.append(target)
                self.hops += 1
                self.tests.append(lambda entry, ids=ids: bool(ids & set(entry.refs(relation))))

    def _flags(self) -> None:
        for one in self.board.fields(self.said, [self.model]):
            if one.field.type != "boolean" or not self.said[one.start : one.end].strip():
                continue
            is_un = re.match(r"(?:un|non|not)-?", self.said[one.start : one.end]) is not None
            if not (one.is_own or is_un):
                continue  # pin is an order, pinned a condition
            is_not = self._is_negated(one.span) or is_un
            name = one.field.path[0]
            self._take(one.span)
            self.tests.append(lambda entry, name=name, no=is_not: bool(entry.data.get(name)) != no)

    def _status(self) -> None:
        for status in ("draft", "published", "archived"):
            found = LOOK[status].search(self.said)
            if found is not None:
                is_not = self._is_negated(found.span())
                self._take(found.span())
                self.tests.append(
                    lambda entry, status=status, no=is_not: ((entry.status or "draft") == status) != no
                )

    def _top(self) -> None:
        found = find_top(self.board, self.model, self.said)
        if found is not None:
            self.top, spans = found
            if self.top[0] is not None and re.search(r"\bnext\b", self.said[slice(*spans[0])]):
                name, today = self.top[0].path[0], self.board.today.isoformat()
                self.tests.append(lambda entry: is_later(entry, name, today) is True)
            self.is_rich = True
            self._take(*spans)

    def _mentions(self) -> None:
        found = LOOK["sense_mentions"].search(self.said)
        if found is None:
            return
        start, end = found.span("what")
        told = " ".join(word for word in tokens(found["what"]) if word not in lexicon.STOP)
        words = self.board.quoted((start, end)) if BLANK in found["what"] else told
        if words:
            self.words = words
            self._take(found.span())
