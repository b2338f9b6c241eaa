"""Chromium over a pipe: open one page, ask it for its layout and its picture, and end it."""

import asyncio
import base64
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Unavailable
from proofroom.kernel.strings import say
from proofroom.kernel.words import word_list

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
LONGEST = 1568
"""Pixels of the longer edge of a picture."""
TALLEST = 12_000
WITHIN_S = 40
LARGEST = 64 * 1024 * 1024
LAYOUT = (resources.files("proofroom.site.snapshot") / "layout.js").read_text("utf-8")
_LAUNCH = (
    "import os,sys;os.dup2(int(sys.argv[1]),3);os.dup2(int(sys.argv[2]),4);os.execv(sys.argv[3],sys.argv[3:])"
)
_FLAGS = word_list("""
    --headless --remote-debugging-pipe --disable-gpu --disable-dev-shm-usage --disable-background-networking
    --disable-component-update --disable-sync --disable-extensions --hide-scrollbars --mute-audio
    --no-first-run --no-default-browser-check
    """)
Json = dict[str, Any]
Answer = Callable[[str], Awaitable[tuple[bytes, str] | None]]
"""Returns the bytes and the type of what is at an address, or None."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What was seen: the layout as the page told it, and a PNG with its size."""

    layout: Json
    png: bytes
    width: int
    height: int


def find_chromium(named: str | None) -> str | None:
    """Return the browser to start: the one that is named, or the machine's own."""
    if named:
        return named if os.access(named, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


async def take_shot(chromium: str, url: str, width: int, answer: Answer, node_id: str | None = None) -> Shot:
    """Open a page that is answered from memory, and look at it or at one node of it."""
    try:
        async with asyncio.timeout(WITHIN_S), _opened(chromium) as pipe:
            return await _look(pipe, url, width, answer, node_id)
    except (TimeoutError, OSError, EOFError, asyncio.IncompleteReadError) as error:
        raise Unavailable(say("site.browser_failed")) from error


async def _look(pipe: "_Pipe", url: str, width: int, answer: Answer, node_id: str | None) -> Shot:
    target = await pipe.ask("Target.createTarget", {"url": "about:blank"})
    joined = await pipe.ask("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})
    pipe.session = joined["sessionId"]
    pipe.answer = answer
    await pipe.ask("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
    await pipe.ask("Emulation.setScriptExecutionDisabled", {"value": True})
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    await pipe.ask("Emulation.setDeviceMetricsOverride", size)
    await pipe.ask("Page.enable")
    loaded = pipe.expect("Page.loadEventFired")
    await pipe.ask("Page.navigate", {"url": url})
    await loaded
    told = await pipe.ask(
        "Runtime.evaluate",
        {
            "expression": f"({LAYOUT})({orjson.dumps(node_id).decode()})",
            "returnByValue": True,
            "awaitPromise": True,
        },
    )
    layout: Json = told["result"]["value"]
    box: Json = layout.pop("box")
    height = min(box["height"], TALLEST)
    scale = min(1.0, LONGEST / max(box["width"], height, 1))
    clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": height, "scale": scale}
    shot = await pipe.ask(
        "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
    )
    return Shot(layout, base64.b64decode(shot["data"]), round(box["width"] * scale), round(height * scale))


@asynccontextmanager
async def _opened(chromium: str) -> AsyncGenerator["_Pipe"]:
    to_child, write = os.pipe()
    read, from_child = os.pipe()
    with tempfile.TemporaryDirectory(prefix="proofroom-chromium-", ignore_cleanup_errors=True) as profile:
        # Root has no user namespace to build a sandbox in; nothing of the page runs, and it reaches nothing.
        alone = ("--no-sandbox",) if os.geteuid() == 0 else ()
        arguments = (*_FLAGS, *alone, f"--user-data-dir={profile}", "about:blank")
        silent = asyncio.subprocess.DEVNULL
        command = (sys.executable, "-c", _LAUNCH, str(to_child), str(from_child), chromium, *arguments)
        process = await asyncio.create_subprocess_exec(
            *command,
            pass_fds=(to_child, from_child),
            stdin=silent,
            stdout=silent,
            stderr=silent,
            env=_plain_environment(profile),
        )
        os.close(to_child)
        os.close(from_child)
        pipe = _Pipe(await _reader(read), write)
        hearing = asyncio.create_task(pipe.hear())
        try:
            yield pipe
        finally:
            hearing.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await hearing
            os.close(write)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            pipe.close()


def _plain_environment(home: str) -> dict[str, str]:
    """Return what the browser may know: nothing of the studio's own settings and keys."""
    names = ("PATH", "LANG", "LD_LIBRARY_PATH", "FONTCONFIG_PATH")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return kept | {"HOME": home, "TMPDIR": home}


async def _reader(descriptor: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=LARGEST)
    file = os.fdopen(descriptor, "rb", 0)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader


class _Pipe:
    """Messages to and from the browser: questions with numbers, and events."""

    def __init__(self, reader: asyncio.StreamReader, write: int) -> None:
        self._reader, self._write = reader, write
        self._waiting = dict[int, asyncio.Future[Json]]()
        self._expected = dict[str, asyncio.Future[Json]]()
        self._tasks = set[asyncio.Task[None]]()
        self._number = 0
        self.session = ""
        self.answer: Answer | None = None

    async def ask(self, method: str, params: Json | None = None) -> Json:
        """Ask something and return the answer."""
        self._number += 1
        future = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        message: Json = {"id": self._number, "method": method, "params": params or {}}
        if self.session:
            message["sessionId"] = self.session
        data = orjson.dumps(message) + b"\0"
        await asyncio.to_thread(_write_all, self._write, data)
        return await future

    def expect(self, event: str) -> "asyncio.Future[Json]":
        """Return what will come when an event is told."""
        return self._expected.setdefault(event, asyncio.get_running_loop().create_future())

    async def hear(self) -> None:
        """Hand out what the browser says until it says no more."""
        try:
            while True:
                self._take(orjson.loads((await self._reader.readuntil(b"\0"))[:-1]))
        except (EOFError, OSError) as error:
            for future in (*self._waiting.values(), *self._expected.values()):
                if not future.done():
                    future.set_exception(EOFError(str(error)))

    def _take(self, message: Json) -> None:
        future = self._waiting.pop(message.get("id", 0), None)
        if future is not None and not future.done():
            if "error" in message:
                future.set_exception(OSError(message["error"].get("message", "")))
            else:
                future.set_result(message.get("result", {}))
        method = message.get("method", "")
        if method in self._expected and not self._expected[method].done():
            self._expected[method].set_result(message.get("params", {}))
        if method == "Fetch.requestPaused":
            task = asyncio.create_task(self._serve(message["params"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, request: Json) -> None:
        found = await self.answer(request["request"]["url"]) if self.answer else None
        key = {"requestId": request["requestId"]}
        if found is None:
            await self.ask("Fetch.failRequest", key | {"errorReason": "BlockedByClient"})
            return
        data, type = found
        headers = [
            {"name": "Content-Type", "value": type},
            {"name": "Access-Control-Allow-Origin", "value": "*"},
        ]
        body = base64.b64encode(data).decode()
        await self.ask(
            "Fetch.fulfillRequest", key | {"responseCode": 200, "responseHeaders": headers, "body": body}
        )

    def close(self) -> None:
        """Forget what still waits."""
        for task in self._tasks:
            task.cancel()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
