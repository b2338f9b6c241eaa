"""A project with ten thousand entries, for the browser tests that measure how smoothly they scroll."""

import json
from datetime import timedelta

from proofroom.content.contents import NewProject
from proofroom.content.format import paths
from proofroom.content.format.meta import timestamp
from proofroom.content.format.project import Project
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.wiring import Studio

NAME, ENTRIES = "Gazetteer", 10_000
CITIES = ("Malmö", "Kadıköy", "Lenggries")
MODEL = {
    "id": "places",
    "name": "Places",
    "kind": "collection",
    "domain": "gazetteer",
    "i18n": False,
    "title_field": "name",
    "fields": {
        "name": {"type": "string", "required": True, "order": 1},
        "city": {"type": "string", "order": 2},
        "rank": {"type": "integer", "order": 3},
    },
}


async def make_many(studio: Studio) -> None:
    """Make the project once; its entries arrive in one commit."""
    projects = await studio.access.projects.list_all(studio.workspace_id)
    if any(project.name == NAME for project in projects):
        return
    operator = await studio.access.principals.for_operator(studio.workspace_id)
    project = await studio.access.projects.create(operator, NAME)
    job = Job(project.id, Identity("Gazetteer", "desk@gazetteer.example"), studio.clock.now(), "run/many")
    await studio.repositories.create_empty(project.id)
    await studio.contents.init(job, NewProject(("en",), ("gazetteer",), [MODEL], "other", "auto-merge"))
    await studio.contents.write(job, _plan, "Add ten thousand places")
    branch = await studio.repositories.open_branch(project.id, job.branch_key)
    if branch is not None:
        await studio.repositories.merge(job, branch)


def _plan(project: Project, stamp: Stamp) -> FilePlan:
    model = project.model("places")
    entries = {
        f"{number:012x}": {"city": CITIES[number % 3], "name": f"Place {number:05}", "rank": number}
        for number in range(ENTRIES)
    }
    records = {
        key: {"status": "published", "updated_at": timestamp(stamp.at - timedelta(minutes=number))}
        for number, key in enumerate(entries)
    }
    return FilePlan(
        writes={
            paths.rooted(project.root, paths.content_path(model, "en")): _json(entries),
            paths.rooted(project.root, paths.meta_path(model, "en", project.ready_config)): _json(records),
        }
    )


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()
