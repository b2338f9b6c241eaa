"""A book of connections with a probe that a test can steer."""

from dataclasses import dataclass, field

import pytest

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.access.grants import permissions_of
from proofroom.connections import Connections, Defaults, NewConnection, Opened, Trial, fill, preset_for
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store import Database, load_keyring
from tests.clocks import FixedClock

FINE = Trial(ok=True, message="3 models.", found=3)


def person(workspace_id: WorkspaceId, role: str = "owner") -> Principal:
    """Return somebody of a workspace."""
    return Principal("person", workspace_id, "Olga", permissions_of(role), PersonId(new_id()))


def openai(key: str = "sk-test-0123456789abcdef", name: str = "", **more: str) -> NewConnection:
    """Return a draft of a connection to OpenAI."""
    return NewConnection(
        "model", "openai", name, **fill(preset_for("model", "openai"), {"apiKey": key, **more})
    )


@dataclass
class Room:
    """The room of a test."""

    connections: Connections
    defaults: Defaults
    audit: Audit
    clock: FixedClock
    database: Database
    owner: Principal
    answer: Trial = FINE
    probed: list[Opened] = field(default_factory=list[Opened])

    async def probe(self, opened: Opened) -> Trial:
        self.probed.append(opened)
        return self.answer

    async def actions(self) -> list[str]:
        """Return what the audit log says was done, oldest first."""
        page = await self.audit.list(self.owner.workspace_id)
        return [entry.action for entry in reversed(page.entries)]


def make_room(database: Database, clock: FixedClock, settings: Settings, workspace: WorkspaceId) -> Room:
    audit = Audit(database, clock)
    connections = Connections(database, clock, audit, lambda: load_keyring(settings))
    room = Room(connections, Defaults(database, clock, audit), audit, clock, database, person(workspace))
    connections.test_with("model", room.probe)
    return room


@pytest.fixture
async def workspace_id(database: Database, clock: FixedClock, settings: Settings) -> WorkspaceId:
    from proofroom.access import Access

    return (await Access(database, clock, settings).ensure_workspace()).id


@pytest.fixture
def room(database: Database, clock: FixedClock, settings: Settings, workspace_id: WorkspaceId) -> Room:
    return make_room(database, clock, settings, workspace_id)
