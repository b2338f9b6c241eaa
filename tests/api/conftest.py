"""A real studio on a loopback port, and a browser-like client."""

import asyncio
import functools
import shutil
from collections.abc import AsyncGenerator, Awaitable, Generator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import aiohttp
import orjson
import pytest
from starlette.types import Scope
from yarl import URL

from proofroom.access.audit import noted
from proofroom.api import Server, requests
from proofroom.api import serve as serve_module
from proofroom.api.addresses import SAFE_METHODS
from proofroom.api.app import create_app
from proofroom.house import Plug
from proofroom.kernel.settings import Settings
from proofroom.providers.types import Driver
from proofroom.wiring import Studio, open_studio
from tests.architecture.audited import lack, plain, unsaid
from tests.conftest import copied_settings, made_once

PASSWORD = "correct horse battery"


@dataclass
class Browser:
    """Keeps cookies and sends the page's token with every change, as the web app does."""

    http: aiohttp.ClientSession
    url: str
    studio: Studio
    csrf: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        sent = {"X-CSRF-Token": self.csrf, **self.headers, **headers}
        async with self.http.request(method, self.url + path, json=body, headers=sent) as answer:
            raw = await answer.read()
            is_json = answer.content_type == "application/json"
            return answer.status, orjson.loads(raw) if is_json else raw

    async def lines(self, method: str, path: str, body: Any = None, **headers: str) -> list[dict[str, Any]]:
        status, raw = await self.call(method, path, body, **headers)
        assert status == 200, raw
        return [orjson.loads(line) for line in raw.splitlines() if line]

    async def set_up(self, email: str = "owner@example.com") -> None:
        link = await self.studio.access.setup.make_link()
        body = {"token": link.token, "workspaceName": "Desk", "name": "Owner", "email": email}
        status, session = await self.call("POST", "/api/setup", body | {"password": PASSWORD})
        assert status == 200, session
        self.csrf = session["csrfToken"]


one_app = functools.cache(create_app)
"""The application, shared by all studios of this process: its routes take longer to build than a test."""


@asynccontextmanager
async def serve(
    settings: Settings,
    drivers: dict[str, Driver] | None = None,
    more_rooms: Sequence[Plug] = (),
    more_routers: Sequence[ModuleType] = (),
) -> AsyncGenerator[Browser]:
    def open_one() -> Awaitable[Studio]:
        return open_studio(settings, drivers=drivers, more_rooms=more_rooms)

    make = functools.partial(create_app, more_routers) if more_routers else one_app
    with patch.object(serve_module, "create_app", make):
        server = Server(open_one, "127.0.0.1", 0)
    server.bind()
    ready = asyncio.Event()

    async def say_ready() -> None:
        ready.set()

    serving = asyncio.create_task(server.run(say_ready))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            yield Browser(http, server.url, server.studio)
    finally:
        server.stop()
        await serving


@pytest.fixture(autouse=True)
def every_change_is_audited(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Whatever a test changes over HTTP must be in the audit log, in words and with digests, or be exempt."""
    wrong, seen = list[str](), set[str]()
    pass_on = requests.note_request

    async def look(scope: Scope, status: int) -> None:
        name = plain(f"{scope['method']} {requests.route_of(scope)}")
        written = noted.get() or ()
        entries = [(each.action, bool(each.before_digest or each.after_digest)) for each in written]
        wrong.extend(word for each in written for word in unsaid(each.action, each.target_kind))
        # 202: the message waits and is recorded when its turn begins.
        if scope["method"] not in SAFE_METHODS and status < 300 and status != 202:
            problem = lack(name, entries)
            if problem is None:
                seen.add(name)
            elif name not in seen:  # saying the same again may change nothing
                wrong.append(problem)
        await pass_on(scope, status)

    monkeypatch.setattr(requests, "note_request", look)
    yield
    assert wrong == []


@pytest.fixture(scope="session")
def owned_template(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Path:
    """Make a studio and its owner once, for all tests that begin there."""

    async def set_up(folder: Path) -> None:
        async with serve(copied_settings(folder, sqlite_template)) as opened:
            await opened.set_up()
            cookies = {one.key: one.value for one in opened.http.cookie_jar}
        (folder / "session.json").write_bytes(orjson.dumps({"csrf": opened.csrf, "cookies": cookies}))

    return made_once(tmp_path_factory, "owned", lambda folder: asyncio.run(set_up(folder)))


@pytest.fixture
def ownership(request: pytest.FixtureRequest, sqlite_settings: Settings) -> dict[str, Any] | None:
    """Put a studio with an owner into the data folder where a test wants one; return how they sign in."""
    if "owner" not in request.fixturenames or sqlite_settings.is_postgres:
        return None
    template: Path = request.getfixturevalue("owned_template")
    shutil.rmtree(sqlite_settings.data)
    shutil.copytree(template / "studio-data", sqlite_settings.data)
    return orjson.loads((template / "session.json").read_bytes())


@pytest.fixture
async def browser(sqlite_settings: Settings, ownership: dict[str, Any] | None) -> AsyncGenerator[Browser]:
    """Return a browser on a fresh studio; it has no owner yet, unless the test wants one."""
    async with serve(sqlite_settings) as opened:
        if ownership is not None:
            opened.csrf = ownership["csrf"]
            opened.http.cookie_jar.update_cookies(ownership["cookies"], URL(opened.url))
        yield opened


@pytest.fixture
async def owner(browser: Browser) -> Browser:
    """Return a browser in which the owner is signed in."""
    if not browser.csrf:
        await browser.set_up()
    return browser
