"""The rooms of the house in layer order, and how each is taken in. Nothing else here knows a room."""

from collections.abc import Sequence
from importlib import import_module

from proofroom.house import House, LoopPorts, Plug, Room
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import add_folder

ROOMS = ("content", "media", "entities", "agents", "articles", "site", "evals")


def plugs() -> list[Plug]:
    """Return the one function of every room."""
    return [import_module(f"proofroom.{name}.room").room for name in ROOMS]


async def prepare_workspace(rooms: Sequence[Room], workspace_id: WorkspaceId) -> None:
    """Let every room put into a workspace what none is without, such as the system agents."""
    for room in rooms:
        for prepare in room.opening:
            await prepare(workspace_id)


def take_in(house: House, found: Sequence[Plug]) -> LoopPorts:
    """Build every room on those below it and hand out what it brings; return what the loop needs of them."""
    loop = dict[str, object]()
    for plug in found:
        room = plug(house)
        house.rooms.append(room)
        house.registry.add(room.tools)
        if room.strings is not None:
            add_folder(room.strings)
        for kind, reviewable in room.reviewables.items():
            house.proposals.add_kind(kind, reviewable)
        for one in room.formats:
            house.repositories.add_format(one)
        for source in room.inbox:
            house.inbox.add(source)
        for kind, find_right in room.links.items():
            house.links.add(kind, find_right)
        for name, flow in room.flows.items():
            house.flows.add(name, flow)
        house.waiting.add(*room.waits)
        if room.undo is not None:
            house.undo.add(room.undo)
        for one in room.more_undo:
            house.undo.add(one)
        loop |= {name: one for name in LoopPorts.__slots__ if (one := getattr(room.loop, name)) is not None}
    return LoopPorts(**loop)  # type: ignore[arg-type]
