"""A site through its doors: published, served in a sandbox, rolled back, previewed, and taken home."""

import asyncio
import errno
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.ids import ProjectId
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.site import Sites
from proofroom.site.document.new import new_page
from proofroom.site.document.types import Node, Page, Site
from proofroom.site.publish import Publisher
from proofroom.site.publish.releases import Releases
from tests.api.conftest import Browser
from tests.api.test_content import ok

POSTS = {
    "id": "posts",
    "name": "Posts",
    "kind": "document",
    "domain": "blog",
    "i18n": False,
    "title_field": "title",
    "fields": {"title": {"type": "string", "required": True}, "day": {"type": "date"}},
}


def put(page: Page, key: str, module: str, parent: str | None = None, **props: Any) -> None:
    above = page.nodes[parent or page.root_id]
    page.nodes[key] = Node(key, module, props, parent_id=above.id)
    above.children.append(key)


def make_site(site: Site) -> None:
    home = site.pages[0]
    put(
        home,
        "loop",
        "base.loop",
        sourceId="data.rows",
        filters={"tableId": "posts"},
        orderBy="slug",
        direction="asc",
        tag="ul",
    )
    put(home, "item", "base.container", "loop", tag="custom", customTag="li")
    put(home, "link", "base.link", "item", href="{currentEntry.permalink}", text="{currentEntry.title}")
    post = new_page("post", "post-root", "Post", "post-template")
    post.template = {"enabled": True, "target": {"kind": "postTypes", "tableSlugs": ["posts"]}, "priority": 1}
    post.order = 1
    put(post, "title", "base.text", text="{currentEntry.title}", tag="h1")
    put(post, "out", "base.outlet", tag="article")
    site.pages.append(post)
    site.settings |= {
        "metaDescription": "Notes of a town, {site.locale}",
        "redirects": {"/old": "/writing/one"},
    }
    site.collections["posts"] = {"routeBase": "writing", "dateField": "day"}


async def start(owner: Browser) -> tuple[str, str]:
    begin = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": [POSTS]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": begin})
    path = f"/api/projects/{made['id']}"
    for slug in ("one", "two"):
        entry = {
            "slug": slug,
            "data": {"title": f"Post {slug}", "day": "2026-03-14"},
            "body": "Some **words**.",
        }
        await ok(owner, "PUT", f"{path}/content/entries/posts", entry)
        await ok(
            owner, "POST", f"{path}/content/entries/posts/status", {"entryIds": [slug], "status": "published"}
        )
    sites, repositories = owner.studio.get(Sites), owner.studio.repositories
    job = Job(ProjectId(made["id"]), Identity("T", "t@example.com"), owner.studio.clock.now(), "run/site")
    wrote = await sites.edit(job, make_site, "Make the site")
    await repositories.merge(job, wrote.branch)
    return made["id"], path


async def publish(owner: Browser, path: str) -> dict[str, Any]:
    started = await ok(owner, "POST", f"{path}/site/publish", {})
    run = await owner.studio.engine.wait(started["runId"], owner.studio.workspace_id)
    assert run.status == "completed", run.error
    return run.result


async def get(owner: Browser, path: str) -> tuple[int, str, dict[str, str]]:
    async with owner.http.get(owner.url + path, allow_redirects=False) as answer:
        return answer.status, (await answer.read()).decode("utf-8", "replace"), dict(answer.headers)


async def test_a_site_is_published_served_changed_and_rolled_back(owner: Browser) -> None:
    _, path = await start(owner)
    first = await publish(owner, path)
    assert (first["pages"], first["rendered"]) == (3, 3)
    status, home, headers = await get(owner, "/sites/notes/")
    assert status == 200
    assert '<li><a href="/sites/notes/writing/one" target="_self">Post one</a></li>' in home
    for said in (
        '<link rel="canonical"',
        'name="description" content="Notes of a town, en"',
        'property="og:title"',
    ):
        assert said in home
    assert headers["Content-Security-Policy"].startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in headers["Content-Security-Policy"]
    status, page, _ = await get(owner, "/sites/notes/writing/one")
    assert status == 200
    assert "<p>Some <strong>words</strong>.</p>" in page
    assert "<description>Notes of a town, en</description>" in (await get(owner, "/sites/notes/posts.xml"))[1]
    for name in ("sitemap.xml", "robots.txt", "posts.xml"):
        status, text, _ = await get(owner, f"/sites/notes/{name}")
        assert (status, "/sites/notes/" in text) == (200, True)
    status, _, headers = await get(owner, "/sites/notes/old")
    assert (status, headers["Location"]) == (301, "/sites/notes/writing/one")
    status, missing, _ = await get(owner, "/sites/notes/nothing")
    assert (status, "noindex" in missing) == (404, True)

    changed = {"slug": "one", "data": {"title": "Post uno", "day": "2026-03-14"}, "body": "Others."}
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)
    planned = await ok(owner, "GET", f"{path}/site/publication/changes")
    assert set(planned["written"]) == {"index.html", "writing/one/index.html", "posts.xml"}
    assert planned["added"] == [], "what is published already is changed, not new"
    second = await publish(owner, path)
    assert second["rendered"] == 2, "the other post's page is taken over"
    assert "Post uno" in (await get(owner, "/sites/notes/"))[1]
    back = await ok(owner, "POST", f"{path}/site/rollback", {})
    assert back["id"] == first["id"]
    assert "Post uno" not in (await get(owner, "/sites/notes/"))[1]
    shown = await ok(owner, "GET", f"{path}/site/publication")
    assert (shown["current"]["id"], shown["previous"]["id"]) == (first["id"], second["id"])
    moved = {"modelId": "posts", "routeBase": "/stories"}
    told = await ok(owner, "POST", f"{path}/site/tools/set_collection", moved)
    assert (told["data"]["routeBase"], told["data"]["dateField"]) == ("/stories", "day")
    planned = await ok(owner, "GET", f"{path}/site/publication/changes")
    assert "stories/one/index.html" in planned["added"]
    assert "writing/one/index.html" in planned["removed"]


