"""A section filled with what the request tells about it, whatever its form.

Every row brings all the words that a form may have a place for; a form takes those it shows.
"""

import re
from typing import Any, Final

from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.drawings import face, marks
from proofroom.site.playbook.rows import ToldRow

Json = dict[str, Any]
_CLOCK: Final = re.compile(r"\d.*$")
_IN_A_SENTENCE: Final = ("about", "cta", "form", "newsletter", "hero")
"""Forms without a list: what was told stands in their text."""
_SHOWS_IT: Final = ("pricing", "events", "timeline", "hours", "schedule", "stats")
"""Forms that have a place of their own for a price, a date, a time or a number."""


def told_values(brief: PageBrief, section: str, form: str) -> Json:
    """Return what the request tells about a section, in the places of its form."""
    rows = brief.asked.rows.get(section, ())
    if not rows:
        return {}
    if form in _IN_A_SENTENCE:
        return {"lead": " · ".join(_whole(one) for one in rows)}
    title = brief.asked.titles.get(section, "")
    items = [_item(brief, row, at, title) for at, row in enumerate(rows)]
    if form in _SHOWS_IT:
        items = [one | {"text": ""} for one in items]
    plans = [one | {"fill": "" if one["price"] != brief.words["price"] else one["fill"]} for one in items]
    lead = {} if form in ("contact", "areas") else {"lead": "", "text": ""}
    return {"items": items, "five": items[:5], "plans": plans, "rates": _rates(brief, items), **lead}


def _whole(row: ToldRow) -> str:
    return row.shown if row.kind == "number" else f"{row.name} {row.value}".strip()


def _rates(brief: PageBrief, items: list[Json]) -> list[Json]:
    """Return what stands on a price list, where the price itself is what is filled in."""
    return [
        one | {"fill": one["price"] if one["price"] != brief.words["price"] else brief.words["price_fill"]}
        for one in items
    ]


def _item(brief: PageBrief, row: ToldRow, at: int, title: str) -> Json:
    small, words = marks(), brief.words
    name = row.shown if row.kind == "number" else _capital(row.name, brief) or title or row.value
    beside = row.value if row.kind in ("price", "date", "times") and row.value != name else ""
    days, clock = days_of(row, str(words["label"]["hours"]))
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
        "price": row.value if row.kind == "price" else words["price"],
        "points": [],
        "question": name if name.endswith("?") else f"{name}?",
        "answer": str(words["to_fill"]).format(what=words["answer"]),
        "quote": words["quotes"][at % len(words["quotes"])],
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
