"""What lower floors offer a room, and what rooms have brought so far."""

from collections.abc import Callable
from dataclasses import field
from typing import TypeVar, cast

from proofroom.access import Access
from proofroom.connections import Connections, Defaults
from proofroom.durable import Engine
from proofroom.house.brings import Room
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.models import Models
from proofroom.providers.openers import Openers
from proofroom.repository import Repositories
from proofroom.reviews import Approvals, Budgets, Inbox, Links, Proposals, Stops
from proofroom.reviews.undo import Undo
from proofroom.runtime import Chat
from proofroom.runtime.flow.flows import Flows
from proofroom.runtime.rerun import Reruns
from proofroom.runtime.waiting import Waiting
from proofroom.store import Database
from proofroom.telemetry.usage import Usage
from proofroom.tools import Bridge, Registry
from proofroom.tools.mcp import Gateway

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class House:
    """Everything below the rooms, built; and the rooms that were built before the one that asks."""

    settings: Settings
    clock: Clock
    database: Database
    engine: Engine
    transport: Transport
    access: Access
    usage: Usage
    connections: Connections
    defaults: Defaults
    openers: Openers
    models: Models
    mcp: Gateway
    approvals: Approvals
    proposals: Proposals
    undo: Undo
    inbox: Inbox
    links: Links
    budgets: Budgets
    stops: Stops
    repositories: Repositories
    registry: Registry
    bridge: Bridge
    chat: Chat
    waiting: Waiting
    flows: Flows
    reruns: Reruns
    rooms: list[Room] = field(default_factory=list[Room])
    """In layer order. It grows while the house is built: whoever asks later finds all of them."""

    def get(self, kind: type[T]) -> T:
        """Return what a room offers by its class."""
        for room in self.rooms:
            for one in room.offers:
                if type(one) is kind:
                    return cast("T", one)
        raise LookupError(f"no room offers a {kind.__name__}")


Plug = Callable[[House], Room]
"""A room's one function, `room(house)`."""
