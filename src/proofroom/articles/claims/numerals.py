"""Numbers as they are read off a text, word by word: figures, spelt ones, fractions, centuries."""

import re
from dataclasses import replace
from typing import Final, Literal

from proofroom.articles.claims.measures import (
    COUNTED,
    ORDINALS,
    PARTS,
    SCALED,
    SCALES,
    TIMES,
    TURKISH,
    TURKISH_PART,
    UNITS,
    WORDS,
    Bound,
)
from proofroom.articles.claims.turkish_words import is_form_of
from proofroom.kernel.counting import read_count
from proofroom.kernel.data import dataclass

Kind = Literal["count", "share", "year", "times", "decade"]
Role = Literal["", "from", "to", "by", "part", "whole"]

_NTH: Final = {"second": 2, "other": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10}
"""`Every second one` is half of them."""
_DECADE: Final = re.compile(r"s|l[iu]|l[ae]r\w*")
_PORTIONS: Final = {"yarim": 0.5, "ceyrek": 0.25}


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
class Mark:
    """A word or sign of a text, folded, with its place."""

    text: str
    start: int
    end: int


class Numerals:
    """Reads the number that begins at a place."""

    def __init__(self, pieces: list[Mark], *, is_turkish: bool) -> None:
        self.pieces = pieces
        self.is_turkish = is_turkish
        self.spelt = TURKISH if is_turkish else WORDS

    def one(self, at: int) -> tuple[Quantity, int] | None:
        """Read the quantity that begins at a place, and return where it ends."""
        if self.word(at) in ("fortnight", "fortnights"):
            made = self.made(1_209_600.0, "count", at, at + 1)
            return replace(made[0], unit="time", said=2.0), made[1]
        return self._century(at) or self._halves(at) or self._share(at) or self._times(at) or self.number(at)

    def word(self, at: int) -> str:
        """Return the word at a place; empty outside the text."""
        return self.pieces[at].text if 0 <= at < len(self.pieces) else ""

    def made(self, value: float, kind: Kind, at: int, end: int) -> tuple[Quantity, int]:
        """Return a quantity that stands from one place to another."""
        first, last = self.pieces[at], self.pieces[end - 1]
        said = " ".join(each.text for each in self.pieces[at:end])
        return Quantity(value, kind, first.start, last.end, text=said, said=value), end

    def _halves(self, at: int) -> tuple[Quantity, int] | None:
        """Read a measure that is halved or has a half more: `yarım saat`, `a year and a half`."""
        if self.is_turkish:
            share, end = _PORTIONS.get(self.word(at), 0.0), at + 2
        else:
            is_more = self.word(at) in ("a", "an", "one") and self.words(at + 2, 3) == "and a half"
            share, end = (1.5, at + 5) if is_more else (0.0, at)
        measure = self.unit(at + 1) if share else None
        if measure is None:
            return None
        made = self.made(share * measure[1], "count", at, end)
        return replace(made[0], unit=measure[0], said=share), made[1]

    def _share(self, at: int) -> tuple[Quantity, int] | None:
        word = self.word(at)
        if self.is_turkish:
            return self._turkish_share(at)
        start, count = at, 1.0
        if word == "every" and (nth := _NTH.get(self.word(at + 1))):
            return self.made(1 / nth, "share", at, at + 2)
        if word in ("a", "an", "one"):
            at += 1
        elif (plain := self.spelt.get(word)) and self.word(at + 1).endswith("s"):
            count, at = plain, at + 1
        elif (plain := self.spelt.get(word)) and self.word(at + 1) == "-" and self.word(at + 2).endswith("s"):
            count, at = plain, at + 2
        part = PARTS.get(self.word(at))
        if part is None:
            return None
        # `Half a year` and `a quarter of an hour` are times, as long as any other.
        of = at + 1 + (self.word(at + 1) == "of")
        if self.word(of) in ("a", "an", "one") and (measure := self.unit(of + 1)):
            made = self.made(count / part * measure[1], "count", start, of + 2)
            return replace(made[0], unit=measure[0]), made[1]
        is_bare = start == at and part != 2
        if is_bare and self.word(at + 1) != "of":
            return None
        return self.made(count / part, "share", start, at + 1)

    def _turkish_share(self, at: int) -> tuple[Quantity, int] | None:
        word, behind = self.word(at), self.word(at + 1)
        if word in ("yuzde", "%"):
            made = self.number(at + 1)
            return self.made(made[0].value / 100, "share", at, made[1]) if made else None
        if word.startswith("yari") and re.fullmatch(r"yari(?:si\w*|ya|yi|dan\w*|sindan)?", word):
            return self.made(0.5, "share", at, at + 1)
        if re.fullmatch(r"ceyre[kg]\w*", word):
            return self.made(0.25, "share", at, at + 1)
        part = TURKISH_PART.get(word)
        count = next((value for name, value in TURKISH.items() if behind.startswith(name)), None)
        return self.made(count / part, "share", at, at + 2) if part and count else None

    def _century(self, at: int) -> tuple[Quantity, int] | None:
        """Return the hundred years of `nineteenth century` and `19. yüzyıl`: the 1800s."""
        number, end = ORDINALS.get(self.word(at)), at + 1
        if (counted := read_count(self.word(at))) is not None:
            number, end = counted, at + 1
            end += self.word(end) in ("th", "st", "nd", "rd", ".")
        if number is None or not self.word(end).startswith(("centur", "yuzyil")):
            return None
        return self.made((number - 1) * 100.0, "decade", at, end + 1)

    def _times(self, at: int) -> tuple[Quantity, int] | None:
        word = self.word(at)
        if word in TIMES:
            return self.made(TIMES[word], "times", at, at + 1)
        value = self.spelt.get(word)
        if value and self.word(at + 1) in ("times", "fold", "kat", "katina", "kati"):
            return self.made(value, "times", at, at + 2)
        return None

    def number(self, at: int) -> tuple[Quantity, int] | None:
        """Read a number, in figures or spelt, with its scales."""
        if self.words(at - 1, 2) == "below zero":
            return None
        start, total, current, seen = at, 0.0, 0.0, False
        digits = self.word(at)
        if digits[:1].isdigit():
            value, at, seen = _value(digits), at + 1, True
            ending = at + (self.word(at) in ("'", "’"))
            if value % 10 == 0 and value > 1000 and _DECADE.fullmatch(self.word(ending)):
                return self.made(value, "decade", start, ending + 1)
            current = value
        else:
            if self._leads(at):
                current, seen = 1.0, True
            while (value := self._small(at, is_first=not seen)) is not None:
                current, at, seen = current + value, at + 1, True
                if self.word(at) == "-" and self.spelt.get(self.word(at + 1)) is not None:
                    at += 1
        if not seen:
            return None
        half = self._half_more(at)
        current, at = (current + 0.5, half) if half else (current, at)
        while (scale := self._scale(at)) and self.word(at) != "m":
            current, at = (current or 1.0) * scale, at + 1
            total, current = (total + current, 0.0) if scale >= 1e3 else (total, current)
            # `Bin iki yüz`, `yüz kırk`: smaller numbers follow a Turkish scale.
            while self.is_turkish and (small := self.spelt.get(self._bare(at))) is not None:
                current, at = current + small, at + 1
                if self._scale(at) == 1e2:
                    current, at = current - small + small * 1e2, at + 1
        value = total + current
        if end := self._percent(at):
            is_share = not self.word(end).startswith("point")
            return self.made(value / 100 if is_share else value, "share" if is_share else "count", start, end)
        is_year = (
            digits.isdigit()
            and len(digits) == 4
            and 1000 <= value < 2100
            and self.unit(at) in (None, UNITS["yil"])
        )
        return self.made(value, "year" if is_year else "count", start, at)

    def _half_more(self, at: int) -> int:
        """Return where `and a half` or `buçuk` behind a number ends; nothing where there is none."""
        if self.is_turkish:
            return at + 1 if self.word(at) in ("bucuk", "bucugu", "bucukta") else 0
        return at + 3 if self.words(at, 3) == "and a half" else 0

    def _percent(self, at: int) -> int:
        """Return where `percent` at a place ends; nothing where there is none."""
        if self.words(at, 2) == "per cent":
            return at + 2
        return at + 1 if self.word(at) in ("percent", "percentage", "%") else 0

    def _leads(self, at: int) -> bool:
        """Tell whether a number begins with a scale, which counts one of it: `yüz kırk`, `bin iki yüz`."""
        if not self.is_turkish or self.word(at) not in ("yuz", "bin"):
            return False
        return self._bare(at + 1) in self.spelt or self._scale(at + 1) is not None

    def _bare(self, at: int) -> str:
        part = COUNTED.fullmatch(self.word(at))
        return part.group(1).replace("dord", "dort") if part else self.word(at)

    def _scale(self, at: int) -> float | None:
        word = self.word(at)
        ended = SCALED.fullmatch(word) if self.is_turkish else None
        return SCALES.get(ended.group(1) if ended else word)

    def _small(self, at: int, *, is_first: bool) -> float | None:
        word = self.word(at)
        if not self.is_turkish:
            value = self.spelt.get(word)
            is_pronoun = word == "one" and self.word(at + 1) not in (
                "in",
                "of",
                "out",
                "-",
                "hundred",
                "million",
            )
            is_share = self.word(at + 2) == "in" and self.spelt.get(self.word(at + 3), 0.0) > 1
            # `One of the sources` is some one; `one of nine` is a share.
            if is_first and word == "one" and self.word(at + 1) == "of" and not self._counts(at + 2):
                return None
            is_any = self.word(at - 1) == "any"
            is_measured = self.unit(at + 1) is not None or self._half_more(at + 1) > 0
            is_counted = is_share or (is_measured and not is_any)
            return None if is_first and is_pronoun and not is_counted else value
        if word in ("bir", "bire", "birde"):
            return None if is_first and not self._half_more(at + 1) else 1.0
        if word in ("biri", "birden", "birinden", "birinde"):
            return 1.0 if re.search(r"[dt][ae]n$", self.word(at - 1)) else None
        return self.spelt.get(self._bare(at))

    def _counts(self, at: int) -> bool:
        at += self.word(at) in ("the", "its", "their", "those", "every")
        return self.word(at)[:1].isdigit() or self.spelt.get(self.word(at)) is not None

    def words(self, at: int, count: int) -> str:
        """Return some words from a place on."""
        return " ".join(self.word(at + each) for each in range(count))

    def unit(self, at: int) -> tuple[str, float] | None:
        """Return the measure at a place: what it measures, and how much of it."""
        return UNITS.get(self.unit_word(at))

    def unit_word(self, at: int) -> str:
        """Return the name of the measure at a place, without endings."""
        word = re.split(r"['’]", self.word(at))[0]
        if word in UNITS or not self.is_turkish:
            return word
        roots = (root for root in UNITS if len(root) > 1 and is_form_of(word, root))
        return max(roots, key=len, default="")


def _value(digits: str) -> float:
    bare = digits.strip(".,")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", bare):
        return float(re.sub(r"[.,]", "", bare))
    return float(bare.replace(",", ".")) if bare.count(".") + bare.count(",") <= 1 else 0.0
