"""context.json: the last operation and the project's size. Machine-written, never merged."""

from collections.abc import Sequence
from contextvars import ContextVar
from datetime import datetime

from proofroom.content.format.meta import timestamp
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Json
from proofroom.kernel.data import dataclass
from proofroom.repository.json.text import render_json


@dataclass(frozen=True, slots=True)
class Operation:
    """What was done last, and by which tool."""

    tool: str
    model: str
    locale: str | None = None
    entries: Sequence[str] | None = None
    source: str = "mcp-local"


MERGE = Operation("contentrain_merge", "*", source="studio-ui")
"""What is said of changes that come in by a merge and by no tool's own hand."""

told_operation: ContextVar[Operation] = ContextVar("told_operation", default=MERGE)
"""What the work in progress is, for whoever writes `context.json` at its end."""


def render_context(project: Project, operation: Operation, at: datetime) -> bytes:
    """Return the bytes of context.json for a project as it is now."""
    config = project.config or Config()
    moment = timestamp(at)
    last: Json = {
        "tool": operation.tool,
        "model": operation.model,
        "locale": operation.locale or config.default_locale,
        "timestamp": moment,
        "source": operation.source,
    }
    if operation.entries is not None:
        last["entries"] = list(operation.entries)
    stats: Json = {
        "models": len(project.models),
        "entries": count_entries(project),
        "locales": list(config.locales),
        "lastSync": moment,
    }
    return render_json({"version": "1", "lastOperation": last, "stats": stats})


def count_entries(project: Project) -> int:
    """Count a project's records over models and locales."""
    total = 0
    for model in project.models.values():
        if model.kind == "document":
            total += project.count_documents(model)
            continue
        for locale in project.locales(model):
            if model.kind == "collection":
                file = project.collection(model, locale)
                total += len(file.entries) if file else 0
            elif project.record(model, locale) is not None:
                total += 1
    return total
