"""Conditions that a question states outright: an exact figure, or the year or month of a day."""

import re
from collections.abc import Sequence
from typing import Any, Final

from proofroom.entities.cells import read_day
from proofroom.entities.comparing import Kind, named_field
from proofroom.entities.wording import plain_text
from proofroom.kernel.patterns import late_pattern
from proofroom.providers.offline.counting import NUMBERS
from proofroom.search import fold

_SAID: Final = {word: number for word, number in NUMBERS.items() if word not in ("one", "bir", "on")}
_WORDS: Final = _SAID | {"zero": 0, "sifir": 0}
"""Numbers in words, without three that mostly say something else."""
_FIGURE: Final = late_pattern(r"(?<![\w.,-])(\d+(?:[.,]\d+)?|[^\W\d]+)(?!['’\w])")
_NAME_ENDS: Final = late_pattern(r"(?:^|\s)[^\W\d_a-zçğıöşü][\w.]*[ -]$")
"""A capital before it: the number is part of a name, “Baykuş 1”."""
_CHOOSES: Final = late_pattern(r"\b(?:which|how many|list|show|hangi\w*|kac)\b")
_YEAR: Final = late_pattern(
    r"(?:\b(?P<how>before|after|since|until) )?(?:(?P<month>[a-z]{3,}) )?\b(?P<year>(?:1[5-9]|20)\d\d)\b"
    r"(?:['’]?[dt][ae]n (?P<later>once|sonra|beri))?"
)
_FROM: Final = ("after", "since", "sonra", "beri")


def stated(text: str, kind: Kind, asked: Sequence[str]) -> tuple[Kind, tuple[dict[str, Any], ...]] | None:
    """Return the field that a question states something of, and what; None where it states nothing."""
    numbers = [one for one in kind["fields"] if one["type"] == "number"]
    figure = named_field(numbers, [word for word in asked if not word.isdigit() and word not in _WORDS])
    return _of_figure(text, figure) if figure is not None else _of_day(text, kind, asked)


def _of_figure(text: str, field: Kind) -> tuple[Kind, tuple[dict[str, Any], ...]] | None:
    """Return a field and the figure that it shall be: “with 9 strings”, “derinliği sıfır olan”."""
    if not _CHOOSES.search(plain_text(text)):
        return None
    for found in _FIGURE.finditer(text):
        said = fold(found[1]).replace("ı", "i")
        value = _WORDS.get(said) if not said[:1].isdigit() else float(said.replace(",", "."))
        before = text[: found.start()]
        # A capital that begins the field's own name begins no other: “Kirası sıfır olan”.
        is_name = _NAME_ENDS.search(before) and not named_field([field], plain_text(before).split()[-1:])
        if value is not None and not is_name:
            return field, ({"field": field["key"], "op": "eq", "value": value},)
    return None


def _of_day(text: str, kind: Kind, asked: Sequence[str]) -> tuple[Kind, tuple[dict[str, Any], ...]] | None:
    """Return the field of days and the span that they shall lie in: “voiced in 2012”, “2010'dan önce”."""
    plain = " ".join(re.findall(r"[\w'’]+", fold(text).replace("ı", "i")))
    days = [one for one in kind["fields"] if one["type"] == "date"]
    found = re.search(_YEAR.pattern, plain)
    field = named_field(days, asked) or (days[0] if len(days) == 1 else None)
    if found is None or field is None:
        return None
    month = read_day(f"{found['month']} {found['year']}") if found["month"] else None
    first, after = _span(month or found["year"])
    how = found["later"] or found["how"] or ""
    begins = {"field": field["key"], "op": "gte", "value": after if how in ("after", "sonra") else first}
    ends = {"field": field["key"], "op": "lt", "value": first if how in ("before", "once") else after}
    if how in _FROM:
        return field, (begins,)
    return field, (ends,) if how in ("before", "until", "once") else (begins, ends)


def _span(said: str) -> tuple[str, str]:
    """Return where a year or a month begins, and where what follows it does."""
    year, _, month = said.partition("-")
    if not month:
        return year, str(int(year) + 1)
    following = f"{year}-{int(month) + 1:02}" if month != "12" else str(int(year) + 1)
    return said, following
