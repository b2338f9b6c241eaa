"""The web app's files are sent packed where the browser takes that."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from starlette.requests import Request
from yarl import URL

from proofroom.api import files
from proofroom.api.files import _Files
from proofroom.kernel.settings import Settings
from tests.api.conftest import serve


@pytest.mark.parametrize(("accepts", "encoding"), [("gzip, br", "br"), ("gzip", "gzip"), ("", None)])
async def test_a_packed_file_is_sent_to_those_who_take_it(
    tmp_path: Path, accepts: str, encoding: str | None
) -> None:
    for name in ("index.html", "index.html.br", "index.html.gz"):
        (tmp_path / name).write_text(name)
    headers = [(b"accept-encoding", accepts.encode())]
    scope: Any = {"type": "http", "headers": headers, "path_params": {"any_other": "index.html"}}
    answer: Any = await _Files(tmp_path).answer(Request(scope))
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.media_type == "text/html"


@pytest.mark.parametrize("size", [10, 2**20 + 1])
async def test_what_a_page_brings_along_is_sent_as_it_is_now(
    tmp_path: Path, size: int, sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ui = tmp_path / "proofroom" / "ui"
    (ui / "assets").mkdir(parents=True)
    (ui.parent / "secret").write_text("secret")
    (ui / "index.html").write_text("the app itself")
    monkeypatch.setattr(files, "_files", lambda: _Files(ui))
    async with serve(sqlite_settings, more_routers=[ModuleType("none")]) as browser:
        for letter in "ab":  # written anew under the same name, and no older one is sent
            (ui / "assets/app.js").write_text(letter * size)
            async with browser.http.get(f"{browser.url}/assets/app.js") as answer:
                assert await answer.text() == letter * size
                assert answer.headers["Cache-Control"] == files.FOREVER
                assert answer.content_type.endswith("/javascript")
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
        async with browser.http.head(f"{browser.url}/assets/app.js") as answer:
            assert answer.headers["Content-Length"] == str(size)
        for other in ("gone.js", "%2e%2e/%2e%2e/secret", "..%2f..%2fsecret", ""):
            place = URL(f"{browser.url}/assets/{other}", encoded=True)
            async with browser.http.get(place) as answer:
                assert await answer.text() == "the app itself"
