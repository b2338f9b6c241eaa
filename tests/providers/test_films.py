"""Google's films: ordered with a number, asked after, fetched from where the connection leads."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from proofroom.kernel.errors import ContentRefused, ProofroomError, ProviderFailed
from proofroom.providers.films import FilmRequest, HttpFilmDriver
from proofroom.providers.protocol import Credential, HttpCall

NAME = "models/veo-3.1-generate-preview/operations/abc123"
HOST = "https://generativelanguage.googleapis.com/v1beta"
FILM = b"\0\0\0\x18ftypisom"


class Google:
    """Answers as the service does, from a list."""

    credential = Credential("gemini", key="key-of-google")

    def __init__(self, *answers: object) -> None:
        self._answers = [json.dumps(one).encode() if isinstance(one, Mapping) else one for one in answers]
        self.calls: list[HttpCall] = []

    async def fetch(self, call: HttpCall, _error: object, *, timeout_s: float) -> object:
        self.calls.append(call)
        return self._answers.pop(0)


def over(uri: str = "", **more: Any) -> dict[str, Any]:
    samples = {"generatedSamples": [{"video": {"uri": uri}}]} if uri else {}
    return {"name": NAME, "done": True, "response": {"generateVideoResponse": samples | more}}


async def made(google: Google, seconds: int = 5) -> tuple[object, list[int]]:
    told: list[int] = []

    async def sleep(_seconds: float) -> None:
        return None

    endpoint: Any = google
    driver = HttpFilmDriver(endpoint, sleep=sleep)
    wish = FilmRequest("veo-3.1-generate-preview", "A tern over a canal", seconds)
    return await driver.make(wish, told.append), told


@pytest.mark.parametrize(("wished", "ordered"), [(1, 4), (5, 6), (8, 8), (10, 8)])
async def test_a_film_is_ordered_asked_after_and_fetched(wished: int, ordered: int) -> None:
    elsewhere = (
        "https://evil.example/v1beta/files/f-1:download?alt=media"  # its host gets neither call nor key
    )
    google = Google({"name": NAME}, {"name": NAME, "done": False}, over(elsewhere), FILM)
    assert await made(google, wished) == (FILM, [0, 0])
    order, *rest = google.calls
    assert (order.method, order.url) == ("POST", f"{HOST}/models/veo-3.1-generate-preview:predictLongRunning")
    assert json.loads(order.body) == {
        "instances": [{"prompt": "A tern over a canal"}],
        "parameters": {"durationSeconds": ordered},
    }
    asked, fetched = f"{HOST}/{NAME}", f"{HOST}/files/f-1:download?alt=media"
    assert [(one.method, one.url) for one in rest] == [("GET", asked), ("GET", asked), ("GET", fetched)]
    assert {one.headers["x-goog-api-key"] for one in google.calls} == {"key-of-google"}


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (over(raiMediaFilteredReasons=["Not this."]), ContentRefused, "Not this."),
        (over(), ProviderFailed, "no film was made"),
        (
            {"name": NAME, "done": True, "error": {"code": 8, "message": "Out of quota."}},
            ProviderFailed,
            "quota",
        ),
        ({"name": "../../keys"}, ProofroomError, "gemini"),
    ],
)
async def test_no_film_says_why(answer: Mapping[str, Any], kind: type[ProofroomError], said: str) -> None:
    with pytest.raises(kind) as told:
        await made(Google(answer))
    assert said in str(told.value)
