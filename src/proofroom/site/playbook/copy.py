"""The texts and drawings of each section. What only the people of a place know is left to be filled in."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import read_toml
from proofroom.site.playbook.brief import TRADES, PageBrief
from proofroom.site.playbook.contents import (
    VALUES,
    detail_values,
    links_of,
    marks,
    nothing,
    title_of,
    topic_values,
)
from proofroom.site.playbook.template import fill_section, own_names, read_part

LOOKS: Final = read_toml("proofroom.site.playbook", "looks.toml")
TABLET: Final = "(max-width: 768px)"
Json = dict[str, Any]
_MENUS: Final = ("menu", "rows")
_ON_THE_TABLE: Final = ("food", "bakery", "coffee", "beauty", "pets", "garden")
_MENU: Final = re.compile(
    r"\b(?:menu\w*|price ?list|fiyat liste\w*|with (?:their |the )?prices|costs?|how much|what .* (?:cost"
    r"|charge)\w*)\b"
    r"|\b(?:fiyat|ucret)\w*(?:yla|iyla)\b"
)
_PLANS: Final = re.compile(
    r"\b(?:plans?|packages?|memberships?|paket\w*|uyelik\w*|tickets?|bilet\w*|abonelik\w*)\b"
)
_NUMBERS: Final = (("two", "iki"), ("three", "uc"), ("four", "dort"), ("five", "bes"), ("six", "alti"))
_NUMBER: Final = re.compile(r"\b(?:two|three|four|five|six|iki|uc|dort|bes|alti)\b(?= [a-z])")
_WHERE: Final = re.compile(
    r"\b(?:map|where|location|venue|find|address|directions|get there|harita\w*|konum\w*|mekan\w*|nerede\w*"
    r"|adres\w*|ulasim\w*|yol tarif\w*)\b"
)


@dataclass(frozen=True, slots=True)
class PageLook:
    """How a page looks: its look, and what its names begin with on a site with a design of its own."""

    name: str
    prefix: str = ""
    tablet: str = TABLET

    @property
    def corners(self) -> str:
        """The class that says how round its corners are."""
        return f"d-{LOOKS['look'][self.name]['corners']}"


def look_of(brief: PageBrief) -> str:
    """Return the look that the request wishes for, else one that suits what a page is about."""
    return str(brief.pick(list(brief.looks) or sorted(LOOKS["look"]), "look"))


def palette_of(brief: PageBrief) -> str:
    """Return the colours that the request wishes for, else some that suit what a page is about."""
    return str(brief.pick(list(brief.palettes) or list(TRADES[brief.trade]["palettes"]), "palette"))


def write_section(
    section: str,
    brief: PageBrief,
    look: PageLook,
    extra: Mapping[str, Any] | None = None,
    *,
    first: bool = False,
) -> str:
    """Return a section as HTML with its styles; the first one brings what all of them share."""
    if section in brief.own:
        return _write_own(section, brief, look, first=first)
    form = brief.form_of(section)
    layout = str(brief.pick(_layouts(section, form, brief, look), section))
    values = {
        "look": look.corners,
        "tablet": look.tablet,
        "brand": brief.name,
        "id": "top" if form == "hero" else section,
        "title": title_of(brief, section),
        "lead": brief.words["lead_of"].get(form, brief.copy["lead"]),
        **links_of(brief),
        **VALUES.get(form, nothing)(brief, section),
        **topic_values(brief, section, form),
        **detail_values(brief, section),
        **(extra or {}),
    }
    if (count := _count(brief.asked.said.get(section, ""))) and isinstance(values.get("items"), list):
        values["items"] = values["items"][:count]
    base = f"<style>{read_part('sections/_base.css')}</style>" if first else ""
    return own_names(base + fill_section(read_part(f"sections/{form}.{layout}.html"), values), look.prefix)


def _count(said: str) -> int:
    """Return how many of something a request asks for: three highlights, dört adımda."""
    found = _NUMBER.search(said)
    return next((at for at, one in enumerate(_NUMBERS, 2) if found and found[0] in one), 0)


def _layouts(section: str, form: str, brief: PageBrief, look: PageLook) -> list[str]:
    """Return the layouts that suit a look and what a section holds."""
    said = brief.asked.said.get(section, "")
    if form == "pricing" and not brief.facts.prices and _is_menu(said, brief):
        return list(_MENUS)
    if form == "pricing" and section in brief.asked.details:
        return list(_MENUS)
    if form == "pricing" and (brief.facts.prices or _PLANS.search(said) or brief.trade == "software"):
        return ["cards"]
    if form == "contact" and _WHERE.search(said):
        return ["map"]
    if form == "team" and "faces" in LOOKS["look"][look.name]["team"]:
        return ["faces"]
    return cast("list[str]", LOOKS["look"][look.name][form])


def _is_menu(said: str, brief: PageBrief) -> bool:
    """Tell whether prices stand beside what is on the table, and not in plans to choose from."""
    return brief.trade in _ON_THE_TABLE or _MENU.search(said) is not None


def _write_own(section: str, brief: PageBrief, look: PageLook, *, first: bool) -> str:
    """Return a section that nobody has a form for: what the request calls it, with a place for its text."""
    title = brief.own[section]
    values = {
        "look": look.corners,
        "tablet": look.tablet,
        "id": section,
        "title": title,
        "text": str(brief.words["own"]).format(what=title),
        "items": [
            {"mark": mark, "name": name, "fill": str(brief.words["own_fill"]).format(what=title)}
            for mark, name in zip(marks(), brief.words["own_items"], strict=False)
        ],
        **detail_values(brief, section),
    }
    base = f"<style>{read_part('sections/_base.css')}</style>" if first else ""
    return own_names(base + fill_section(read_part("sections/own.html"), values), look.prefix)


def loop_rows(table: str, title: str, text: str, count: int, heading: str = "h3") -> str:
    """Return a loop over the entries of a content model."""
    about = f'<p class="d-text">{{currentEntry.{text}}}</p>' if text else ""
    return (
        f'<instatic-loop data-source-id="data.rows" data-table-id="{table}" data-order-by="publishedAt" '
        f'data-direction="desc" data-limit="{count}"><article class="d-news-one"><{heading} class="d-h3">'
        f'<a class="d-more" href="{{currentEntry.permalink}}">{{currentEntry.{title}}}</a></{heading}>{about}'
        "</article></instatic-loop>"
    )
