"""How often something may be asked."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.access.rates import Limit, judge
from proofroom.kernel.errors import RateLimited
from proofroom.kernel.ids import ApiKeyId, PersonId, WorkspaceId
from proofroom.store import open_database
from tests.access.conftest import Room, make_room

pytestmark = pytest.mark.both_databases

MIA = Principal(
    kind="person",
    workspace_id=WorkspaceId("w"),
    name="Mia",
    permissions=permissions_of("member"),
    person_id=PersonId("p"),
)


async def _hits(room: Room, limit: Limit, count: int) -> int:
    allowed = 0
    for _ in range(count):
        try:
            await room.access.rates.hit("test:x", [limit])
            allowed += 1
        except RateLimited:
            continue
    return allowed


async def test_hits_over_the_limit_are_refused_with_the_time_to_wait(room: Room) -> None:
    limit = Limit(3, 60)
    left = [(await room.access.rates.hit("test:x", [limit])).remaining for _ in range(3)]
    assert left == [2, 1, 0]
    with pytest.raises(RateLimited, match="try again in") as caught:
        await room.access.rates.hit("test:x", [limit])
    room.clock.advance(caught.value.retry_after_s - 0.5)
    with pytest.raises(RateLimited):
        await room.access.rates.hit("test:x", [limit])
    room.clock.advance(0.5)
    state = await room.access.rates.hit("test:x", [limit])
    assert (state.limit, state.remaining) == (3, 0)


async def test_subjects_do_not_share_their_limits(room: Room) -> None:
    for subject in ("a:1", "a:2", "b:1"):
        await room.access.rates.hit(subject, [Limit(1, 60)])
        with pytest.raises(RateLimited):
            await room.access.rates.hit(subject, [Limit(1, 60)])


async def test_the_window_slides(room: Room) -> None:
    limit = Limit(10, 60)
    room.clock.advance(59)
    assert await _hits(room, limit, 12) == 10
    room.clock.advance(2)  # a fixed window would give ten more at once
    assert await _hits(room, limit, 12) == 0
    room.clock.advance(29)
    assert await _hits(room, limit, 12) == 5
    room.clock.advance(120)
    assert await _hits(room, limit, 12) == 10


async def test_a_refused_hit_is_not_counted_in_the_longer_window(room: Room) -> None:
    limits = [Limit(2, 60), Limit(5, 3600)]
    for _ in range(20):
        try:
            await room.access.rates.hit("test:x", limits)
        except RateLimited:
            continue
    room.clock.advance(121)
    state = await room.access.rates.hit("test:x", limits)
    assert (state.limit, state.remaining) == (2, 1)
    await room.access.rates.hit("test:x", limits)
    room.clock.advance(121)
    state = await room.access.rates.hit("test:x", limits)
    assert (state.limit, state.remaining) == (5, 0)


async def test_people_and_keys_have_the_limits_of_the_settings(room: Room) -> None:
    for _ in range(10):
        await room.access.rates.hit_agent(MIA)
    with pytest.raises(RateLimited):
        await room.access.rates.hit_agent(MIA)
    key = Principal(
        kind="key",
        workspace_id=WorkspaceId("w"),
        name="CI",
        permissions=permissions_of("key_viewer"),
        api_key_id=ApiKeyId("k"),
    )
    assert (await room.access.rates.hit_key(key)).limit == 60
    slow = Principal(
        kind="key",
        workspace_id=WorkspaceId("w"),
        name="Slow",
        permissions=permissions_of("key_viewer"),
        api_key_id=ApiKeyId("s"),
        requests_per_minute=2,
    )
    assert [(await room.access.rates.hit_key(slow)).remaining for _ in range(2)] == [1, 0]
    with pytest.raises(RateLimited):
        await room.access.rates.hit_key(slow)


async def test_a_person_has_a_hundred_requests_an_hour(sqlite_room: Room) -> None:
    sqlite_room.clock.advance(-sqlite_room.clock.now().timestamp() % 3600)
    allowed = 0
    for _ in range(11):
        for _ in range(10):
            try:
                await sqlite_room.access.rates.hit_agent(MIA)
                allowed += 1
            except RateLimited:
                continue
        sqlite_room.clock.advance(121)
    assert allowed == 100


async def test_processes_share_the_counters_and_no_hit_is_lost(room: Room) -> None:
    other = make_room(open_database(room.settings), room.clock, room.settings)
    tries = [r.access.rates.hit("test:x", [Limit(20, 60)]) for r in (room, other) for _ in range(20)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    await other.database.close()
    assert sum(isinstance(one, RateLimited) for one in done) == 20
    assert sum(not isinstance(one, Exception) for one in done) == 20


async def test_a_process_whose_clock_is_behind_does_not_set_the_counter_back(room: Room) -> None:
    limit = Limit(2, 60)
    await _hits(room, limit, 2)
    room.clock.advance(-120)
    assert await _hits(room, limit, 5) == 0
    room.clock.advance(120)
    assert await _hits(room, limit, 5) == 0


async def test_old_counters_are_removed(room: Room) -> None:
    await room.access.rates.hit("test:x", [Limit(1, 60), Limit(1, 3600)])
    assert await room.access.rates.tidy() == 0
    room.clock.advance(200)
    assert await room.access.rates.tidy() == 1
    room.clock.advance(8000)
    await room.access.tidy()
    assert await room.access.rates.tidy() == 0


@settings(max_examples=200, deadline=None)
@given(
    allowed=st.integers(1, 50),
    window_s=st.sampled_from([1, 60, 3600]),
    hits=st.integers(0, 60),
    before=st.integers(0, 60),
    elapsed=st.floats(0, 0.999),
)
def test_after_the_time_to_wait_a_hit_is_allowed(
    allowed: int, window_s: int, hits: int, before: int, elapsed: float
) -> None:
    limit, start = Limit(allowed, window_s), 1_000_000 * window_s
    hits, before = min(hits, allowed), min(before, allowed)
    moment = start + elapsed * window_s
    state = judge(limit, 1_000_000, hits + 1, before, moment)
    if state.retry_after_s == 0:
        assert 0 <= state.remaining <= allowed
        return
    later = moment + state.retry_after_s + 1e-3 * window_s
    bucket = int(later // window_s)
    counted = (hits + 1, before) if bucket == 1_000_000 else (1, hits if bucket == 1_000_001 else 0)
    assert judge(limit, bucket, *counted, later).retry_after_s == 0
