"""No pattern of the house is one whose cost doubles with each round that a text goes round its loops."""

import random
import re
from time import process_time

from tests.attack.patterns import MOST_ROUNDS, patterns, rounds_of, texts

ROUNDS = range(4, MOST_ROUNDS + 1, 2)
MOST_S = 0.02
"""From here on a few rounds more would take seconds, and then hours."""


def cost_s(pattern: re.Pattern[str], text: str) -> float:
    """Return what holding a text against a pattern costs, at its least."""
    least = 9.0
    for _ in range(3):
        begun = process_time()
        pattern.search(text)
        pattern.fullmatch(text)
        least = min(least, process_time() - begun)
        if least <= MOST_S:
            break
    return least


def slow_text(pattern: re.Pattern[str]) -> str | None:
    """Return a short text that takes a pattern too long, if there is one."""
    chance = random.Random(1)
    for lead, rounds in rounds_of(pattern.pattern, pattern.flags, chance):
        for number in ROUNDS:
            for text in texts(lead, rounds, number):
                if cost_s(pattern, text) > MOST_S:
                    return text
    return None


def test_a_loop_that_is_read_in_two_ways_is_found() -> None:
    for one in (r"(?:a|a)*b", r"(?:(?:ok|hm)[, ]+|ok,? )+x", r"^(?:\w+\s?)*$"):
        assert slow_text(re.compile(one)) is not None, one
    assert slow_text(re.compile(r"(?:ok|hm)*+b")) is None


def test_no_pattern_has_a_loop_that_is_read_in_two_ways() -> None:
    found = {
        where: (pattern[:120], text)
        for (pattern, flags), where in patterns().items()
        if (text := slow_text(re.compile(pattern, flags))) is not None
    }
    assert found == {}
