"""Notes as a format of the repository."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from proofroom.kernel.strings import say
from proofroom.repository import Derived, OpenFormat, Told
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView
from proofroom.repository.json.text import parse_json
from proofroom.repository.merge.types import Hunk, Place
from proofroom.repository.shown import target_of
from proofroom.reviews import Finding

ROOM = "notes"
FOLDER = ".proofroom/notes/"


class OpenNotes(OpenFormat):
    """Notes need no other file to be understood."""

    def place(self, path: str) -> Place | None:
        """Return a notebook: records by id."""
        if not path.startswith(FOLDER) or not path.endswith(".json"):
            return None
        name = path[len(FOLDER) : -len(".json")]
        return Place(path, "notebook", ROOM, "note", "records", area=name)


class NotesFormat:
    """Notebooks in a repository."""

    room = ROOM

    def open(self, repo: Repo, trees: Sequence[Sha]) -> OpenFormat:
        """Open it; no tree is needed."""
        return OpenNotes()

    def derive(self, before: TreeView, tree: TreeView, at: datetime, *, by_agent: bool) -> Derived | None:
        """Return nothing: no file is made from others."""
        return None

    def tell(self, trees: Sequence[TreeView], hunks: Sequence[Hunk]) -> Mapping[str, Told]:
        """Return what notes are called: their heading."""
        return {
            hunk.id: Told(_heading(trees, hunk), {"text": {"en": "Text", "tr": "Metin"}}) for hunk in hunks
        }

    def check(self, tree: TreeView, hunks: Sequence[Hunk]) -> Sequence[Finding]:
        """Return the notes without a heading."""
        return [
            Finding("warning", say("notes.heading"), target_of(hunk))
            for hunk in hunks
            if hunk.op == "add" and not hunk.path and not (hunk.new or {}).get("heading")
        ]


def _heading(trees: Sequence[TreeView], hunk: Hunk) -> str:
    for tree in reversed(trees):
        raw = tree.read(hunk.file)
        note = parse_json(raw).get(hunk.key) if raw else None
        if note and note.get("heading"):
            return str(note["heading"])
    return hunk.key or hunk.file
