"""Regular expressions that are compiled when they are first used.

A module names its patterns at its top, and most processes never use most of them: compiling some six hundred
was a tenth of a studio's start. Use it for what is long; a short one costs less than the look at it.
"""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    late_pattern = re.compile
else:

    def late_pattern(source, flags=0):
        """Return what does as `re.compile` of the same; functions of `re` itself do not take it."""
        return _Late(source, flags)


_OFFERED = [
    "match",
    "search",
    "fullmatch",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
    "pattern",
    "flags",
    "groups",
    "groupindex",
]


class _Late:
    """A pattern that has not been used yet; afterwards it holds the methods of the real one."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(self._source, self._flags)
        for each in _OFFERED:
            setattr(self, each, getattr(made, each))
        return getattr(made, name)
