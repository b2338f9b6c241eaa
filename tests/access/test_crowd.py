"""Strangers are counted in memory, each address for itself."""

import pytest

from proofroom.access import crowd
from proofroom.access.crowd import Crowd
from proofroom.access.rates import Limit
from proofroom.kernel.clock import FixedClock
from proofroom.kernel.errors import RateLimited


def test_an_address_waits_when_it_asks_too_often_and_others_do_not(clock: FixedClock) -> None:
    counted = Crowd(clock, Limit(3, 60))
    for _ in range(3):
        counted.hit("1.2.3.4")
    with pytest.raises(RateLimited) as refused:
        counted.hit("1.2.3.4")
    assert 1 <= refused.value.retry_after_s <= 120
    counted.hit("5.6.7.8")
    clock.advance(refused.value.retry_after_s + 1)
    counted.hit("1.2.3.4")


def test_only_so_many_addresses_are_remembered(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST", 2)
    counted = Crowd(clock, Limit(1, 60))
    for address in ("a", "b", "c"):
        counted.hit(address)
    counted.hit("a")
    with pytest.raises(RateLimited):
        counted.hit("c")
