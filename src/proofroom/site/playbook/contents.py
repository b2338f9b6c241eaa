"""What stands in each section: the texts of such a place, with what the request told in their stead.

What only the people of a place know, and the request did not say, is left to be filled in.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.counts import count_of
from proofroom.site.playbook.drawings import NEUTRAL, face, marks, own_art, picture
from proofroom.site.playbook.forms import form_values
from proofroom.site.playbook.kinds import TOPICS, WORDS
from proofroom.site.playbook.prices import least_of, pairs, price_values, ruled
from proofroom.site.playbook.rows import ToldRow
from proofroom.site.playbook.template import read_part
from proofroom.site.playbook.told import days_of

Json = dict[str, Any]
_LONG_LABEL: Final = 28
_USUAL_ASKS: Final = 4
_OF_ANOTHER: Final = re.compile(r"^about (?!us|me|our|my)|\bhakkinda$|\b(?:his|her|their)\b")
_BESIDE: Final = re.compile(r" (?:with|for|from|of|in|on|at|to|by|before|after)\b")
_SINCE: Final = re.compile(r"\b(?:since|beri|bu yana)\b")


def title_of(brief: PageBrief, section: str) -> str:
    """Return the heading of a section: what the request calls it, else the usual one."""
    form = brief.form_of(section)
    asked = brief.asked.titles.get(section)
    usual = str(brief.words["title"].get(form, brief.name)).format(name=brief.name)
    return asked if asked and brief.asked.said and form not in ("nav", "hero", "footer") else usual


def label_of(brief: PageBrief, section: str) -> str:
    """Return what the menu calls a section: its heading where that is short."""
    asked = brief.asked.titles.get(section, "")
    usual = str(brief.words["label"].get(brief.form_of(section), ""))
    if len(asked) > _LONG_LABEL and brief.language == "en" and " " in _BESIDE.split(asked)[0]:
        asked = _BESIDE.split(asked)[0]  # “Comparison”, and not with what
    return asked if asked and (len(asked) <= _LONG_LABEL or not usual) else usual


def topic_values(brief: PageBrief, section: str, form: str) -> Json:
    """Return what a section says about its own subject, where that is a known one."""
    topic = TOPICS.get(brief.asked.topics.get(section, ""), {})
    lines = cast("list[str]", topic.get(brief.language) or [])
    if not lines:
        return {}
    if form == "gallery":
        items = [
            {**one, "caption": line}
            for one, line in zip(_gallery(brief, section)["items"], lines, strict=False)
        ]
        return {"items": items, "five": items[:5]}
    if topic.get("stops"):
        days = [
            {"day": day, "slots": [{"time": brief.words["slot"], "what": lines[0]}]}
            for day in brief.words["days"][:6]
        ]
        return {"items": days}
    year = topic.get("year", [brief.words["year"]] * 2)[brief.language == "tr"]
    small = marks()
    lead = {} if form == "steps" else {"lead": ""}
    return {
        **lead,
        "items": [
            {
                "title": title,
                "text": text,
                "mark": small[at % len(small)],
                "number": at + 1,
                "year": year,
                "date": f"{at + 1:02}",
            }
            for at, (title, text) in enumerate(pairs(lines))
        ],
    }


def nothing(brief: PageBrief, section: str) -> Json:
    """Return no values of its own."""
    return {}


def _hero(brief: PageBrief, section: str) -> Json:
    art = picture(own_art(brief))
    known = brief.facts
    kind = _kind_shown(brief)
    notes = known.notes if "pricing" in map(brief.form_of, brief.sections) else (*known.notes, _from(brief))
    above = " · ".join(dict.fromkeys(one for one in (kind, known.place, *notes) if one and one != brief.name))
    title = known.headline or (
        brief.name
        if brief.trade in _CALLED_BY_NAME and known.name
        else brief.pick(brief.copy["headline"], "headline")
    )
    return {
        "title": title,
        "lead": known.lead or brief.copy["lead"],
        "art": art,
        "above": f'<p class="d-above">{_escaped(above)}</p>' if above else "",
    }


_CALLED_BY_NAME: Final = ("event", "wedding", "conference")


def _from(brief: PageBrief) -> str:
    """Return the price that a request tells, for a page that has no section for it."""
    return least_of(brief).rstrip(".") if brief.facts.least else ""


def _kind_shown(brief: PageBrief) -> str:
    """Return what kind of place it is in a few words; nothing where the name says it."""
    kind = re.split(
        r"\s+(?:for|in|at|near|from|which|that|who|with|between|where|icin|için)\b", brief.subject
    )[0].strip(" ,.'’")
    if not kind or len(kind.split()) > 4 or kind.casefold() == brief.name.casefold():
        return ""
    return ("İ" if brief.language == "tr" and kind[0] == "i" else kind[0].upper()) + kind[1:]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _features(brief: PageBrief, section: str) -> Json:
    """Return what such a place offers."""
    small = marks()
    items = [
        {"title": title, "text": text, "mark": small[at % len(small)]}
        for at, (title, text) in enumerate(pairs(brief.copy["services"]))
    ]
    return {"items": items}


def _pricing_values(brief: PageBrief, section: str) -> Json:
    return price_values(brief, section, _features(brief, section)["items"])


def _steps(brief: PageBrief, section: str) -> Json:
    lines = pairs(brief.words["steps"])
    return {"items": [{"number": at, "title": one, "text": two} for at, (one, two) in enumerate(lines, 1)]}


def _faq(brief: PageBrief, section: str) -> Json:
    asked = [one.split(" | ") for one in (*brief.copy["asks"], *brief.words["asks"])]
    fill = str(brief.words["to_fill"])
    asked = asked[: count_of(brief.asked.said.get(section, "")) or _USUAL_ASKS]
    return {"items": [{"question": one, "answer": fill.format(what=what)} for one, what in asked]}


def _testimonials(brief: PageBrief, section: str) -> Json:
    by = brief.words["quote_by"]
    quotes = [{"quote": one, "by": by} for one in brief.words["quotes"]]
    return {"items": quotes, **quotes[0]}


def _team(brief: PageBrief, section: str) -> Json:
    name = brief.words["names"][0]
    said = brief.asked.said.get(section, "")
    role = next(
        (
            shown
            for words, shown in ruled(WORDS["person"][brief.language])
            if re.search(rf"\b(?:{words})", said)
        ),
        "",
    )
    role = role or _one_of(brief.asked.titles.get(section, ""), brief.language)
    roles = [role] * 4 if role else cast("list[str]", brief.copy.get("roles") or brief.words["roles"])
    items = [{"name": name, "role": one, "face": face(at)} for at, one in enumerate(roles)]
    return {"items": items, **({"lead": ""} if role else {})}


def _one_of(title: str, language: str) -> str:
    """Return what one of a group is called, by the group's name: winemakers, eczacılarımız."""
    word = title.split()[-1] if title else ""
    if language == "tr":
        one, count = re.subn(r"l[ae]r(?:[ıi]m[ıi]z|[ıi]m|[ıi])?$", "", word)
        return one[:1].upper() + one[1:] if count and plain(one) not in ("uye", "calisan") else ""
    found = re.fullmatch(r"(\w+(?:er|or|ist|ian|man|smith))s", word)
    return found[1].capitalize() if found and found[1].lower() not in ("member", "worker") else ""


