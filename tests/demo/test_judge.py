"""The rules by which requests are judged."""

from typing import Any

import pytest

from proofroom.providers.offline import Call
from tests.demo.judge import Case, Conduct, is_subset, judge

SAVE = {"tool": "save", "args": {"model": "a"}}
LOOK = {"tool": "look", "args": {}}


def writes(call: Call) -> bool:
    return call.tool in ("save", "drop")


def verdict(expect: list[dict[str, Any]], calls: list[Call], answer: str = "Done.") -> str | None:
    return judge(Case("c", "?", expect), Conduct(calls, answer), writes)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("*", "x"),
        ("*", 0),
        (" Notes ", "notes"),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}),
        (["B"], ["a", "b"]),
        (True, True),
    ],
)
def test_what_is_expected_may_be_a_part(expected: Any, actual: Any) -> None:
    assert is_subset(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [("*", ""), ("*", None), ("*", {}), ("x", "xy"), ({"a": 1}, {}), (["c"], ["a"]), (True, 1), ("1", 1)],
)
def test_what_differs_is_no_part(expected: Any, actual: Any) -> None:
    assert not is_subset(expected, actual)


def test_writing_calls_must_be_the_expected_ones_in_order() -> None:
    other = {"tool": "drop", "args": {}}
    good = [Call("look"), Call("save", {"model": "A", "x": 1}), Call("look"), Call("drop")]
    assert verdict([SAVE, other], good) is None
    assert verdict([SAVE], [Call("save", {"model": "b"})]) is not None
    assert verdict([other, SAVE], good) is not None
    assert verdict([SAVE], good) is not None
    assert verdict([SAVE], []) is not None


def test_a_reading_call_may_be_anywhere_but_must_be_there() -> None:
    assert verdict([LOOK], [Call("look"), Call("look")]) is None
    assert verdict([LOOK], [Call("search")]) is not None
    assert verdict([LOOK], [Call("look"), Call("save")]) is not None


def test_none_wants_an_answer_and_no_writing_call() -> None:
    none = [{"tool": "none", "args": {}}]
    assert verdict(none, [Call("look")], "I cannot do that.") is None
    assert verdict(none, [Call("save")], "Done.") is not None
    assert verdict(none, [], " ") is not None


def test_ask_wants_a_question_back() -> None:
    ask = [{"tool": "ask", "args": {}}]
    assert verdict(ask, [], "Which one?") is None
    assert verdict(ask, [], "I changed it.") is not None
    assert verdict(ask, [Call("save")], "Which one?") is not None
