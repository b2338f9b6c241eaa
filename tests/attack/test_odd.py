"""Odd headers, paths and numbers: each has an answer, and none is an accident of ours."""

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from proofroom.articles.support import support
from tests.api.conftest import Browser
from tests.api.test_content import make_project, ok
from tests.api.test_media import upload
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin, run
from tests.media.samples import picture

MANY = "9" * 5_000


async def _raw(url: str, head: bytes) -> int:
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(head)
    line = await asyncio.wait_for(reader.readline(), 120)
    writer.close()
    return int(line.split()[1])


async def test_odd_requests_are_answered(owner: Browser) -> None:
    project = await make_project(owner)
    _, added = await upload(owner, f"/api/projects/{project['id']}/media", picture())
    url = added["asset"]["url"]
    say: Any = {"message": "hello"}
    run = (await owner.lines("POST", "/api/ai/chat/workspace", say))[0]["runId"]
    wrong: list[str] = []
    for path, headers in [
        ("/%00", {}),
        ("/api/runs/%00", {}),
        ("/api/runs?agent=%00", {}),
        ("/" + "a" * 300, {}),
        ("/api/projects/" + "a" * 3_000, {}),
        (f"/api/projects/{project['id']}/content/entries/articles/x?ref=" + "x" * 300, {}),
        (url, {"Range": f"bytes={MANY}-"}),
        (url, {"Range": f"bytes=0-{MANY}"}),
        (f"/api/runs/{run}/events", {"Last-Event-ID": MANY}),
        (f"/api/runs/{run}/events?after={MANY}", {}),
        (f"/api/runs/{run}/events?after={2**63}", {}),
        (f"/api/runs?limit={2**63}", {}),
        (f"/api/audit?limit={2**63}", {}),
        ("/api/usage?since=0001-01-01&until=9999-12-31", {}),
        ("/api/usage?since=9999-12-31T23:59:59Z", {}),
        ("/api/usage?since=0001-01-01T00:00:00%2B14:00", {}),
        ("/api/audit?since=0001-01-01T00:00:00%2B14:00", {}),
        ("/api/health", {"Content-Length": "0"}),
    ]:
        status, _ = await owner.call("GET", path, **headers)
        if status >= 500 and not path.startswith("/aaa"):  # 503 where the web app is not built
            wrong.append(f"{path[:60]} {list(headers)}: {status}")
    head = b"GET /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    for value in (b"Bearer \xe9", b"Bearer pr_\xff\xfe", b"bearer", b"Basic \xe9"):
        assert await _raw(owner.url, head + b"Authorization: " + value + b"\r\n\r\n") == 401
    assert await _raw(owner.url, head + b"Cookie: proofroom_session=\xe9\r\n\r\n") == 401
    for odd in (b"%E2%80%AE", b"x%0d%0aSet-Cookie:%20a=b", b"%22,%20error=%22"):
        for path in (b"/mcp/" + odd, b"/mcp/" + odd + b"/site", b"/git/" + odd):
            told = b"POST " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"
            assert await _raw(owner.url, told) in (401, 404, 405), path
    assert wrong == []
    # Beyond 64 bits, in bodies that are a tool's input and not of our own shapes.
    beyond = {"edits": [{"tool": "a", "input": {"x": 10**30}}]}
    status, told = await owner.call("POST", f"/api/projects/{project['id']}/site/edits", beyond)
    assert (status, told["error"]["code"]) == (400, "invalid_input")
    task = (await ok(owner, "POST", "/api/tasks", {"title": "Look at it"}))["id"]
    for odd in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-11-16T12:00:00"):
        for method, path in (("POST", "/api/tasks"), ("PUT", f"/api/tasks/{task}")):
            status, told = await owner.call(method, path, {"title": "Look", "dueAt": odd})
            assert (status, told["error"]["code"]) == (400, "invalid_input")
    nothing = {"title": None, "description": None, "status": None, "dueAt": None, "priority": 3}
    assert (await ok(owner, "PUT", f"/api/tasks/{task}", nothing))["title"] == "Look at it"
    assert (await ok(owner, "GET", "/api/runs"))["runs"]


async def test_odd_numbers_in_words_are_read_as_words(owner: Browser) -> None:
    """A sign that is only called a digit, and a number that nobody writes."""
    project = (await make_project(owner))["id"]
    for number in ("²", "9" * 290):
        for wish in (
            f"show our {number} latest articles in a new section",
            f"list the latest {number} articles",
        ):
            said = {"message": wish, "projectId": project}
            assert (await owner.lines("POST", "/api/ai/chat/site", said))[-1]["type"] == "done", wish
    for number in (MANY, "²", "9" * 320):
        for text in (f"The {number} century had herons.", f"{number}. yüzyılda kuşlar vardı."):
            assert support(text, "There were 12 herons in the 19th century.").share <= 1
            assert support("There were 12 herons in the 19th century.", text).share <= 1


async def test_odd_numbers_in_style_sheets_are_read(owner: Browser) -> None:
    project = f"/api/projects/{(await make_project(owner))['id']}/site"
    styled = f"a{{width:{MANY}px;margin:0 {MANY} 0}} p:nth-child({MANY}){{color:red}}"
    styled += f" @media (width:{MANY}px){{a{{b:c}}}}"
    page = f'<link rel="stylesheet" href="a.css"><p style="width:{MANY}px;font:{MANY}px/1 a">x'
    brought = await ok(owner, "POST", f"{project}/import", {"files": {"index.html": page, "a.css": styled}})
    assert brought["ok"]
    await ok(owner, "POST", f"{project}/tools/applyCss", {"css": styled})


async def test_a_case_is_made_of_an_articles_run(owner: Browser, tmp_path: Path) -> None:
    """Its steps ask a model, and keep what they made of the answer, not the answer."""
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    events, _ = await run(owner, made["id"])
    status, said = await owner.call("POST", "/api/evals", {"runId": events[0]["runId"]})
    assert status < 500, said
