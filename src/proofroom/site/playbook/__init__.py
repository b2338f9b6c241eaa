"""What the offline model can do with a site: pages from a sentence, and the usual changes.

Sections, drawings, colours and texts are files (`sections`, `art`, `looks.toml`, `trades.toml`,
`words.toml`); which of them a page gets follows from its sentence alone. It must not know documents or Git:
tools are all it has, as any model.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from proofroom.providers.offline import Answer, Ask, Plan, Playbook, Request, Result, Skill, read_playbook
from proofroom.providers.offline.plan import is_open
from proofroom.providers.offline.sentence import plain
from proofroom.providers.offline.table import refused
from proofroom.site.playbook import adding, amend, binding, change, checking, pages, tone
from proofroom.site.playbook.build import build_page, describes_page
from proofroom.site.playbook.listed import is_making
from proofroom.site.playbook.making import make_change
from proofroom.site.playbook.named import as_usual, read_change
from proofroom.site.playbook.outline import PageOutline, look_at_page
from proofroom.site.playbook.retold import read_replaced, replace_section, retold
from proofroom.site.playbook.translate import translate_page
from proofroom.site.playbook.wished import LOOKS, wish_of
from proofroom.site.playbook.wishes import read_wishes

__all__ = ["site_playbook"]

PLANS = {
    "build_page": build_page,
    "change_value": amend.change_value,
    "remove_item": amend.remove_item,
    "add_item": amend.add_item,
    "replace_section": replace_section,
    "change_text": change.change_text,
    "change_colour": change.change_colour,
    "change_space": change.change_space,
    "apply_css": change.apply_css,
    "move_section": adding.move_or_place,
    "remove_section": change.remove_section,
    "swap_sections": change.swap_sections,
    "place_section": adding.place_section,
    "add_section": adding.add_section,
    "add_entries": adding.add_entries,
    "translate_page": translate_page,
    "change_tone": tone.change_tone,
    "remove_link": tone.remove_link,
    "bind_cards": binding.bind_cards,
    "list_pages": pages.list_pages,
    "tell_page": pages.tell_page,
    "rename_page": pages.rename_page,
    "add_page": pages.add_page,
    "delete_page": pages.delete_page,
    "tell_publishing": pages.tell_publishing,
    "tell_undo": pages.tell_undo,
    "check_pages": checking.check_pages,
    "tell_languages": checking.tell_languages,
}
_WISHED, _NAMED, _LISTED, _ROW, _ADDED, _SEVERAL = 0.6, 0.9, 0.94, 0.95, 0.96, 0.99
"""Above what a sentence of the usual shape is sure of: its parts are found in any. “List the articles on this
page” asks for no page to be told.
"""


def site_playbook() -> Playbook:
    """Return the room's skills."""
    read = read_playbook(
        "site", "proofroom.site.playbook", {name: _or_wished(one) for name, one in PLANS.items()}
    )
    described = Skill("describe_page", describes_page, lambda request: build_page(request, {}))
    named = Skill("change_named", _names_change, _change_named)
    row = Skill("change_row", _names_row, _change_row)
    wished = Skill(
        "make_change", _is_wished, _change_wished, "ability.make_change", ("applyCss", "updateNodeProps")
    )
    return Playbook(read.room, (*read.skills, described, named, row, wished))


def _is_wished(request: Request) -> float:
    wish = wish_of(request)
    if wish is None:
        return 0.0
    is_page = describes_page(request) or is_making(plain(request.text))
    return (
        _SEVERAL if not is_page and read_wishes(request.text) else _ADDED if wish.order == "add" else _WISHED
    )


def _or_wished(
    plan: Callable[[Request, Mapping[str, Any]], Plan],
) -> Callable[[Request, Mapping[str, Any]], Plan]:
    """Return a plan that leaves what it has to ask about to the reader of any part of a page."""

    def tried(request: Request, said: Mapping[str, Any]) -> Plan:
        return (yield from _first_done(plan(request, said), request))

    return tried


def _first_done(plan: Plan, request: Request) -> Plan:
    seen = dict[str, Result]()
    end = yield from _seeing(plan, {}, seen)
    is_asked = isinstance(end, Ask) and not end.offers
    if not is_asked or _WROTE in seen or wish_of(request) is None:
        return end
    other = yield from _seeing(_change_wished(request), seen, {})
    is_vague = is_open(other) and not (isinstance(other, Ask) and (other.offers or not other.leaves_words))
    return end if is_vague else other


def _seeing(plan: Plan, known: Mapping[str, Result], seen: dict[str, Result]) -> Plan:
    """Go through a plan, noting what it looks at; what another one has looked at is not looked at again."""
    try:
        wanted = next(plan)
        while True:
            calls = wanted if isinstance(wanted, list) else [wanted]
            if all(repr(call) in known for call in calls):
                results = [known[repr(call)] for call in calls]
                given: Any = results if isinstance(wanted, list) else results[0]
            else:
                given = yield wanted
                results = given if isinstance(wanted, list) else [given]
            for call, result in zip(calls, results, strict=True):
                seen[repr(call) if call.tool in LOOKS else _WROTE] = result
            wanted = plan.send(given)
    except StopIteration as end:
        return cast("Answer | Ask", end.value)


_WROTE = "wrote"


def _change_wished(request: Request) -> Plan:
    wish = wish_of(request)
    page: PageOutline | Result = yield from look_at_page(request)
    assert wish is not None
    if isinstance(page, Result):
        return refused(request, page)
    first, *more = read_wishes(request.text) or [wish]
    return (yield from make_change(request, first, page, *more))


def _names_change(request: Request) -> float:
    if request.scope != "site" or not request.can("updateNodeProps", "moveNode", "insertHtml"):
        return 0.0
    if (plainer := retold(request.text)) and (found := read_change(plainer)):
        return _ROW if found.kind == "place_section" else 0.0
    found = read_change(request.text)
    return 0.0 if found is None else _LISTED if found.kind == "add_entries" else _NAMED


def _names_row(request: Request) -> float:
    if request.scope != "site" or not request.can("updateNodeProps", "deleteNode", "duplicateNode"):
        return 0.0
    return _ROW if _row_change(request.text) else 0.0


def _row_change(text: str) -> tuple[str, dict[str, str]] | None:
    """Return which change of a row a request is, and what it names."""
    if gone := amend.read_gone(text):
        return "remove_item", {"item": gone}
    if replaced := read_replaced(text):
        return "replace_section", {"old": replaced[0], "new": replaced[1]}
    item, place, after = amend.read_into(text)
    if after:
        return "add_item", {"item": item, "list": place, "after": after}
    return ("change_value", {}) if amend.read_value(text) else None


def _change_row(request: Request) -> Plan:
    found = _row_change(request.text)
    assert found is not None
    kind, said = found
    return (yield from _first_done(PLANS[kind](request, said), request))


def _change_named(request: Request) -> Plan:
    if (plainer := retold(request.text)) and (found := read_change(plainer)):
        return (
            yield from _first_done(PLANS[found.kind](replace(request, text=plainer), found.said), request)
        )
    found = read_change(request.text)
    assert found is not None
    usual = replace(request, text=as_usual(request.text))
    return (yield from _first_done(PLANS[found.kind](usual, found.said), usual))
