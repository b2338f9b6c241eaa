"""What notes bring to the house."""

from pathlib import Path

from proofroom.house import House, Room, SystemAgent
from tests.rooms.notes.format import ROOM, NotesFormat
from tests.rooms.notes.notes import Notes
from tests.rooms.notes.tools import note_playbook, note_tools

SCRIBE = SystemAgent(
    slug="scribe",
    name="Scribe",
    description="Keeps notes beside the content.",
    icon="notebook",
    prompt="You keep notes.",
    scope="content",
    tool_groups=("content", ROOM),
)


def room(house: House) -> Room:
    """Return notes."""
    notes = Notes(house.repositories)
    return Room(
        name=ROOM,
        offers=[notes],
        strings=Path(__file__).parent / "strings",
        tools=note_tools(house.repositories),
        playbook=note_playbook,
        system_agents=[SCRIBE],
        formats=[NotesFormat()],
        search=[notes.find],
    )
