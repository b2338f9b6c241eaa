"""Notes: JSON documents below `.proofroom/notes/`, each a map from an id to a record. For tests only."""

from tests.rooms.notes.format import FOLDER, NotesFormat
from tests.rooms.notes.plan import NotePlan, plan_note, read_notes
from tests.rooms.notes.room import room

__all__ = ["FOLDER", "NotePlan", "NotesFormat", "plan_note", "read_notes", "room"]
