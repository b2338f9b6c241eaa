"""What the offline model can do with a site: pages from a sentence, and the usual changes.

Sections, drawings, colours and texts are files (`sections`, `art`, `looks.toml`, `trades.toml`,
`words.toml`); which of them a page gets follows from its sentence alone. It must not know documents or Git:
tools are all it has, as any model.
"""

from proofroom.providers.offline import Plan, Playbook, Request, Skill, read_playbook
from proofroom.site.playbook import adding, change, checking, pages, tone
from proofroom.site.playbook.build import build_page, describes_page
from proofroom.site.playbook.named import read_change
from proofroom.site.playbook.sizes import change_size
from proofroom.site.playbook.translate import translate_page

__all__ = ["site_playbook"]

PLANS = {
    "build_page": build_page,
    "change_text": change.change_text,
    "change_colour": change.change_colour,
    "change_space": change.change_space,
    "apply_css": change.apply_css,
    "move_section": change.move_section,
    "remove_section": change.remove_section,
    "swap_sections": change.swap_sections,
    "place_section": adding.place_section,
    "add_section": adding.add_section,
    "add_entries": adding.add_entries,
    "translate_page": translate_page,
    "change_size": change_size,
    "change_tone": tone.change_tone,
    "remove_link": tone.remove_link,
    "bind_cards": tone.bind_cards,
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
_NAMED, _LISTED = 0.9, 0.94
"""Above what a sentence of the usual shape is sure of: its parts are found in any. “List the articles on this
page” asks for no page to be told.
"""


def site_playbook() -> Playbook:
    """Return the room's skills."""
    read = read_playbook("site", "proofroom.site.playbook", PLANS)
    described = Skill("describe_page", describes_page, lambda request: build_page(request, {}))
    named = Skill("change_named", _names_change, _change_named)
    return Playbook(read.room, (*read.skills, described, named))


def _names_change(request: Request) -> float:
    if request.scope != "site" or not request.can("updateNodeProps", "moveNode", "insertHtml"):
        return 0.0
    found = read_change(request.text)
    return 0.0 if found is None else _LISTED if found.kind == "add_entries" else _NAMED


def _change_named(request: Request) -> Plan:
    found = read_change(request.text)
    assert found is not None
    return (yield from PLANS[found.kind](request, found.said))
