"""Whether a sentence that has the words of an order is one: nobody is taken at a word that takes it back.

"We might archive it", "should we?", "silmiştik", "yayınlanmasın": the rules stand in `mood.toml`.
"""

import re
from functools import lru_cache
from typing import Final

from proofroom.providers.offline.lexicon import read_toml

_TABLE: Final = read_toml("proofroom.providers.offline", "mood.toml")
_READS: Final = ["listele", "goster", "bul", "sirala", "getir"]
_STEMS: Final = "|".join(
    sorted(
        {
            stem[:-1] + "[td]" if stem.endswith("t") else stem
            for stem in read_toml("proofroom.providers.offline", "plainly.toml")["turkish"]["stems"].split()
            if (len(stem) > 2 and stem not in _READS) or stem in ("al", "ac")
        }
        | {"yukle", "birlestir", "reddet", "reddedil", "kabul et"},
        key=len,
        reverse=True,
    )
)


def _compiled(patterns: list[str]) -> re.Pattern[str]:
    joined = "|".join(patterns)
    return re.compile(joined.replace("{verb}", f"(?:{_STEMS})").replace("{voice}", _TABLE["voice"]))


_GIVEN: Final = re.compile(r":\s+(?:\S+\s+){2,}\S+\s*$")
"""A text behind a colon is what is given, and not what is said about it."""
_WAITS: Final = _compiled(_TABLE["waits"])
_ENGLISH: Final = _compiled(_TABLE["english"])
_TURKISH: Final = _compiled(_TABLE["turkish"])


@lru_cache(maxsize=256)
def no_order_in(said: str) -> str:
    """Return the words of a plain text that make it no order; nothing where it is one."""
    given = _GIVEN.sub("", said)
    found = _WAITS.search(said) or _ENGLISH.search(given) or _TURKISH.search(given)
    return found[0].strip(" ,.;:!?") if found else ""
