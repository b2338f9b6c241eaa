"""A second project with other words than the demo's: a house that lends tools."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from proofroom.access import Project
from proofroom.content.contents import Contents, NewProject, Planner
from proofroom.content.forms import Submission, Submissions
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave
from proofroom.content.plans.vocabulary import plan_vocabulary
from proofroom.kernel.ids import new_id
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.wiring import Studio

FILE = Path(__file__).parents[1] / "data/offline/toolhouse.json"
LOCALES = ("en", "tr")


async def build_second(studio: Studio, project: Project) -> None:
    """Make the project's repository and the submissions that wait."""
    data = json.loads(FILE.read_text("utf-8"))
    desk, now = studio.get(Contents), studio.clock.now()
    job = Job(
        project.id,
        Identity("Tool desk", "desk@toolhouse.example"),
        min(datetime(2026, 2, 1, 9, tzinfo=UTC), now),
        "run/second",
        source="human",
    )
    await desk.repositories.create_empty(project.id)
    await desk.init(job, NewProject(LOCALES, ("shop",), data["models"], "other", "review"))
    for model, saves, status in _chapters(data):
        await desk.write(job, _saves(model, saves, status), f"Write {model}")
    await desk.write(job, lambda p, s: plan_vocabulary(p, data["glossary"]), "Begin the glossary")
    branch = await desk.repositories.open_branch(project.id, "run/second")
    assert branch is not None
    await desk.repositories.merge(job, branch)
    for one in data["pending"]:
        await studio.get(Submissions).put(
            Submission(
                id=new_id(),
                workspace_id=project.workspace_id,
                project_id=project.id,
                model_id="signups",
                locale="en",
                data=one,
                status="pending",
                created_at=now,
                referrer="https://toolhouse.example/join",
            )
        )


def _chapters(data: dict[str, Any]) -> list[tuple[str, list[EntrySave], str]]:
    found: list[tuple[str, list[EntrySave], str]] = [
        ("makers", [EntrySave(fields, id=key) for key, fields in data["makers"].items()], "published")
    ]
    for locale in LOCALES:
        shelves = [
            EntrySave(fields, id=key, locale=locale) for key, fields in data["shelves"][locale].items()
        ]
        found.append(("shelves", shelves, "published"))
    for single in ("shop-info", "shop-texts"):
        found.append((single, [EntrySave(one, locale=key) for key, one in data[single].items()], "published"))
    for guide in data["guides"]:
        for locale in LOCALES:
            if locale in guide:
                fields = {**guide[locale]}
                body = fields.pop("body")
                save = EntrySave({**fields, **guide["shared"]}, id=guide["id"], locale=locale, body=body)
                found.append(("guides", [save], guide["status"]))
    return found


def _saves(model: str, saves: list[EntrySave], status: str) -> Planner:
    return lambda project, stamp: plan_save(project, model, saves, replace(stamp, status=status))
