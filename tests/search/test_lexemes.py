"""Questions about lexemes, answered here instead of by a database."""

from collections.abc import Sequence
from itertools import chain, combinations

import pytest

from proofroom.search.lexemes import Question, place_lexeme


class Spoken:
    """Questions as expressions over `row`, a set of lexemes."""

    def term(self, lexeme: str) -> str:
        return f"({lexeme!r} in row)"

    def every(self, parts: Sequence[str]) -> str:
        return f"({' and '.join(parts)})"

    def some(self, parts: Sequence[str]) -> str:
        return f"({' or '.join(parts)})"

    def without(self, part: str, other: str) -> str:
        return f"({part} and not {other})"


def _rows(words: list[str]) -> list[set[str]]:
    sizes = range(len(words) + 1)
    return [set(one) for one in chain.from_iterable(combinations(words, size) for size in sizes)]


@pytest.mark.parametrize("count", range(1, 9))
def test_a_question_finds_the_rows_with_at_least_so_many_words(count: int) -> None:
    words = [f"w{number}" for number in range(count)]
    question = Question(Spoken(), [7], words, [[word] for word in words])
    for level in range(1, count + 1):
        asked = compile(question.at_least(level), "question", "eval")
        for row in _rows(words):
            here = {"row": row | {place_lexeme(7)}}
            assert eval(asked, here) == (len(row) >= level), (level, row)
            assert not eval(asked, {"row": row})


def test_a_question_names_each_word_a_few_times_only() -> None:
    words = [f"w{number}" for number in range(8)]
    question = Question(Spoken(), [7], words, [[word] for word in words])
    assert question.at_least(4).count("'w0'") <= 8  # of the 70 ways to choose four, 35 have it
