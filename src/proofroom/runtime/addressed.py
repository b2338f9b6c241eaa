"""Who answers a message that names nobody: every room says how surely it is meant, the surest answers."""

import re
from collections.abc import Awaitable, Callable, Iterable

from proofroom.access import Principal
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.scope import Scope
from proofroom.search.words import fold, words

MAYBE, NAMED, OWN, PLAIN = 0.5, 0.8, 0.85, 0.9
"""It may be about this room; it names a kind of thing; a thing of this project; what nobody else does."""
_MOST_ENDING = 5
"""Letters that a word may have behind what a thing is called."""

HowSure = Callable[[Principal, ProjectId | None, str], Awaitable[float]]
"""Returns how surely a message is for a room; 0 where it is not."""


@dataclass(frozen=True, slots=True)
class Addressed:
    """An agent, or the first one of a scope, and what tells how surely a message is for it."""

    scope: Scope
    how_sure: HowSure
    agent: str | None = None


def by_words(pattern: re.Pattern[str], *, one: float, several: float) -> HowSure:
    """Return what is as sure as there are different words of a kind in a message."""

    async def how_sure(_principal: Principal, _project_id: ProjectId | None, message: str) -> float:
        found = {match[0] for match in pattern.finditer(fold(message))}
        return 0.0 if not found else one if len(found) == 1 else several

    return how_sure


def names_one(message: str, names: Iterable[str]) -> bool:
    """Tell whether a message names one of these things, also in the plural or with an ending."""
    said = words(message)
    stems = ([re.sub(r"(?:ies|s|y)$", "", part) for part in words(name)] for name in names)
    return any(bool(each) and all(_is_said(stem, said) for stem in each) for each in stems)


def _is_said(stem: str, said: list[str]) -> bool:
    return any(word.startswith(stem) and len(word) - len(stem) <= _MOST_ENDING for word in said)
