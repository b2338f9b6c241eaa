"""The demo project is valid content in a real repository, made once."""

import asyncio
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from proofroom.content.contents import Contents
from proofroom.content.format.project import Project
from proofroom.content.validation.project import validate_project
from proofroom.demo.build import build_project
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Repositories
from proofroom.repository.git.branch import CONTENT_BRANCH, need_tip
from proofroom.repository.git.history import file_log

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Contents, ProjectId]:
    desk, project_id = Contents(Repositories(tmp_path_factory.mktemp("repos"))), ProjectId(new_id())
    asyncio.run(build_project(desk, project_id, NOW))
    return desk, project_id


Built = tuple[Contents, ProjectId]


async def test_it_validates_without_an_error_and_with_the_missing_translations(built: Built) -> None:
    desk, project_id = built
    report = await desk.read(project_id, None, validate_project)
    assert report.errors == ()
    assert {issue.code for issue in report.issues} <= {"doc.translation_missing", "status.drift"}
    assert sum(issue.code == "doc.translation_missing" for issue in report.issues) == 3


async def test_it_has_forty_entries_and_is_in_review(built: Built) -> None:
    desk, project_id = built

    def count(project: Project) -> int:
        return sum(
            1
            for model in project.models.values()
            for locale in project.locales(model)
            for _ in project.entries(model, locale)
        )

    assert await desk.read(project_id, None, count) >= 40
    assert await desk.phase(project_id) == ("active", "review", "")


async def test_two_articles_wait_as_drafts_and_the_others_are_public(built: Built) -> None:
    desk, project_id = built

    def drafts(project: Project) -> set[str]:
        model = project.model("articles")
        metas = {slug: project.meta(model, slug, "en") for slug in project.documents(model)}
        return {slug for slug, meta in metas.items() if meta and meta.status == "draft"}

    assert await desk.read(project_id, None, drafts) == {
        "counting-swifts-in-july",
        "letters-from-the-allotment",
    }


async def test_pictures_are_in_the_repository_where_fields_say(built: Built) -> None:
    desk, project_id = built

    def picture(project: Project) -> bytes | None:
        entry = project.entry(project.model("articles"), "the-last-elm-on-mill-street", "en")
        return project.read(str(entry.data["cover"])) if entry else None

    data = await desk.read(project_id, None, picture)
    assert data is not None
    assert Image.open(BytesIO(data)).size == (960, 640)


async def test_its_history_names_who_wrote_what_and_when(built: Built) -> None:
    desk, project_id = built
    repo = desk.repositories.repo(project_id)
    path = ".contentrain/content/magazine/articles/counting-swifts-in-july/en.md"
    first = file_log(repo, need_tip(repo, CONTENT_BRANCH), path)[-1].commit
    assert first.subject == "Write “Counting swifts in July”"
    assert first.author.name == "Priya Nair"
    assert first.at.date().isoformat() == "2026-07-18"
    assert await desk.repositories.branches(project_id) == []


async def test_building_again_changes_nothing(built: Built) -> None:
    desk, project_id = built
    repo = desk.repositories.repo(project_id)
    before = need_tip(repo, CONTENT_BRANCH)
    await build_project(desk, project_id, NOW)
    assert need_tip(repo, CONTENT_BRANCH) == before


async def test_a_start_that_was_cut_off_is_finished_by_the_next(tmp_path: Path) -> None:
    desk, project_id = Contents(Repositories(tmp_path)), ProjectId(new_id())
    await desk.repositories.create_empty(project_id)
    await build_project(desk, project_id, NOW)
    assert (
        await desk.read(project_id, None, lambda project: len(project.documents(project.model("articles"))))
        == 12
    )
