"""What the offline model can do with a site: pages from a sentence, and the usual changes.

Sections, drawings, colours and texts are files (`sections`, `art`, `looks.toml`, `trades.toml`,
`words.toml`); which of them a page gets follows from its sentence alone. It must not know documents or Git:
tools are all it has, as any model.
"""

from dataclasses import replace

from proofroom.providers.offline import Plan, Playbook, Request, Skill, read_playbook
from proofroom.site.playbook import adding, amend, binding, change, checking, pages, tone
from proofroom.site.playbook.build import build_page, describes_page
from proofroom.site.playbook.named import read_change
from proofroom.site.playbook.retold import read_replaced, replace_section, retold
from proofroom.site.playbook.sizes import change_size
from proofroom.site.playbook.translate import translate_page

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
    "change_size": change_size,
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
_NAMED, _LISTED, _ROW = 0.9, 0.94, 0.95
"""Above what a sentence of the usual shape is sure of: its parts are found in any. “List the articles on this
page” asks for no page to be told.
"""


def site_playbook() -> Playbook:
    """Return the room's skills."""
    read = read_playbook("site", "proofroom.site.playbook", PLANS)
    described = Skill("describe_page", describes_page, lambda request: build_page(request, {}))
    named = Skill("change_named", _names_change, _change_named)
    row = Skill("change_row", _names_row, _change_row)
    return Playbook(read.room, (*read.skills, described, named, row))


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
    return (yield from PLANS[kind](request, said))


def _change_named(request: Request) -> Plan:
    if (plainer := retold(request.text)) and (found := read_change(plainer)):
        return (yield from PLANS[found.kind](replace(request, text=plainer), found.said))
    found = read_change(request.text)
    assert found is not None
    return (yield from PLANS[found.kind](request, found.said))
