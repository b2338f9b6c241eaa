"""Publishing beside another process that shares the folder."""

import asyncio
import threading
from typing import Any

import pytest

from proofroom.content.brain import Brain
from proofroom.kernel.ids import ProjectId
from proofroom.media import Library
from proofroom.site.publish import Publisher, releases
from proofroom.site.publish.releases import Releases
from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_publishing import get, publish, start
from tests.patience import until


async def test_two_processes_that_publish_at_once_do_it_one_after_the_other(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug, path = await start(owner)
    studio, project_id = owner.studio, ProjectId(slug)
    here = studio.get(Publisher)
    # What another process has of publishing: all but the folder is its own.
    parts = studio.get(Brain), studio.get(Library), studio.settings, studio.clock
    there = Publisher(here.sites, *parts)
    project = await studio.access.projects.get(await studio.operator(), project_id)

    async def rename(title: str) -> None:
        data = {"slug": "one", "data": {"title": title, "day": "2026-03-14"}, "body": title}
        await ok(owner, "PUT", f"{path}/content/entries/posts", data)

    await publish(owner, path)
    await rename("Post uno")
    held, go = threading.Event(), threading.Event()
    put = Releases.put

    def put_slowly(self: Releases, *given: Any) -> None:
        if not held.is_set():
            held.set()
            assert go.wait(120)
        put(self, *given)

    monkeypatch.setattr(releases, "KEPT", 0)
    monkeypatch.setattr(Releases, "put", put_slowly)
    slow = asyncio.create_task(publish(owner, path))
    try:
        await until(held.is_set)
        await rename("Post dos")
        fast = asyncio.create_task(there.publish(project, "Somebody"))
        back = asyncio.create_task(there.rollback(project))
        await asyncio.wait([fast, back], timeout=0.5, return_when=asyncio.FIRST_COMPLETED)
        assert not fast.done(), "the other process waits for its turn"
        assert not back.done(), "and nothing is taken back while the files are being written"
        assert (await there.follow(project)) == there.current(project), "readers do not wait"
        assert "Post one" in (await get(owner, "/sites/notes/"))[1]
        back.cancel()
    finally:
        go.set()
    first, second = await slow, (await fast).release
    for page in ("", "writing/one"):
        assert "Post dos" in (await get(owner, f"/sites/notes/{page}"))[1]
    shown = await ok(owner, "GET", f"{path}/site/publication")
    assert [shown[name]["id"] for name in ("current", "previous")] == [second.id, first["id"]]
    for release in here.releases.list(project_id):
        lost = [
            name for name, file in release.files.items() if not here.releases.has(project_id, file.digest)
        ]
        assert lost == [], "no release that is kept lacks a file"
    assert (await there.rollback(project)).id == first["id"]
    assert "Post uno" in (await get(owner, "/sites/notes/"))[1], "readers of the other one see it at once"
