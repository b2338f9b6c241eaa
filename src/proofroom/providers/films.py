"""Film models in OpenAI's format, which compatible hosts speak too: ordered, asked after, fetched."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import quote

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.draft import load
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.failures import name_failure, unreadable
from proofroom.providers.images.openai import BASE, OpenAIImages
from proofroom.providers.protocol import HttpCall
from proofroom.providers.shapes import Json, as_int, as_object, as_text

LENGTHS: Final = (4, 8, 12)
"""Seconds that films of this format have."""
ASK_EVERY_S: Final = 5.0
FETCH_S: Final = 120.0
SPEAKERS: Final = ("openai", "openai-compatible")

OnProgress = Callable[[int], None]
"""Takes how many percent of a film are made."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """One wish for a film; its length is a wish too, the next longer one the format has is made."""

    model: str
    prompt: str
    seconds: int


class HttpFilmDriver:
    """Has films made by one provider with one credential."""

    def __init__(
        self, endpoint: Endpoint, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self.name, self._endpoint, self._sleep = endpoint.credential.provider, endpoint, sleep
        if self.name not in SPEAKERS:
            raise InvalidInput(say("providers.no_films", provider=self.name))
        self._errors = OpenAIImages(self.name)

    async def make(self, request: FilmRequest, on_progress: OnProgress) -> bytes:
        """Order a film, wait for it and return it; how long it may take is the caller's to say."""
        seconds = next((each for each in LENGTHS if each >= request.seconds), LENGTHS[-1])
        wish = {"model": request.model, "prompt": request.prompt, "seconds": str(seconds)}
        film = await self._ask("POST", "videos", wish)
        name = quote(as_text(film.get("id")), safe="")
        if not name:
            raise unreadable(self.name)
        while as_text(film.get("status")) in ("queued", "in_progress"):
            on_progress(as_int(film.get("progress")))
            await self._sleep(ASK_EVERY_S)
            film = await self._ask("GET", f"videos/{name}")
        if as_text(film.get("status")) != "completed":
            error = as_object(film.get("error"))
            code, said = as_text(error.get("code")), as_text(error.get("message"))
            raise name_failure(self.name, status=None, code=code, message=said or "no film was made")
        return await self._fetch(self._call("GET", f"videos/{name}/content"))

    async def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        return load(self.name, await self._fetch(self._call(method, path, body)))

    async def _fetch(self, call: HttpCall) -> bytes:
        return await self._endpoint.fetch(call, self._errors.error, timeout_s=FETCH_S)

    def _call(self, method: str, path: str, body: Json | None = None) -> HttpCall:
        credential = self._endpoint.credential
        headers = {"authorization": f"Bearer {credential.key}"}
        if body is not None:
            headers["content-type"] = "application/json"
        url = f"{(credential.base_url or BASE).rstrip('/')}/{path}"
        return HttpCall(method, url, headers, orjson.dumps(body) if body is not None else b"", "json")
