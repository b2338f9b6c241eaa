"""A day that somebody names, as a date field wants it."""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from typing import Final

from proofroom.content.playbook.entries import Found, data_of
from proofroom.content.playbook.request import Look, ProjectRequest
from proofroom.content.playbook.schema import FieldView
from proofroom.content.playbook.values import read_date
from proofroom.content.playbook.words import LOOK
from proofroom.providers.offline import Call, Result
from proofroom.providers.offline.dates import MONTHS, find_when
from proofroom.providers.offline.sentence import plain

DATES: Final = ("date", "datetime")


def names_day(text: str) -> bool:
    """Tell whether a text names a day."""
    said = plain(text)
    exact, end = read_date(said), LOOK["month_end"].search(said)
    return end is not None or (exact is not None and _is_day(exact)) or find_when(said) is not None


def day_named(task: ProjectRequest, text: str, own: str = "") -> Look[str | None]:
    """Return the day of a text. Without a year it is in the year of what stands there, else the next one."""
    said = plain(text)
    end, exact, when = LOOK["month_end"].search(said), read_date(said), find_when(said)
    if end is not None and end["year"]:
        year, month = int(end["year"]), MONTHS[end["month"]]
        return f"{year}-{month:02d}-{monthrange(year, month)[1]:02d}"
    if exact is not None:
        return exact if _is_day(exact) else None
    if when is None:
        return None
    if re.match(r"\d{4}", own) and when.month:
        found = f"{own[:4]}-{when.month:02d}-{when.day:02d}"
        return found if _is_day(found) else None
    today = yield from this_day(task)
    moment = when.moment(today) if today else None
    return moment[:10] if moment else None


def moment_of(
    task: ProjectRequest, entries: Sequence[Found], field: FieldView, text: str, moment: str = ""
) -> Look[str | None]:
    """Return a day, or an hour of the day that stands there, as the field wants it."""
    own = str(entries[0].data.get(field.path[0]) or "") if entries else ""
    found = moment or (yield from day_named(task, text, own))
    if found is not None and found.startswith("T"):
        return f"{own[:10]}{found}" if own else None
    if field.type == "datetime" and found and len(found) == len("2026-01-01"):
        return f"{found}{own[10:] or 'T00:00:00Z'}"  # another day, at the same hour
    return found


def this_day(task: ProjectRequest) -> Look[date | None]:
    """Return today, if somebody can be asked."""
    if not task.request.can("getTime"):
        return None
    clock: Result = yield Call("getTime", {"timezone": "UTC"})
    known = str(data_of(clock).get("iso") or "")[:10]
    return date.fromisoformat(known) if _is_day(known) else None


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False
