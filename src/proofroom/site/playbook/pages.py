"""Whole pages: which there are, what is on one, and giving one another title or taking it away."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.outline import PageOutline, look_at_page, named_page, page_name
from proofroom.site.playbook.titles import address_of

Json = dict[str, Any]
_LISTED, _SHOWN = 40, 160


def list_pages(request: Request, said: Mapping[str, Any]) -> Plan:
    """Name the pages, then the templates and components."""
    listed: Result = yield Call("list_documents")
    if not listed.ok:
        return refused(request, listed)
    pages = [one for one in listed.rows("documents") if one["document"]["type"] == "page"]
    others = [one for one in listed.rows("documents") if one["document"]["type"] != "page"]
    lines = [f"- {page_name(one)} ({_address(one)})" for one in pages[:_LISTED]]
    told = request.say("answer.site.pages", count=len(pages)) + "\n" + "\n".join(lines)
    if others:
        names = ", ".join(page_name(one) for one in others[:_LISTED])
        told += "\n" + request.say("answer.site.other_documents", names=names)
    return Answer(told)


def tell_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say what stands on a page, section by section."""
    listed: Result = yield Call("list_documents")
    if not listed.ok:
        return refused(request, listed)
    meant = named_page(request.text, listed.rows("documents"))
    if meant is None:
        return Ask(_which(request, listed.rows("documents")))
    page = yield from look_at_page(request, str(meant["document"]["id"]))
    if isinstance(page, Result):
        return refused(request, page)
    return Answer(request.say("answer.site.page", page=page_name(meant)) + "\n" + _outline(page))


def rename_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Give the named page another title; its address stays."""
    found = yield from _named(request, str(said["page"]))
    if isinstance(found, (Answer, Ask)):
        return found
    title = _title(request, said)
    given = {"pageId": found["document"]["id"], "title": title, "slug": found["slug"]}
    made: Result = yield Call("renamePage", given)
    if not made.ok:
        return refused(request, made)
    return Answer(request.say("answer.site.page_renamed", page=page_name(found), title=title))


def add_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Add an empty page."""
    title = _title(request, said)
    made: Result = yield Call("addPage", {"title": title, "slug": address_of(title)})
    if not made.ok:
        return refused(request, made)
    return Answer(request.say("answer.site.page_added", title=title))


def delete_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Take the named page away."""
    found = yield from _named(request, str(said["page"]))
    if isinstance(found, (Answer, Ask)):
        return found
    made: Result = yield Call("deletePage", {"pageId": found["document"]["id"]})
    if not made.ok:
        return refused(request, made)
    return Answer(request.say("answer.site.page_deleted", page=page_name(found)))


def tell_publishing(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say where a person publishes: no tool of an agent does."""
    yield from ()
    return Answer(request.say("answer.site.publishing"))


def tell_undo(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say where a turn is taken back as one step."""
    yield from ()
    return Answer(request.say("answer.site.undo"))


def _title(request: Request, said: Mapping[str, Any]) -> str:
    """Return the title that a request gives: what it quotes, else its words."""
    quotes = Sentence(request.text).quotes
    return quotes[-1].value if quotes else str(said.get("title") or "")


def _named(request: Request, words: str) -> Generator[Call, Result, Json | Answer | Ask]:
    """Return the page that words mean, or what to say instead."""
    listed = yield Call("list_documents")
    if not listed.ok:
        return refused(request, listed)
    pages: list[Json] = [one for one in listed.rows("documents") if one["document"]["type"] == "page"]
    return named_page(f"{words} page", pages) or Ask(_which(request, pages))


def _which(request: Request, documents: Sequence[Mapping[str, Any]]) -> str:
    pages = [one for one in documents if one["document"]["type"] == "page"]
    return request.say("answer.site.which_page", names=", ".join(page_name(one) for one in pages[:_LISTED]))


def _outline(page: PageOutline) -> str:
    lines: list[str] = []
    for section in page.sections:
        texts = [one.text for one in section.texts if one.text != section.heading]
        rest = " ".join(texts)
        shown = rest if len(rest) <= _SHOWN else rest[:_SHOWN].rsplit(" ", 1)[0] + " …"
        lines.append(f"- **{section.label}**: {shown}" if shown else f"- **{section.label}**")
    return "\n".join(lines)


def _address(one: Mapping[str, Any]) -> str:
    return "/" if one.get("isHomepage") else f"/{one.get('slug', '')}"
