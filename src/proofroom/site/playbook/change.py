"""The usual changes of a page: texts, colours, space, order, sections added and taken away."""

import colorsys
import re
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.lexicon import STOP
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens
from proofroom.providers.offline.slots import quoted, value_at
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.amend import take_out
from proofroom.site.playbook.deeds import Here
from proofroom.site.playbook.items import items_of, named_items
from proofroom.site.playbook.making import make_change
from proofroom.site.playbook.outline import PageOutline, PageSection, PageText, look_at_page
from proofroom.site.playbook.placing import may_go, several
from proofroom.site.playbook.styled import luminance, named_colour
from proofroom.site.playbook.values import values_in
from proofroom.site.playbook.wording import WishedChange
from proofroom.site.reading.bound import with_names

Json = dict[str, Any]
_ROLES: Final = {"main": "accent", "background": "paper", "text": "ink", "dark": "deep", "highlight": "glow"}
_BESIDE_COLOUR: Final = re.compile(r"\b(?:and|but|ve|ama|with)\b")
"""More is asked for than a colour."""
_A_PAGE: Final = re.compile(r"\b(?:page|sayfa\w*)$|\banasayfa\w*$")
_LABELS: Final = {
    "phone": re.compile(r"(?:tele)?phone|tel\.?|telefon"),
    "address": re.compile(r"address|adres"),
    "email": re.compile(r"e-?mail|e-?posta"),
}
_LOOKS_LIKE_ONE: Final = re.compile(r"(?:^|[\s-])(?:btn|button|cta)\b")
_MAIN: Final = frozenset("main big first primary hero top our my the button".split())  # noqa: SIM905
_ROW: Final = re.compile(
    r"(?:the |our |my )*(?:(?:contact|iletisim\w*) )?"
    r"(?:(?P<phone>(?:tele)?phone(?: number)?|telefon\w*(?: numara\w*)?)"
    r"|(?P<address>address|adres\w*)|(?P<email>e-?mail(?: address)?|e-?posta\w*(?: adres\w*)?))"
)
"""One row of what reaches a place, and not the section around it."""
_AIR: Final = {
    "more": (".d-airy", "var(--space-4xl)"),
    "less": (".d-tight", "var(--space-m)"),
    "none": (".d-flush", "0"),
}


