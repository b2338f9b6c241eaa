"""The media library over HTTP: upload, use, deliver, describe, draw, delete."""

import base64
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import make_project as make_content
from tests.api.test_content import ok
from tests.media.samples import SVG, picture

POSTS = {
    "id": "posts",
    "name": "Posts",
    "kind": "document",
    "domain": "blog",
    "i18n": False,
    "fields": {"title": {"type": "string", "required": True}, "cover": {"type": "image"}},
}


async def upload(browser: Browser, path: str, data: bytes, name: str = "a.png", **fields: str) -> Any:
    form = aiohttp.FormData()
    form.add_field("file", data, filename=name, content_type="application/x-lies")
    for key, value in fields.items():
        form.add_field(key, value)
    headers = {"X-CSRF-Token": browser.csrf}
    async with browser.http.post(browser.url + path, data=form, headers=headers) as answer:
        return answer.status, await answer.json()


@pytest.fixture
async def project(owner: Browser) -> str:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": [POSTS]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    return f"/api/projects/{made['id']}"


async def test_a_picture_is_uploaded_used_delivered_and_kept_while_used(owner: Browser, project: str) -> None:
    status, done = await upload(
        owner, f"{project}/media", picture(), "Cat.exe", alt="A cat", tags="pets, city"
    )
    assert (status, done["isNew"]) == (201, True)
    asset = done["asset"]
    assert (asset["contentType"], asset["tags"], asset["uploadedBy"]) == (
        "image/webp",
        ["pets", "city"],
        "owner@example.com",
    )
    assert asset["url"] == f"/api/delivery/notes/{asset['originalPath']}"
    assert (await upload(owner, f"{project}/media", picture()))[1]["isNew"] is False
    cover = {"slug": "cats", "data": {"title": "Cats", "cover": asset["originalPath"]}}
    await ok(owner, "PUT", f"{project}/content/entries/posts", cover)
    text = {"slug": "dogs", "data": {"title": "Dogs"}, "body": f"![]({asset['variants']['card']['path']})"}
    await ok(owner, "PUT", f"{project}/content/entries/posts", text)
    detail = await ok(owner, "GET", f"{project}/media/{asset['id']}")
    assert [(use["label"], use["fieldId"]) for use in detail["usedIn"]] == [
        ("Cats", "cover"),
        ("Dogs", "body"),
    ]
    status, answer = await owner.call("DELETE", f"{project}/media/{asset['id']}")
    assert (status, answer["error"]["code"]) == (409, "conflict")
    assert "Cats (posts), Dogs (posts)" in answer["error"]["message"]
    assert [use["entryId"] for use in answer["error"]["context"]["used_in"]] == ["cats", "dogs"]
    await ok(owner, "POST", f"{project}/content/entries/posts/delete", {"entryIds": ["cats", "dogs"]})
    assert (await ok(owner, "DELETE", f"{project}/media/{asset['id']}"))["ok"] is True
    assert (await owner.call("GET", asset["url"]))[0] == 404
    (gone,) = (await ok(owner, "GET", f"{project}/media?deleted=true"))["assets"]
    assert (gone["id"], gone["deletedAt"] is not None) == (asset["id"], True)
    assert (await ok(owner, "POST", f"{project}/media/{asset['id']}/restore"))["deletedAt"] is None
    assert (await owner.call("GET", asset["url"]))[0] == 200


async def test_files_are_delivered_with_tags_ranges_and_long_caching(owner: Browser, project: str) -> None:
    asset = (await upload(owner, f"{project}/media", picture()))[1]["asset"]
    url = owner.url + asset["variants"]["thumb"]["url"]
    async with owner.http.get(url) as answer:
        whole = await answer.read()
        assert (answer.status, answer.content_type) == (200, "image/webp")
        assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        tag = answer.headers["ETag"]
    async with owner.http.get(url, headers={"If-None-Match": tag}) as answer:
        assert (answer.status, await answer.read()) == (304, b"")
    async with owner.http.get(url, headers={"Range": "bytes=10-19"}) as answer:
        assert (answer.status, await answer.read()) == (206, whole[10:20])
        assert answer.headers["Content-Range"] == f"bytes 10-19/{len(whole)}"
    async with owner.http.get(url, headers={"Range": "bytes=999999-"}) as answer:
        assert answer.status == 416
    async with aiohttp.ClientSession() as stranger:
        async with stranger.get(url) as answer:
            assert answer.status == 401
        await ok(owner, "PUT", project, {"isPublic": True})
        async with stranger.get(url) as answer:
            assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
            assert answer.headers["Cache-Control"].startswith("public")


async def test_a_drawing_is_cleaned_and_shown_alone_it_may_do_nothing(owner: Browser, project: str) -> None:
    bad = SVG.replace(b"<rect", b"<script>alert(1)</script><rect")
    asset = (await upload(owner, f"{project}/media", bad, "logo.png"))[1]["asset"]
    assert (asset["format"], asset["width"], asset["height"]) == ("svg", 40, 20)
    async with owner.http.get(owner.url + asset["url"]) as answer:
        assert b"script" not in await answer.read()
        assert "sandbox" in answer.headers["Content-Security-Policy"]


