"""Strangers are counted in memory, each address for itself, and in bundles for all processes."""

import pytest
import sqlalchemy as sa

from proofroom.access import crowd
from proofroom.access.crowd import Crowd
from proofroom.access.rates import Limit
from proofroom.kernel.errors import RateLimited
from proofroom.store.tables.access import rate_windows
from tests.access.conftest import Room
from tests.clocks import FixedClock

pytestmark = pytest.mark.both_databases


async def test_an_address_waits_when_it_asks_too_often_and_others_do_not(clock: FixedClock) -> None:
    counted = Crowd(clock, Limit(3, 60))
    for _ in range(3):
        await counted.hit("1.2.3.4")
    with pytest.raises(RateLimited) as refused:
        await counted.hit("1.2.3.4")
    assert 1 <= refused.value.retry_after_s <= 120
    await counted.hit("5.6.7.8")
    clock.advance(refused.value.retry_after_s + 1)
    await counted.hit("1.2.3.4")


async def test_only_so_many_addresses_are_remembered(
    clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "MOST", 2)
    counted = Crowd(clock, Limit(1, 60))
    for address in ("a", "b", "c"):
        await counted.hit(address)
    await counted.hit("a")
    with pytest.raises(RateLimited):
        await counted.hit("c")


async def test_processes_share_a_limit_and_write_once_per_bundle(room: Room) -> None:
    limit = Limit(40, 60)
    first, second = (Crowd(room.clock, limit, room.access.rates) for _ in range(2))
    await first.hit("1.2.3.4")
    assert await _told(room) == 0  # one look at a page is no write
    for _ in range(39):
        await first.hit("1.2.3.4")
    assert await _told(room) == 40
    await second.hit("1.2.3.4")  # less than a bundle, which nobody was told of
    with pytest.raises(RateLimited) as refused:
        await second.hit("1.2.3.4")
    with pytest.raises(RateLimited):
        await second.hit("1.2.3.4")
    assert await _told(room) == 40
    await second.hit("5.6.7.8")
    room.clock.advance(refused.value.retry_after_s + 1)
    await second.hit("1.2.3.4")


async def _told(room: Room) -> int:
    async with room.database.reading() as connection:
        return await connection.scalar(sa.select(sa.func.coalesce(sa.func.sum(rate_windows.c.hits), 0))) or 0
