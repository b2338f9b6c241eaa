"""Smaller wishes about a page: a section in dark, a link out of the menu."""

import re
from collections.abc import Mapping
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from proofroom.providers.offline import Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.providers.offline.slots import quoted
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.amend import take_out
from proofroom.site.playbook.change import no_section, told
from proofroom.site.playbook.items import items_of, named_items
from proofroom.site.playbook.outline import PageOutline, PageText, look_at_page

_DARK: Final = re.compile(r"\bd-(?:[a-z0-9-]+-)?dark\b")
_ALONE: Final = ("top", "cta")
"""Sections whose words stand on the section itself, and on no card that keeps its own colour."""


def change_tone(request: Request, said: Mapping[str, Any]) -> Plan:
    """Let a section stand in the dark colours of the design."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    section = page.named(str(said["place"]))
    if section is None:
        return no_section(request, page, str(said["place"]))
    prefix = re.search(r"\bd-(?:([a-z0-9-]+)-)?sec\b", section.classes)
    name = f"d-{prefix[1]}-dark" if prefix and prefix[1] else "d-dark"
    can = said["tone"] == "darker" and section.id in _ALONE and re.search(rf"\.{name}\s*\{{", page.css)
    if not can or _DARK.search(section.classes):
        return Ask(request.say("answer.site.no_tone", section=section.label))
    made: Result = yield Call("assignClass", {"nodeId": section.uid, "classId": name})
    return told(request, made, "answer.site.darker", section=section.label)


def remove_link(request: Request, said: Mapping[str, Any]) -> Plan:
    """Take a link out of the menu; the section that it led to stays."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    menu = [one for part in page.sections if part.tag in ("header", "nav") for one in part.texts]
    links = [one for one in menu if one.tag == "a" and not re.search(r"\b\S*(?:skip|brand)\b", one.classes)]
    wanted = tokens(plain(str(said["link"])))
    found = [one for one in links if wanted and _names(one, wanted)]
    if not found and named_items(items_of(page), str(said["link"])):  # “menü” is what there is to eat, too
        return (yield from take_out(request, page, str(said["link"])))
    if len(found) != 1:
        listed = quoted(one.text for one in links)
        return Ask(request.say("answer.site.no_link", said=said["link"], listed=listed or "–"))
    made: Result = yield Call("deleteNode", {"nodeId": _item_of(page, found[0])})
    return told(request, made, "answer.site.unlinked", link=found[0].text)


def _names(link: PageText, wanted: list[str]) -> bool:
    known = tokens(plain(link.text))
    return all(any(alike(one, other) for other in known) for one in wanted)


def _item_of(page: PageOutline, link: PageText) -> str:
    """Return the item of the menu that holds nothing but a link, else the link itself."""
    node = LexborHTMLParser(page.html).css_first(f'[uid="{link.uid}"]')
    item = node.parent if node else None
    if item is not None and item.tag == "li" and len(list(item.iter(include_text=False))) == 1:
        return item.attributes.get("uid") or link.uid
    return link.uid
