"""`proofroom site` against a running studio: a folder is brought in, looked at and changed."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import orjson
import pytest
from PIL import Image

from proofroom.kernel.settings import Settings
from proofroom.site.snapshot import tool as looking
from tests.api.conftest import Browser, serve
from tests.api.test_snapshot_doors import own_browser
from tests.cli.test_usage import Command, command

__all__ = ["command"]

INDEX = """<!doctype html><html><head><title>Front &amp; centre</title>
<link rel="stylesheet" href="css/a.css"></head>
<body class="x"><nav><a href="blog/index.html#top">Blog</a></nav><script src="js/menu.js"></script>
<h1 class="big" onclick="x()">Hello</h1><img src="img/mill.png" alt="A mill" srcset="img/mill.png 2x">
<img src="img/gone.png" alt="Nothing"></body></html>"""
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
        "css/a.css": ".big{color:red;background-image:url(../img/mill.png)}",
        "js/menu.js": "1",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "img").mkdir()
    Image.new("RGB", (8, 8), "red").save(tmp_path / "img/mill.png")
    Image.new("RGB", (8, 8), "blue").save(tmp_path / "img/unused.png")
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
    (kept,) = orjson.loads(await command("media", "list", "--json"))["assets"]
    assert f'src="/{kept["originalPath"]}"' in shown, "pictures that pages show come along, others do not"
    assert f"url(/{kept['originalPath']})" in shown
    assert 'src="img/gone.png"' in shown
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


async def test_a_link_given_while_no_studio_runs_opens_when_one_does(
    sqlite_settings: Settings, command: Command
) -> None:
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": []}
        assert (await browser.call("POST", "/api/projects", {"name": "Notes", "start": start}))[0] in (
            200,
            201,
        )
    said = await command("site", "preview")
    assert f"{sqlite_settings.origin}/site-preview/notes/" in said
    assert "proofroom up" in said
    found = orjson.loads(await command("site", "preview", "--json"))
    assert found["isServed"] is False
    async with serve(sqlite_settings) as browser:
        path = found["url"].removeprefix(sqlite_settings.origin)
        async with browser.http.get(browser.url + path) as answer:
            assert answer.status == 200
        browser.studio.lock.announce(browser.url)
        now = await command("site", "preview")
        assert browser.url in now
        assert "proofroom up" not in now


async def test_a_folder_comes_in_beside_a_homepage_that_has_something_on_it(
    studio: Browser, command: Command, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("<title>Old mill</title><h1>Old</h1><a href='about.html'>About</a>")
    (tmp_path / "about.html").write_text("<title>About</title><a href='index.html'>Home</a>")
    await command("site", "import", str(tmp_path))
    said = await command("site", "import", str(tmp_path))
    assert "2 pages and 0 pictures came in." in said
    listed = orjson.loads(await command("site", "pages", "--json"))
    assert [one["slug"] for one in listed["documents"]] == ["index", "about", "about-2", "old-mill"]
    assert (await command("site", "show", "index")).count("<h1") == 1, "what was there stays as it was"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["show", "nosuch"], "There is no page, template or component “nosuch”"),
        (["publish", "--to", "/nowhere"], "needs the address it will be served at"),
        (["publish", "--branch", "web"], "--address https://example.org"),
        (["publish", "--push"], "only with --branch"),
        (["publish", "--branch", "web", "--dry-run"], "leave --to and --branch out"),
        (["import", "/nowhere"], "/nowhere cannot be read"),
    ],
)
async def test_what_cannot_be_done_is_said_in_words_for_the_command_line(
    studio: Browser, command: Command, given: list[str], said: str
) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        await command("site", *given)


async def test_a_site_in_a_folder_is_whole_or_not_there(
    studio: Browser, command: Command, tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own/index.html").write_text("<title>Mill</title><h1>Mill</h1>")
    await command("site", "import", str(tmp_path / "own"))
    to, words = tmp_path / "out", ("--address", "https://example.org")
    for _ in range(2):  # within one second
        await command("site", "publish", "--to", str(to), *words)
    first, second = sorted(path.name for path in (to / "releases").iterdir())
    (to / "releases/.20990101T000000").mkdir()  # cut off half-way
    assert (to / "current").readlink().name == second
    await command("site", "rollback", "--to", str(to))
    assert (to / "current").readlink().name == first
    await command("site", "rollback", "--to", str(to))
    assert (to / "current").readlink().name == second

    file, full = tmp_path / "file", tmp_path / "full"
    file.write_text("mine")
    (full / "current").mkdir(parents=True)
    (full / "current/mine.txt").write_text("mine")
    for place in (file, full):
        with pytest.raises(AssertionError, match="The site could not be put at"):
            await command("site", "publish", "--to", str(place), *words)
    with pytest.raises(AssertionError, match="The site could not be put at"):
        await command("site", "rollback", "--to", str(tmp_path / "nowhere"))
    assert file.read_text() == "mine"
    assert (full / "current/mine.txt").read_text() == "mine"
    assert {one.name for one in full.iterdir()} == {"current", "releases"}
