"""A small client of the studio's own HTTP API."""

import secrets
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import orjson

from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import Language

if TYPE_CHECKING:
    from proofroom.net import Transport


class Client:
    """Speaks to one studio with the local operator's token, and is answered in the settings' language."""

    def __init__(
        self, transport: "Transport", url: str, token: str, language: Language = "en", workspace: str = ""
    ) -> None:
        self._transport, self._url = transport, url
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        if workspace:
            self._headers["X-Proofroom-Workspace"] = workspace

    async def get(self, path: str, **params: str | int | None) -> Any:
        """Read something."""
        given = {name: str(value) for name, value in params.items() if value is not None}
        return await self._send("GET", path, params=given)

    async def post(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """Change something."""
        return await self._send("POST", path, body=body if body is not None else {}, headers=headers)

    async def put(self, path: str, body: Any) -> Any:
        """Replace something."""
        return await self._send("PUT", path, body=body)

    async def delete(self, path: str) -> Any:
        """Remove something."""
        return await self._send("DELETE", path)

    async def upload(self, path: str, name: str, data: bytes, fields: dict[str, str]) -> Any:
        """Send a file as a browser's form would."""
        mark = secrets.token_hex(16)
        safe = name.replace('"', "").replace("\r", "").replace("\n", "")
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n\r\n'
        body = head.encode() + data + b"\r\n"
        for key, value in fields.items():
            body += f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        answer = await self._transport.request(
            "POST",
            self._url + path,
            tier="connection",
            headers=self._headers | {"Content-Type": f"multipart/form-data; boundary={mark}"},
            body=body + f"--{mark}--\r\n".encode(),
            timeout_s=300,
        )
        if answer.status >= 400:
            raise _error(answer.body)
        return orjson.loads(answer.body)

    async def text(self, path: str, **params: str | int | None) -> str:
        """Read a text, whatever its size."""
        given = {name: str(value) for name, value in params.items() if value is not None}
        async with self._transport.stream(
            "GET", self._url + path, tier="connection", headers=self._headers, params=given
        ) as answer:
            body = b"".join([chunk async for chunk in answer])
        if answer.status >= 400:
            raise _error(body)
        return body.decode()

    async def stream(
        self, method: str, path: str, body: Any = None, **params: int
    ) -> AsyncGenerator[dict[str, Any]]:
        """Yield the events of a stream; an answer that is no stream is yielded as one object."""
        from proofroom.net import NdjsonReader

        given = {name: str(value) for name, value in params.items()}
        async with self._transport.stream(
            method,
            self._url + path,
            tier="connection",
            headers=self._headers | {"Content-Type": "application/json"},
            params=given,
            body=orjson.dumps(body) if body is not None else None,
        ) as answer:
            if answer.status >= 400:
                raise _error(b"".join([chunk async for chunk in answer]))
            reader = NdjsonReader()
            async for chunk in answer:
                for line in reader.feed(chunk):
                    yield orjson.loads(line)
            for line in reader.finish():
                yield orjson.loads(line)

    async def _send(
        self,
        method: str,
        path: str,
        params: dict[str, str] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        answer = await self._transport.request(
            method,
            self._url + path,
            tier="connection",
            headers=self._headers | (headers or {}),
            params=params,
            json=body,
            follow_redirects=False,
        )
        if answer.status >= 400:
            raise _error(answer.body)
        return orjson.loads(answer.body)


def _error(body: bytes) -> ProofroomError:
    """Return the studio's error, to be shown as if it had happened here."""
    told = orjson.loads(body)["error"]
    error = ProofroomError(told["message"], suggestion=told["suggestion"])
    error.context = {**(told.get("context") or {}), "code": told["code"]}
    return error
