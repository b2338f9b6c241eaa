"""Numbers, coalescing and the order in which lines become visible."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from proofroom.durable.broker import Broker, Channel, Watcher
from proofroom.durable.log import Log, utf16_length
from proofroom.kernel import events
from proofroom.kernel.ids import RunId


class Scene:
    """A log with a channel, and a count of flush requests."""

    def __init__(self, reserved: int = 0) -> None:
        self.flushes = 0
        self.channel: Channel = Broker().open(RunId("r"))
        self.log = Log(self.channel, reserved, self.flush)
        self.log.reserve(reserved + 100)
        self.channel.begin(self.log)

    def flush(self) -> None:
        self.flushes += 1

    def watcher(self) -> Watcher:
        watcher = self.channel.attach()
        watcher.refill(self.log)
        return watcher


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    made = Scene()
    yield made
    made.log.close()


def shown(watcher: Watcher) -> list[events.AnyEvent]:
    batch, _ = watcher.take(0)
    return [events.decode_event(line) for line in batch.splitlines()]


async def test_numbers_begin_after_what_was_reserved_before() -> None:
    scene = Scene(reserved=500)
    scene.log.append(events.Progress(text="a"), "s")
    assert [line.n for line in scene.log.take()] == [501]
    scene.log.close()


async def test_text_without_watchers_is_numbered_only_when_it_is_stored(scene: Scene) -> None:
    segment = scene.log.open("s", "text", 0)
    for piece in ("Grüße ", "🙂", "!"):
        segment.fresh.append(piece)
    (line,) = scene.log.take()
    event = events.decode_event(line.body)
    assert isinstance(event, events.Text)
    assert (event.n, event.offset, event.text) == (1, 0, "Grüße 🙂!")
    segment.fresh.append("more")
    (line,) = scene.log.take()
    event = events.decode_event(line.body)
    assert isinstance(event, events.Text)
    assert event.offset == utf16_length("Grüße 🙂!") == 9


async def test_an_event_comes_after_the_text_before_it(scene: Scene) -> None:
    segment = scene.log.open("s", "text", 0)
    segment.fresh.append("before")
    scene.log.append(events.Progress(text="event"), "s")
    segment.fresh.append("after")
    assert [line.type for line in scene.log.take()] == ["text", "progress", "text"]


async def test_a_stored_piece_has_the_number_of_its_last_live_piece(scene: Scene) -> None:
    watcher = scene.watcher()
    segment = scene.log.open("s", "text", 0)
    for piece in ("a", "b", "c"):
        segment.fresh.append(piece)
        scene.log.pump()
    assert [event.n for event in shown(watcher)] == [1, 2, 3]
    (line,) = scene.log.take()
    assert line.n == 3
    assert b'"text":"abc"' in line.body


async def test_everything_unstored_is_taken_in_the_order_of_numbers(scene: Scene) -> None:
    scene.watcher()
    slow, fast = scene.log.open("slow", "text", 0), scene.log.open("fast", "text", 0)
    slow.fresh.append("1")
    scene.log.pump()
    fast.fresh.append("2")
    scene.log.pump()
    scene.log.append(events.Progress(text="3"), "fast")
    slow.fresh.append("4")
    taken = scene.log.take()
    assert [line.n for line in taken] == [2, 3, 4]
    assert [line.step for line in taken] == ["fast", "fast", "slow"]


async def test_what_could_not_be_stored_is_stored_the_next_time(scene: Scene) -> None:
    scene.log.append(events.Progress(text="a"), "s")
    taken = scene.log.take()
    assert [line.n for line in scene.log.unstored()] == [1], "while it is being stored it is not stored"
    scene.log.give_back()
    scene.log.append(events.Progress(text="b"), "s")
    assert [line.n for line in scene.log.take()] == [1, 2]
    assert taken[0].n == 1
    scene.log.confirm(1000)
    assert scene.log.unstored() == []


async def test_nothing_beyond_the_reservation_is_shown_before_it_is_stored(scene: Scene) -> None:
    watcher = scene.watcher()
    for number in range(105):
        scene.log.append(events.Progress(text=str(number)), "s")
    scene.log.reserve(200)  # another step opened: what was held back stays held back, in order
    scene.log.append(events.Progress(text="105"), "s")
    assert [event.n for event in shown(watcher)] == list(range(1, 101))
    scene.log.take()
    scene.log.confirm(300)
    assert watcher.is_lagging, "the rest is in the store"


async def test_text_is_flushed_in_time_and_only_while_there_is_some(scene: Scene) -> None:
    scene.log.append(events.Progress(text="a"), "s")
    await asyncio.sleep(0.3)
    assert scene.flushes == 1
    scene.log.take()
    await asyncio.sleep(0.3)
    assert scene.flushes == 1


async def test_what_is_held_is_shown_at_once_to_those_who_watched_and_read_anew_by_who_came(
    scene: Scene,
) -> None:
    first = scene.watcher()
    segment = scene.log.open("s", "text", 0)
    segment.fresh.append("said ")
    scene.log.hold()
    assert [event.n for event in shown(first)] == [1], "what was said before it is shown"
    segment.fresh.append("more")
    scene.log.append(events.Progress(text="a"), "other")
    second = scene.watcher()
    assert (shown(first), shown(second), second.is_lagging) == ([], [], False)
    scene.log.show()
    assert second.is_lagging
    second.refill(scene.log)
    texts = [event.text for event in shown(second) if isinstance(event, events.Text | events.Progress)]
    assert texts == ["a", "said more"]
