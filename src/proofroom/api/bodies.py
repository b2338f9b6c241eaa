"""How long a request may be, and how long it may take to arrive. Plain ASGI: it counts and keeps nothing.

The framework reads a body before it asks who sends it, so a stranger's may be small only. Whoever sends more
has to be known by then: the credentials are looked at before the rest is read.
"""

import asyncio
import re
import time
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from proofroom.wiring import Studio

MAX_BODY = 2_000_000
"""Bytes of a request that holds text: a long article with its fields has a twentieth of that."""

MAX_UNKNOWN = 128 * 1024
"""Bytes that are read before anybody is known."""

MAX_WITH_IMAGES = 40_000_000
"""Bytes of a request in which images are written as text."""

MAX_WITH_FONTS = 16_000_000
"""Bytes of a request that brings a site in, with its font files as text."""

FORM_BYTES: Final = 64 * 1024
"""What an upload may have besides its file."""

IDLE_S = 15.0
"""Seconds in which something more of a body has to arrive."""

SLOWEST = 20_000
"""Bytes in a second at which a body has to arrive, after the first seconds."""

MAX_PARTS = 200_000
"""Values, keys and brackets of a JSON body. Taking it apart holds the event loop: two megabytes of text are
nothing, two megabytes of commas are. Ten thousand entries of ten fields have half of that."""

TOO_LONG, TOO_SLOW, NOT_KNOWN = 413, 408, 401
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_TAIL = 16
"""Bytes of a part that are looked at again with the next one: a NUL may be cut in two."""
_WITH_IMAGES = ("/api/ai/tool-result", "/admin/api/ai/tool-result", "/v1/")
_PUSH = re.compile(r"/git/[^/]+\.git/git-(upload|receive)-pack")
_SITE = re.compile(r"/(api/projects/[^/]+/site/(import|edits|fonts/install)|admin/api/cms/fonts/install)/?")
_UPLOAD = re.compile(r"/api/(projects/[^/]+/media|documents|articles/[^/]+/documents)/?")


class BodyLimit:
    """Refuses a request as soon as it is known to be too long or too slow."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and count what is read of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await self._app(scope, _Counted(scope, receive), send)


class _Counted:
    """The body of one request, as far as it may be read."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope, self._receive = scope, receive
        self._most = _most(scope)
        told = dict(scope["headers"]).get(b"content-length", b"")
        self._announced = int(told) if told.isdigit() and len(told) < 20 else 0
        self._count = 0
        self._is_known = self._is_complete = False
        self._begun: float | None = None
        self._is_json = b"json" in dict(scope["headers"]).get(b"content-type", b"json")
        self._parts, self._tail = 0, b""

    async def __call__(self) -> Message:
        """Return the next part, or refuse."""
        if self._is_complete:  # what is waited for now is the end of the connection
            return await self._receive()
        await self._check(self._announced)
        message = await self._next()
        self._count += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        await self._check(self._count)
        if self._is_json:
            self._look_into(message.get("body", b""))
        return message

    def _look_into(self, part: bytes) -> None:
        """Refuse JSON of too many parts, and one with a NUL, which no database keeps."""
        self._parts += sum(map(part.count, (b",", b":", b"[", b"{"))) if self._most <= MAX_WITH_FONTS else 0
        if self._parts > MAX_PARTS:
            raise HTTPException(TOO_LONG)
        seen = self._tail + part
        if b"\\u0000" in seen and _NUL.search(seen):
            raise HTTPException(400, str(say("api.nul")))
        self._tail = seen[-_TAIL:]

    async def _check(self, size: int) -> None:
        if size > self._most:
            raise HTTPException(TOO_LONG)
        if size > MAX_UNKNOWN and not self._is_known:
            from proofroom.api.security import is_known  # it knows the studio, which this door need not

            self._is_known = await is_known(self._scope)
            if not self._is_known:
                raise HTTPException(NOT_KNOWN)

    async def _next(self) -> Message:
        begun = self._begun = self._begun or time.monotonic()
        left = begun + IDLE_S + self._count / SLOWEST - time.monotonic()
        try:
            async with asyncio.timeout(max(0.0, min(IDLE_S, left))):
                return await self._receive()
        except TimeoutError:
            raise HTTPException(TOO_SLOW, headers={"Connection": "close"}) from None


def _most(scope: Scope) -> int:
    path: str = scope["path"]
    if path.startswith(_WITH_IMAGES):
        return MAX_WITH_IMAGES
    if _PUSH.fullmatch(path):
        from proofroom.repository.git.serve import MAX_PACK

        return MAX_PACK
    if _SITE.fullmatch(path):
        return MAX_WITH_FONTS
    studio: Studio | None = getattr(scope["app"].state, "studio", None)
    if _UPLOAD.fullmatch(path) and studio is not None:
        from proofroom.media import Library

        return studio.get(Library).max_bytes + FORM_BYTES
    return MAX_BODY
