"""The texts and drawings of each section. What only the people of a place know is left to be filled in."""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import read_toml
from proofroom.site.playbook.brief import TRADES, PageBrief
from proofroom.site.playbook.contents import VALUES, nothing, title_of, topic_values
from proofroom.site.playbook.counts import count_of
from proofroom.site.playbook.kinds import WORDS
from proofroom.site.playbook.menu import links_of
from proofroom.site.playbook.own import own_layouts, own_values
from proofroom.site.playbook.template import fill_section, own_names, read_part
from proofroom.site.playbook.told import told_values

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
    r"\b(?:plans?|packages?|memberships?|paket\w*|uyelik\w*|tickets?|bilet\w*|abonelik\w*|subscriptions?)\b"
)
_LISTS: Final = ("items", "plans", "rates")
_FEW: Final = 4
_CARDS: Final = 3
_NOT_COUNTED: Final = ("contact", "hours", "schedule", "nav", "footer")
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
        **(own_values if form == "own" else VALUES.get(form, nothing))(brief, section),
        **topic_values(brief, section, form),
        **told_values(brief, section, form),
        **(extra or {}),
    }
    count = 0 if brief.asked.rows.get(section) else count_of(brief.asked.said.get(section, ""))
    if count and form not in _NOT_COUNTED:
        for name in _LISTS:
            rows = cast("list[Json]", values.get(name) or [])
            values[name] = _so_many(rows, count, str(brief.words["more"])) if rows else rows
    base = f"<style>{read_part('sections/_base.css')}</style>" if first else ""
    return own_names(base + fill_section(read_part(f"sections/{form}.{layout}.html"), values), look.prefix)


def _so_many(rows: list[Json], count: int, more: str) -> list[Json]:
    """Return as many rows as are asked for; where the usual texts end, places for more."""
    title, _, text = more.partition(": ")
    found = list[Json]()
    for at in range(count):
        row = dict(rows[at % len(rows)])
        if at >= len(rows) and {"title", "text"} <= set(row):
            row |= {"title": title, "text": text}
        if isinstance(row.get("number"), int):
            row["number"] = at + 1
        found.append(row)
    return found


def _wished(form: str, said: str) -> list[str]:
    """Return the layout that is asked for: “highlights in a grid”, “hero with a photo on the right”."""
    words = cast("dict[str, str]", WORDS["layout"].get(form, {}))
    return [layout for layout, one in words.items() if re.search(rf"\b(?:{one})\b", said)][:1]


def _layouts(section: str, form: str, brief: PageBrief, look: PageLook) -> list[str]:
    """Return the layouts that suit a look and what a section holds."""
    said = brief.asked.said.get(section, "")
    rows = brief.asked.rows.get(section, ())
    if wished := _wished(form, said):
        return wished
    if form == "pricing" and len(rows) >= _CARDS and _is_menu(said, brief):
        return list(_MENUS)
    if form == "pricing" and rows:
        return ["cards"] if len(rows) <= _FEW else list(_MENUS)
    if form == "pricing" and not brief.facts.prices and _is_menu(said, brief):
        return list(_MENUS)
    if form == "pricing" and (brief.facts.prices or _PLANS.search(said) or brief.trade == "software"):
        return ["cards"]
    if form == "testimonials" and (count := count_of(said)):
        return ["three" if count > 1 else "single"]
    if form == "own":
        return own_layouts(brief, section)
    if form == "contact" and _WHERE.search(said):
        return ["map"]
    if form == "team" and "faces" in LOOKS["look"][look.name]["team"]:
        return ["faces"]
    return cast("list[str]", LOOKS["look"][look.name][form])


def _is_menu(said: str, brief: PageBrief) -> bool:
    """Tell whether prices stand beside what is on the table, and not in plans to choose from."""
    return brief.trade in _ON_THE_TABLE or _MENU.search(said) is not None


def loop_rows(table: str, title: str, text: str, count: int, heading: str = "h3") -> str:
    """Return a loop over the entries of a content model."""
    about = f'<p class="d-text">{{currentEntry.{text}}}</p>' if text else ""
    return (
        f'<instatic-loop data-source-id="data.rows" data-table-id="{table}" data-order-by="publishedAt" '
        f'data-direction="desc" data-limit="{count}"><article class="d-news-one"><{heading} class="d-h3">'
        f'<a class="d-more" href="{{currentEntry.permalink}}">{{currentEntry.{title}}}</a></{heading}>{about}'
        "</article></instatic-loop>"
    )
