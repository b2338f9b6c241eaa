"""What comes back: a whole response, or a stream of byte chunks as they leave the socket."""

import asyncio
from collections.abc import Mapping
from email.message import Message
from typing import TYPE_CHECKING, Any

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import OutsideFailed, ProofroomError, TooLarge
from proofroom.kernel.lazily import late_module
from proofroom.kernel.strings import say
from proofroom.net.faults import explain, timed_out
from proofroom.net.target import Destination

if TYPE_CHECKING:
    import aiohttp
else:
    aiohttp = late_module("aiohttp")


@dataclass(frozen=True, slots=True)
class Response:
    """A whole answer. Header names match in any case; `url` is where the last redirect led."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str

    @property
    def ok(self) -> bool:
        """Tell whether the status is a success."""
        return 200 <= self.status < 300

    @property
    def media_type(self) -> str:
        """Return the media type without parameters, in lower case."""
        return media_type(self.headers)

    def text(self) -> str:
        """Return the body as text in the charset it names, else UTF-8; broken bytes are replaced."""
        try:
            return self.body.decode(_charset(self.headers), "replace")
        except LookupError:
            return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the body as JSON."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError as error:
            raise OutsideFailed(say("net.not_json")) from error


class Stream:
    """An answer while it arrives. Iterating gives bytes as they come from the socket, not cut into lines."""

    __slots__ = (
        "_content",
        "_handle",
        "_idle_s",
        "_is_idle",
        "_left",
        "_loop",
        "_response",
        "_since",
        "_target",
    )

    def __init__(
        self, response: "aiohttp.ClientResponse", target: Destination, *, idle_s: float, max_bytes: int | None
    ) -> None:
        self._response = response
        self._content = response.content
        self._target = target
        self._left = -1 if max_bytes is None else max_bytes
        self._idle_s = idle_s
        self._is_idle = False
        self._since = 0.0
        self._loop = asyncio.get_running_loop()
        # One timer for the whole stream that looks back, instead of one set and cancelled per chunk.
        self._handle = self._loop.call_later(idle_s, self._look)

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return self._response.status

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers; names match in any case."""
        return self._response.headers

    @property
    def url(self) -> str:
        """Return the address that answered."""
        return str(self._response.url)

    def __aiter__(self) -> "Stream":
        return self

    async def __anext__(self) -> bytes:
        self._since = self._loop.time()
        try:
            chunk = await self._content.readany()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise self._explain(error) from error
        self._since = 0.0
        if not chunk:
            raise StopAsyncIteration
        if self._left >= 0:
            self._left -= len(chunk)
            if self._left < 0:
                raise too_large()
        return chunk

    async def read(self, max_bytes: int = 1_048_576) -> bytes:
        """Return what is left of the body, at most so many bytes: for the text of an error."""
        parts: list[bytes] = []
        size = 0
        async for chunk in self:
            parts.append(chunk)
            size += len(chunk)
            if size > max_bytes:
                raise too_large()
        return b"".join(parts)

    def close(self) -> None:
        """Close the socket, or give the connection back if the body was read to its end."""
        self._handle.cancel()
        self._response.close()

    def _explain(self, error: BaseException) -> ProofroomError:
        return timed_out(self._target, self._idle_s) if self._is_idle else explain(error, self._target)

    def _look(self) -> None:
        waited = self._loop.time() - self._since if self._since else 0.0
        if waited >= self._idle_s:
            self._is_idle = True
            self._response.close()
        else:
            self._handle = self._loop.call_later(self._idle_s - waited, self._look)


def too_large() -> TooLarge:
    """Return the error for a body over its limit."""
    return TooLarge(say("net.answer_large"))


def media_type(headers: Mapping[str, str]) -> str:
    """Return the media type of the headers without parameters, in lower case."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _charset(headers: Mapping[str, str]) -> str:
    message = Message()
    message["content-type"] = headers.get("content-type", "")
    charset = message.get_param("charset")
    return charset if isinstance(charset, str) and charset.isascii() else "utf-8"