async def test_an_asset_is_described_and_found(owner: Browser, project: str) -> None:
    asset = (await upload(owner, f"{project}/media", picture(400, 100)))[1]["asset"]
    before = asset["variants"]["card"]["path"]
    body = {"alt": "A line", "tags": ["lines"], "focalPoint": {"x": 0, "y": 0.5}, "filename": "line.png"}
    after = await ok(owner, "PUT", f"{project}/media/{asset['id']}", body)
    assert (after["alt"], after["tags"], after["filename"]) == ("A line", ["lines"], "line.png")
    assert after["focalPoint"] == {"x": 0, "y": 0.5}
    assert after["variants"]["card"]["path"] != before
    found = await ok(owner, "GET", f"{project}/media?query=line&tag=lines&type=image")
    assert ([one["id"] for one in found["assets"]], found["total"], found["next"]) == ([asset["id"]], 1, None)
    storage = await ok(owner, "GET", f"{project}/media/storage")
    assert (storage["assets"], storage["presets"]["avatar"]) == (1, ["large", "medium", "small"])
    assert (await owner.call("PUT", f"{project}/media/{asset['id']}", {"focalPoint": {"x": 2, "y": 0}}))[
        0
    ] == 400


async def test_what_is_no_medium_is_refused(owner: Browser, project: str) -> None:
    status, answer = await upload(owner, f"{project}/media", b"<html>", "cat.png")
    assert (status, answer["error"]["code"]) == (400, "invalid_input")
    status, answer = await owner.call("POST", f"{project}/media", {"file": "x"})
    assert (status, answer["error"]["message"]) == (400, "There is no file in the upload.")
    status, answer = await owner.call("POST", f"{project}/media/fetch", {"url": "http://127.0.0.1:9/x.png"})
    assert (status, answer["error"]["code"]) == (403, "address_refused")


async def test_pictures_are_drawn_and_written_into_the_ledger(owner: Browser, project: str) -> None:
    body = {"prompt": "A river under the market", "size": "1024x1024", "count": 2}
    drawn = await ok(owner, "POST", f"{project}/media/generate", body)
    assert (drawn["provider"], drawn["model"]) == ("local", "renderer")
    assert len({asset["id"] for asset in drawn["assets"]}) == 2
    asset = drawn["assets"][0]
    assert (asset["alt"], asset["source"], asset["width"]) == (body["prompt"], "agent", 1024)
    async with owner.studio.database.reading() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT kind, provider, model, cost_micros, status FROM usage_records WHERE run_id = ?",
            (drawn["runId"],),
        )
        assert rows.all() == [("image", "local", "renderer", 0, "ok")]


async def test_a_connected_image_model_draws_instead(sqlite_settings: Settings) -> None:
    asked: list[Any] = []

    async def generate(request: web.Request) -> web.Response:
        asked.append(await request.json())
        return web.json_response({"data": [{"b64_json": base64.b64encode(picture()).decode()}]})

    host = web.Application()
    host.router.add_post("/v1/images/generations", generate)
    host.router.add_get("/v1/models", _models)
    runner = web.AppRunner(host)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    settings = sqlite_settings.model_copy(update={"allow_private_hosts": [f"127.0.0.1:{port}"]})
    try:
        async with serve(settings) as browser:
            await browser.set_up()
            start = {"locales": ["en"], "domains": ["blog"], "models": [POSTS]}
            made = await ok(browser, "POST", "/api/projects", {"name": "Notes", "start": start})
            body = {"kind": "image", "providerId": "openai-compatible", "fields": {"model": "tiny-image"}}
            body |= {"baseUrl": f"http://127.0.0.1:{port}/v1", "apiKey": "k"}
            await ok(browser, "POST", "/api/ai/credentials", body)
            drawn = await ok(
                browser, "POST", f"/api/projects/{made['id']}/media/generate", {"prompt": "A cat"}
            )
        assert (drawn["provider"], drawn["model"]) == ("openai-compatible", "tiny-image")
        assert (asked[0]["model"], asked[0]["size"]) == ("tiny-image", "1536x1024")
    finally:
        await runner.cleanup()


async def _models(request: web.Request) -> web.Response:
    return web.json_response({"data": [{"id": "tiny-image"}]})


async def test_roles_decide_who_may_change_the_library(owner: Browser, project: str) -> None:
    operator = await owner.studio.operator()
    key = await owner.studio.access.keys.create(operator, "Reader", role="viewer")
    headers = {"Authorization": f"Bearer {key.secret}"}
    assert (await owner.call("GET", f"{project}/media", **headers))[0] == 200
    status, answer = await owner.call("POST", f"{project}/media/generate", {"prompt": "A cat"}, **headers)
    assert (status, answer["error"]["code"]) == (403, "not_allowed")


async def test_a_review_names_a_picture_that_nobody_has(owner: Browser) -> None:
    made = await make_content(owner, workflow="review")
    content = f"/api/projects/{made['slug']}/content"
    fields = {"title": {"type": "string"}, "cover": {"type": "image"}}
    model = {"name": "Cards", "kind": "document", "domain": "blog", "i18n": False, "fields": fields}
    await ok(owner, "PUT", f"{content}/models/cards", model)
    data = {"title": "Otters", "cover": "media/original/gone.webp"}
    key = (await ok(owner, "POST", "/api/keys", {"name": "robot", "role": "editor"}))["secret"]
    body = {"slug": "otters", "data": data, "body": "Text."}
    await ok(owner, "PUT", f"{content}/entries/cards", body, Authorization=f"Bearer {key}")
    waiting = [one for one in await ok(owner, "GET", "/api/proposals") if one["state"] == "open"]
    shown = [await ok(owner, "GET", f"/api/proposals/{one['id']}") for one in waiting]
    said = [finding["message"] for one in shown for finding in one["findings"]]
    assert "media/original/gone.webp is not in the library: the page would show no picture." in said
