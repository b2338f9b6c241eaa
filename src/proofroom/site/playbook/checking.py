"""Questions about the state of a site: what is broken on it, and which languages a page has."""

import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.outline import PageOutline, look_at_page, named_page, page_name

Json = dict[str, Any]
_READ, _SHOWN = 40, 20
_OTHER: Final = re.compile(r"^(?:https?:|mailto:|tel:|//|#?$)|[{}]|\.\w{1,5}$")
"""Addresses outside, those that are filled in when the page is shown, and files."""


def check_pages(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say which links lead nowhere, which pictures have no alternative text and which pages are empty."""
    listed: Result = yield Call("list_documents")
    if not listed.ok:
        return refused(request, listed)
    documents: list[Json] = listed.rows("documents")
    paths = {"", *(str(one.get("slug") or "") for one in documents)}
    found, read = list[str](), 0
    for one in documents[:_READ]:
        page = yield from _page(request, one)
        if isinstance(page, Result):
            return refused(request, page)
        read += 1
        found += [request.say(key, page=page_name(one), what=what) for key, what in _wrong(page, paths)]
    if not found:
        return Answer(request.say("answer.site.nothing_broken", count=read))
    lines = "\n".join(f"- {line}" for line in found[:_SHOWN])
    more = len(found) - _SHOWN
    rest = "\n" + request.say("answer.site.more_broken", count=more) if more > 0 else ""
    return Answer(request.say("answer.site.broken", count=len(found)) + "\n" + lines + rest)


def _page(request: Request, one: Json) -> Generator[Call | list[Call], Any, PageOutline | Result]:
    return (yield from look_at_page(request, str(one["document"]["id"])))


def _wrong(page: PageOutline, paths: set[str]) -> Iterator[tuple[str, str]]:
    body = LexborHTMLParser(f"<body>{page.html}</body>").body
    if body is None:
        return
    ids = {one.attributes.get("id") for one in body.css("[id]")}
    for link in body.css("a[href]"):
        href = link.attributes.get("href") or ""
        if _OTHER.search(href) or not link.attributes.get("uid"):
            continue
        path, _, place = href.partition("#")
        steps = path.strip("/").split("/")
        is_page = path.startswith("/") and len(steps) == 1
        if (is_page and steps[0] not in paths) or (not path and place not in ids):
            yield "answer.site.broken_link", f"{(link.text() or '').strip()} → {href}"
    for picture in body.css("img"):
        if picture.attributes.get("alt") is None and picture.attributes.get("uid"):
            yield "answer.site.no_alt", picture.attributes.get("src") or "img"


def tell_languages(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say in which languages a page stands: by itself, or as a page that is its translation."""
    listed: Result = yield Call("list_documents")
    if not listed.ok:
        return refused(request, listed)
    pages: list[Json] = [one for one in listed.rows("documents") if one["document"]["type"] == "page"]
    meant = named_page(request.text, pages)
    if meant is None:
        names = ", ".join(page_name(one) for one in pages[:_READ])
        return Ask(request.say("answer.site.which_page", names=names))
    name = page_name(meant)
    if not meant.get("locales"):
        return Answer(request.say("answer.site.every_language", page=name))
    group = meant.get("translation")
    others = [one for one in pages if group and one.get("translation") == group]
    shown = ", ".join(
        f"{page_name(one)} (/{one['slug']}, {' '.join(one['locales'])})" for one in others or [meant]
    )
    return Answer(request.say("answer.site.languages", page=name, shown=shown))
