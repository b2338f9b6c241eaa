"""What things cost: the prices that a request tells, else places for them."""

import re
from collections.abc import Sequence
from typing import Any, Final

from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.kinds import WORDS

Json = dict[str, Any]
_GOODS = re.compile(
    r"\bwith (?:their |the )?prices|\b(?:and|ve) \w*(?:prices|fiyat\w*)|\bfiyat\w*yla\b|\blist by\b"
)
"""Prices beside goods that the request names: candles, honey, pizzas."""
_USUAL = re.compile(
    r"\b(?:services?|menu\w*|food|drinks?|plans?|packages?|tickets?|rooms|courses?|classes|lessons?"
    r"|hizmet\w*|paket\w*|odalar\w*|ders\w*|kurs\w*|islem\w*|bakim\w*|cuts|treatments)\b"
)


def price_values(brief: PageBrief, section: str, offered: list[Json]) -> Json:
    """Return the plans and rates; those that the request gives with their prices, else places for them."""
    known = brief.facts
    shown = [(name, price or brief.words["no_price"]) for name, price in known.prices]
    plans = list[Json]()
    usual = _plans(brief, section)
    names = [(name, price, "") for name, price in shown] or [
        (title, brief.words["price"], brief.words["price_fill"]) for title, _ in usual
    ]
    for at, (title, price, fill) in enumerate(names):
        about, _, points = usual[min(at, len(usual) - 1)][1].partition("., ")
        own = [] if shown and at else [{"text": one} for one in points.split("; ")]
        plans.append({"title": title, "price": price, "fill": fill, "text": f"{about}.", "points": own})
    if _GOODS.search(said := brief.asked.said.get(section, "")) and not _USUAL.search(said):
        kinds = pairs(brief.words["variants"])
        offered = [{"title": title, "text": text} for title, text in kinds]
    elif brief.trade == "any":  # nothing is known of what is sold here
        offered = [{"title": one["title"], "text": one["text"]} for one in plans]
    rates = [{**one, "price": brief.words["price"], "sum": brief.words["price_fill"]} for one in offered]
    lead = {"lead": least_of(brief)} if known.least else {}
    return {"plans": plans, "rates": rates, **lead}


def _plans(brief: PageBrief, section: str) -> list[tuple[str, str]]:
    """Return plans as such prices have them: by the month, by the ticket, by the season."""
    said = brief.asked.said.get(section, "")
    for words, lines in ruled(WORDS["plans_of"][brief.language]):
        if re.search(words, said):
            return pairs(lines.split(" | "))
    return pairs(brief.words["plans"])


_SENTENCE_OF: Final = re.compile(r"(?<=[.!?]\s)(?:[^\s.!?,;:]+\s+){1,4}$")


def least_of(brief: PageBrief) -> str:
    """Return the one price that the request tells: what things begin at, or what they cost."""
    price, said = brief.facts.least, brief.asked.text
    after = said.partition(price)[2]
    begins = re.search(rf"\b(?:from|starting at)\s+{re.escape(price)}", said) or re.match(
        r"['’]?\w*\s+(?:başl|itibar)", after
    )
    if (
        not begins
        and (told := _SENTENCE_OF.search(said.partition(price)[0]))
        and re.match(
            r"\s*(?:\."
            r"|$)",
            after,
        )
    ):
        price = f"{told[0].strip()} {price}"  # what it is the price of: “Yıllık aidat 600 TL.”
    return str(brief.words["least" if begins else "only_price"]).format(price=price)


def ruled(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return words and what they choose, as each line has them around its sign of equality."""
    return [(one, two) for one, _, two in (line.partition(" = ") for line in lines)]


def pairs(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return what stands before and after the colon of each line."""
    found = (line.partition(": ") for line in lines)
    return [(one, two) for one, _, two in found]
