"""Two people at one entry: the later save learns what changed meanwhile instead of overwriting it."""

from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.kernel.errors import Conflict
from proofroom.kernel.strings import say


def refuse_if_changed(project: Project, model: Model, entry_id: str, locale: str, seen: Json) -> None:
    """Refuse a save whose writer saw other values of the entry than there are in this project."""
    entry = project.entry(model, entry_id, locale)
    now: Json = dict(entry.data) if entry else {}
    if entry and entry.body is not None:
        now["body"] = entry.body
    changed = sorted(name for name, value in seen.items() if now.get(name) != value)
    if changed:
        raise Conflict(
            say("content.meanwhile", what=", ".join(changed)),
            fields=changed,
            now={name: now.get(name) for name in changed},
        )
