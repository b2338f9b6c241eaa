import asyncio

import pytest

from proofroom.kernel.errors import (
    AddressRefused,
    ContentRefused,
    OutsideFailed,
    ProviderFailed,
    ProviderRateLimited,
    Unavailable,
)
from proofroom.net import Breaker
from proofroom.net.breaker import Snapshot


class FakeTime:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def make() -> tuple[Breaker, FakeTime]:
    time = FakeTime()
    return Breaker(now=time), time


def fail(breaker: Breaker, times: int, key: str = "model") -> None:
    for _ in range(times):
        breaker.fail(breaker.admit(key))


def test_five_failures_in_a_row_open_it_for_a_minute() -> None:
    breaker, time = make()
    fail(breaker, 4)
    breaker.admit("model")
    fail(breaker, 1)
    with pytest.raises(Unavailable) as caught:
        breaker.admit("model")
    assert caught.value.context == {"retry_after_s": 60.0}
    time.now += 59.9
    with pytest.raises(Unavailable):
        breaker.admit("model")
    time.now += 0.1
    assert breaker.admit("model").is_probe


def test_a_success_in_between_starts_the_count_anew() -> None:
    breaker, _ = make()
    fail(breaker, 4)
    breaker.succeed(breaker.admit("model"))
    fail(breaker, 4)
    breaker.admit("model")
    assert breaker.snapshot() == [Snapshot("model", "closed", 4, 0.0)]


def test_exactly_one_probe_passes_when_the_rest_is_over() -> None:
    breaker, time = make()
    fail(breaker, 5)
    time.now += 60
    probe = breaker.admit("model")
    for _ in range(3):
        with pytest.raises(Unavailable):
            breaker.admit("model")
    breaker.succeed(probe)
    assert not breaker.admit("model").is_probe
    assert breaker.snapshot() == [Snapshot("model", "closed", 0, 0.0)]


def test_a_failed_probe_opens_it_for_another_minute() -> None:
    breaker, time = make()
    fail(breaker, 5)
    time.now += 60
    breaker.fail(breaker.admit("model"))
    time.now += 59
    with pytest.raises(Unavailable):
        breaker.admit("model")
    assert breaker.snapshot() == [Snapshot("model", "open", 6, 1.0)]
    time.now += 1
    assert breaker.snapshot()[0].state == "half_open"
    assert breaker.admit("model").is_probe


def test_calls_from_before_the_break_no_longer_count() -> None:
    breaker, time = make()
    late_success, late_failure = breaker.admit("model"), breaker.admit("model")
    fail(breaker, 5)
    breaker.succeed(late_success)
    with pytest.raises(Unavailable):
        breaker.admit("model")
    time.now += 60
    probe = breaker.admit("model")
    breaker.fail(late_failure)
    breaker.succeed(probe)
    breaker.admit("model")


def test_keys_do_not_share_their_luck() -> None:
    breaker, _ = make()
    fail(breaker, 5, "one")
    breaker.admit("two")
    assert [(one.key, one.state) for one in breaker.snapshot()] == [("one", "open"), ("two", "closed")]


async def test_watching_counts_only_errors_that_mean_the_other_side_is_down() -> None:
    breaker, _ = make()
    harmless = [ProviderRateLimited("wait"), AddressRefused("no"), ContentRefused("no"), KeyError("bug")]

    async def call(error: Exception) -> None:
        async with breaker.watch("model"):
            raise error

    for error in harmless * 3:
        with pytest.raises(type(error)):
            await call(error)
    assert breaker.snapshot()[0].failures == 0
    for error in (
        OutsideFailed("a"),
        ProviderFailed("b"),
        OutsideFailed("c"),
        ProviderFailed("d"),
        OutsideFailed("e"),
    ):
        with pytest.raises(type(error)):
            await call(error)
    with pytest.raises(Unavailable):
        await call(OutsideFailed("f"))


async def test_a_cancelled_probe_leaves_room_for_the_next() -> None:
    breaker, time = make()
    fail(breaker, 5)
    time.now += 60
    inside = asyncio.Event()

    async def probe() -> None:
        async with breaker.watch("model"):
            inside.set()
            await asyncio.sleep(3_600)

    task = asyncio.create_task(probe())
    await inside.wait()
    with pytest.raises(Unavailable):
        breaker.admit("model")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert breaker.admit("model").is_probe


async def test_a_watched_success_closes_it() -> None:
    breaker, time = make()
    fail(breaker, 5)
    time.now += 60
    async with breaker.watch("model"):
        pass
    assert breaker.snapshot() == [Snapshot("model", "closed", 0, 0.0)]
