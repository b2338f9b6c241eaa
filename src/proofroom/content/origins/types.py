"""What is marked, and under which names: entries by model and id, what every prompt shows, other rooms."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.reviews.types import HunkTarget

FORM: Final = "form"
"""The origin of an entry that a stranger's submission became."""
IMPORT: Final = "import"
"""The origin of what an imported repository or folder brought."""
REMOTE: Final = "remote"
"""The origin of what was fetched from a Git remote."""
PROGRAM: Final = "program"
"""The origin of what a program wrote, through MCP or with a key; it keeps nothing from being merged."""
STANDING: Final = (FORM, IMPORT, REMOTE)
"""Origins that one accepted field does not take away: the rest is still somebody else's words."""

WHOLE_MODEL: Final = ""
STRUCTURE: Final = "@structure"
"""Stands for a model where something is meant that every prompt shows: models, vocabulary, configuration."""
_IN_PROMPTS = frozenset({"model", "config", "vocabulary"})


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """An entry, a model's only record, or another part of a project that holds a stranger's words."""

    project_id: ProjectId
    model: str
    entry: str
    workspace_id: WorkspaceId
    origin: str
    branch_key: str
    """The conversation or run on whose branch the words were written; empty for what is everywhere."""
    run_id: RunId | None
    created_at: datetime

    @property
    def name(self) -> str:
        """Return it as people find it."""
        return f"{self.model}/{self.entry}".strip("@").rstrip("/")


def room_key(room: str) -> str:
    """Return what stands for a model where files of another room are meant."""
    return f"@{room}"


def key_of(target: HunkTarget) -> tuple[str, str]:
    """Return under which name a changed thing is marked."""
    if target.room != "content":
        return room_key(target.room or "files"), ""
    if target.type in _IN_PROMPTS:
        return STRUCTURE, target.id or target.type
    return target.area, WHOLE_MODEL if target.id == target.area else target.id


def keys_of(targets: Iterable[HunkTarget]) -> list[tuple[str, str]]:
    """Return the names of changed things, each once; a status holds nobody's words, nor do files of none."""
    found = (key_of(one) for one in targets if one.room and one.type not in ("status", "file"))
    return list(dict.fromkeys(found))
