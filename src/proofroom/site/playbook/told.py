"""A section filled with what the request tells about it, whatever its form.

Every row brings all the words that a form may have a place for; a form takes those it shows.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.drawings import face, marks
from proofroom.site.playbook.rows import ToldRow

Json = dict[str, Any]
_CLOCK: Final = re.compile(r"\d.*$")
_FREE: Final = re.compile(r"(?<![\w-])(?:free|ucretsiz|bedava)\b")
_FREE_LAST: Final = re.compile(r"(?i)[\s:–-]+(?:are |is )?(?:free|ücretsiz|bedava)$")
_IN_A_SENTENCE: Final = ("about", "cta", "form", "newsletter", "hero")
"""Forms without a list: what was told stands in their text."""
_SHOWS_IT: Final = ("pricing", "events", "timeline", "hours", "schedule", "stats")
"""Forms that have a place of their own for a price, a date, a time or a number."""


def told_values(brief: PageBrief, section: str, form: str) -> Json:
    """Return what the request tells about a section, in the places of its form."""
    rows, prose = brief.asked.rows.get(section, ()), brief.asked.prose.get(section, "")
    if not rows:
        return {"lead": prose, "text": "" if form == "about" else prose} if prose else {}
    if form == "form":
        return {"lead": prose} if prose else {}  # what it asks for are its fields
    if form in _IN_A_SENTENCE:
        return {"lead": " · ".join(_whole(one) for one in rows)}
    title = brief.asked.titles.get(section, "")
    if form == "schedule" and all(row.kind == "times" for row in rows):
        return {"items": _week(rows, title), "lead": ""}
    if form == "contact":  # what reaches a place is among the facts; a row more has its name and its value
        return {}
    items = [_item(brief, row, at, title, is_own=form in ("own", "features")) for at, row in enumerate(rows)]
    if form in _SHOWS_IT:
        items = [one | {"text": ""} for one in items]
    plans = [one | {"fill": "" if one["price"] != brief.words["price"] else one["fill"]} for one in items]
    lead = {} if form in ("contact", "areas") and not prose else {"lead": prose, "text": prose}
    first = {"quote": items[0]["quote"], "by": items[0]["by"]}
    return {"items": items, "five": items[:5], "plans": plans, "rates": _rates(brief, items), **first, **lead}


def _week(rows: Sequence[ToldRow], title: str) -> list[Json]:
    """Return what is when, day by day."""
    days = dict[str, list[Json]]()
    for row in rows:
        day, clock = days_of(ToldRow("", row.value, "times"), title)
        days.setdefault(day, []).append({"time": clock, "what": row.name or title})
    return [{"day": day, "slots": slots} for day, slots in days.items()]


def _whole(row: ToldRow) -> str:
    return row.shown if row.kind == "number" else f"{row.name} {row.value}".strip()


def _rates(brief: PageBrief, items: list[Json]) -> list[Json]:
    """Return what stands on a price list: its price, or that the price is to be filled in."""
    fill, none = brief.words["price_fill"], brief.words["price"]
    return [
        one | ({"fill": fill, "sum": fill} if one["price"] == none else {"fill": "", "sum": one["price"]})
        for one in items
    ]


def _item(brief: PageBrief, row: ToldRow, at: int, title: str, *, is_own: bool) -> Json:
    small, words = marks(), brief.words
    name = (
        row.shown
        if row.kind == "number"
        else _capital(row.name, brief) or (_capital(row.value, brief) if is_own else title or row.value)
    )
    beside = row.value if row.kind != "number" and plain(row.value) != plain(name) else ""
    days, clock = days_of(row, str(words["label"]["hours"]))
    is_free = _FREE.search(plain(row.name)) is not None
    if is_free:
        name, beside = _FREE_LAST.sub("", name), beside or str(words["no_price"])
    return {
        "title": name,
        "name": name,
        "caption": name,
        "text": beside,
        "fill": beside,
        "role": beside,
        "mark": small[at % len(small)],
        "face": face(at),
        "number": row.value if row.kind == "number" else at + 1,
        "label": row.name if row.kind in ("number", "") else name,
        "year": row.value if row.kind == "date" else f"{at + 1:02}",
        "date": row.value if row.kind == "date" else f"{at + 1:02}",
        "day": days,
        "value": clock,
        "slots": [{"time": clock, "what": row.name or title}],
        "price": row.value if row.kind == "price" else words["no_price" if is_free else "price"],
        "points": [],
        "question": name if name.endswith("?") else f"{name}?",
        "answer": row.value if row.kind == "answer" else str(words["to_fill"]).format(what=words["answer"]),
        "quote": row.value if row.kind == "quote" else words["quotes"][at % len(words["quotes"])],
        "by": name,
    }


def _capital(text: str, brief: PageBrief) -> str:
    upper = "İ" if text[:1] == "i" and brief.language == "tr" else text[:1].upper()
    return upper + text[1:]


def days_of(row: ToldRow, usual: str) -> tuple[str, str]:
    """Return on which days something is, and from when to when."""
    clock = _CLOCK.search(row.value) if row.kind == "times" else None
    if clock is None:
        return row.name or usual, row.value
    before = re.sub(r"\s*\b(?:at|from|saat)\s*$", "", row.value[: clock.start()]).strip(" ,")
    days = " ".join(one for one in (row.name, before) if one)
    return (days[:1].upper() + days[1:]) or usual, clock[0]
