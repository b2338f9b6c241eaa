from datetime import UTC, datetime

import pytest
from aiohttp import web

from proofroom.kernel.errors import OutsideFailed, ProviderFailed
from proofroom.net import PROVIDER, STUDIO, Again, attempt, next_delay, wait_hint
from tests.net.conftest import Internet

NOW = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)


def test_the_studios_waits_are_those_of_the_written_policy() -> None:
    for retry, (least, most) in enumerate([(1.0, 2.0), (2.0, 3.0), (4.0, 5.0)]):
        assert next_delay(STUDIO, retry, draw=0.0) == least
        assert next_delay(STUDIO, retry, draw=0.999) == pytest.approx(most, abs=0.01)
    assert next_delay(STUDIO, 3, draw=0.5) is None
    patient = STUDIO.__class__(retries=9, first_s=1.0, ceiling_s=10.0, spread_s=1.0)
    assert next_delay(patient, 8, draw=0.7) == 10.0


def test_the_waits_for_providers_grow_from_half_a_second_to_eight() -> None:
    assert next_delay(PROVIDER, 0, draw=0.0) == 0.5
    assert next_delay(PROVIDER, 1, draw=0.0) == 1.0
    assert next_delay(PROVIDER, 1, draw=1.0) == 0.75
    assert next_delay(PROVIDER, 2, draw=0.0) is None
    patient = PROVIDER.__class__(retries=9, first_s=0.5, ceiling_s=8.0, shrink=0.25)
    assert next_delay(patient, 8, draw=0.0) == 8.0


def test_the_wait_the_other_side_asks_for_is_obeyed_up_to_a_minute() -> None:
    assert next_delay(PROVIDER, 0, draw=0.9, hint_s=7.5) == 7.5
    assert next_delay(PROVIDER, 0, draw=0.9, hint_s=0.0) == 0.0
    assert next_delay(PROVIDER, 0, draw=0.9, hint_s=61.0) is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after": "Sun, 15 Nov 2026 12:00:20 GMT"}, 20.0),
        ({"retry-after": "Sun, 15 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after-ms": "x", "retry-after": "1"}, 1.0),
    ],
)
def test_the_hint_is_read_in_all_its_spellings(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_hint(headers, now=NOW) == seconds


class Sleeper:
    def __init__(self) -> None:
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)


async def test_a_call_is_repeated_until_it_succeeds() -> None:
    outcomes: list[Exception | str] = [OutsideFailed("one"), OutsideFailed("two"), "done"]
    sleep = Sleeper()

    async def call() -> str:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    result = await attempt(call, backoff=STUDIO, judge=lambda _: Again(), sleep=sleep, draw=lambda: 0.5)
    assert (result, sleep.slept) == ("done", [1.5, 2.5])


async def test_after_the_last_retry_the_last_error_is_raised() -> None:
    calls = 0

    async def call() -> None:
        nonlocal calls
        calls += 1
        raise OutsideFailed(f"failure {calls}")

    sleep = Sleeper()
    with pytest.raises(OutsideFailed, match="failure 4"):
        await attempt(call, backoff=STUDIO, judge=lambda _: Again(), sleep=sleep, draw=lambda: 0.0)
    assert sleep.slept == [1.0, 2.0, 4.0]


async def test_an_error_the_judge_gives_up_on_is_raised_at_once() -> None:
    sleep = Sleeper()

    async def call() -> None:
        raise ProviderFailed("no credit")

    with pytest.raises(ProviderFailed):
        await attempt(call, backoff=PROVIDER, judge=lambda _: None, sleep=sleep)
    assert sleep.slept == []


async def test_a_servers_retry_after_is_waited_for(internet: Internet) -> None:
    answers = [(429, {"retry-after-ms": "40"}), (503, {"retry-after": "0.02"}), (200, {})]

    async def handler(request: web.Request) -> web.Response:
        status, headers = answers.pop(0)
        return web.Response(status=status, headers=headers, text="fine")

    port = await internet.serve(handler)
    transport = await internet.transport(f"127.0.0.1:{port}")
    sleep = Sleeper()

    class Refused(Exception):
        def __init__(self, verdict: Again | None) -> None:
            self.verdict = verdict

    async def call() -> str:
        answer = await transport.request("GET", f"http://127.0.0.1:{port}/", tier="connection")
        if not answer.ok:
            raise Refused(Again(wait_hint(answer.headers, now=NOW)))
        return answer.text()

    def judge(error: Exception) -> Again | None:
        return error.verdict if isinstance(error, Refused) else None

    assert await attempt(call, backoff=PROVIDER, judge=judge, sleep=sleep) == "fine"
    assert sleep.slept == [0.04, 0.02]
