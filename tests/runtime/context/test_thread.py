"""What a thread knows of its messages is what they hold, however it came about."""

from datetime import UTC, datetime
from itertools import chain

import pytest

from proofroom.kernel.blocks import ImageBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock, user
from proofroom.kernel.ids import MessageId, new_id
from proofroom.runtime.context.history import as_messages, elide_heavy, without_images
from proofroom.runtime.context.past import Past
from proofroom.runtime.context.thread import Thread
from proofroom.runtime.context.weights import Estimate
from proofroom.runtime.context.window import Request, fit
from proofroom.runtime.types import StoredMessage

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
IMAGE = ImageBlock("image/png", "aGk=")


def a_turn(number: int) -> list[Message]:
    images = [IMAGE] if number % 3 == 0 else []
    tool = "search" if number % 2 else "look"
    return [
        user(f"Turn {number}: what does https://example.com/{number} say?"),
        Message("assistant", [TextBlock("Looking."), ToolCallBlock(f"c{number}", tool, {"n": number})]),
        Message("tool", [ToolResultBlock(f"c{number}", tool, True, "word " * number, images=images)]),
        Message("assistant", [TextBlock(f"It says {number}.")], f"- answered: {number}"),
    ]


def many(turns: int) -> list[Message]:
    return [message for number in range(1, turns + 1) for message in a_turn(number)]


def register(thread: Thread) -> tuple[object, ...]:
    return thread.tokens, thread.images, thread.requests, thread.answers, thread.called, list(thread)


def test_what_it_knows_is_what_its_messages_hold() -> None:
    thread = Thread(many(7))
    assert thread.tokens[-1] == sum(message.tokens for message in thread)
    assert thread.images[-1] == 2
    assert [thread[at].role for at in thread.requests] == ["user"] * 7
    assert thread.called == {"search", "look"}
    assert thread.answers == {"search": [2, 10, 18, 26], "look": [6, 14, 22]}
    assert [thread[at].role for at in thread.linked] == ["user"] * 7


def test_a_copy_goes_its_own_way() -> None:
    thread = Thread(many(3))
    before = register(Thread(many(3)))
    copied = thread.copy()
    for message in a_turn(4):
        copied.append(message)
    assert register(thread) == before
    assert register(copied) == register(Thread(many(4)))


@pytest.mark.parametrize("change", [lambda all: elide_heavy(all, frozenset({"look"})), without_images])
def test_a_changed_thread_is_weighed_as_it_is_now(change: object) -> None:
    thread = Thread(many(9))
    changed = change(thread)  # type: ignore[operator]
    assert register(thread) == register(Thread(many(9)))
    assert list(changed) != list(thread)
    assert register(changed) == register(Thread(list(changed)))


@pytest.mark.parametrize("window", [900, 2_000, 100_000])
def test_a_thread_is_cut_as_any_list_is(window: int) -> None:
    messages = [*many(40), user("And now?")]
    at, research = len(messages) - 1, frozenset({"search"})
    fitted = [
        fit(Request(given, 100, 50, "", at, research), window, 100, Estimate(1.25))
        for given in (messages, Thread(messages))
    ]
    assert fitted[0] == fitted[1]
    assert (len(fitted[0].messages) < len(messages)) == (window < 100_000)
    assert fitted[0].report.remaining >= 0


def stored(turn: int, position: int, message: Message) -> StoredMessage:
    return StoredMessage(
        MessageId(new_id()), turn, position, None, message.role, "sent", message.blocks, {}, NOON
    )


def test_turns_that_are_added_one_by_one_look_as_those_that_came_at_once() -> None:
    said = [
        [stored(turn, at, message) for at, message in enumerate(a_turn(turn)[: 1 if turn % 3 == 0 else 4])]
        for turn in range(1, 9)  # every third turn was not answered
    ]
    past = Past()
    for number, turn in enumerate(said, 1):
        asked = past.with_request(turn[:1])
        assert list(asked.shown) == list(as_messages([*chain(*said[: number - 1]), turn[0]]))
        past.add(turn)
    assert register(past.shown) == register(Thread(list(as_messages(chain(*said)))))
    assert list(past.answers) == [("search", True, False), ("look", True, False)]