def change_text(request: Request, said: Mapping[str, Any]) -> Plan:
    """Change a text that is quoted, or the heading, line or button of a section."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    new, place = str(said["new"]), str(said.get("place") or "")
    if _A_PAGE.search(plain(place)):  # which page was told, and no part of it
        place = ""
    quotes = Sentence(request.text).quotes
    if not said.get("old") and len(quotes) == 2:  # the first are words of the page
        said = {**said, "old": quotes[0].value}
    if not quotes and not said.get("old") and (old := _old_value(request.text, new)):
        said = {**said, "old": old}
    if said.get("old"):
        found = _with_text(page, str(said["old"]))
    elif row := _ROW.fullmatch(plain(place)):
        found = _beside_label(page, str(row.lastgroup))
    elif which := _which(said):
        found = _button(page, which)
    else:
        found = _role(page, place, str(said.get("role") or "heading")) or (
            _with_text(page, place) if place else None
        )
    if found is None:
        words = said.get("old") or said.get("place") or said.get("which") or said["role"]
        return Ask(request.say("answer.site.no_text", said=words))
    text = new if plain(found.text) == plain(str(said.get("old") or found.text)) else _put(found.text, said)
    same = [one for one in page.texts if one.text == found.text and one.uid != found.uid]
    is_fact = values_in(found.text, ("phone", "address")) and not said.get("old")
    results: list[Result] = yield [one.call(text) for one in (found, *(same if is_fact else ()))]
    failed = next((one for one in results if not one.ok), results[0])
    return told(request, failed, "answer.site.did_text", old=with_names(found.text), new=text)


def _old_value(text: str, new: str) -> str:
    """Return the value that a new one takes the place of, where a message names it: “from £6 to £7”."""
    kinds = {one.kind for one in values_in(new)}
    found = [text[one.start : one.end].strip() for one in values_in(text) if one.kind in kinds]
    others = [one for one in found if plain(one) != plain(new.strip(" ."))]
    return others[0] if len(found) == 2 and len(others) == 1 else ""


def _which(said: Mapping[str, Any]) -> list[str]:
    """Return the words that tell a button from others: “the sign-up button”; the main one has none."""
    words = tokens(plain(str(said.get("which") or "")))
    return [one for one in words if one not in STOP and one not in _MAIN]


def _button(page: PageOutline, words: Sequence[str]) -> PageText | None:
    """Return the one button that words name, by what it says or by the section that it stands in."""
    buttons = [
        (one, part)
        for part in page.sections
        for one in part.texts
        if one.tag == "button" or (one.tag == "a" and _LOOKS_LIKE_ONE.search(one.classes))
    ]
    said = [one for one, _ in buttons if _all_in(words, one.text)]
    found = said or [one for one, part in buttons if _all_in(words, f"{part.heading} {part.id}")]
    return found[0] if len({one.text for one in found}) == 1 else None


def _all_in(words: Sequence[str], text: str) -> bool:
    known = tokens(plain(text))
    return all(any(alike(word, other) for other in known) for word in words)


def _beside_label(page: PageOutline, kind: str) -> PageText | None:
    """Return what stands beside a label: the number beside “Telephone”."""
    after = zip(page.texts, page.texts[1:], strict=False)
    return next((two for one, two in after if _LABELS[kind].fullmatch(plain(one.text))), None)


def _with_text(page: PageOutline, old: str) -> PageText | None:
    wanted = plain(old).strip()
    same = [one for one in page.texts if plain(one.text) == wanted]
    part = [one for one in page.texts if wanted in plain(one.text)]
    return next(iter(same or part), None)


def _put(text: str, said: Mapping[str, Any]) -> str:
    """Return a text with the quoted part of it replaced."""
    at = plain(text).find(plain(str(said.get("old") or "")))
    old = str(said.get("old") or "")
    return text[:at] + str(said["new"]) + text[at + len(old) :] if old and at >= 0 else str(said["new"])


def _role(page: PageOutline, place: str, role: str) -> PageText | None:
    section = page.named(place) if place else next((one for one in page.sections if _has_h1(one)), None)
    if section is None:
        return None
    tags = {"heading": ("h1", "h2", "h3"), "text": ("p",), "button": ("a", "button")}[role]
    texts = section.texts
    below = [
        one for at, one in enumerate(texts) if any(before.text == section.heading for before in texts[:at])
    ]
    first = below if role == "text" else texts  # what stands above a heading is a sign, and no text
    return next((one for one in (*first, *texts) if one.tag in tags), None)


def _has_h1(section: PageSection) -> bool:
    return any(one.tag == "h1" for one in section.texts)


# --- colours


def change_colour(request: Request, said: Mapping[str, Any]) -> Plan:
    """Set a colour of the design: the main one is kept dark enough to read white on it."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    listed: Result = yield Call("list_tokens", {"family": "colors"})
    tokens_listed: list[Json] = value_at(listed.data, "tokens.colors") or []
    known = [str(one.get("slug")) for one in tokens_listed]
    words = plain(request.text).replace(plain(str(said["colour"])), " ").split()  # deep green names no "deep"
    named = [one for one in known if one in words]
    slug = named[0] if named else _ROLES[str(said.get("role") or "main")]
    if slug not in known:
        own = [one for one in known if one.endswith(f"-{slug}")]
        if not own:
            return Ask(request.say("answer.site.no_colour", slug=slug, listed=quoted(known) or "–"))
        slug = own[0]
    given = named_colour(str(said["colour"]))
    if not given or _BESIDE_COLOUR.search(plain(str(said["colour"]))):
        return Ask(request.say("answer.site.what_colour", said=said["colour"]))
    value = _readable(given, slug)
    made: Result = yield Call("set_color_tokens", {"tokens": [{"slug": slug, "lightValue": value}]})
    return told(request, made, "answer.site.colour", slug=slug, value=value)