async def test_a_site_that_follows_its_content_is_brought_up_to_date_by_its_readers(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    project_id, path = await start(owner)
    sites = owner.studio.get(Sites)
    job = Job(ProjectId(project_id), Identity("T", "t@example.com"), owner.studio.clock.now(), "run/follow")
    wrote = await sites.edit(job, lambda site: site.settings.update(autoPublish=True), "Follow the content")
    await owner.studio.repositories.merge(job, wrote.branch)
    await publish(owner, path)
    read = await ok(owner, "GET", "/api/reading/notes/posts/one")
    assert read["sitePath"] == "/sites/notes/writing/one"
    body = "Others.[^1]\n\n![A hive](media/original/hive.png)\n\n[^1]: The source.\n"
    changed = {"slug": "one", "data": {"title": "Post uno", "day": "2026-03-14"}, "body": body}
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)
    (drawn,) = (await ok(owner, "GET", "/api/reading/notes/posts/one"))["sections"]
    assert '<section class="footnotes">' in drawn["html"]
    assert '<img src="/api/delivery/notes/media/original/hive.png" alt="A hive"' in drawn["html"]
    assert "Post uno" in (await get(owner, read["sitePath"]))[1]
    changed["data"] = {"title": "Post dos", "day": "2026-03-14"}
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)
    async with owner.studio.get(Publisher).turns.take(ProjectId(project_id)):  # somebody publishes just now
        assert "Post uno" in (await get(owner, read["sitePath"]))[1], "readers do not wait"
        led = asyncio.create_task(ok(owner, "GET", "/api/reading/notes/posts/one"))
        await asyncio.wait([led], timeout=0.3)
        assert not led.done(), "whoever is led there waits for it"
    await led
    changed["data"]["title"] = "Post tres"
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)

    def stop(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Releases, "switch", stop)
        assert "Post dos" in (await get(owner, read["sitePath"]))[1], "readers get what is there"
    assert "Post tres" in (await get(owner, read["sitePath"]))[1], "what was never served holds nothing up"
    changed["data"]["title"] = "Post dos"
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)
    assert "Post dos" in (await get(owner, read["sitePath"]))[1]
    await ok(owner, "POST", f"{path}/site/rollback", {})
    assert "Post tres" in (await get(owner, read["sitePath"]))[1], "what was rolled back stays"


async def test_a_branch_is_shown_to_whoever_has_the_link_and_to_nobody_else(owner: Browser) -> None:
    project_id, path = await start(owner)
    sites = owner.studio.get(Sites)
    job = Job(ProjectId(project_id), Identity("T", "t@example.com"), owner.studio.clock.now(), "run/other")

    def change(site: Site) -> None:
        put(site.pages[0], "new", "base.text", text="Only here", tag="h2")

    wrote = await sites.edit(job, change, "Add a heading")
    given = await ok(owner, "POST", f"{path}/site/previews", {"branch": wrote.branch})
    status, page, headers = await get(owner, given["path"])
    assert (status, ">Only here</h2>" in page, "noindex" in page) == (200, True, True)
    assert headers["Content-Security-Policy"].startswith("sandbox")
    assert (await get(owner, f"{given['path']}writing/two"))[0] == 200
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert (await get(owner, style))[0] == 200
    assert (await get(owner, given["path"][:-6] + "xxxxx/"))[0] == 403


