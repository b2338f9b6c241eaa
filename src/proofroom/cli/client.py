"""A small client of the studio's own HTTP API."""

import secrets
from collections.abc import AsyncGenerator
from typing import Any

import orjson

from proofroom.cli.loopback import ANSWER_S, SILENCE_S, send
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import Language

_JSON = {"Content-Type": "application/json"}


class Client:
    """Speaks to one studio with the local operator's token, and is answered in the settings' language."""

    def __init__(
        self, url: str, token: str, language: Language = "en", workspace: str = "", later: str = ""
    ) -> None:
        self._url = url
        self.later = later
        """Where the studio is going to be, while it only runs for this command; empty where it runs."""
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        if workspace:
            self._headers["X-Proofroom-Workspace"] = workspace

    async def get(self, path: str, **params: str | int | None) -> Any:
        """Read something."""
        return orjson.loads(await self._whole("GET", path, params=_given(params)))

    async def post(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """Change something."""
        return await self._send("POST", path, body if body is not None else {}, headers)

    async def put(self, path: str, body: Any) -> Any:
        """Replace something."""
        return await self._send("PUT", path, body)

    async def delete(self, path: str) -> Any:
        """Remove something."""
        return orjson.loads(await self._whole("DELETE", path))

    async def upload(self, path: str, name: str, data: bytes, fields: dict[str, str]) -> Any:
        """Send a file as a browser's form would."""
        mark = secrets.token_hex(16)
        safe = name.replace('"', "").replace("\r", "").replace("\n", "")
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n\r\n'
        body = head.encode() + data + b"\r\n"
        for key, value in fields.items():
            body += f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        body += f"--{mark}--\r\n".encode()
        form = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        return orjson.loads(await self._whole("POST", path, body, form, silence_s=SILENCE_S))

    async def text(self, path: str, **params: str | int | None) -> str:
        """Read a text, whatever its size."""
        return (await self._whole("GET", path, params=_given(params), silence_s=SILENCE_S)).decode()

    async def data(self, path: str, **params: str | int | None) -> bytes:
        """Read bytes, whatever their size."""
        return await self._whole("GET", path, params=_given(params), silence_s=SILENCE_S)

    def address(self, path: str) -> str:
        """Return the whole address of a path, which holds when this command has ended, too."""
        return (self.later or self._url) + path

    async def stream(
        self, method: str, path: str, body: Any = None, **params: int
    ) -> AsyncGenerator[dict[str, Any]]:
        """Yield the events of a stream; an answer that is no stream is yielded as one object."""
        sent = orjson.dumps(body) if body is not None else b""
        headers = self._headers | _JSON
        async with send(
            method, self._url + path, headers, params=_given(params), body=sent, silence_s=SILENCE_S
        ) as answer:
            if answer.status >= 400:
                raise _error(await answer.body())
            async for line in answer.lines():
                yield orjson.loads(line)

    async def told(self, path: str, body: Any, headers: dict[str, str]) -> AsyncGenerator[dict[str, Any]]:
        """Yield the messages of an answer that comes as server-sent events."""
        sent = self._headers | _JSON | headers
        where = self._url + path
        async with send("POST", where, sent, body=orjson.dumps(body), silence_s=SILENCE_S) as answer:
            if answer.status >= 400:
                raise _error(await answer.body())
            async for line in answer.lines():
                if line.startswith(b"data:") and line[5:].strip():
                    yield orjson.loads(line[5:])

    async def _send(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        return orjson.loads(await self._whole(method, path, orjson.dumps(body), _JSON | (headers or {})))

    async def _whole(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        params: dict[str, str] | None = None,
        silence_s: float = ANSWER_S,
    ) -> bytes:
        async with send(
            method,
            self._url + path,
            self._headers | (headers or {}),
            params=params,
            body=body,
            silence_s=silence_s,
        ) as answer:
            found = await answer.body()
            if answer.status >= 400:
                raise _error(found)
            return found


def _given(params: Any) -> dict[str, str]:
    return {name: str(value) for name, value in params.items() if value is not None}


def _error(body: bytes) -> ProofroomError:
    """Return the studio's error, to be shown as if it had happened here."""
    told = orjson.loads(body)["error"]
    error = ProofroomError(told["message"], suggestion=told["suggestion"])
    error.context = {**(told.get("context") or {}), "code": told["code"]}
    return error
