"""Sections added to a page that stands: in its own look, in ours, or as a list of entries."""

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.lexicon import NOUNS, STOP
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens
from proofroom.providers.offline.slots import quoted
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.amend import has_list, listed_in, put_in, read_into
from proofroom.site.playbook.asked import AskedSections, sections_asked
from proofroom.site.playbook.borrowed import borrow_section
from proofroom.site.playbook.brief import PageBrief, trade_of
from proofroom.site.playbook.build import table_loop, tablet_of
from proofroom.site.playbook.change import move_section, no_section, told
from proofroom.site.playbook.contents import own_text, title_of
from proofroom.site.playbook.copy import LOOKS, PageLook, look_of, write_section
from proofroom.site.playbook.kept import with_note
from proofroom.site.playbook.kinds import SECTIONS, kind_of
from proofroom.site.playbook.named import COLOUR
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.outline import ON_PAGE, PageOutline, PageSection, look_at_page
from proofroom.site.playbook.titles import heading_of, trimmed
from proofroom.site.playbook.values import values_in

Json = dict[str, Any]
_INTO: Final = re.compile(
    r"^\W*(?:(?:an?|the|our|my|bir) )*logo(?:muz|mu)?\b"
    r"|\b(?:liste|bolum|kism|tablo|menu)(?:s[iu]|[iu])?(?:n[ae]|ye)\b"
)
_ORDERS: Final = re.compile(
    r"(?:\b(?:and|ve|but|ama)|&)\s+(?:\w+\s+){0,2}?(?:remove|delete|move|swap|drop|sil|kaldir|tasi|cikar"
    r"|(?:make|turn|change|set) (?:the|it|its|them|this|that|our|my)\b)"
    r"|\b(?:kaldir|sil|cikar|tasi|degistir|al)\w*[iu]p\b|\byerine\b|\binstead of\b"
)
_MOVES: Final = re.compile(r"\b(?:move|shift|tasi\w*)\b")
_PUTS: Final = re.compile(r"^\W*(?:please )?(?:put|place)\b|\bkoy\w*\W*$")
_PLACED: Final = re.compile(r"[\s,]+(?=(?:to|into|in|on|after|before|below|under|above)\b)")
_CLASS: Final = re.compile(r' class="[^"]*"')


def add_section(request: Request, said: Mapping[str, Any], read: PageOutline | None = None) -> Plan:
    """Add a section in the look of the page: where it is said, else before the end; or a row to a list.

    A page is read once in a turn: what was read before is no longer in the history.
    """
    wanted = _wanted(str(said["section"]), str(said.get("told") or ""), request)
    item, place, _ = read_into(request.text)
    is_item = _is_row(request)
    if wanted is None and not is_item:
        return Ask(request.say("answer.site.no_kind", said=said["section"], listed=", ".join(SECTIONS)))
    page = read or (yield from look_at_page(request))
    if isinstance(page, Result):
        return refused(request, page)
    if is_item and has_list(page, place):
        return (yield from put_in(request, page, {"item": item, "list": place}))
    if wanted is None:
        return Ask(request.say("answer.site.no_kind", said=said["section"], listed=", ".join(SECTIONS)))
    widths: Result = yield Call("list_breakpoints")
    return (yield from _insert(request, page, wanted, tablet_of(widths), said))


def _is_row(request: Request) -> bool:
    """Tell whether a message puts something into a list that is no section by its name."""
    item, place, _ = read_into(request.text)
    return bool(place) and kind_of(plain(item), request.language, is_sure=True) is None


def _wanted(words: str, told: str, request: Request) -> AskedSections | None:
    """Return the section that words ask for: one that has a form, else one under the person's own words."""
    if told and (asked := _with_rows(f"{words}: {told}", request)):
        return asked
    found = ON_PAGE.search(plain(words))
    text = (words[: found.start()] + words[found.end() :]).strip() if found else words
    said = plain(text)
    start, end = trimmed(said)
    kind = kind_of(said[start:end], request.language, is_sure=True)
    heading = heading_of(text, said, request.language)
    form = kind[0] if kind else "own"
    if (
        _INTO.search(said)
        or _ORDERS.search(said)
        or (form == "own" and (not heading or COLOUR.search(said) or values_in(text)))
    ):
        return None  # a row of something that is there, another order, or a look
    key = form if kind else re.sub(r"[^a-z0-9]+", "-", plain(heading)).strip("-")
    if not key:
        return None
    titles = {key: heading} if heading else {}
    own = {key: heading} if form == "own" else {}
    topics = {key: kind[1]} if kind and kind[1] else {}
    asked = AskedSections((key,), own, forms={key: form}, topics=topics, titles=titles, text=request.text)
    return replace(asked, said={key: said})


