"""Rows in memory, by their words."""

import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.search import SearchRow
from proofroom.search.index import Index
from proofroom.search.scorer import asked_words


def test_a_row_follows_what_was_put_and_deleted() -> None:
    index = Index([(1, SearchRow("Night bus")), (2, SearchRow("Ferry", (("text", "A night on the water"),)))])
    assert [one.key for one in index.find("night").found] == [1, 2]
    index.put(1, SearchRow("Tram"))
    assert [one.key for one in index.find("night").found] == [2]
    index.delete(2)
    assert index.find("night").total == 0
    assert [one.key for one in index.find("tra").found] == [1]
    assert len(index) == 1


def test_titles_come_first_and_the_passage_says_why() -> None:
    index = Index([("a", SearchRow("Ferry", (("text", "The bus waits"),))), ("b", SearchRow("Bus"))])
    found = index.find("bus").found
    assert [(one.key, one.field, one.preview) for one in found] == [
        ("b", "", "Bus"),
        ("a", "text", "The bus waits"),
    ]


def test_what_may_not_be_seen_is_neither_found_nor_counted() -> None:
    index = Index([(number, SearchRow(f"Bus {number}")) for number in range(20)])
    ranking = index.find("bus", 5, lambda key: key % 2 == 1)
    assert [one.key for one in ranking.found] == [1, 3, 5, 7, 9]
    assert ranking.total == 10


def test_of_many_words_the_longest_are_looked_for_and_a_megabyte_is_refused() -> None:
    words = asked_words("aa bb cc elephants in the room dd ee ff gg giraffes")
    assert len(words) == 8
    assert {"elephants", "giraffes", "room"} <= set(words)
    with pytest.raises(InvalidInput, match="2000 characters"):
        asked_words("x" * 1_000_000)


@pytest.mark.parametrize("query", ["\0", "(((((", ".*+?", "'; DROP TABLE", '"', "%%%", " OR AND NOT "])
def test_signs_of_other_languages_are_only_words_or_nothing(query: str) -> None:
    assert Index([(1, SearchRow("Night bus"))]).find(query).total == 0
