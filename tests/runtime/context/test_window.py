"""Fitting a request into any window: who is served, who is cut, and what never is."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.kernel.blocks import Message, TextBlock, ToolCallBlock, ToolResultBlock, user
from proofroom.runtime.context.history_cap import Caps
from proofroom.runtime.context.weights import MESSAGE_TOKENS, correction, counter
from proofroom.runtime.context.window import (
    Fitted,
    Priority,
    Request,
    allocate,
    cut_text,
    fit,
    is_essential,
    response_reserve,
)
from proofroom.safety import wrap
from tests.runtime.quarter import quarter

SEARCH = frozenset({"webSearch"})


def searched(number: int, sources: list[dict[str, Any]], *, marked: bool = False) -> list[Message]:
    """Return a call of a research tool and its result."""
    call, text = f"c{number}", json.dumps({"results": sources}, separators=(",", ":"))
    if marked:
        text = wrap(text, boundary_id="abc123", source="webSearch")
    return [
        Message("assistant", [TextBlock("Searching."), ToolCallBlock(call, "webSearch", {"query": "x"})]),
        Message("tool", [ToolResultBlock(call, "webSearch", True, text)]),
    ]


def turn(number: int, words: int, sources: list[dict[str, Any]] | None = None) -> list[Message]:
    middle = searched(number, sources) if sources else []
    return [user(f"question {number} " + "word " * words), *middle, Message("assistant", [TextBlock("ok")])]


def source(relevance: float, words: int) -> dict[str, Any]:
    return {"title": f"r{relevance}", "relevance": relevance, "text": "fact " * words}


def titles(messages: list[Message]) -> list[str]:
    text = "".join(b.content for m in messages for b in m.blocks if isinstance(b, ToolResultBlock))
    return [f"r{part.split(chr(34))[0]}" for part in text.split('"title":"r')[1:]]


def request(messages: list[Message], screen: str = "", system: int = 100, tools: int = 50) -> Request:
    at = max(index for index, message in enumerate(messages) if message.role == "user")
    return Request(messages, system, tools, screen, at, SEARCH)


def size(messages: list[Message]) -> int:
    total = 0
    for message in messages:
        total += MESSAGE_TOKENS
        for block in message.blocks:
            if isinstance(block, TextBlock):
                total += quarter(block.text)
            elif isinstance(block, ToolCallBlock):
                total += quarter(block.tool_name) + quarter(json.dumps(block.input, separators=(",", ":")))
            elif isinstance(block, ToolResultBlock):
                total += quarter(block.content)
    return total


def test_the_seeds_example_is_served_in_its_order() -> None:
    needs = dict(zip(Priority, (3_000 + 8_000, 500, 300, 8_000, 185_000), strict=True))
    given_out = allocate(needs, 200_000 - response_reserve(200_000, None))
    assert [given_out[each] for each in Priority] == [11_000, 500, 300, 8_000, 176_200]
    starved = allocate(needs, 11_900)
    assert [starved[each] for each in Priority] == [11_000, 500, 300, 100, 0]
    crushed = allocate(needs, 100)
    assert [crushed[each] for each in Priority] == [11_000, 500, 0, 0, 0], "the first two are never cut"


@pytest.mark.parametrize(
    ("window", "max_output", "reserve"),
    [(200_000, None, 4_000), (8_000, None, 1_600), (200_000, 1_000, 1_000), (1_000_000, 64_000, 4_000)],
)
def test_room_for_the_answer_is_kept_in_any_window(window: int, max_output: int | None, reserve: int) -> None:
    assert response_reserve(window, max_output) == reserve


def test_what_fits_is_left_as_it_is() -> None:
    messages = [*turn(1, 5), user("now")]
    fitted = fit(request(messages, "the screen"), 10_000, 1_000, quarter)
    assert fitted.messages is messages
    assert (fitted.screen, fitted.report.cut) == ("the screen", {})
    assert fitted.report.remaining == 9_000 - fitted.report.total


def test_research_goes_first_by_whole_sources_the_least_relevant_one_first() -> None:
    sources = [source(relevance, 80) for relevance in (0.9, 0.2, 0.7, 0.4)]
    messages = [*turn(1, 20), user("find out"), *searched(2, sources, marked=True)]
    fitted = fit(request(messages), 600, 100, quarter)
    assert titles(fitted.messages) == ["r0.9", "r0.7"]
    assert fitted.report.cut == {"researchSources": 2}
    assert fitted.messages[0].text.startswith("question 1")
    block = fitted.messages[-1].blocks[0]
    assert isinstance(block, ToolResultBlock)
    assert "2 less relevant sources left out" in block.content
    assert block.content.startswith("<<<")  # its marks are still around it
    assert block.content.endswith(">>>")


def test_history_goes_next_the_oldest_turn_first_and_leaves_a_marker() -> None:
    messages = [*turn(1, 200), *turn(2, 200), *turn(3, 20), user("now")]
    fitted = fit(request(messages), 700, 100, quarter)
    first = fitted.messages[0].text
    assert first.startswith("[Earlier 2 messages truncated to fit token budget]")
    assert fitted.report.cut == {"historyMessages": 2}
    assert fitted.messages[-1].text == "now"


def test_the_screen_is_cut_last() -> None:
    messages = [*turn(1, 50, [source(0.5, 50)]), user("now")]
    tight = fit(request(messages, "screen " * 40), 100 + 50 + 5 + 70 + 100 + 60, 100, quarter)
    assert tight.screen == "screen " * 40
    assert tight.report.cut["historyMessages"] == 4
    tighter = fit(request(messages, "screen " * 400), 400, 100, quarter)
    assert tighter.screen.endswith("[Truncated to fit token budget]")
    assert tighter.messages[-1].text.endswith("now")


def test_older_results_of_the_same_turn_are_shortened_when_nothing_else_is_left() -> None:
    calls = [
        message
        for number in range(3)
        for message in (
            Message("assistant", [ToolCallBlock(f"c{number}", "read", {})]),
            Message("tool", [ToolResultBlock(f"c{number}", "read", True, "data " * 400)]),
        )
    ]
    fitted = fit(request([user("go"), *calls]), 1_400, 200, quarter)
    lengths = [len(m.blocks[0].content) for m in fitted.messages if isinstance(m.blocks[0], ToolResultBlock)]
    assert lengths[0] < 500
    assert lengths[-1] == 2_000
    assert fitted.report.cut["results"] == 2


def told(number: int, words: int) -> list[Message]:
    """Return a turn with a result that is not research."""
    call = f"t{number}"
    return [
        user(f"question {number}"),
        Message("assistant", [ToolCallBlock(call, "read", {})]),
        Message("tool", [ToolResultBlock(call, "read", True, "data " * words)]),
        Message("assistant", [TextBlock("ok")]),
    ]


def questions(fitted: Fitted) -> list[str]:
    asked = [message.text for message in fitted.messages if message.role == "user"][:-1]
    return [text.rpartition("question ")[2][:2].strip() for text in asked]


def test_the_seeds_caps_hold_once_something_must_be_cut() -> None:
    messages = [message for number in range(10) for message in turn(number, 640)]
    sources = [source(number / 100, 4_600) for number in range(32)]
    asked = replace(
        request([*messages, user("find out"), *searched(99, sources)], system=3_000, tools=8_000),
        caps=Caps(6_000, 180_000),
    )
    roomy = fit(asked, 400_000, 4_000, quarter)
    assert roomy.report.cut == {}, "they are no limits of a request that fits"
    fitted = fit(asked, 200_000, 4_000, quarter)
    assert fitted.report.breakdown["researchData"] <= 180_000
    assert fitted.report.remaining >= 0
    assert questions(fitted) == ["4", "5", "6", "7", "8", "9"]
    assert "r0.31" in titles(fitted.messages)
    assert "r0.0" not in titles(fitted.messages)
    tighter = fit(replace(asked, caps=Caps(None, 100_000)), 200_000, 4_000, quarter)
    assert 90_000 < tighter.report.breakdown["researchData"] <= 100_000
    assert len(questions(tighter)) == 10, "each cap is for itself"


@pytest.mark.parametrize(
    ("turns", "limit", "kept"),
    [
        ([told(number, 100) for number in range(10)], 1_300, 7),  # of a long history the newest seven
        ([told(number, 700) for number in range(10)], 6_000, 5),  # too long: five
        ([told(number, 4_000) for number in range(10)], 6_000, 5),  # still too long: results are shortened
        ([turn(number, 1_500) for number in range(10)], 6_000, 2),  # what people said is not shortened
        ([turn(number, 9_000) for number in range(10)], 6_000, 0),
    ],
)
def test_a_capped_history_keeps_its_newest_turns(turns: list[list[Message]], limit: int, kept: int) -> None:
    filler = user("question 99 " + "word " * 80_000)
    messages = [message for each in turns for message in each]
    asked = replace(request([*messages, filler]), caps=Caps(limit, None))
    needed = size(messages) + size([filler]) + 150
    fitted = fit(asked, needed - 1, 0, quarter)
    assert len(questions(fitted)) == kept
    assert size(fitted.messages) - size([filler]) <= limit
    assert fitted.messages[-1].text.endswith(filler.text)
    assert _pairs(fitted.messages) == set()


turns = st.lists(
    st.tuples(
        st.integers(0, 120),
        st.lists(st.tuples(st.floats(0, 1, width=16), st.integers(1, 60)), max_size=3),
    ),
    max_size=5,
)


def made(parts: list[tuple[int, list[tuple[float, int]]]]) -> list[Message]:
    messages: list[Message] = []
    for number, (words, found) in enumerate(parts):
        messages += turn(number, words, [source(relevance, length) for relevance, length in found])
    return [*messages, user("the request of this turn")]


@settings(max_examples=150, deadline=None)
@given(turns, st.integers(0, 200), st.integers(300, 3_000))
def test_in_any_window_the_order_holds(
    parts: list[tuple[int, list[tuple[float, int]]]], screen_words: int, window: int
) -> None:
    messages, reserve = made(parts), response_reserve(window, None)
    asked = request(messages, "screen " * screen_words)
    fitted = fit(asked, window, reserve, quarter)
    cut = fitted.report.cut
    assert fitted.messages[-1].text.endswith("the request of this turn")  # required: never cut
    if "screenCharacters" in cut:  # all that ranks below the screen is gone by then
        assert len(fitted.messages) == 1
    if cut.get("historyMessages"):  # and research before history
        assert cut.get("researchSources", 0) == sum(len(found) for _, found in parts)
    kept = {float(title[1:]) for title in titles(fitted.messages)}
    dropped = {relevance for _, found in parts for relevance, _ in found} - kept
    if kept and dropped and not cut.get("historyMessages"):
        assert min(kept) >= max(dropped)
    assert _pairs(fitted.messages) == set()
    notes = 40 * sum(bool(found) for _, found in parts) + 60
    fixed = asked.system + asked.tools + quarter("the request of this turn") + MESSAGE_TOKENS
    if fixed <= window - reserve:
        assert fixed - asked.system - asked.tools <= size(fitted.messages)
        assert _total(asked, fitted) <= max(window - reserve, fixed) + notes


def _total(asked: Request, fitted: Fitted) -> int:
    return asked.system + asked.tools + quarter(fitted.screen) + size(fitted.messages)


def _pairs(messages: list[Message]) -> set[str]:
    """Return calls without a result and results without a call."""
    calls = {b.tool_call_id for m in messages for b in m.blocks if isinstance(b, ToolCallBlock)}
    results = {b.tool_call_id for m in messages for b in m.blocks if isinstance(b, ToolResultBlock)}
    return calls ^ results


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400), st.integers(0, 120))
def test_a_cut_text_fits_and_is_a_beginning(text: str, allowed: int) -> None:
    cut = cut_text(text, allowed, quarter)
    assert quarter(cut) <= max(allowed, 0)
    assert text.startswith(cut.removesuffix("\n[Truncated to fit token budget]")) or cut == text


def test_reported_usage_corrects_the_estimate_within_reason() -> None:
    assert correction(100, 130) == 1.3
    assert correction(100, 1_000) == 2.0
    assert correction(100, 1) == 0.75
    assert correction(0, 50) == 1.0
    plain, corrected = counter(), counter(1.5)
    assert corrected("some words of a text") == round(plain("some words of a text") * 1.5)
    assert counter(1.5, exact=len)("four") == 4


def test_the_screen_is_cut_by_whole_fields_and_what_stands_first_stays() -> None:
    screen = (
        "## What the person is looking at\n- artifactId: a1\n- artifactStatus: draft\n- text: " + "w " * 400
    )
    tight = fit(request([user("now")], screen), 100 + 50 + 6 + 100 + 50, 100, quarter)
    assert tight.screen.split("\n")[1:3] == ["- artifactId: a1", "- artifactStatus: draft"]
    assert "- text" not in tight.screen
    assert tight.screen.endswith("[Truncated to fit token budget]")
    assert [is_essential(each) for each in ("artifactId", "artifactStatus", "artifactTitle")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("ratio", [0.83, 1.0, 1.21, 1.37, 1.5])
def test_what_is_left_fits_to_the_token_also_where_each_part_is_rounded(ratio: float) -> None:
    count = counter(ratio)
    messages = [message for number in range(12) for message in told(number, 3 + number % 4)]
    messages.append(user("And how many are there now?"))
    asked = request(messages, system=100, tools=50)
    least = 150 + MESSAGE_TOKENS + count("And how many are there now?") + 1
    whole = fit(asked, 100_000, 0, count).report.total
    over = {
        window: left
        for window in range(least, whole)
        if (left := fit(asked, window, 0, count).report.remaining) < 0
    }
    assert not over
