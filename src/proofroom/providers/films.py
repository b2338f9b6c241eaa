"""Film models: ordered, asked after, fetched. Google's format, and the one hosts kept of OpenAI's."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_hex
from typing import Final, Protocol
from urllib.parse import quote

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.strings import say
from proofroom.providers.draft import load
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.failures import name_failure, unreadable
from proofroom.providers.gemini import Gemini
from proofroom.providers.images.openai import BASE, OpenAIImages
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text

ASK_EVERY_S: Final = 5.0
FETCH_S: Final = 120.0
_OPERATION: Final = re.compile(r"(?:models/[\w.-]+/)?operations/[\w-]+")
_FILE: Final = re.compile(r"/(files/[\w-]+):download\b")

OnProgress = Callable[[int], None]
"""Takes how many percent of a film are made."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """One wish for a film; its length is a wish too, the next longer one the format has is made."""

    model: str
    prompt: str
    seconds: int


@dataclass(frozen=True, slots=True)
class FilmState:
    """How far a film is: what to ask next, or where it is fetched once it is made."""

    percent: int = 0
    again: HttpCall | None = None
    made: HttpCall | None = None


class FilmFormat(Protocol):
    """How one kind of host is asked for a film."""

    lengths: tuple[int, ...]

    def order(self, request: FilmRequest, seconds: int, credential: Credential) -> HttpCall:
        """Return the order."""
        ...

    def read(self, body: bytes, credential: Credential) -> FilmState:
        """Read an answer to the order, or to the question how far it is."""
        ...

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        ...


class HttpFilmDriver:
    """Has films made by one provider with one credential."""

    def __init__(
        self, endpoint: Endpoint, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self.name, self._endpoint, self._sleep = endpoint.credential.provider, endpoint, sleep
        if self.name not in _FORMATS:
            raise InvalidInput(say("providers.no_films", provider=self.name))
        self._format = _FORMATS[self.name]

    async def make(self, request: FilmRequest, on_progress: OnProgress) -> bytes:
        """Order a film, wait for it and return it; how long it may take is the caller's to say."""
        lengths, credential = self._format.lengths, self._endpoint.credential
        seconds = next((each for each in lengths if each >= request.seconds), lengths[-1])
        call = self._format.order(request, seconds, credential)
        state = self._format.read(await self._fetch(call), credential)
        while state.made is None:
            assert state.again is not None
            on_progress(state.percent)
            await self._sleep(ASK_EVERY_S)
            state = self._format.read(await self._fetch(state.again), credential)
        return await self._fetch(state.made)

    async def _fetch(self, call: HttpCall) -> bytes:
        return await self._endpoint.fetch(call, self._format.error, timeout_s=FETCH_S)


class CompatibleFilms:
    """`/videos`, as hosts have it that follow what OpenAI offered until 2026-09-24."""

    lengths: tuple[int, ...] = (4, 8, 12)

    def __init__(self, name: str) -> None:
        self.name = name
        self.error = OpenAIImages(name).error

    def order(self, request: FilmRequest, seconds: int, credential: Credential) -> HttpCall:
        """Return the order, as a form: some hosts read no JSON here, none reads no form."""
        wish = {"model": request.model, "prompt": request.prompt, "seconds": str(seconds)}
        edge = token_hex(16)
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in wish.items()
        ]
        call = self._call(credential, "videos", "POST")
        call.headers["content-type"] = f"multipart/form-data; boundary={edge}"
        return HttpCall("POST", call.url, call.headers, f"{''.join(parts)}--{edge}--\r\n".encode(), "json")

    def read(self, body: bytes, credential: Credential) -> FilmState:
        """Read the job; one that failed says why."""
        film = load(self.name, body)
        name, status = quote(as_text(film.get("id")), safe=""), as_text(film.get("status"))
        if not name:
            raise unreadable(self.name)
        if status in ("queued", "in_progress"):
            return FilmState(as_int(film.get("progress")), self._call(credential, f"videos/{name}"))
        if status == "completed":
            return FilmState(100, made=self._call(credential, f"videos/{name}/content"))
        error = as_object(film.get("error"))
        code, said = as_text(error.get("code")), as_text(error.get("message"))
        raise name_failure(self.name, status=None, code=code, message=said or "no film was made")

    def _call(self, credential: Credential, path: str, method: str = "GET") -> HttpCall:
        url = f"{(credential.base_url or BASE).rstrip('/')}/{path}"
        return HttpCall(method, url, {"authorization": f"Bearer {credential.key}"}, framing="json")


class Veo:
    """`predictLongRunning` of Google's film models."""

    lengths: tuple[int, ...] = (4, 6, 8)

    def __init__(self) -> None:
        self._gemini = Gemini("gemini")
        self.error = self._gemini.error

    def order(self, request: FilmRequest, seconds: int, credential: Credential) -> HttpCall:
        """Return the order. Its seconds are a number: a string, as the samples have it, is refused."""
        url = f"{self._gemini.models_url(credential)}/{quote(request.model, safe='')}:predictLongRunning"
        wish: Json = {"instances": [{"prompt": request.prompt}], "parameters": {"durationSeconds": seconds}}
        return HttpCall("POST", url, self._gemini.headers(credential), orjson.dumps(wish), "json")

    def read(self, body: bytes, credential: Credential) -> FilmState:
        """Read the operation. It names a file by an address; only the file's name is taken of it."""
        operation = load("gemini", body)
        name = as_text(operation.get("name"))
        if not _OPERATION.fullmatch(name):
            raise unreadable("gemini")
        if not operation.get("done"):
            return FilmState(0, self._call(credential, name))
        error = as_object(operation.get("error"))
        if error:
            code, said = str(error.get("code", "")), as_text(error.get("message"))
            raise name_failure("gemini", status=None, code=code, message=said)
        made = as_object(as_object(operation.get("response")).get("generateVideoResponse"))
        videos = [as_object(one.get("video")) for one in as_objects(made.get("generatedSamples"))]
        file = next((found for one in videos if (found := _FILE.search(as_text(one.get("uri"))))), None)
        if file is not None:
            return FilmState(100, made=self._call(credential, f"{file[1]}:download?alt=media"))
        reasons: list[str] = [str(one) for one in made.get("raiMediaFilteredReasons") or ()]
        said = "; ".join(reasons) or "no film was made"
        raise name_failure("gemini", status=None, code="", message=said, refused=bool(reasons))

    def _call(self, credential: Credential, path: str) -> HttpCall:
        base = self._gemini.models_url(credential).removesuffix("/models")
        return HttpCall("GET", f"{base}/{path}", self._gemini.headers(credential), framing="json")


_FORMATS: Final[dict[str, FilmFormat]] = {
    "gemini": Veo(),
    "openai-compatible": CompatibleFilms("openai-compatible"),
}