def _with_rows(text: str, request: Request) -> AskedSections | None:
    """Return a section with what is told of it: “opening hours: Mon–Fri 7–18, Sat 8–14”."""
    asked = sections_asked(text, Sentence(text).masked, [(0, len(text))], request.language)
    return asked if len(asked.sections) == 1 else None


def place_section(request: Request, said: Mapping[str, Any]) -> Plan:
    """Put a section where it is said: one that the page has is moved, one that it has not is added.

    What is to be moved is there already: where nothing of that name is found, it is asked for.
    """
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    found = page.named(str(said["section"]))
    if found is None and not said.get("where"):
        head, place = _apart(page, str(said["section"]))
        if head and place and _PUTS.search(plain(request.text)):
            return (yield from move_section(request, {"section": head, **place}, page))
        if place and not (_is_row(request) and has_list(page, str(place.get("other") or ""))):
            return Ask(request.say("answer.site.no_list", said=said["section"], listed=listed_in(page)))
    if (
        found is not None
        and said.get("told")
        and not said.get("where")
        and has_list(page, str(said["section"]))
    ):
        return (yield from put_in(request, page, {"item": said["told"], "list": said["section"]}))
    if found is not None and not said.get("where"):
        return Answer(request.say("answer.site.stands", section=found.label))
    is_new = found is None and not _MOVES.search(plain(request.text))
    return (yield from (add_section if is_new else move_section)(request, said, page))


def _apart(page: PageOutline, words: str) -> tuple[str, Json]:
    """Return the section that words begin with, where they name one, and the place that follows it.

    “The reviews right at the bottom, after the address”, “a message box to the form”.
    """
    head, *more = (one.strip() for one in _PLACED.split(words))
    rank, (start, end) = core_of(plain(head), 0, len(head))
    section = head[start:end] if page.named(head[start:end]) else ""
    for one in more:
        lead, _, name = one.partition(" ")
        if page.named(name):
            return section, {"other": name, "where": "before" if lead in ("before", "above") else "after"}
    return section, {"where": "end" if rank > 0 else "top"} if rank and section else {}


def move_or_place(request: Request, said: Mapping[str, Any]) -> Plan:
    """Move a section; what is only put somewhere may be one that the page has not."""
    place = _PUTS.search(plain(request.text)) and said.get("other")
    return (yield from (place_section if place else move_section)(request, said))


