"""A request for a section, put as the readers of changes know it: what is told of it stands behind a colon.

“Add a wine list after the menu with Chablis £9 and Barolo £14”, “The page needs a section on school visits:
…”, “Yorumlar ekle, fiyatlardan sonra gelsin”: one wish in other clauses. The words are in `rows.toml`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from proofroom.providers.offline import Plan, Request, Result
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import Sentence, plain
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.adding import add_section
from proofroom.site.playbook.change import no_section
from proofroom.site.playbook.outline import look_at_page

_TABLE: Final = read_toml("proofroom.site.playbook", "rows.toml")
_TOLD: Final = {
    language: [(re.compile(one["from"]), one["to"]) for one in lines]
    for language, lines in cast("dict[str, list[dict[str, str]]]", _TABLE["told"]).items()
}
_REPLACES: Final = {
    language: [re.compile(one) for one in lines]
    for language, lines in cast("dict[str, list[str]]", _TABLE["replaces"]).items()
}


def retold(text: str) -> str:
    """Return a request for a section in the usual order of its parts; empty where it is none."""
    said = re.sub(r"\s", " ", plain(text))
    if len(said) != len(text):
        return ""
    for pattern, form in _TOLD[language_of(text)]:
        if hit := pattern.match(said):
            parts = {name: text[slice(*hit.span(name))] if hit[name] else "" for name in hit.groupdict()}
            return re.sub(r"\s+", " ", form.format(**parts)).strip()
    return ""


def read_replaced(text: str) -> tuple[str, str] | None:
    """Return the section that goes and the one that comes in its place."""
    said = re.sub(r"\s", " ", plain(text))
    if Sentence(text).quotes or len(said) != len(text):
        return None
    hit = next((hit for pattern in _REPLACES[language_of(text)] if (hit := pattern.match(said))), None)
    return (text[slice(*hit.span("old"))], text[slice(*hit.span("new"))]) if hit else None


def replace_section(request: Request, said: Mapping[str, Any]) -> Plan:
    """Put a section in the place of another: the old one goes when the new one stands."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    old = page.named(str(said["old"]))
    if old is None:
        return no_section(request, page, str(said["old"]))
    wish = {"section": said["new"], "other": said["old"], "where": "after", "gone": old.uid}
    return (yield from add_section(request, wish, page))
