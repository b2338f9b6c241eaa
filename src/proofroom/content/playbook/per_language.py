"""One order that gives a text for each of two languages, as two orders: each is then read by itself."""

import re
from typing import Final

from proofroom.content.playbook.words import LOOK
from proofroom.providers.offline.sentence import Sentence

_QUOTED: Final = re.compile(r"^[\"“”'‘«].*[\"“”'’»]$", re.DOTALL)


def per_language(text: str) -> tuple[str, ...]:
    """Return the orders of a text: "to X in English and Y in Turkish" are two, most others are one."""
    masked = Sentence(text).masked
    for name in ("each_language", "other_language"):
        found = LOOK[name].match(masked)
        if found is None:
            continue
        head, first, second = (text[found.start(one) : found.end(one)] for one in ("head", "one", "two"))
        own = found.groupdict().get("own")
        place = f" in {own}" if own else ""
        return f"{head}{_quoted(first)}{place}", f"{head}{_quoted(second)} in {found['other']}"
    return (text,)


def _quoted(value: str) -> str:
    bare = value.strip(" ,;.")
    return bare if _QUOTED.match(bare) else f"“{bare}”"