def add_entries(request: Request, said: Mapping[str, Any]) -> Plan:
    """Add a list of entries of a content model: a loop, so that it follows the content."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    known: list[Result] = yield [Call("list_loop_sources"), Call("list_breakpoints")]
    tables = cast("list[Json]", known[0].rows("dataTables"))
    table = next((one for one in tables if means(str(said["model"]), one)), None)
    if table is None:
        listed = quoted(one.get("name") or one["id"] for one in tables)
        return Ask(request.say("answer.site.no_model", said=said["model"], listed=listed or "–"))
    rows = table_loop(table, int(said.get("count") or 6))
    title = str(table.get("pluralLabel") or table.get("name") or table["id"])
    wanted = AskedSections(("posts",), forms={"posts": "posts"}, titles={"posts": title}, said={"posts": ""})
    extra = {"rows": rows, "title": title}
    return (yield from _insert(request, page, wanted, tablet_of(known[1]), said, extra))


def means(said: str, table: Json) -> bool:
    """Tell whether words name a content model: by its own names, or by what such entries are called."""
    words = [word for word in tokens(plain(said)) if word not in STOP]
    names = tokens(plain(" ".join(str(table.get(key) or "") for key in ("name", "slug", "pluralLabel"))))
    if words and all(any(alike(word, name) for name in names) for word in words):
        return True
    kinds = [re.compile(rf"\b(?:{pattern})\b") for pattern in NOUNS.values()]
    return any(kind.search(plain(said)) and any(kind.fullmatch(name) for name in names) for kind in kinds)


def _insert(
    request: Request,
    page: PageOutline,
    wanted: AskedSections,
    tablet: str,
    said: Mapping[str, Any],
    extra: Mapping[str, Any] | None = None,
) -> Plan:
    name = wanted.sections[0]
    brief = page_brief(request, page, wanted)
    title = str((extra or {}).get("title") or title_of(brief, name))
    look = _look(brief, page, tablet)
    other = str(said.get("other") or "") if not ON_PAGE.search(plain(f"to {said.get('other') or ''}")) else ""
    beside = page.named(other) if other else None
    if other and beside is None:
        return no_section(request, page, other)
    if look is None:
        text = _CLASS.sub("", str((extra or {}).get("rows") or ""))
        text = text or _told(str(said.get("told") or ""))
        borrowed = borrow_section(page, title, text or own_text(brief, name), is_markup=bool(text))
        if borrowed is None:
            return Ask(request.say("answer.site.no_design"))
        parent, index, written = borrowed.parent, borrowed.index, borrowed.html
        if beside is not None and beside.parent == parent:
            index = beside.index + (said.get("where") != "before")
    else:
        parent, index = _place(page, beside, str(said.get("where") or "after"), name)
        written = write_section(name, brief, look, extra, first=True)
        if said.get("told") and not wanted.rows.get(name):  # nothing that was told is lost
            written = with_note(written, _sentence(str(said["told"])))
    if _loses(str(said.get("section") or ""), written):
        return Ask(request.say("answer.site.no_kind", said=said["section"], listed=", ".join(SECTIONS)))
    made: Result = yield Call("insertHtml", {"parentId": parent, "index": index, "html": written})
    if made.ok and said.get("gone"):
        made = yield Call("deleteNode", {"nodeId": str(said["gone"])})
    return told(request, made, "answer.site.added", section=title)


def _loses(words: str, written: str) -> bool:
    """Tell whether the words for a section give a number or an address to reach that it would not show."""
    shown = re.sub(r"\W", "", written)
    reached = (words[one.start : one.end] for one in values_in(words, ("phone", "email")))
    return any(re.sub(r"\W", "", one) not in shown for one in reached)


def _told(text: str) -> str:
    """Return what is told of a section as it was told: a list of its parts, or one sentence."""
    parts = [html.escape(one.strip()) for one in re.split(r"[,;]\s+(?=\S)", text.strip(" .:")) if one.strip()]
    if len(parts) > 1:
        return f"<ul>{''.join(f'<li>{one}</li>' for one in parts)}</ul>"
    return f"<p>{html.escape(_sentence(text))}</p>" if text.strip() else ""


def _sentence(text: str) -> str:
    said = text.strip(" ,;:.")
    return f"{'İ' if said[:1] == 'i' and language_of(text) == 'tr' else said[:1].upper()}{said[1:]}."


def _place(page: PageOutline, beside: PageSection | None, where: str, name: str) -> tuple[str, int]:
    if beside is not None:
        return beside.parent, beside.index + (where == "after")
    if name in ("nav", "footer"):
        mine = [one for one in page.sections if one.parent == page.root]
        return page.root, 0 if name == "nav" else max((one.index for one in mine), default=-1) + 1
    inner = [one for one in page.sections if one.tag not in ("header", "footer", "nav")]
    if not inner:
        return page.root, 0
    last = inner[-1]
    return last.parent, last.index + (0 if "cta" in last.id else 1)


def page_brief(request: Request, page: PageOutline, wanted: AskedSections) -> PageBrief:
    """Return what a page that stands is about, from what it says, with one section more."""
    known = [one.id for one in page.sections if one.id in SECTIONS]
    text = f"{page.title} {' '.join(one.text for one in page.texts[:60])}"
    brand = next((one.text for one in page.texts if "brand" in one.classes), page.title)
    sections = tuple(dict.fromkeys([*known, *wanted.sections]))
    brief = PageBrief(request.language, brand, brand, trade_of(text), sections, own=wanted.own)
    return replace(brief, asked=wanted)


def _look(brief: PageBrief, page: PageOutline, tablet: str) -> PageLook | None:
    """Return the look of a page: its corners and the prefix of its names; None where it has other tokens."""
    classes = " ".join(one.classes for one in page.sections)
    prefix = re.search(r"\bd-(?:([a-z0-9-]+)-)?sec\b", classes)
    start = f"{prefix[1]}-" if prefix and prefix[1] else ""
    if any(f"--{start}{name}:" not in page.css for name in ("paper", "accent", "deep-soft")):
        return None
    corners = "round" if f"d-{start}round" in classes else "square"
    fitting = [name for name, one in sorted(LOOKS["look"].items()) if one["corners"] == corners]
    name = look_of(brief) if look_of(brief) in fitting else fitting[0]
    return PageLook(name, start.rstrip("-"), tablet)
