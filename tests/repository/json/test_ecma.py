"""JavaScript's rules for keys, numbers and texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.repository.json.ecma import (
    indexes_first,
    is_index,
    key_rank,
    number_text,
    order_keys,
    scalar_text,
    trim,
    type_name,
    utf16_length,
    utf16_units,
)
from tests.content.samples import keys


def test_array_indexes_come_first_in_numeric_order_then_code_units():
    ordered = ["9", "10", "4294967294", "-1", "007", "4294967295", "B", "_", "a", "é"]
    assert order_keys(reversed(ordered)) == ordered


def test_an_emoji_sorts_before_a_character_of_the_private_compatibility_area():
    assert order_keys(["\uf900", "😀"]) == ["😀", "\uf900"]


@given(st.lists(keys, unique=True))
def test_ranking_keys_one_by_one_gives_the_same_order(names):
    assert sorted(names, key=key_rank) == order_keys(names)


def test_indexes_come_first_also_where_insertion_order_counts():
    assert indexes_first(["b", "1", "a", "0"]) == ["0", "1", "b", "a"]
    assert not is_index("٣")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (123456789012345680000, "123456789012345680000"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (5e-324, "5e-324"),
        (2**53 + 1, "9007199254740992"),
        (2**63, "9223372036854776000"),
        (10**400, "Infinity"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
    ],
)
def test_numbers_are_printed_as_javascript_prints_them(number, text):
    assert number_text(number) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_number_reads_back_as_itself(number):
    assert float(number_text(number)) == number


def test_any_value_has_a_text():
    assert scalar_text([1, [2, None], True, {"a": 1}]) == "1,2,,true,[object Object]"
    assert [type_name(value) for value in ("", True, 1, None, [], {})] == [
        *("string", "boolean", "number", "object", "object", "object")
    ]


def test_lengths_count_utf16_units():
    assert utf16_length("a😀é") == 4
    assert len(utf16_units("a😀é")) == 4


def test_trimming_takes_the_white_space_javascript_knows():
    assert trim("\ufeff\u00a0 x\u2028\n") == "x"
    assert trim("\x1cx\x85") == "\x1cx\x85"
