"""Planted keys are searched for everywhere: a key that was entered is never seen again."""

import gzip
import logging
import tarfile
import traceback
import zipfile
from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlalchemy as sa

from proofroom.connections import NewConnection
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.providers.openers import credential_of
from proofroom.store.backup import backup
from proofroom.store.types import metadata
from tests.api.conftest import Browser, serve
from tests.providers.host import Answer, Host, open_host

# None of them looks like a key of any provider, so that nothing but care keeps them back.
MODEL = "zq model canary 9f8e7d6c5b4a"
WRONG = "zq wrong canary 1a2b3c4d5e6f"
ROTATED = "zq rotated canary 77aa88bb99cc"
SEARCH = "zq search canary 0f1e2d3c4b5a"
AWS_ID, AWS_SECRET = "zq aws id canary 5566", "zq aws secret canary 7788"
OTHERS = {
    "token": "zq token canary 1111",
    "cookie": "zq=cookie canary 2222",
    "basicAuth": {"username": "somebody", "password": "zq password canary 3333"},
    "apiKeyQuery": {"name": "key", "value": "zq query canary 4444"},
    "headers": {"X-Secret": "zq header canary 5555"},
    "oauth2": {"client_secret": "zq client canary 6666", "refresh_token": "zq refresh canary 7777"},
}
CANARIES = [MODEL, WRONG, ROTATED, SEARCH, AWS_ID, AWS_SECRET]
CANARIES += [t for t in str(OTHERS).replace("}", "'").split("'") if "canary" in t]


class Heard:
    """Everything that came out of the studio."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self.texts = browser, list[str]()

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        async with self._browser.http.request(
            method,
            self._browser.url + path,
            json=body,
            headers={"X-CSRF-Token": self._browser.csrf, **headers},
        ) as answer:
            raw = await answer.read()
            self.texts.append(f"{path} {answer.headers} {raw.decode()}")
            return orjson.loads(raw) if answer.content_type == "application/json" else raw


def leaks(text: str) -> list[str]:
    return [canary for canary in CANARIES if canary in text]


def echo(key: str) -> dict[str, Any]:
    """Return an error in which a careless provider repeats the key, plainly and inside a header."""
    return {"message": f"The key {key} is not valid (Authorization: Bearer {key})", "code": key, "param": key}


async def use_everything(heard: Heard, host: Host, studio: Any) -> None:
    """Add, test, use and break connections of every kind, through every door."""
    base = {"providerId": "openai-compatible", "baseUrl": host.url}
    await heard.call("POST", "/api/ai/credentials", base | {"apiKey": WRONG})
    made = await heard.call("POST", "/api/ai/credentials", base | {"apiKey": MODEL, "displayLabel": "Main"})
    path = f"/api/ai/credentials/{made['credential']['id']}"
    await heard.call("POST", "/api/ai/chat/workspace", {"message": "hello"})
    for status in (401, 400, 500):
        host.answers = [Answer(status=status, error=echo(MODEL))]
        await heard.call("POST", "/api/ai/chat/workspace", {"message": "hello"})
        say = {"model": "Main/small", "messages": [{"role": "user", "content": "hi"}]}
        await heard.call("POST", "/v1/chat/completions", say)
        await heard.call("POST", "/v1/chat/completions", say | {"stream": True})
    await heard.call("PUT", path, {"apiKey": ROTATED})
    await heard.call("PUT", path, {"apiKey": ROTATED, "saveAnyway": True})
    await heard.call("POST", f"{path}/test")
    search = {"kind": "search", "providerId": "tavily", "apiKey": SEARCH, "baseUrl": host.url}
    host.answers, host.key = [Answer(status=401, error=echo(SEARCH))], ""
    await heard.call("POST", "/api/ai/credentials", search)
    await heard.call("POST", "/api/ai/credentials", search | {"saveAnyway": True})
    aws = {"region": "eu-central-1", "accessKeyId": AWS_ID, "secretAccessKey": AWS_SECRET}
    bedrock = {"providerId": "bedrock", "baseUrl": host.url, "fields": aws, "saveAnyway": True}
    await heard.call("POST", "/api/ai/credentials", bedrock)
    tools = NewConnection("mcp", "custom", "Tools", f"{host.url}/mcp", OTHERS)
    await studio.connections.create(await studio.operator(), tools, save_anyway=True)
    for page in ("/api/ai/credentials", "/api/ai/defaults", "/api/doctor", "/api/models", "/v1/models"):
        await heard.call("GET", page)
    runs = await heard.call("GET", "/api/runs?limit=100")
    for run in runs["runs"]:
        await heard.call("GET", f"/api/runs/{run['id']}")
        await heard.call("GET", f"/api/runs/{run['id']}/events")


async def stored_text(studio: Any) -> str:
    """Return every row of every table."""
    found: list[str] = []
    async with studio.database.reading() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(sa.select(table))
            found.extend(str(dict(row)) for row in rows.mappings())
    return "\n".join(found)


async def raised_text(studio: Any) -> str:
    """Return what exceptions say when a connection is used by code, chains and objects included."""
    found: list[str] = []
    for connection in await studio.connections.list(studio.workspace_id):
        opened = studio.connections.open(connection)
        found += [repr(connection), repr(opened), repr(credential_of(opened)), repr(studio.connections)]
        if connection.kind == "model":
            driver, _ = studio.openers.model(connection)
            try:
                await driver.models()
            except ProofroomError as error:
                found.append("".join(traceback.format_exception(error)) + str(error.as_dict()))
    return "\n".join(found)


def unpacked(path: Path) -> bytes:
    """Return everything inside an archive, whatever kind it is."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return b"".join(archive.read(name) for name in archive.namelist())
    if tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            files = (archive.extractfile(member) for member in archive if member.isfile())
            return b"".join(file.read() for file in files if file)
    raw = path.read_bytes()
    return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw


@pytest.mark.timeout(180)
async def test_a_planted_key_is_nowhere(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    caplog.set_level(logging.DEBUG)
    assert len(CANARIES) == 13
    async with open_host(key=MODEL) as host:
        opened = settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(opened) as browser:
            await browser.set_up()
            heard = Heard(browser)
            await use_everything(heard, host, browser.studio)
            stored = await stored_text(browser.studio)
            raised = await raised_text(browser.studio)
        taken = await backup(opened, tmp_path / "backup")
    assert len(heard.texts) > 30
    assert "Hello from the host." in stored
    assert leaks("\n".join(heard.texts)) == []
    assert leaks(stored) == []
    assert leaks(raised) == []
    logged = "\n".join([*(record.getMessage() for record in caplog.records), caplog.text])
    assert leaks(logged) == []
    inside = unpacked(taken.path)
    assert len(inside) > 10_000
    assert [canary for canary in CANARIES if canary.encode() in inside] == []
    kept = b"".join(path.read_bytes() for path in opened.data.rglob("*") if path.is_file())
    assert [canary for canary in CANARIES if canary.encode() in kept] == []


def test_the_search_would_find_a_leak():
    assert leaks(f"... {MODEL} ...") == [MODEL]
    assert len(CANARIES) == len(set(CANARIES))
