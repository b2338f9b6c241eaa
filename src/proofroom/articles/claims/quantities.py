"""The quantities of a text as values: a quarter, one in four and 25 percent are one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from proofroom.articles.claims.measures import (
    APPROXIMATE,
    BOUNDS,
    CHANGED,
    LEAST,
    MOST,
    PER,
    SCALES,
    TURKISH_CHANGED,
    Bound,
)
from proofroom.articles.claims.numerals import Mark, Numerals, Quantity, Role
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

__all__ = ["Quantity", "quantities"]

_TOKEN = late_pattern(r"\d+(?:[.,]\d+)*|%|°|(?:co|c?m|km)[23]\b|[^\W\d_]+(?:['’][^\W\d_]+)?|[-–]|[^\w\s]")


@lru_cache(maxsize=64)
def quantities(text: str, *, is_turkish: bool) -> Sequence[Quantity]:
    """Return the quantities of a text in their order."""
    folded = fold(text)
    pieces = [Mark(each.group(), each.start(), each.end()) for each in _TOKEN.finditer(folded)]
    reader = _Reader(pieces, is_turkish=is_turkish)
    return tuple(reader.read())


class _Reader(Numerals):
    """Reads quantities off the words of a text, from the left to the right."""

    def read(self) -> Iterator[Quantity]:
        """Return each quantity, and for `two of twelve` the share beside both."""
        found: list[tuple[int, int, Quantity]] = []
        at = 0
        while at < len(self.pieces):
            made = self.one(at)
            if made is None:
                at += 1
                continue
            quantity, end = made
            found.append((at, end, self._dressed(quantity, at, end)))
            at = end
        yield from self._joined(found)

    def _dressed(self, quantity: Quantity, at: int, end: int) -> Quantity:
        """Return a quantity with its unit, and with what bounds it."""
        before = [self.word(each) for each in range(max(0, at - 3), at)]
        measure = self.unit(end) if quantity.kind == "count" and not quantity.unit else None
        if measure is None and quantity.kind == "count" and self.word(end) in ("deniz", "-"):
            measure = self.unit(end + 1)
        if measure is None and quantity.kind == "count" and (scale := self._range(end)):
            measure = scale
        bound = self._bound(before, end)
        words = 2 if bound and " ".join(before[-2:]) in BOUNDS else 0
        return replace(
            quantity,
            start=self.pieces[at - words].start,
            unit=measure[0] if measure else quantity.unit,
            value=quantity.value * (measure[1] if measure else 1.0),
            bound=bound,
            is_about=any(each in APPROXIMATE for each in before[-2:])
            or self.word(end) in ("kadar", "civarinda", "yakin", "dolayinda"),
            role=self._role(before, end) or self._change(quantity, before, end),
            per=self._per(at, end),
        )

    def _range(self, end: int) -> tuple[str, float] | None:
        """Return unit and scale of what follows in `3 to 4 million francs`."""
        if (
            self.word(end) not in ("to", "and", "-", "–", "ile", "ila")
            or (made := self.number(end + 1)) is None
        ):
            return None
        unit = self.unit(made[1]) or ("", 1.0)
        scales = [SCALES[each.text] for each in self.pieces[end + 1 : made[1]] if each.text in SCALES]
        return unit[0], unit[1] * (max(scales) if scales else 1.0)

    def _bound(self, before: list[str], end: int) -> Bound:
        near, joined = before[-1:], " ".join(before[-2:])
        behind = self.words(end, 5)
        if joined in BOUNDS:
            # `No more than four` is four at most.
            is_turned = before[:1] in (["no"], ["not"])
            return ("most" if BOUNDS[joined] == "least" else "least") if is_turned else BOUNDS[joined]
        if near and (near[0] in LEAST or near[0] in MOST):
            return "least" if near[0] in LEAST else "most"
        if re.search(
            r"\bor (?:more|over)\b|^(?:\w+ ){0,2}(?:veya|ya da) daha fazla|^(?:oran\w* |.? ?[dt][ae]n )?fazla"
            r"|^(?:.? ?y?[iu] )?askin",
            behind,
        ):
            return "least"
        return "most" if re.search(r"\bor (?:less|fewer)\b|^(?:.? ?[dt][ae]n )?azi?\b", behind) else ""

    def _per(self, at: int, end: int) -> str:
        if self.is_turkish:
            before = [self.word(each) for each in range(max(0, at - 4), at)]
            return next((PER[each] for each in reversed(before) if each in PER), "")
        for each in range(end, min(end + 4, len(self.pieces))):
            if self.word(each) in ("a", "an", "per", "every", "each", "/") and self.unit(each + 1):
                return PER.get(self.word(each + 1), "")
            if self.word(each) in ("daily", "weekly", "monthly", "yearly", "annually", "hourly"):
                return PER[self.word(each)]
        return ""

    def _role(self, before: list[str], end: int) -> Role:
        near = before[-1] if before else ""
        if not self.is_turkish:
            is_range = len(before) > 1 and (before[-2][:1].isdigit() or before[-2] in self.spelt)
            is_range = is_range and before[:1] != ["from"]
            is_goal = near == "to" and not is_range and before[-2:-1] != ["close"]
            return "from" if near == "from" else "to" if is_goal else ""
        ending = self.word(end).removeprefix(self.unit_word(end)) if self.unit(end) else ""
        is_from = ending in ("dan", "den", "tan", "ten", "inden", "undan")
        return "from" if is_from else "to" if ending in ("a", "e", "ya", "ye", "ine", "una") else ""

    def _change(self, quantity: Quantity, before: list[str], end: int) -> Role:
        """Tell how much something changed, `fell 70 percent`, from what it came to, `fell to 70 percent`."""
        if quantity.kind not in ("share", "count"):
            return ""
        if not self.is_turkish:
            return "by" if before and (before[-1] == "by" or before[-1] in CHANGED) else ""
        ending = self.word(end + 1) if self.word(end) in ("'", "’") else ""
        if ending:
            is_from = ending in ("dan", "den", "tan", "ten", "inden", "undan")
            return "from" if is_from else "to" if ending in ("e", "a", "ye", "ya", "ine", "una") else ""
        return "by" if self.word(end).startswith(TURKISH_CHANGED) else ""

    def _joined(self, found: list[tuple[int, int, Quantity]]) -> Iterator[Quantity]:
        """Return all quantities; `two of its twelve` and `on kişiden yedisi` as a share beside both."""
        skipped = 0
        for index, (_, end, quantity) in enumerate(found):
            after = found[index + 1] if index + 1 < len(found) else None
            if skipped:
                skipped -= 1
                continue
            if (
                after
                and quantity.kind == "count"
                and after[2].kind == "count"
                and (way := self._way(quantity, end, after))
            ):
                small, large = sorted((quantity.value, after[2].value))
                share = Quantity(
                    small / large if large else 0.0,
                    "share",
                    quantity.start,
                    after[2].end,
                    text=f"{quantity.text} / {after[2].text}",
                    bound=quantity.bound,
                    is_about=quantity.is_about,
                    parts=(quantity.value, after[2].value),
                )
                yield share
                if way == "of":
                    first: Role = "whole" if self.is_turkish else "part"
                    second: Role = "part" if self.is_turkish else "whole"
                    yield replace(quantity, role=first)
                    yield replace(after[2], role=second)
                skipped = 1
                continue
            is_part = not self.is_turkish and quantity.kind == "count" and self.word(end) == "of"
            yield replace(quantity, role="part") if is_part else quantity

    def _way(self, first: Quantity, end: int, after: tuple[int, int, Quantity]) -> str:
        next_at = after[0]
        between = [self.word(each) for each in range(end, next_at)]
        if not self.is_turkish:
            said = " ".join(between)
            # `One in four` counts a share, and so does `one player in four`; `nine men in two cars` does not.
            if re.fullmatch(r"(?:in|out of)(?: every)?", said) or (
                first.value == 1 and re.fullmatch(r"\w+ in(?: every)?", said)
            ):
                return "in" if first.value < after[2].value and not after[2].unit else ""
            return (
                "of"
                if re.fullmatch(r"(?:\w+ )?(?:out )?of(?: (?:the|its|those|their|all|these))*", said)
                else ""
            )
        if self.unit(end):
            return ""
        is_from = len(between) in (1, 2) and re.search(r"(?:dan|den|tan|ten)$", between[-1])
        if is_from and self.word(next_at - len(between) - 2) == "her":
            return "in"
        # `On kişiden yedisi` is a part; `300 asmadan 500 asmaya` is a change.
        return "of" if is_from and after[2].value <= first.value else ""
