"""The texts and drawings of each section. What only the people of a place know is left to be filled in."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import read_toml
from proofroom.site.playbook.brief import TRADES, PageBrief
from proofroom.site.playbook.template import fill_section, own_names, read_part

LOOKS: Final = read_toml("proofroom.site.playbook", "looks.toml")
TABLET: Final = "(max-width: 768px)"
Json = dict[str, Any]
_NEUTRAL: Final = ("shapes", "city", "garden", "waves", "shelf", "table")
_MENUS: Final = ("menu", "rows")
_FACES: Final = ("accent", "deep", "glow", "soft")


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
    """Return the look that suits what a page is about."""
    return str(brief.pick(sorted(LOOKS["look"]), "look"))


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
    layouts = cast("list[str]", _MENUS if _is_menu(section, brief) else LOOKS["look"][look.name][section])
    layout = str(brief.pick(layouts, section))
    values = {
        "look": look.corners,
        "tablet": look.tablet,
        "brand": brief.name,
        "title": _title(brief, section),
        "lead": brief.words["lead_of"].get(section, brief.copy["lead"]),
        **_links(brief),
        **_VALUES.get(section, _nothing)(brief),
        **(extra or {}),
    }
    base = f"<style>{read_part('sections/_base.css')}</style>" if first else ""
    return own_names(base + fill_section(read_part(f"sections/{section}.{layout}.html"), values), look.prefix)


def _is_menu(section: str, brief: PageBrief) -> bool:
    """Tell whether prices stand beside what is on the table, and not in plans to choose from."""
    return section == "pricing" and brief.trade in ("food", "beauty")


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
            {"mark": mark, "name": name, "fill": brief.words["own_fill"]}
            for mark, name in zip(_marks(), brief.words["own_items"], strict=False)
        ],
    }
    base = f"<style>{read_part('sections/_base.css')}</style>" if first else ""
    return own_names(base + fill_section(read_part("sections/own.html"), values), look.prefix)


def _nothing(brief: PageBrief) -> Json:
    return {}


def _title(brief: PageBrief, section: str) -> str:
    return str(brief.words["title"].get(section, brief.name)).format(name=brief.name)


def _links(brief: PageBrief) -> Json:
    """Return the menu, and where buttons lead: to sections that are there."""
    labels = {**brief.words["label"], **brief.own}
    inner = [one for one in brief.sections if one in labels]
    goal = next((one for one in ("contact", "pricing", "cta", "features") if one in inner), "top")
    other = next((one for one in ("steps", "features", "about", "faq") if one in inner and one != goal), goal)
    return {
        "skip": brief.words["skip"],
        "main_menu": brief.words["main_menu"],
        "links": [{"href": f"#{one}", "label": labels[one]} for one in inner[:6]],
        "action": brief.copy["action"],
        "target": f"#{goal}",
        "second": brief.words["second" if other == "steps" else "second_plain"],
        "second_target": f"#{other}",
        "facts": [{"text": one} for one in brief.words["foot"]],
        "fill": brief.words["price_fill"],
        "price": brief.words["price"],
    }


def _hero(brief: PageBrief) -> Json:
    art = read_part(f"art/{_own_art(brief)}.svg").strip()
    return {"title": brief.pick(brief.copy["headline"], "headline"), "lead": brief.copy["lead"], "art": art}


def _marks() -> list[str]:
    return [
        f'<svg class="d-mark" viewBox="0 0 64 64" aria-hidden="true">{one}</svg>' for one in LOOKS["marks"]
    ]


def _features(brief: PageBrief) -> Json:
    marks = _marks()
    items = [
        {"title": title, "text": text, "mark": marks[at % len(marks)]}
        for at, (title, text) in enumerate(_pairs(brief.copy["services"]))
    ]
    return {"items": items}


def _pricing(brief: PageBrief) -> Json:
    plans = list[Json]()
    for title, text in _pairs(brief.words["plans"]):
        about, _, points = text.partition("., ")
        plans.append(
            {"title": title, "text": f"{about}.", "points": [{"text": one} for one in points.split("; ")]}
        )
    return {"plans": plans, "rates": _features(brief)["items"]}


def _steps(brief: PageBrief) -> Json:
    pairs = _pairs(brief.words["steps"])
    return {"items": [{"number": at, "title": one, "text": two} for at, (one, two) in enumerate(pairs, 1)]}


def _faq(brief: PageBrief) -> Json:
    asked = [one.split(" | ") for one in (*brief.copy["asks"], *brief.words["asks"])]
    fill = str(brief.words["to_fill"])
    return {"items": [{"question": one, "answer": fill.format(what=what)} for one, what in asked]}


def _testimonials(brief: PageBrief) -> Json:
    by = brief.words["quote_by"]
    quotes = [{"quote": one, "by": by} for one in brief.words["quotes"]]
    return {"items": quotes, **quotes[0]}


def _team(brief: PageBrief) -> Json:
    name = brief.words["names"][0]
    return {
        "items": [
            {"name": name, "role": role, "face": _face(_FACES[at % len(_FACES)])}
            for at, role in enumerate(brief.words["roles"])
        ]
    }


def _face(colour: str) -> str:
    return (
        '<svg class="d-face-art" viewBox="0 0 200 200" aria-hidden="true"><rect width="200" height="200" '
        f'fill="var(--surface)"/><circle cx="100" cy="84" r="40" fill="var(--{colour})"/>'
        f'<path d="M28 200a72 72 0 0 1 144 0Z" fill="var(--{colour})"/></svg>'
    )


def _gallery(brief: PageBrief) -> Json:
    own = _own_art(brief)
    others = [one for one in _NEUTRAL if one != own]
    first = others.index(brief.pick(others, "gallery"))
    chosen = [own, *(others[(first + at) % len(others)] for at in range(5))]
    captions = [title for title, _ in _pairs(brief.copy["services"])]
    items = [
        {"art": read_part(f"art/{name}.svg").strip(), "caption": caption}
        for name, caption in zip(chosen, captions, strict=True)
    ]
    return {"items": items, "five": items[:5]}


def _stats(brief: PageBrief) -> Json:
    return {"items": [{"number": brief.words["number"], "label": one} for one in brief.words["stats"]]}


def _contact(brief: PageBrief) -> Json:
    items = [{"label": one, "value": two} for one, two in _pairs(brief.words["contact"])]
    return {"items": items, "map": read_part("art/map.svg")}


def _hours(brief: PageBrief) -> Json:
    return {"items": [{"day": day, "value": brief.words["day_fill"]} for day in brief.words["days"]]}


def _timeline(brief: PageBrief) -> Json:
    year = brief.words["year"]
    return {"items": [{"year": year, "title": one, "text": two} for one, two in _pairs(brief.words["past"])]}


def _logos(brief: PageBrief) -> Json:
    return {"items": [{"mark": mark, "name": brief.words["logo"]} for mark in _marks()]}


def _newsletter(brief: PageBrief) -> Json:
    words = brief.words
    return {"email": words["email"], "subscribe": words["subscribe"], "note": words["form_note"]}


def _schedule(brief: PageBrief) -> Json:
    """Return the days of a week with two of what the place offers on each."""
    offered = [title for title, _ in _pairs(brief.copy["services"])]
    slots = [{"time": brief.words["slot"], "what": what} for what in offered]
    return {
        "items": [
            {"day": day, "slots": [slots[at % len(slots)], slots[(at + 3) % len(slots)]]}
            for at, day in enumerate(brief.words["days"][:6])
        ]
    }


def _events(brief: PageBrief) -> Json:
    pairs = _pairs(brief.words["dates"])
    items = [{"date": brief.words["date"], "title": one, "text": two} for one, two in pairs]
    return {"items": items, "seat": brief.words["seat"]}


def _areas(brief: PageBrief) -> Json:
    return {"items": [{"name": brief.words["area"]} for _ in range(6)], "map": read_part("art/map.svg")}


def _about(brief: PageBrief) -> Json:
    return {"lead": brief.copy["lead"], "text": brief.words["about"]}


def _posts(brief: PageBrief) -> Json:
    rows = (one.split("|") for one in cast("list[str]", brief.words["posts_empty"]))
    shown = "".join(
        f'<article class="d-news-one"><h3 class="d-h3">{title}</h3><p class="d-text">{text}</p></article>'
        for title, text in rows
    )
    return {"rows": f"<div>{shown}</div>"}


def loop_rows(table: str, title: str, text: str, count: int, heading: str = "h3") -> str:
    """Return a loop over the entries of a content model."""
    about = f'<p class="d-text">{{currentEntry.{text}}}</p>' if text else ""
    return (
        f'<instatic-loop data-source-id="data.rows" data-table-id="{table}" data-order-by="publishedAt" '
        f'data-direction="desc" data-limit="{count}"><article class="d-news-one"><{heading} class="d-h3">'
        f'<a class="d-more" href="{{currentEntry.permalink}}">{{currentEntry.{title}}}</a></{heading}>{about}'
        "</article></instatic-loop>"
    )


def _own_art(brief: PageBrief) -> str:
    return str(TRADES[brief.trade]["art"])


def _pairs(lines: Sequence[str]) -> list[tuple[str, str]]:
    found = (line.partition(": ") for line in lines)
    return [(one, two) for one, _, two in found]


_VALUES: Final = {
    "hero": _hero,
    "features": _features,
    "pricing": _pricing,
    "steps": _steps,
    "faq": _faq,
    "testimonials": _testimonials,
    "team": _team,
    "gallery": _gallery,
    "stats": _stats,
    "contact": _contact,
    "about": _about,
    "posts": _posts,
    "hours": _hours,
    "timeline": _timeline,
    "logos": _logos,
    "newsletter": _newsletter,
    "schedule": _schedule,
    "events": _events,
    "areas": _areas,
}
