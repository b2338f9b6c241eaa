"""Typefaces of a site: fetched once from a font server on loopback, uploaded, or honestly not installed."""

import base64
import json
from collections.abc import AsyncGenerator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.settings import Settings
from proofroom.site import Sites
from proofroom.site.fonts import LARGEST
from proofroom.site.publish.address import Address
from proofroom.site.publish.build import Inputs, build_site
from proofroom.site.publish.catalogue import Catalogue
from tests.api.conftest import Browser, serve
from tests.api.test_site import make_project, read, use

DIALOG = Path(__file__).parents[2] / "web/src/features/site/components/upload-font.tsx"
FONT = b"wOF2" + b"\x00" * 60
SHEET = """
/* latin */ @font-face { font-family: 'Spectral'; font-style: normal; font-weight: 400;
  src: url(/files/spectral.woff2) format('woff2'); unicode-range: U+0000-00FF; }
/* cyrillic */ @font-face { font-family: 'Spectral'; font-style: normal; font-weight: 400;
  src: url(/files/cyrillic.woff2) format('woff2'); }
"""


@pytest.fixture
async def asked() -> AsyncGenerator[tuple[str, list[str]]]:
    """Start a font server; gives its address and what it was asked."""
    paths = list[str]()

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.path_qs)
        if request.path == "/css2":
            known = "Spectral" in request.query.get("family", "")
            return web.Response(text=SHEET, content_type="text/css") if known else web.Response(status=400)
        return web.Response(body=FONT, content_type="font/woff2")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"{host}:{port}", paths
    await runner.cleanup()


def tokens(family: str) -> dict[str, Any]:
    return {"tokens": [{"name": "Display", "googleFamily": family, "fallback": "serif"}]}


async def send(owner: Browser, path: str, body: dict[str, Any]) -> tuple[int, str]:
    """Send a body of megabytes, which the client would not write in one piece."""
    headers = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/json"}
    data = BytesIO(json.dumps(body).encode())
    async with owner.http.post(owner.url + path, data=data, headers=headers) as answer:
        return answer.status, await answer.text()


async def test_a_family_is_fetched_once_uploaded_or_refused_and_published_from_the_site(
    sqlite_settings: Settings, asked: tuple[str, list[str]]
) -> None:
    address, paths = asked
    settings = sqlite_settings.model_copy(
        update={"fonts_url": f"http://{address}/css2", "allow_private_hosts": [address]}
    )
    async with serve(settings) as owner:
        await owner.set_up()
        path = await make_project(owner)
        made = await use(owner, path, "set_font_tokens", tokens("Spectral"))
        assert made["data"]["tokens"][0]["installed"] == "Spectral"
        assert [one.split("?")[0] for one in paths] == ["/css2", "/files/spectral.woff2"]
        branch = made["settled"]["branch"]
        site = await read(owner, f"{path}?ref={branch}")
        (family,) = site["settings"]["fonts"]["items"]
        assert [file["path"] for file in family["files"]] == ["/fonts/spectral-400-latin.woff2"]

        status, refused = await owner.call("POST", f"{path}/tools/set_font_tokens", tokens("Nowhere Sans"))
        assert (status, "could not be installed" in refused["error"]["message"]) == (400, True)

        upload = {"family": "House", "files": [{"data": base64.b64encode(FONT).decode()}]}
        status, answer = await owner.call("POST", f"{path}/fonts/install", upload)
        assert (status, answer["data"]["font"]["source"]) == (200, "custom")
        named = {"tokens": [{"name": "Own", "fallback": "serif", "familyId": "$0.font.id"}]}
        own = [{"tool": "upload_font", "input": upload | {"family": "Own"}}]
        own += [{"tool": "set_font_tokens", "input": named}]
        status, answer = await owner.call("POST", f"{path}/edits", {"edits": own})
        assert (status, answer.get("settled", answer)["state"]) == (200, "merged"), "one step"
        fake = {"family": "Fake", "files": [{"data": base64.b64encode(b"<html>").decode()}]}
        assert (await owner.call("POST", f"{path}/fonts/install", fake))[0] == 400
        for more, said in ((0, ""), (1, "at most 2 MB")):
            large = base64.b64encode(FONT + b"\x00" * (LARGEST - len(FONT) + more)).decode()
            body = {"family": "Large", "files": [{"data": large}]}
            status, answer = await send(owner, f"{path}/fonts/install", body)
            assert (status, said in answer) == (400 if more else 200, True)
            step = {"edits": [{"tool": "upload_font", "input": body}]}
            assert (await send(owner, f"{path}/edits", step))[0] == status
        assert f"LARGEST_FONT_MB = {LARGEST // 1_000_000};" in DIALOG.read_text("utf-8")
        wrong = {"edits": [{"tool": "upload_font", "input": fake}, own[1]]}
        assert (await owner.call("POST", f"{path}/edits", wrong))[0] == 400
        status, older = await owner.call(
            "POST", "/admin/api/cms/fonts/install", upload | {"projectId": path.split("/")[3]}
        )
        assert status == 200, older
        project = await owner.studio.access.project_named(
            await owner.studio.access.principals.for_operator(owner.studio.workspace_id), path.split("/")[3]
        )
        changed = await owner.studio.get(Sites).read(project.id, made["settled"]["branch"])
        files = build_site(Inputs(changed, Catalogue(("en",), {}), Address("https://x.example")))
        (css,) = [data for data in files.data.values() if b"@font-face" in data]
        assert address.encode() not in css
        assert b"/assets/spectral-400-latin" in css


async def test_offline_nothing_is_changed(sqlite_settings: Settings) -> None:
    settings = sqlite_settings.model_copy(
        update={"fonts_url": "http://127.0.0.1:9/css2", "allow_private_hosts": ["127.0.0.1:9"]}
    )
    async with serve(settings) as owner:
        await owner.set_up()
        path = await make_project(owner)
        status, refused = await owner.call("POST", f"{path}/tools/set_font_tokens", tokens("Spectral"))
        assert (status, refused["error"]["message"]) == (
            400,
            "The font Spectral could not be installed: nothing was changed.",
        )
        assert "fonts" not in (await read(owner, path))["settings"]
        assert (await owner.call("GET", "/api/inbox"))[1] == []
