"""Values that are said through what stands there: two more, twice as many, a week later."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from proofroom.content.playbook.schema import NUMERIC, FieldView, ModelView
from proofroom.content.playbook.sense.board import Board, Span, blank
from proofroom.content.playbook.sense.wishes import Step, Wish
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.providers.offline.counting import NUMBERS

_GROUPS: Final = ("by", "count", "tr", "plus", "off")
_UNITS: Final = TABLE["part"]["units"]


def read_steps(board: Board, model: ModelView, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield what a number or a day is to become from what stands there: by 2, twice, a week later."""
    for step, span, is_day in steps_in(said):
        kinds = ("date",) if is_day else NUMERIC
        own = model.own(*kinds)
        named = [one for one in board.fields(said, [model]) if one.field in own]
        fields = list(dict.fromkeys(one.field for one in named)) or (
            own if is_day else _timed(own, said, span)
        )
        if len(fields) == 1:
            yield [Wish(fields[0], None, step=step)], blank(said, span, *(one.span for one in named))


def _timed(fields: list[FieldView], said: str, span: Span) -> list[FieldView]:
    is_time = re.search(r"\b(?:min\w*|hours?|dakika|saat)\b", said[slice(*span)]) is not None
    is_money = (
        re.search(r"[€$£]|\b(?:euros?|pounds?|dollars?|lira|tl|cheaper|dearer|expensive)\b", said) is not None
    )
    timed = [one for one in fields if is_time and one.means("duration")]
    return timed or [one for one in fields if is_money and one.means("price")]


def steps_in(said: str) -> Iterator[tuple[Step, Span, bool]]:
    """Yield what becomes of what stands there, where that is said, and whether it is a day."""
    times = LOOK["times"].search(said)
    if times is not None:
        factor = 2.0 if times["double"] else 3.0 if times["triple"] else 0.5
        yield (lambda own: _grown(own, factor, 0)), times.span(), False
    for name, sign in (("more_by", 1), ("less_by", -1)):
        found = LOOK[name].search(said)
        if found is None:
            continue
        text = next(found[one] for one in _GROUPS if found.groupdict().get(one))
        by = sign * number_said(text)
        end = found.end()
        unit = re.match(rf"\s*(?:{_UNITS}|%|percent|per cent)(?!\w)", said[end:])
        if unit is not None and re.search(r"%|percent|per cent", unit[0]):
            continue
        start = min(found.start(one) for one in _GROUPS if found.groupdict().get(one))
        by_word = re.search(
            r"(?:\b(?:cheaper|dearer|\w+er|more expensive)\s+)?\bby\s+[€$£]?\s*$", said[:start]
        )
        yield (
            (lambda own, by=by: _grown(own, 1, by)),
            (by_word.start() if by_word else start, end + (unit.end() if unit else 0)),
            False,
        )
    days = LOOK["days_by"].search(said)
    if days is not None and (
        number := next((days[one] for one in ("number", "by", "tr") if days[one]), None)
    ):
        unit_said = days["unit"] or days["by_unit"] or days["unit_tr"]
        count = int(number_said(number)) * (-1 if _is_sooner(days, said) else 1)
        yield (lambda own: _later(own, count, unit_said)), days.span(), True


def _is_sooner(found: re.Match[str], said: str) -> bool:
    return bool(found["sooner"] or found["sooner_by"] or found["sooner_tr"]) or seen("sense_forward", said)


def number_said(text: str) -> float:
    """Return a number that is written in figures or as a word."""
    return float(NUMBERS.get(text) or (1 if text in ("a", "an") else text.replace(",", ".")))


def _grown(own: Any, factor: float, by: float) -> Any:
    if not isinstance(own, int | float) or isinstance(own, bool):
        return None
    value = own * factor + by
    return round(value) if float(value).is_integer() or isinstance(own, int) else round(value, 6)


def _later(own: Any, count: int, unit: str) -> str | None:
    """Return a day that is so many days, weeks or months later."""
    if not isinstance(own, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", own):
        return None
    day = date.fromisoformat(own)
    if unit.startswith(("day", "gun", "week", "hafta")):
        return str(day + timedelta(days=count * (7 if unit[0] in "wh" else 1)))
    months = day.year * 12 + day.month - 1 + count
    year, month = months // 12, months % 12 + 1
    return str(date(year, month, min(day.day, monthrange(year, month)[1])))
