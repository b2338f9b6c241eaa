"""Numbers with their nouns."""

import pytest

from proofroom.kernel.nouns import count


@pytest.mark.parametrize(
    ("number", "nouns", "said"),
    [(0, ("page",), "0 pages"), (1, ("page",), "1 page"), (2, ("entry", "entries"), "2 entries")],
)
def test_a_number_stands_with_the_noun_that_fits(number: int, nouns: tuple[str, ...], said: str) -> None:
    assert count(number, *nouns) == said
