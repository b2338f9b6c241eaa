"""Building a page from a sentence: the design system first, then one insert per section."""

import itertools
import re
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any, cast

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import plain
from proofroom.providers.offline.slots import value_at
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.brief import PageBrief, read_brief
from proofroom.site.playbook.contents import label_of, title_of
from proofroom.site.playbook.copy import (
    LOOKS,
    TABLET,
    PageLook,
    look_of,
    loop_rows,
    palette_of,
    write_section,
)
from proofroom.site.playbook.kept import left_out, with_note
from proofroom.site.playbook.listed import ITEM
from proofroom.site.playbook.template import COLOURS
from proofroom.site.playbook.titles import address_of

Json = dict[str, Any]
_Inserted = Generator[Call | list[Call], Any, Result | None]
_DESCRIBES, _KNOWN, _LISTED = 0.8, 2, 3
_CHANGES = re.compile(
    r"\W*(?:please |can you |could you |lutfen )*(?:add|move|remove|delete|translate|change|replace"
    r"|apply|rename|swap|take"
    r"|turn|insert|drop|put the|show the|list the|bring|shift)\b"
    r"|.*\b(?:this page|current page|bu sayfa\w*|sayfaya|siteye)\b"
    r"|.*\b(?:sil|kaldir"
    r"|tasi|cevir|degistir)\w*\W*$"
)
_ASKS = re.compile(
    r"\W*(?:please |can you |could you |lutfen )*(?:which|what|how|why|when|is|are|do|does)\b"
    r"|.*\b(?:kac|neler|hangi)\b.*\?\W*$"
)
_OF_A_PAGE = re.compile(r"\b(?:page|site|website|webpage|one-?pager|homepage|sayfa\w*|site\w*)\b")
_THIS_ONE = re.compile(r"\b(?:the|this|our|my) (?:page|site|website|homepage)\b")
_A_NEW_ONE = re.compile(
    r"\b(?:an?|another|new|one)\b(?: [\w-]+){0,5}? ?(?:pages?|sites?|website|one-?pager)\b"
)
"""“I'd like the page in a soft blue” is about the page that stands."""
TITLES = ("title", "name", "headline", "label")
TEXTS = ("summary", "description", "excerpt", "teaser", "subtitle")


def describes_page(request: Request) -> float:
    """Return how sure it is that a request describes a page without saying so: a place, and what it lists."""
    if request.scope != "site" or not request.can("insertHtml") or _CHANGES.match(plain(request.text)):
        return 0.0
    said, asked = plain(request.text), read_brief(request.text, request.language).asked
    if ITEM in asked.text and _OF_A_PAGE.search(said.partition("\n")[0]) and len(asked.sections) > 1:
        return _DESCRIBES  # a page, and line by line what it has
    if _ASKS.match(said):
        return 0.0
    known = [one for one in (*asked.sections, *asked.pages) if one not in asked.own]
    return _DESCRIBES if len(known) >= _KNOWN and len(asked.sections) >= _LISTED else 0.0


