"""How long a request may be. Plain ASGI: it counts what is read and keeps nothing.

Files are sent as forms, and their routes have limits of their own.
"""

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 8_000_000
"""Bytes of a request that holds text: a long article with its fields has a hundredth of that."""

MAX_WITH_IMAGES = 40_000_000
"""Bytes of a request in which images are written as text."""

TOO_LONG = 413
_WITH_IMAGES = ("/api/ai/tool-result", "/admin/api/ai/tool-result", "/v1/")
_FORM = b"multipart/form-data"


class BodyLimit:
    """Refuses a request as soon as it is known to be too long."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and count what is read of it."""
        headers = dict(scope["headers"]) if scope["type"] == "http" else {}
        if scope["type"] != "http" or headers.get(b"content-type", b"").startswith(_FORM):
            await self._app(scope, receive, send)
            return
        most = MAX_WITH_IMAGES if scope["path"].startswith(_WITH_IMAGES) else MAX_BODY
        told = headers.get(b"content-length", b"")
        announced = int(told) if told.isdigit() else 0
        count = 0

        async def counted() -> Message:
            nonlocal count
            if announced > most:
                raise HTTPException(TOO_LONG)
            message = await receive()
            count += len(message.get("body", b""))
            if count > most:
                raise HTTPException(TOO_LONG)
            return message

        await self._app(scope, counted, send)
