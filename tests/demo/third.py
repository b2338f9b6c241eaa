"""Projects with words that neither the demo nor the second one has: a cookery school, a museum, a hotel."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from proofroom.content.contents import Contents, NewProject, Planner
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.wiring import Studio

FOLDER = Path(__file__).parents[1] / "data/offline"
LOCALES = ("en", "tr")


async def build_third(studio: Studio, name: str = "cookery") -> ProjectId:
    """Make a project of a file, and its repository."""
    data = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    project = await studio.access.projects.create(await studio.operator(), name)
    desk, now = studio.get(Contents), studio.clock.now()
    author = Identity("School desk", "desk@ladle.example")
    begun = min(datetime(2026, 2, 1, 9, tzinfo=UTC), now)
    job = Job(project.id, author, begun, "run/third", source="human")
    await desk.repositories.create_empty(project.id)
    await desk.init(
        job, NewProject(LOCALES, (data["models"][0]["domain"],), data["models"], "other", "review")
    )
    for model, rows, locale, *status in data["records"]:
        saves = [EntrySave(fields, id=key or None, locale=locale) for key, fields in rows.items()]
        await desk.write(job, _saves(model, saves, *status or ["published"]), f"Write {model}")
    for key, status, shared, *texts in data["entries"]:
        for locale, own in zip(LOCALES, texts, strict=True):
            if own is not None:
                save = _document(key, locale, shared, own)
                await desk.write(job, _saves(data["documents"], [save], status), "Write a document")
    branch = await desk.repositories.open_branch(project.id, "run/third")
    assert branch is not None
    await desk.repositories.merge(job, branch)
    return project.id


def _document(key: str, locale: str, shared: dict[str, Any], own: dict[str, Any]) -> EntrySave:
    fields = {name: value for name, value in own.items() if name != "body"}
    return EntrySave({**fields, **shared}, id=key, locale=locale, body=own["body"])


def _saves(model: str, saves: list[EntrySave], status: str) -> Planner:
    return lambda project, stamp: plan_save(project, model, saves, replace(stamp, status=status))
