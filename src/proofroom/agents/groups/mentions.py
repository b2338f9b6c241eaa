"""Who is addressed in a message to several: pure decisions on its words."""

import re
from collections.abc import Sequence

from proofroom.agents.groups.types import GroupMember

ALL = ("all", "everyone", "herkes")
"""Words behind an @ that address every agent."""


def addressed(text: str, members: Sequence[GroupMember]) -> list[str]:
    """Return the agents that shall answer, in the order in which they are addressed.

    Nobody answers where only people are addressed; where nobody is, the first agent does.
    """
    agents = [one for one in members if one.kind == "agent"]
    if any(_at(text, word) >= 0 for word in ALL):
        return [one.member for one in agents]
    found = sorted((at, one.position, one.member) for one in agents if (at := _place(text, one)) >= 0)
    if found:
        return [member for _, _, member in found]
    is_for_people = any(_place(text, one) >= 0 for one in members if one.kind == "person")
    return [] if is_for_people else [one.member for one in agents[:1]]


def _place(text: str, member: GroupMember) -> int:
    names = [member.name, member.name.split(" ")[0]]
    if member.kind == "agent":
        names = [member.member, member.name]
    places = [at for name in names if name and (at := _at(text, name)) >= 0]
    return min(places, default=-1)


def _at(text: str, name: str) -> int:
    found = re.search(rf"(?<!\w)@{re.escape(name.casefold())}(?![\w-])", text.casefold())
    return found.start() if found else -1