def _readable(value: str, slug: str) -> str:
    """Return a colour as dark as text on it (accent, deep), or light as text over it (paper), needs."""
    hue, light, full = colorsys.rgb_to_hls(*(int(value[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    if slug.endswith(("accent", "ink", "deep")):
        while luminance(colorsys.hls_to_rgb(hue, light, full)) > 0.16 and light > 0.02:
            light -= 0.01
    elif slug.endswith("paper"):
        light = max(light, 0.95)
    red, green, blue = (round(one * 255) for one in colorsys.hls_to_rgb(hue, light, full))
    return f"#{red:02x}{green:02x}{blue:02x}"


# --- space and order


def change_space(request: Request, said: Mapping[str, Any]) -> Plan:
    """Give a section more or less space; the whole page by the spacing scale."""
    amount = str(said.get("amount") or "more")
    place = str(said.get("place") or said.get("where") or "")
    if not place or re.search(r"\b(?:page|site|everything|sections|sayfa\w*|her yer\w*)\b", plain(place)):
        size = {"more": (18, 34), "less": (14, 22), "none": (12, 18)}[amount]
        given = {"min": {"size": size[0]}, "max": {"size": size[1]}}
        made: Result = yield Call("set_spacing_scale", given)
        return told(request, made, "answer.site.space_all")
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    section = page.named(place)
    if section is None:
        frame = yield from _frame(request)
        section = frame.named(place) if frame else None
    if section is None:
        return no_section(request, page, place)
    name, size_of = _AIR[amount]
    css = f"{name} {{ padding-top: {size_of}; padding-bottom: {size_of}; }}"
    results: list[Result] = yield [
        Call("applyCss", {"css": css}),
        Call("assignClass", {"nodeId": section.uid, "classId": name[1:]}),
    ]
    failed = next((one for one in results if not one.ok), results[0])
    return told(request, failed, "answer.site.space", section=section.label)


def _frame(request: Request) -> Generator[Call | list[Call], Any, PageOutline | None]:
    """Read the template that stands around every page, where there is one."""
    listed: Result = yield Call("list_documents")
    for one in listed.rows("documents"):
        if value_at(one, "template.target.kind") == "everywhere":
            read = yield from look_at_page(request, str(one["document"]["id"]))
            return None if isinstance(read, Result) else read
    return None


def apply_css(request: Request, said: Mapping[str, Any]) -> Plan:
    """Apply rules that a person wrote into the message, as they stand."""
    before, _, _ = request.text.partition(str(said["css"])[:8])
    begins = (
        len(before.rstrip(".#@*:[&>")) if before != request.text else 0
    )  # a slot has no signs at its edge
    made: Result = yield Call("applyCss", {"css": request.text[begins:]})
    return told(request, made, "answer.site.css")


def move_section(request: Request, said: Mapping[str, Any], read: PageOutline | None = None) -> Plan:
    """Move a section before or after another, up, down, to the top or to the end."""
    page = read or (yield from look_at_page(request))
    if isinstance(page, Result):
        return refused(request, page)
    section = page.named(str(said["section"]))
    if section is None:
        return no_section(request, page, str(said["section"]))
    where, other = str(said["where"]), page.named(str(said.get("other") or "")) if said.get("other") else None
    if said.get("other") and other is None:
        return no_section(request, page, str(said["other"]))
    beside = [one for one in page.sections if one.parent == (other or section).parent]
    at = beside.index(other) if other else beside.index(section)
    last = len(beside) - 1
    target = {
        "before": at, "after": at + 1, "up": at - 1, "down": at + 1, "top": 0, "end": last
    }[where]  # fmt: skip
    if other and section.parent == other.parent and beside.index(section) < at:
        target -= 1  # it leaves its own place first
    given = {"newParentId": (other or section).parent, "newIndex": max(0, min(target, last + 1))}
    made: Result = yield Call("moveNode", {"nodeId": section.uid, **given})
    return told(request, made, "answer.site.moved", section=section.label)


def remove_section(request: Request, said: Mapping[str, Any]) -> Plan:
    """Take a section away."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    words = str(said["section"])
    here = Here(request, page, WishedChange("remove", words, request.language, {}))
    if several(here):
        return (yield from make_change(request, here.wish, page))
    meant = here.part(words)
    if meant.one and "item" in meant.one.kinds and not meant.left and may_go(here, meant.one, meant.kind):
        made: Result = yield Call("deleteNode", {"nodeId": meant.one.uid})
        return told(request, made, "answer.site.did_remove", what=meant.one.label)
    section = page.named(words)
    if _means_row(page, section, str(said["section"])):
        return (yield from take_out(request, page, str(said["section"]), section))
    if section is None:
        return no_section(request, page, words)
    made = yield Call("deleteNode", {"nodeId": section.uid})
    return told(request, made, "answer.site.removed", section=section.label)


def _means_row(page: PageOutline, section: PageSection | None, words: str) -> bool:
    """Tell whether words mean a row and not the section that they name, too: “the Logo integration”."""
    named = named_items(items_of(page), words)
    if section is None:
        return bool(named)
    inside = [one for one in named if one.section.uid == section.uid]
    return any(
        _all_in(tokens(plain(one.name)), words) and not _all_in(tokens(plain(one.name)), section.heading)
        for one in inside
    )


def swap_sections(request: Request, said: Mapping[str, Any]) -> Plan:
    """Let two sections change places."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    names = [str(said["section"]), str(said["other"])]
    found = [page.named(one) for one in names]
    if missing := next((name for name, one in zip(names, found, strict=True) if one is None), ""):
        return no_section(request, page, missing)
    first, second = sorted((one for one in found if one), key=page.sections.index)
    calls = [
        Call("moveNode", {"nodeId": second.uid, "newParentId": first.parent, "newIndex": first.index}),
        Call("moveNode", {"nodeId": first.uid, "newParentId": second.parent, "newIndex": second.index}),
    ]
    for call in calls:
        made: Result = yield call
        if not made.ok:
            return refused(request, made)
    return Answer(request.say("answer.site.swapped", section=first.label, other=second.label))


def no_section(request: Request, page: PageOutline, said: str) -> Ask:
    """Ask which section of a page is meant."""
    listed = quoted(one.label for one in page.sections)
    return Ask(
        request.say(
            "answer.site.no_section" if listed else "answer.site.page_empty", said=said, listed=listed
        )
    )


def told(request: Request, made: Result, key: str, **values: object) -> Answer:
    """Say what was done, or why it was not."""
    return Answer(request.say(key, **values)) if made.ok else refused(request, made)
