"""Cells of a sheet as they were typed: which sign parts decimals, which part of a date is the month."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any, Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_MEASURES: Final = (
    r"mm|cm|dm|m|km|ft|yd|mi|mg|g|gr|kg|t|ton|tons|tonnes?|lb|lbs|oz|ml|cl|dl|l|lt|litres?|liters?|s|sec|secs|sn"
    r"|min|mins|dk|dakika|h|hr|hrs|hours?|saat|days?|g[üu]n|weeks?|hafta|months?|ay|years?|yrs?|y[ıi]l|m[²³23]|ha"
    r"|k?w|mw|k?v|[kmg]?hz|kwh|kcal|mph|km/h|px|pcs|adet|pages?|sayfa|°c?"
)
_MONEY: Final = late_pattern(
    rf"^[$€£¥₺%]\s*|\s*(?:[$€£¥₺%]|tl|try|usd|eur|gbp)$|(?<=\d)\s*(?:{_MEASURES})\.?$", re.IGNORECASE
)
"""What stands beside a figure: a currency, per cent, a measure."""
_DECIMAL_COMMA: Final = late_pattern(r"-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}|-?\d{1,3}(?:\.\d{3})+,\d+")
_COMMA_ONCE: Final = late_pattern(r"-?\d+,\d+")
_DOTS: Final = late_pattern(r"-?\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_COMMAS: Final = late_pattern(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINTED: Final = late_pattern(r"-?\d+\.[\d.]+")
_COMMA_LANDS: Final = late_pattern(r"[çğıöşüäßÇĞİÖŞÜÄ]")
"""Letters of languages that write a comma before decimals, and points between thousands."""
_DECIMAL_POINT: Final = late_pattern(r"-?\d{1,3}(?:,\d{3})+\.\d+|-?\d+\.(?:\d{1,2}|\d{4,})")
_WHOLE: Final = late_pattern(r"-?\d{1,3}")
_SLASHED: Final = late_pattern(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_NAMED: Final = late_pattern(r"(\d{1,2})(?:st|nd|rd|th)?[ ./-]+([a-z]{3,})[ ./,-]+(\d{4}|\d{2})")
_NAMED_FIRST: Final = late_pattern(r"([a-z]{3,})[ .]+(\d{1,2})(?:st|nd|rd|th)?,?[ ]+(\d{4})")
_MONTH_YEAR: Final = late_pattern(r"([a-z]{3,})[ .,/-]+(\d{4})")
_BACKWARD: Final = late_pattern(r"(\d{4})[./](\d{1,2})[./](\d{1,2})")
_TRUTHS: Final = {"y": "yes", "n": "no", "e": "evet", "h": "hayır", "var": "evet", "yok": "hayır"}
TRUTH_PAIRS: Final = ({"y", "n"}, {"e", "h"}, {"var", "yok"})
"""What says yes and no only beside the other: an E alone may be the east."""
_ENGLISH: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_TURKISH: Final = ["oca", "sub", "mar", "nis", "may", "haz", "tem", "agu", "eyl", "eki", "kas", "ara"]


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How whoever typed a sheet writes figures and dates."""

    has_decimal_comma: bool = False
    is_month_first: bool = False
    is_comma_land: bool = False
    """Whether its words are of a language in which a comma alone never parts thousands."""


def column_style(cells: Iterable[Any], sheet: CellStyle) -> CellStyle:
    """Return how one column is written: as its own cells say it, else as the sheet does.

    Fees may have commas between thousands beside lengths with commas before decimals.
    """
    texts = [_MONEY.sub("", cell.strip()) for cell in cells if isinstance(cell, str)]
    if any(map(_DECIMAL_COMMA.fullmatch, texts)):
        return replace(sheet, has_decimal_comma=True)
    commas = [text for text in texts if _COMMAS.fullmatch(text) and "," in text]
    if sheet.is_comma_land and commas and all(text.count(",") == 1 and "." not in text for text in commas):
        return replace(sheet, has_decimal_comma=True)
    are_thousands = bool(commas) and all(text in commas or _WHOLE.fullmatch(text) for text in texts if text)
    if are_thousands or any(map(_DECIMAL_POINT.fullmatch, texts)):
        return replace(sheet, has_decimal_comma=False)
    return sheet


