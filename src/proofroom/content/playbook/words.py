"""Content's table: the rules that tell what is asked, the skills, and the patterns that plans look for."""

import re
from typing import Final

from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.lexicon import LANGUAGES, WORDS, read_toml

TABLE: Final = read_toml("proofroom.content.playbook", "skills.toml")
ORDERS: Final = frozenset(name for name, one in TABLE["skill"].items() if one.get("order"))
"""What can be one part of several: orders that stand for themselves."""
_PARTS: Final = {
    **WORDS,
    **TABLE["part"],
    "languages": "|".join(LANGUAGES.values()),
    "months": "|".join(MONTHS),
}


def _compiled(alternatives: str | list[str]) -> re.Pattern[str]:
    text = alternatives if isinstance(alternatives, str) else "|".join(alternatives)
    return re.compile(re.sub(r"{([a-z_]+)}", lambda found: _PARTS[found[1]], text))


LOOK: Final = {name: _compiled(one) for name, one in TABLE["pattern"].items()}
"""Patterns by name."""


def seen(name: str, text: str) -> bool:
    """Tell whether a pattern of the table occurs in a text."""
    return LOOK[name].search(text) is not None


def unsaid(text: str, *names: str) -> str:
    """Return a text without what patterns of the table find in it; its length stays."""
    for name in names:
        text = LOOK[name].sub(lambda found: " " * len(found[0]), text)
    return text


def listed(name: str) -> frozenset[str]:
    """Return a list of words of the table."""
    return frozenset(TABLE["list"][name].split())