async def test_what_readers_do_not_see_yet_is_marked_in_a_preview_and_not_published(owner: Browser) -> None:
    _, path = await start(owner)
    draft = {"slug": "three", "data": {"title": "Post three", "day": "2026-03-15"}, "body": "Not yet."}
    await ok(owner, "PUT", f"{path}/content/entries/posts", draft)
    await publish(owner, path)
    home = (await get(owner, "/sites/notes/"))[1]
    assert "Post three" not in home
    assert "draft" not in home
    link = await ok(owner, "POST", f"{path}/site/previews", {})
    shown = (await get(owner, link["path"]))[1]
    before, _, after = shown.partition("<!-- proofroom: draft -->")
    assert "Post three" in after.partition("</li>")[0]
    assert "Post three" not in before
    assert shown.count("proofroom: draft") == 1, "published entries are not marked"


async def test_a_site_is_taken_home_for_an_address_of_its_own(owner: Browser) -> None:
    _, path = await start(owner)
    async with owner.http.get(
        f"{owner.url}{path}/site/export", params={"address": "https://notes.example"}
    ) as answer:
        archive = zipfile.ZipFile(io.BytesIO(await answer.read()))
    assert {"index.html", "404.html", "writing/one/index.html", "sitemap.xml"} <= set(archive.namelist())
    home = archive.read("index.html").decode()
    assert 'href="https://notes.example/"' in home
    assert 'href="/writing/one"' in home
    status, wrong = await owner.call("GET", f"{path}/site/export?address=notes")
    assert (status, wrong["error"]["code"]) == (400, "invalid_input")


async def test_a_site_is_put_on_a_branch_of_its_own(owner: Browser) -> None:
    _, path = await start(owner)
    project = ProjectId(path.rsplit("/", 1)[1])
    target = {"branch": "pages", "address": "https://notes.example"}
    made = await ok(owner, "POST", f"{path}/site/publish/branch", target)
    again = await ok(owner, "POST", f"{path}/site/publish/branch", target)
    assert (made["isNew"], again) == (True, made | {"isNew": False})
    tree = await owner.studio.contents.repositories.read(project, "pages", lambda tree: tree)
    assert b'href="https://notes.example/"' in (tree.read("index.html") or b"")
    assert tree.read(".contentrain/config.json") is None
    for name in ("contentrain", "main", "cr/x", "../x"):
        status, _ = await owner.call("POST", f"{path}/site/publish/branch", target | {"branch": name})
        assert status == 400, name


async def test_a_project_without_a_site_says_so(owner: Browser) -> None:
    begin = {"locales": ["en"], "domains": ["blog"], "models": [POSTS]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Empty", "start": begin})
    started = await ok(owner, "POST", f"/api/projects/{made['id']}/site/publish", {})
    run = await owner.studio.engine.wait(started["runId"], owner.studio.workspace_id)
    assert run.status == "failed"
    assert (await get(owner, "/sites/empty/"))[0] == 404
    status, _ = await owner.call("POST", f"/api/projects/{made['id']}/site/rollback", {})
    assert status == 400


async def test_a_publication_that_is_cut_off_changes_nothing_and_one_that_changes_nothing_is_none(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = await start(owner)
    first = await publish(owner, path)
    changed = {"slug": "one", "data": {"title": "Post uno", "day": "2026-03-14"}, "body": "Others."}
    await ok(owner, "PUT", f"{path}/content/entries/posts", changed)
    left, write = [2], Path.write_bytes

    def write_until_full(self: Path, data: bytes) -> int:
        left[0] -= "sites" in self.parts
        if left[0] >= 0:
            return write(self, data)
        write(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write_until_full)
        started = await ok(owner, "POST", f"{path}/site/publish", {})
        run = await owner.studio.engine.wait(started["runId"], owner.studio.workspace_id)
    assert run.status == "failed"
    assert "no room left on the disk" in (run.error or {})["message"]
    folder = owner.studio.settings.data / "sites"
    assert [one.name for one in folder.rglob(".*")] == [], "no half of a file takes the room that is left"

    def stop(*_: object) -> None:
        raise RuntimeError("killed between the files and the switch")

    with monkeypatch.context() as patch:
        patch.setattr(Releases, "switch", stop)
        started = await ok(owner, "POST", f"{path}/site/publish", {})
        assert (
            await owner.studio.engine.wait(started["runId"], owner.studio.workspace_id)
        ).status == "failed"
    assert "Post uno" not in (await get(owner, "/sites/notes/"))[1]
    assert (await ok(owner, "GET", f"{path}/site/publication"))["current"]["id"] == first["id"]

    pressed = await asyncio.gather(*(publish(owner, path) for _ in range(3)))
    assert len({one["id"] for one in pressed}) == 1, "pressed three times, published once"
    assert sorted(one["written"] for one in pressed)[:2] == [0, 0]
    assert "Post uno" in (await get(owner, "/sites/notes/"))[1]
    assert (await ok(owner, "POST", f"{path}/site/rollback", {}))["id"] == first["id"]
    assert "Post one" in (await get(owner, "/sites/notes/"))[1]
