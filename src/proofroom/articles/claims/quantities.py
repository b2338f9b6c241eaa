"""The quantities of a text as values: a quarter, one in four and 25 percent are one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from proofroom.articles.claims.measures import (
    APPROXIMATE,
    BOUNDS,
    CHANGED,
    COUNTED,
    LEAST,
    MOST,
    ORDINALS,
    PARTS,
    PER,
    SCALED,
    SCALES,
    TIMES,
    TURKISH,
    TURKISH_CHANGED,
    TURKISH_PART,
    UNITS,
    WORDS,
    Bound,
)
from proofroom.articles.claims.turkish_words import is_form_of
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

Kind = Literal["count", "share", "year", "times", "decade"]
Role = Literal["", "from", "to", "by", "part", "whole"]

_TOKEN = late_pattern(r"\d+(?:[.,]\d+)*|%|°|(?:co|c?m|km)[23]\b|[^\W\d_]+(?:['’][^\W\d_]+)?|[-–]|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with what it counts, where it stands, and what stands before it."""

    value: float
    kind: Kind
    start: int
    end: int
    unit: str = ""
    """A measure such as length, and empty for what is merely counted."""
    bound: Bound = ""
    is_about: bool = False
    role: Role = ""
    text: str = ""
    said: float = 0.0
    """The value before its unit was taken into it."""
    per: str = ""
    """The time by which it is counted: `a week`, `günde`."""
    parts: tuple[float, ...] = ()
    """The two numbers of `two of nine`."""


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    start: int
    end: int


@lru_cache(maxsize=64)
def quantities(text: str, *, is_turkish: bool) -> Sequence[Quantity]:
    """Return the quantities of a text in their order."""
    folded = fold(text)
    pieces = [_Piece(each.group(), each.start(), each.end()) for each in _TOKEN.finditer(folded)]
    reader = _Reader(pieces, is_turkish=is_turkish)
    return tuple(reader.read())


