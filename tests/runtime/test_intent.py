"""Telling requests apart by their words."""

import pytest

from proofroom.runtime.intent import HIGH, LOW, MEDIUM, Table, classify, group
from tests.pace import hold_within

TABLE = Table(
    groups=(group("first", ["alpha", "two words", "kök*"]), group("second", ["beta"], [r"\d{4}-\d{2}"])),
    selected="second",
    short="short",
    otherwise="other",
)


@pytest.mark.parametrize(
    ("message", "name", "confidence"),
    [
        ("Alpha!", "first", HIGH),
        ("beta before alpha", "first", HIGH),
        ("beta", "second", HIGH),
        ("two   words", "first", HIGH),
        ("kökler", "first", HIGH),
        ("alphabet", "short", LOW),
        ("in 2026-11", "second", HIGH),
        ("hm", "short", LOW),
        ("something quite different from that", "other", LOW),
    ],
)
def test_the_first_group_with_a_whole_word_wins(message: str, name: str, confidence: float) -> None:
    found = classify(message, TABLE)
    assert (found.name, found.confidence) == (name, confidence)


def test_a_selection_decides_where_no_word_does() -> None:
    assert classify("something quite different from that", TABLE, is_selected=True).confidence == MEDIUM
    assert classify("hm", TABLE, is_selected=True).name == "short"


def test_it_takes_less_than_a_millisecond() -> None:
    message = "please have a look at " + "a rather long message " * 20
    classify(message, TABLE)
    hold_within(20, lambda _: [classify(message, TABLE) for _ in range(20)])