def units_of(cells: Iterable[Any]) -> list[str]:
    """Return what stands beside a column's figures, each once: a currency, per cent, a measure."""
    found = (_MONEY.search(cell.strip()) for cell in cells if isinstance(cell, str))
    return list(dict.fromkeys(one[0].strip() for one in found if one))


def read_truth(value: Any) -> Any:
    """Return a yes or a no that is written otherwise as the usual word; anything else stays."""
    return _TRUTHS.get(value.strip().casefold(), value) if isinstance(value, str) else value


def style_of(cells: Iterable[Any], headers: Iterable[str] = (), *, sign: str = "") -> CellStyle:
    """Return how a whole sheet is written: a cell that can be read one way only decides for all.

    Where none can, and points stand before three figures only, the language of its head decides, or the sign
    between its cells: programs take a semicolon where the comma stands before decimals.
    """
    has_comma, firsts, seconds = False, 0, 0
    is_comma_land = any(map(_COMMA_LANDS.search, headers))
    pointed: list[bool] = []
    for cell in cells:
        if not isinstance(cell, str):
            continue
        text = _MONEY.sub("", cell.strip())
        has_comma = has_comma or bool(_DECIMAL_COMMA.fullmatch(text))
        if _POINTED.fullmatch(text) and not _SLASHED.fullmatch(text):
            pointed.append(bool(_DOTS.fullmatch(text)))
        if found := _SLASHED.fullmatch(text):
            firsts, seconds = max(firsts, int(found[1])), max(seconds, int(found[2]))
    if pointed and all(pointed):
        has_comma = has_comma or is_comma_land or sign == ";"
    return CellStyle(has_comma, seconds > 12 >= firsts, is_comma_land)


def read_figure(value: Any, style: CellStyle) -> Any:
    """Return a figure as a program writes it; anything else stays as it is."""
    if not isinstance(value, str):
        return value
    text = _MONEY.sub("", value.strip()).replace(" ", "").replace("\u00a0", "").replace("'", "")
    if style.has_decimal_comma and any(one.fullmatch(text) for one in (_DOTS, _DECIMAL_COMMA, _COMMA_ONCE)):
        return text.replace(".", "").replace(",", ".")
    if not style.has_decimal_comma and _COMMAS.fullmatch(text):
        return text.replace(",", "")
    return text


def read_day(text: str, *, is_month_first: bool = False) -> str | None:
    """Return a day, or a month, as ISO 8601 says it; None where it is none."""
    low = " ".join(fold(text).replace("ı", "i").split())
    year = month = day = 0
    if found := _SLASHED.fullmatch(low):
        day, month, year = (int(part) for part in found.groups())
        day, month = (month, day) if is_month_first else (day, month)
    elif found := _BACKWARD.fullmatch(low):
        year, month, day = (int(part) for part in found.groups())
    elif found := _NAMED.fullmatch(low):
        day, month, year = int(found[1]), _month(found[2]), _whole_year(found[3])
    elif found := _NAMED_FIRST.fullmatch(low):
        month, day, year = _month(found[1]), int(found[2]), int(found[3])
    elif (found := _MONTH_YEAR.fullmatch(low)) and _month(found[1]):
        return f"{found[2]}-{_month(found[1]):02}"
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _whole_year(said: str) -> int:
    """Return a year, of two figures the one that spreadsheets mean: 22 is 2022, 89 is 1989."""
    year = int(said)
    return year if len(said) > 2 else year + (2000 if year < 70 else 1900)


def _month(name: str) -> int:
    for months in (_ENGLISH, _TURKISH):
        if name[:3] in months:
            return months.index(name[:3]) + 1
    return 0