def _gallery(brief: PageBrief, section: str) -> Json:
    own = own_art(brief)
    others = [one for one in NEUTRAL if one != own]
    first = others.index(brief.pick(others, "gallery"))
    chosen = [own, *(others[(first + at) % len(others)] for at in range(5))]
    captions = [title for title, _ in pairs(brief.copy["services"])]
    if brief.trade == "any":  # nothing is known of what there is to see
        captions = [f"{title_of(brief, section)} {at}" for at in range(1, len(captions) + 1)]
    items = [
        {"art": picture(name), "caption": caption} for name, caption in zip(chosen, captions, strict=True)
    ]
    return {"items": items, "five": items[:5]}


def _stats(brief: PageBrief, section: str) -> Json:
    labels = cast("list[str]", brief.copy.get("stats") or brief.words["stats"])
    return {"items": [{"number": brief.words["number"], "label": one} for one in labels]}


def own_text(brief: PageBrief, section: str) -> str:
    """Return a sentence for a section of which only the name is known; another one for each such section."""
    alike = [one for one in (*brief.sections, *brief.asked.pages) if one in brief.own or one == section]
    texts = cast("list[str]", brief.words["own"])
    first = texts.index(brief.pick(texts, "own text"))
    text = texts[(first + alike.index(section)) % len(texts)]
    return text.format(what=brief.asked.titles.get(section) or label_of(brief, section))


