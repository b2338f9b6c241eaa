"""What a person finds by words and can go to, in whichever room it is."""

from collections.abc import Awaitable, Callable

from proofroom.access import Principal
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.runtime import PromptFacts


@dataclass(frozen=True, slots=True)
class Destination:
    """Something with a place in the app: `kind` is what it is in its room, `href` where it is shown."""

    room: str
    kind: str
    id: str
    title: str
    href: str
    detail: str = ""


FindDestinations = Callable[[Principal, ProjectId | None, str, int], Awaitable[list[Destination]]]
"""Finds what has some words and the principal may see, best first, at most so many."""

FindExcerpt = Callable[[PromptFacts, str, str], Awaitable[str | None]]
"""Returns the words of one of a room's things, by kind and id, for a prompt; empty where there are none.

None stands for what the run may not read and for what a stranger wrote: it is not even called by its name.
"""