class _Reader:
    """Reads quantities off the words of a text, from the left to the right."""

    def __init__(self, pieces: list[_Piece], *, is_turkish: bool) -> None:
        self._pieces = pieces
        self._is_turkish = is_turkish
        self._spelt = TURKISH if is_turkish else WORDS

    def read(self) -> Iterator[Quantity]:
        """Return each quantity, and for `two of twelve` the share beside both."""
        found: list[tuple[int, int, Quantity]] = []
        at = 0
        while at < len(self._pieces):
            made = self._one(at)
            if made is None:
                at += 1
                continue
            quantity, end = made
            found.append((at, end, self._dressed(quantity, at, end)))
            at = end
        yield from self._joined(found)

    def _word(self, at: int) -> str:
        return self._pieces[at].text if 0 <= at < len(self._pieces) else ""

    def _one(self, at: int) -> tuple[Quantity, int] | None:
        if self._word(at) in ("fortnight", "fortnights"):
            made = self._made(1_209_600.0, "count", at, at + 1)
            return replace(made[0], unit="time", said=2.0), made[1]
        return self._century(at) or self._share(at) or self._times(at) or self._number(at)

    def _made(self, value: float, kind: Kind, at: int, end: int) -> tuple[Quantity, int]:
        first, last = self._pieces[at], self._pieces[end - 1]
        said = " ".join(each.text for each in self._pieces[at:end])
        return Quantity(value, kind, first.start, last.end, text=said, said=value), end

    def _share(self, at: int) -> tuple[Quantity, int] | None:
        word = self._word(at)
        if self._is_turkish:
            return self._turkish_share(at)
        start, count = at, 1.0
        if word in ("a", "an", "one"):
            at += 1
        elif (plain := self._spelt.get(word)) and self._word(at + 1).endswith("s"):
            count, at = plain, at + 1
        elif (
            (plain := self._spelt.get(word))
            and self._word(at + 1) == "-"
            and self._word(at + 2).endswith("s")
        ):
            count, at = plain, at + 2
        part = PARTS.get(self._word(at))
        if part is None:
            return None
        is_bare = start == at and part != 2
        if is_bare and self._word(at + 1) != "of":
            return None
        return self._made(count / part, "share", start, at + 1)

    def _turkish_share(self, at: int) -> tuple[Quantity, int] | None:
        word, behind = self._word(at), self._word(at + 1)
        if word in ("yuzde", "%"):
            made = self._number(at + 1)
            return self._made(made[0].value / 100, "share", at, made[1]) if made else None
        if word.startswith("yari") and re.fullmatch(r"yari(?:si\w*|ya|yi|dan\w*|sindan)?", word):
            return self._made(0.5, "share", at, at + 1)
        if re.fullmatch(r"ceyre[kg]\w*", word):
            return self._made(0.25, "share", at, at + 1)
        part = TURKISH_PART.get(word)
        count = next((value for name, value in TURKISH.items() if behind.startswith(name)), None)
        return self._made(count / part, "share", at, at + 2) if part and count else None

    def _century(self, at: int) -> tuple[Quantity, int] | None:
        """Return the hundred years of `nineteenth century` and `19. yüzyıl`: the 1800s."""
        number, end = ORDINALS.get(self._word(at)), at + 1
        if self._word(at).isdigit():
            number, end = int(self._word(at)), at + 1
            end += self._word(end) in ("th", "st", "nd", "rd", ".")
        if number is None or not self._word(end).startswith(("centur", "yuzyil")):
            return None
        return self._made((number - 1) * 100.0, "decade", at, end + 1)

    def _times(self, at: int) -> tuple[Quantity, int] | None:
        word = self._word(at)
        if word in TIMES:
            return self._made(TIMES[word], "times", at, at + 1)
        value = self._spelt.get(word)
        if value and self._word(at + 1) in ("times", "fold", "kat", "katina", "kati"):
            return self._made(value, "times", at, at + 2)
        return None

    def _number(self, at: int) -> tuple[Quantity, int] | None:
        if self._words(at - 1, 2) == "below zero":
            return None
        start, total, current, seen = at, 0.0, 0.0, False
        digits = self._word(at)
        if digits[:1].isdigit():
            value, at, seen = _value(digits), at + 1, True
            ending = at + (self._word(at) in ("'", "’"))
            if self._word(ending) in ("s", "lu", "li", "lar", "ler") and value % 10 == 0 and value > 1000:
                return self._made(value, "decade", start, ending + 1)
            current = value
        else:
            if self._leads(at):
                current, seen = 1.0, True
            while (value := self._small(at, is_first=not seen)) is not None:
                current, at, seen = current + value, at + 1, True
                if self._word(at) == "-" and self._spelt.get(self._word(at + 1)) is not None:
                    at += 1
        if not seen:
            return None
        while (scale := self._scale(at)) and self._word(at) != "m":
            current, at = (current or 1.0) * scale, at + 1
            total, current = (total + current, 0.0) if scale >= 1e3 else (total, current)
            # `Bin iki yüz`, `yüz kırk`: smaller numbers follow a Turkish scale.
            while self._is_turkish and (small := self._spelt.get(self._bare(at))) is not None:
                current, at = current + small, at + 1
                if self._scale(at) == 1e2:
                    current, at = current - small + small * 1e2, at + 1
        value = total + current
        if self._word(at) in ("percent", "percentage", "%") or self._words(at, 2) == "per cent":
            end = at + (2 if self._word(at) == "per" else 1)
            return self._made(value / 100, "share", start, end)
        is_year = (
            digits.isdigit()
            and len(digits) == 4
            and 1000 <= value < 2100
            and self._unit(at) in (None, UNITS["yil"])
        )
        return self._made(value, "year" if is_year else "count", start, at)

    def _leads(self, at: int) -> bool:
        """Tell whether a number begins with a scale, which counts one of it: `yüz kırk`, `bin iki yüz`."""
        if not self._is_turkish or self._word(at) not in ("yuz", "bin"):
            return False
        return self._bare(at + 1) in self._spelt or self._scale(at + 1) is not None

    def _bare(self, at: int) -> str:
        part = COUNTED.fullmatch(self._word(at))
        return part.group(1) if part else self._word(at)

    def _scale(self, at: int) -> float | None:
        word = self._word(at)
        ended = SCALED.fullmatch(word) if self._is_turkish else None
        return SCALES.get(ended.group(1) if ended else word)

    def _small(self, at: int, *, is_first: bool) -> float | None:
        word = self._word(at)
        if not self._is_turkish:
            value = self._spelt.get(word)
            is_pronoun = word == "one" and self._word(at + 1) not in (
                "in",
                "of",
                "out",
                "-",
                "hundred",
                "million",
            )
            is_share = self._word(at + 2) == "in" and self._spelt.get(self._word(at + 3), 0.0) > 1
            return None if is_first and is_pronoun and not is_share and not self._unit(at + 1) else value
        if word in ("bir", "bire", "birde"):
            return None if is_first else 1.0
        if word in ("biri", "birden", "birinden", "birinde"):
            return 1.0 if re.search(r"[dt][ae]n$", self._word(at - 1)) else None
        part = COUNTED.fullmatch(word)
        return self._spelt.get(part.group(1) if part else word)

    def _words(self, at: int, count: int) -> str:
        return " ".join(self._word(at + each) for each in range(count))

    def _unit(self, at: int) -> tuple[str, float] | None:
        return UNITS.get(self._unit_word(at))

    def _unit_word(self, at: int) -> str:
        word = re.split(r"['’]", self._word(at))[0]
        if word in UNITS or not self._is_turkish:
            return word
        roots = (root for root in UNITS if len(root) > 1 and is_form_of(word, root))
        return max(roots, key=len, default="")

    def _dressed(self, quantity: Quantity, at: int, end: int) -> Quantity:
        """Return a quantity with its unit, and with what bounds it."""
        before = [self._word(each) for each in range(max(0, at - 3), at)]
        measure = self._unit(end) if quantity.kind == "count" and not quantity.unit else None
        if measure is None and quantity.kind == "count" and self._word(end) in ("deniz", "-"):
            measure = self._unit(end + 1)
        if measure is None and quantity.kind == "count" and (scale := self._range(end)):
            measure = scale
        bound = self._bound(before, end)
        words = 2 if bound and " ".join(before[-2:]) in BOUNDS else 0
        return replace(
            quantity,
            start=self._pieces[at - words].start,
            unit=measure[0] if measure else quantity.unit,
            value=quantity.value * (measure[1] if measure else 1.0),
            bound=bound,
            is_about=any(each in APPROXIMATE for each in before[-2:])
            or self._word(end) in ("kadar", "civarinda"),
            role=self._role(before, end) or self._change(quantity, before, end),
            per=self._per(at, end),
        )

    def _range(self, end: int) -> tuple[str, float] | None:
        """Return unit and scale of what follows in `3 to 4 million francs`."""
        if (
            self._word(end) not in ("to", "and", "-", "–", "ile", "ila")
            or (made := self._number(end + 1)) is None
        ):
            return None
        unit = self._unit(made[1]) or ("", 1.0)
        scales = [SCALES[each.text] for each in self._pieces[end + 1 : made[1]] if each.text in SCALES]
        return unit[0], unit[1] * (max(scales) if scales else 1.0)

    def _bound(self, before: list[str], end: int) -> Bound:
        near, joined = before[-1:], " ".join(before[-2:])
        behind = self._words(end, 5)
        if joined in BOUNDS:
            return BOUNDS[joined]
        if near and (near[0] in LEAST or near[0] in MOST):
            return "least" if near[0] in LEAST else "most"
        if re.search(
            r"\bor (?:more|over)\b|^(?:\w+ ){0,2}(?:veya|ya da) daha fazla|^(?:.? ?[dt][ae]n )?fazla"
            r"|^(?:.? ?y?[iu] )?askin",
            behind,
        ):
            return "least"
        return "most" if re.search(r"\bor (?:less|fewer)\b", behind) else ""

    def _per(self, at: int, end: int) -> str:
        if self._is_turkish:
            before = [self._word(each) for each in range(max(0, at - 4), at)]
            return next((PER[each] for each in reversed(before) if each in PER), "")
        for each in range(end, min(end + 4, len(self._pieces))):
            if self._word(each) in ("a", "an", "per", "every", "each", "/") and self._unit(each + 1):
                return PER.get(self._word(each + 1), "")
            if self._word(each) in ("daily", "weekly", "monthly", "yearly", "annually", "hourly"):
                return PER[self._word(each)]
        return ""

    def _role(self, before: list[str], end: int) -> Role:
        near = before[-1] if before else ""
        if not self._is_turkish:
            is_range = len(before) > 1 and (before[-2][:1].isdigit() or before[-2] in self._spelt)
            is_range = is_range and before[:1] != ["from"]
            return "from" if near == "from" else "to" if near == "to" and not is_range else ""
        ending = self._word(end).removeprefix(self._unit_word(end)) if self._unit(end) else ""
        is_from = ending in ("dan", "den", "tan", "ten", "inden", "undan")
        return "from" if is_from else "to" if ending in ("a", "e", "ya", "ye", "ine", "una") else ""

    def _change(self, quantity: Quantity, before: list[str], end: int) -> Role:
        """Tell how much something changed, `fell 70 percent`, from what it came to, `fell to 70 percent`."""
        if quantity.kind not in ("share", "count"):
            return ""
        if not self._is_turkish:
            return "by" if before and (before[-1] == "by" or before[-1] in CHANGED) else ""
        ending = self._word(end + 1) if self._word(end) in ("'", "’") else ""
        if ending:
            is_from = ending in ("dan", "den", "tan", "ten", "inden", "undan")
            return "from" if is_from else "to" if ending in ("e", "a", "ye", "ya", "ine", "una") else ""
        return "by" if self._word(end).startswith(TURKISH_CHANGED) else ""

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
                    first: Role = "whole" if self._is_turkish else "part"
                    second: Role = "part" if self._is_turkish else "whole"
                    yield replace(quantity, role=first)
                    yield replace(after[2], role=second)
                skipped = 1
                continue
            is_part = not self._is_turkish and quantity.kind == "count" and self._word(end) == "of"
            yield replace(quantity, role="part") if is_part else quantity

    def _way(self, first: Quantity, end: int, after: tuple[int, int, Quantity]) -> str:
        next_at = after[0]
        between = [self._word(each) for each in range(end, next_at)]
        if not self._is_turkish:
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
        if self._unit(end):
            return ""
        is_from = len(between) in (1, 2) and re.search(r"(?:dan|den|tan|ten)$", between[-1])
        if is_from and self._word(next_at - len(between) - 2) == "her":
            return "in"
        return "of" if is_from else ""


def _value(digits: str) -> float:
    bare = digits.strip(".,")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", bare):
        return float(re.sub(r"[.,]", "", bare))
    return float(bare.replace(",", ".")) if bare.count(".") + bare.count(",") <= 1 else 0.0