def build_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Plan a page: look at the site, set its tokens, insert its sections."""
    brief = read_brief(request.text, request.language)
    known: list[Result] = yield [Call("list_documents"), Call("list_breakpoints"), Call("list_loop_sources")]
    page, root = _empty_target(known[0])
    if page is None:
        made: Result = yield Call("addPage", {"title": brief.name, "slug": address_of(brief.name)})
        if not made.ok:
            return refused(request, made)
        page, root = made.data["pageId"], made.data["rootNodeId"]
    read: Result = yield Call("read_document", {"document": {"type": "page", "id": page}})
    is_empty = "<" not in _member(read, "html")
    if not is_empty and _THIS_ONE.search(plain(request.text)) and not _A_NEW_ONE.search(plain(request.text)):
        return Ask(request.say("answer.site.what_change"))
    if not is_empty:  # the homepage has something on it already: build beside it
        made = yield Call("addPage", {"title": brief.name, "slug": address_of(brief.name)})
        if not made.ok:
            return refused(request, made)
        page, root = made.data["pageId"], made.data["rootNodeId"]
    css = _member(read, "css")
    look = choose_look(brief, css, known[1])
    named = Call("renamePage", {"pageId": page, "title": brief.name})
    results: list[Result] = yield [named, *design_system(brief, look, css)]
    failed = next((one for one in results if not one.ok), None)
    if failed is not None:
        return refused(request, failed)
    brief = replace(brief, beside=_slugs(brief, known[0]))
    rows = _rows(known[2])
    is_framed = _is_framed(known[0])
    outcome = yield from _insert(brief, look, str(root), rows, is_framed=is_framed)
    for one in brief.beside if outcome is None else ():
        made = yield Call("addPage", {"title": title_of(brief, one), "slug": brief.beside[one]})
        if not made.ok:
            return refused(request, made)
        outcome = yield from _insert(
            page_beside(brief, one), look, made.data["rootNodeId"], rows, is_framed=is_framed
        )
    if isinstance(outcome, Result):
        return refused(request, outcome)
    return Answer(_told(request, brief))


def page_beside(brief: PageBrief, section: str) -> PageBrief:
    """Return the page on which one thing stands by itself, in the look of the first one."""
    facts = replace(brief.facts, headline=title_of(brief, section))
    ends = [one for one in ("contact", "footer") if one == "contact" or one in brief.sections]
    sections = ("nav", "hero", section, *ends) if "nav" in brief.sections else ("hero", section, *ends)
    sections = tuple(dict.fromkeys(sections))
    return replace(brief, sections=sections, facts=facts, here=section)


def _slugs(brief: PageBrief, listed: Result) -> dict[str, str]:
    """Return the addresses of the pages beside the first one; none that is taken."""
    taken = {str(one.get("slug") or "") for one in listed.rows("documents")}
    slugs = dict[str, str]()
    for one in brief.asked.pages:
        name = address_of(title_of(brief, one))
        free = (f"{name}-{number}" if number > 1 else name for number in itertools.count(1))
        slugs[one] = next(slug for slug in free if slug not in taken)
        taken.add(slugs[one])
    return slugs


def _insert(brief: PageBrief, look: PageLook, root: str, rows: str, *, is_framed: bool) -> _Inserted:
    """Insert the frame of the page, then its sections one by one. Returns the call that failed, or None.

    Where a template puts a head and a foot around every page, the page has none of its own unless asked for.
    """
    around = {"nav", "footer"} - (brief.named if is_framed else frozenset())
    inner = [one for one in brief.sections if one not in around] or ["hero"]
    first = "nav" if "nav" in brief.sections and not is_framed else inner[0]
    written = {one: _written(one, brief, look, rows, first=one == first) for one in brief.sections}
    if not brief.here:
        written |= {one: with_note(written[one], note) for one, note in left_out(brief, written).items()}
    calls = list[Call]()
    if "nav" in written and not is_framed:
        calls.append(Call("insertHtml", {"parentId": root, "html": written["nav"]}))
    html = written.get(inner[0]) or _written(inner[0], brief, look, rows, first=True)
    if not is_framed:
        body = "" if look.prefix else "<style>body { background-color: var(--paper); }</style>"
        html = f'{body}<main id="main">{html}</main>'
    calls.append(Call("insertHtml", {"parentId": root, "html": html}))
    results: list[Result] = yield calls
    if failed := next((one for one in results if not one.ok), None):
        return failed
    parent = root if is_framed else _first_id(results[-1])
    after = [(parent, one) for one in inner[1:]]
    if "footer" in written and not is_framed:
        after.append((root, "footer"))
    for place, section in after:
        made: Result = yield Call("insertHtml", {"parentId": place, "html": written[section]})
        if not made.ok:
            return made
    return None


def _written(section: str, brief: PageBrief, look: PageLook, rows: str, *, first: bool) -> str:
    extra = {"rows": rows} if brief.form_of(section) == "posts" and rows else None
    return write_section(section, brief, look, extra, first=first)


def choose_look(brief: PageBrief, css: str, breakpoints: Result) -> PageLook:
    """Return the look for a site: a prefix where it has colours of its own, its own tablet width."""
    has_colours = re.search(r"--[\w-]+-d-1:", css) is not None
    is_ours = all(f"--{name}:" in css for name in COLOURS)
    prefix = (
        re.sub(r"[^a-z0-9]+", "-", plain(brief.name)).strip("-")[:16] if has_colours and not is_ours else ""
    )
    return PageLook(look_of(brief), prefix.strip("-"), tablet_of(breakpoints))


def tablet_of(breakpoints: Result) -> str:
    """Return the query of the width where columns no longer fit."""
    for one in breakpoints.rows("breakpoints"):
        width = one.get("width")
        if isinstance(width, int | float) and 600 <= width <= 1100:
            return str(one.get("mediaQuery") or f"(max-width: {width}px)")
    return TABLET


def design_system(brief: PageBrief, look: PageLook, css: str) -> list[Call]:
    """Return the calls that set what the site lacks of its tokens; what is there stays as it is."""
    own = LOOKS["look"][look.name]
    calls = list[Call]()
    palette = LOOKS["palette"][palette_of(brief)]
    named = {f"{look.prefix}-{slug}" if look.prefix else slug: value for slug, value in palette.items()}
    missing = [
        {"slug": slug, "lightValue": value} for slug, value in named.items() if f"--{slug}:" not in css
    ]
    if missing:
        calls.append(Call("set_color_tokens", {"tokens": missing}))
    if "--text-4xl:" not in css:
        calls.append(Call("set_type_scale", {"namingConvention": "text", **own["type"]}))
    if "--space-4xl:" not in css:
        calls.append(Call("set_spacing_scale", {"namingConvention": "space"}))
    fonts = [
        {"name": name, "fallback": own[name]} for name in ("display", "body") if f"--font-{name}:" not in css
    ]
    if fonts:
        calls.append(Call("set_font_tokens", {"tokens": fonts}))
    return calls or [Call("list_tokens", {"family": "fonts"})]


def _empty_target(listed: Result) -> tuple[str | None, str | None]:
    """Return the homepage, where a page may be built if it is empty."""
    for one in listed.rows("documents"):
        if one.get("isHomepage"):
            return one["document"]["id"], one["rootNodeId"]
    return None, None


def _is_framed(listed: Result) -> bool:
    """Tell whether a template puts the same head and foot around every page."""
    templates = [value_at(one, "template.target.kind") for one in listed.rows("documents")]
    return "everywhere" in templates


def _rows(sources: Result) -> str:
    """Return a loop over the first content model that has pages of its own, or nothing."""
    tables = cast("list[Json]", sources.rows("dataTables"))
    table = next((one for one in tables if one.get("routable")), tables[0] if tables else None)
    return table_loop(table, 3) if table else ""


def table_loop(table: Json, count: int) -> str:
    """Return a loop over a content model, with its title and its short text."""
    fields = [str(one.get("id")) for one in cast("list[Json]", table.get("fields") or [])]
    title = str(table.get("primaryFieldId") or "") or next((one for one in TITLES if one in fields), "slug")
    return loop_rows(str(table["id"]), title, next((one for one in TEXTS if one in fields), ""), count)


def _first_id(result: Result) -> str:
    found = re.search(r'"nodeIds":\s*\["([^"]+)"', result.text)
    return found[1] if found else ""


def _member(result: Result, name: str) -> str:
    data: Any = result.data
    return str(cast("Json", data).get(name) or "") if isinstance(data, dict) else ""


def _told(request: Request, brief: PageBrief) -> str:
    shown = [
        one
        for one in (*brief.sections, *brief.asked.pages)
        if brief.form_of(one) not in ("nav", "hero", "footer")
    ]
    listed = [label for one in shown if (label := label_of(brief, one))]
    text = request.say("answer.site.built", name=brief.name, sections=", ".join(listed), count=len(listed))
    known = {*(one for one, rows in brief.asked.rows.items() if rows), *brief.asked.prose}
    if bare := [title for one, title in brief.own.items() if one not in known]:
        text += " " + request.say("answer.site.own", what=", ".join(bare))
    return text
