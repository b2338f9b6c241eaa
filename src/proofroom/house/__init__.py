"""What a room is: `House`, what lower floors offer it, and `Room`, what it brings. Types only.

A room's `room.py` has one function, `room(house) -> Room`; `wiring` walks the rooms and knows nothing else of
them. It must not know any room that is built on it, and it decides nothing.
"""

from proofroom.house.brings import LookAtCall, LoopPorts, PreviewOfCall, RetentionRule, Room, Sweep, late_look
from proofroom.house.destinations import Destination, FindDestinations, FindExcerpt
from proofroom.house.offers import House, Plug
from proofroom.house.system_agents import SystemAgent
from proofroom.house.uses import FindUses, Use

__all__ = [
    "Destination",
    "FindDestinations",
    "FindExcerpt",
    "FindUses",
    "House",
    "LookAtCall",
    "LoopPorts",
    "Plug",
    "PreviewOfCall",
    "RetentionRule",
    "Room",
    "Sweep",
    "SystemAgent",
    "Use",
    "late_look",
]