def _contact(brief: PageBrief, section: str) -> Json:
    """Return how to reach a place: what the request tells, and places for the rest."""
    known = brief.facts
    address, hours, phone, email = pairs(brief.words["contact"])
    where = ", ".join(one for one in (known.address, known.place) if one)
    lines = [(address[0], where), (hours[0], known.times), (phone[0], known.phone), (email[0], known.email)]
    told = [{"label": one, "value": two} for one, two in lines if two]
    fill = [{"label": one, "value": two} for one, two in (address, hours, phone, email)]
    return {
        "items": told
        if len(told) > 1 or known.address or (told and brief.asked.told)
        else _merged(told, fill),
        "map": read_part("art/map.svg"),
    }


def _merged(told: list[Json], fill: list[Json]) -> list[Json]:
    """Return what is told, and places for what is not."""
    known = {one["label"]: one for one in told}
    return [known.get(one["label"], one) for one in fill]


def _hours(brief: PageBrief, section: str) -> Json:
    """Return the times that the request tells, else a place for each day."""
    if brief.facts.times:
        row = ToldRow("", brief.facts.times, "times")
        days, clock = days_of(row, str(brief.words["label"]["hours"]))
        return {"items": [{"day": days, "value": clock}], "lead": ""}
    value = brief.words["day_fill"]
    return {"items": [{"day": day, "value": value} for day in brief.words["days"]]}


def _timeline(brief: PageBrief, section: str) -> Json:
    year = brief.words["year"]
    items = [{"year": year, "title": one, "text": two} for one, two in pairs(brief.words["past"])]
    since = next((one for one in brief.facts.notes if _SINCE.search(plain(one))), "")
    if found := re.search(r"\d{4}", since):
        items[0]["year"] = found[0]
    return {"items": items}


def _logos(brief: PageBrief, section: str) -> Json:
    return {"items": [{"mark": mark, "name": brief.words["logo"]} for mark in marks()]}


def _newsletter(brief: PageBrief, section: str) -> Json:
    words = brief.words
    return {"email": words["email"], "subscribe": words["subscribe"], "note": words["form_note"]}


def _schedule(brief: PageBrief, section: str) -> Json:
    """Return the days of a week with two of what the place offers on each."""
    offered = [title for title, _ in pairs(brief.copy["services"])]
    slots = [{"time": brief.words["slot"], "what": what} for what in offered]
    return {
        "items": [
            {"day": day, "slots": [slots[at % len(slots)], slots[(at + 3) % len(slots)]]}
            for at, day in enumerate(brief.words["days"][:6])
        ]
    }


def _events(brief: PageBrief, section: str) -> Json:
    lines = pairs(brief.words["dates"])
    items = [{"date": brief.words["date"], "title": one, "text": two} for one, two in lines]
    return {"items": items, "seat": brief.words["seat"]}


def _areas(brief: PageBrief, section: str) -> Json:
    first = [{"name": brief.facts.place}] if brief.facts.place else []
    rest = [{"name": brief.words["area"]} for _ in range(6 - len(first))]
    return {"items": [*first, *rest], "map": read_part("art/map.svg")}


def _about(brief: PageBrief, section: str) -> Json:
    """Return who is behind a place; under another subject, a place for what is to be said about it."""
    title = brief.asked.titles.get(section, "")
    if section == "about" and not _OF_ANOTHER.search(plain(title)):
        return {"lead": brief.copy["lead"], "text": brief.words["about"]}
    return {"lead": "", "text": own_text(brief, section)}


def _posts(brief: PageBrief, section: str) -> Json:
    rows = (one.split("|") for one in cast("list[str]", brief.words["posts_empty"]))
    shown = "".join(
        f'<article class="d-news-one"><h3 class="d-h3">{title}</h3><p class="d-text">{text}</p></article>'
        for title, text in rows
    )
    return {"rows": f"<div>{shown}</div>"}


def _cta(brief: PageBrief, section: str) -> Json:
    """Return an invitation in the words that asked for it: “İlk ders ücretsiz”."""
    shown = re.sub(r"\s*\b(?:duyurusu|announcement)$", "", brief.asked.titles.get(section, ""))
    shown = re.sub(r"^(?:call|invitation|way|link|invite) to ", "", shown, flags=re.IGNORECASE)
    return {"title": shown[0].upper() + shown[1:]} if shown else {}


VALUES: Final[Mapping[str, Callable[[PageBrief, str], Json]]] = {
    "hero": _hero,
    "features": _features,
    "pricing": _pricing_values,
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
    "form": form_values,
    "cta": _cta,
}
