"""Where the links of a page lead: its own sections, and the pages beside it."""

import re
from collections.abc import Mapping
from typing import Any, Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.contents import label_of
from proofroom.site.playbook.titles import heading_of

Json = dict[str, Any]
_FOOT: Final = re.compile(
    r"(?i)^(?:(?:a|the|our|simple|small)\s+)*"
    r"(?:footer|alt ?bilgi(?:de|nde|de de)?|en altta(?: da)?|at the bottom)\b"
    r"(?:\s*(?:with|including|containing|:))?\s*(?:(?:the|our|my|an?)\s+)?"
)
_THERE: Final = re.compile(
    r"\b(?:foot\w*|alt ?bilgi\w*|address\w*|adres\w*|hours|times|saat\w*|phone|tel\w*|e-?mail|e-?posta\w*"
    r"|contact\w*|iletisim\w*|links?|details|social\w*|sosyal\w*|instagram|facebook|number|numara\w*|name"
    r"|bottom|altta?)\b"
)
"""What every foot has, and what stands there as a fact."""


def links_of(brief: PageBrief) -> Json:
    """Return the menu, and where buttons lead: to sections that are there."""
    inner = [one for one in brief.sections if label_of(brief, one) and one not in ("nav", "hero", "footer")]
    forms = {brief.form_of(one): one for one in reversed(inner)}
    goal = next(
        (forms[one] for one in ("form", "contact", "pricing", "cta", "features") if one in forms), "top"
    )
    other = next(
        (forms[one] for one in ("steps", "features", "about", "faq") if one in forms and forms[one] != goal),
        goal,
    )
    return {
        "skip": brief.words["skip"],
        "main_menu": brief.words["main_menu"],
        "links": _menu(brief, inner),
        "action": brief.facts.action or _button(brief) or brief.copy["action"],
        "target": f"#{goal}",
        "second": brief.words["second" if brief.form_of(other) == "steps" else "second_plain"],
        "second_target": f"#{other}",
        "facts": [{"text": one} for one in _foot(brief)],
        "fill": brief.words["price_fill"],
        "price": brief.words["price"],
    }


_BUTTON: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(r"\b(?:with|and|plus)\s+(?:an?|our|the|one)\s+(?P<name>[\w'’ -]{2,30}?)\s+button\b"),
    "tr": re.compile(
        r"(?:^|[,;:(]|\b(?:ve|ile|bir))\s*(?P<name>[\w'’ -]{2,30}?)\s+(?:butonu|butonlu|düğmesi|düğmeli)"
    ),
}


def _button(brief: PageBrief) -> str:
    """Return what the opening's button is to say: “a hero with a download button”."""
    start, end = brief.asked.spans.get("hero", (0, 0))
    found = _BUTTON[brief.language].search(brief.asked.text[start:end])
    if found is None:
        return ""
    return heading_of(found["name"], plain(found["name"]), brief.language)


def _menu(brief: PageBrief, inner: list[str]) -> list[Json]:
    """Return the links of the menu: to sections of this page, and to the pages beside it."""
    pages = [{"href": f"/{slug}", "label": label_of(brief, one)} for one, slug in brief.beside.items()]
    here = [{"href": f"#{one}", "label": label_of(brief, one)} for one in inner]
    if brief.here:
        here = [{"href": "/", "label": str(brief.words["home"])}]
    return [*here[: max(2, 6 - len(pages))], *pages]


def _foot(brief: PageBrief) -> list[str]:
    known = brief.facts
    address, hours = brief.words["foot"]
    where = known.address or known.place or address
    own = (str(brief.words["foot_fill"]).format(what=one) for one in _named_in_foot(brief))
    return [one for one in (where, known.times or hours, known.phone, known.email, *own) if one]


def _named_in_foot(brief: PageBrief) -> list[str]:
    """Return what the foot of the page should have beside what is there anyway: “footer with imprint”."""
    said = _FOOT.sub("", brief.asked.titles.get("footer", "")).strip()
    parts = (one.strip() for one in re.split(r"\s*(?:,|&|\b(?:and|ve|with|ile)\b)\s*", said))
    return [one[0].upper() + one[1:] for one in parts if one and not _THERE.search(plain(one))]
