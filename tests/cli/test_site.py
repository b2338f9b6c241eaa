"""`proofroom site` against a running studio: a folder is brought in, looked at and changed."""

from collections.abc import AsyncGenerator
from pathlib import Path

import orjson
import pytest

from proofroom.kernel.settings import Settings
from proofroom.site.snapshot import tool as looking
from tests.api.conftest import Browser, serve
from tests.api.test_snapshot_doors import own_browser
from tests.cli.test_usage import Command, command

__all__ = ["command"]

INDEX = """<!doctype html><html><head><title>Front &amp; centre</title>
<link rel="stylesheet" href="css/a.css"></head>
<body class="x"><nav><a href="blog/index.html#top">Blog</a></nav><script src="js/menu.js"></script>
<h1 class="big" onclick="x()">Hello</h1></body></html>"""
BLOG = '<title>Blog</title><p>Posts, <a href="../index.html">home</a></p>'


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        browser.studio.lock.announce(browser.url)
        start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": []}
        status, made = await browser.call("POST", "/api/projects", {"name": "Notes", "start": start})
        assert status in (200, 201), made
        yield browser


async def test_a_folder_is_brought_in_looked_at_and_changed(
    studio: Browser, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, text in {
        "index.html": INDEX,
        "blog/index.html": BLOG,
        "css/a.css": ".big{color:red}",
        "js/menu.js": "1",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    done = orjson.loads(await command("site", "import", str(tmp_path), "--json"))
    assert done["settled"]["state"] == "merged"
    listed = orjson.loads(await command("site", "pages", "--json"))
    assert [(one["title"], one["slug"]) for one in listed["documents"]] == [
        ("Front & centre", "index"),
        ("Blog", "blog"),
    ]
    shown = await command("site", "show", "--css")
    assert 'href="/blog#top"' in shown
    assert ".big {" in shown
    assert "onclick" not in shown
    assert 'href="/"' in await command("site", "show", "blog")
    (tmp_path / "more.css").write_text(".big{color:blue}")
    assert "cssRulesUpdated" in await command("site", "apply-css", str(tmp_path / "more.css"))
    await command("site", "use", "set_color_tokens", '{"tokens":[{"slug":"ink","lightValue":"#123"}]}')
    assert "--ink" in await command("site", "tokens")
    assert '"documents"' in await command("site", "use", "list_documents")  # one that only reads, too
    monkeypatch.setattr(looking, "find_chromium", lambda named: "chromium")
    monkeypatch.setattr(looking, "take_shot", own_browser)
    assert "375 px wide, 0 nodes" in await command("site", "snapshot", "--width", "mobile")
