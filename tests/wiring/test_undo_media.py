"""Undoing a run takes its changes to media back with its changes to content."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from proofroom.reviews.undo import TakenBack
from proofroom.runtime import Asker
from proofroom.wiring import Studio, open_studio
from tests.runtime.test_direct import make_project

DRAW = {"prompt": "A heron over the river", "size": "1024x1024"}


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncIterator[Studio]:
    opened = await open_studio(sqlite_settings)
    yield opened
    await opened.close()


async def use(studio: Studio, project_id: ProjectId, tool: str, given: dict[str, Any]) -> tuple[Any, Any]:
    called = await studio.direct.use(Asker(studio.workspace_id), project_id, tool, given)
    return called.run_id, called.output.data


async def undo(studio: Studio, run_id: Any) -> TakenBack:
    run = await studio.engine.runs.get(run_id, studio.workspace_id)
    return await studio.undo_run(await studio.operator(), run)


def media(done: TakenBack) -> tuple[int, tuple[str, ...]]:
    return next(((room.count, room.left) for room in done.rooms if room.room == "media"), (0, ()))


async def names(studio: Studio, project_id: ProjectId) -> list[str]:
    _, data = await use(studio, project_id, "search_media", {})
    return [asset["id"] for asset in data]


async def test_media_follow_the_undoing_of_their_run(studio: Studio) -> None:
    project_id = await make_project(studio, "auto-merge")
    drawn, data = await use(studio, project_id, "generateImage", DRAW)
    asset = data["assets"][0]["id"]

    told, _ = await use(studio, project_id, "update_media", {"assetId": asset, "alt": "A stork"})
    assert media(await undo(studio, told)) == (1, ())
    _, found = await use(studio, project_id, "get_media", {"assetId": asset})
    assert found["alt"] == DRAW["prompt"]

    gone, _ = await use(studio, project_id, "delete_media", {"assetId": asset})
    assert await names(studio, project_id) == []
    assert media(await undo(studio, gone)) == (1, ())
    assert await names(studio, project_id) == [asset]

    done = await undo(studio, drawn)
    assert (done.state, media(done)) == ("nothing", (1, ()))
    assert await names(studio, project_id) == []
    assert media(await undo(studio, drawn)) == (0, ()), "a second time there is nothing left to do"


async def test_what_was_described_anew_is_left(studio: Studio) -> None:
    project_id = await make_project(studio, "auto-merge")
    _, data = await use(studio, project_id, "generateImage", DRAW)
    asset = data["assets"][0]
    first, _ = await use(studio, project_id, "update_media", {"assetId": asset["id"], "alt": "A stork"})
    await use(studio, project_id, "update_media", {"assetId": asset["id"], "alt": "A crane"})
    done = await undo(studio, first)
    assert media(done) == (0, (asset["filename"],))
    _, found = await use(studio, project_id, "get_media", {"assetId": asset["id"]})
    assert found["alt"] == "A crane"
