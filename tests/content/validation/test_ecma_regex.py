"""Patterns as JavaScript matches them, in bounded time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.repository.json.ecma import utf16_units
from tests.pace import hold_within

YES = [
    *(
        ("^a$", "a"),
        (r"\d+", "x9"),
        ("a|b", "cab"),
        ("", ""),
        ("[^]", "\n"),
        (r"[\d-z]", "-"),
        (r"\p{L}", "p{L}"),
    ),
    *(
        ("^.{2}$", "😀"),
        (r"(?<y>\d)\k<y>", "33"),
        (r"\k<y>", "k<y>"),
        (r"(a)|\1b", "b"),
        (r"\u0061\x61", "aa"),
    ),
    *(
        (r"[\b]", "\b"),
        (r"\cA", "\x01"),
        (r"\c", "\\c"),
        ("a{,2}", "a{,2}"),
        ("x{", "x{"),
        ("]", "]"),
        (r"\0", "\0"),
    ),
    *(
        (r"\8", "8"),
        (r"\12", "\n"),
        ("(?=a)*b", "b"),
        ("(?:)*a", "a"),
        (r"\s", "\ufeff"),
        (r"a\B", "aa"),
        (r"\B", ""),
    ),
    *(
        (r"^(?!-)[a-z]+(?<!-)$", "ab"),
        ("(?<=a)b", "ab"),
        ("a+?$", "aaa"),
        (r"\bé", "aé"),
        ("[]a]|a", "a"),
        ("(\\1)", ""),
    ),
]
NO = [
    *(
        ("^a$", "a\n"),
        ("[]", "a"),
        (".", "\n"),
        (".", "\u2028"),
        (r"\d", "٣"),
        (r"\w", "é"),
        ("^.$", "😀"),
        (r"\B", "a"),
    ),
    *((r"\p{L}", "a"), ("(?!a)a", "a"), ("(?<!a)b", "ab"), ("a{2}", "a"), (r"\bb", "ab")),
]
INVALID = [
    *(
        "[",
        "(",
        ")",
        "*a",
        "a**",
        "a{2}{3}",
        "{2}",
        "a{2,1}",
        "(?<n>a)(?<n>b)",
        "(?P<n>a)",
        "(?<1>a)",
        "[z-a]",
        "\\",
    ),
    *("(?<=a)*", "^*", r"\b+", "a++", "(?>a)", "(?#x)", r"(?<n>a)\k<m>", "[a", r"[\\", "(?i:a)"),
]


def known(pattern):
    compiled = compile_pattern(pattern)
    assert compiled is not None
    return compiled


@pytest.mark.parametrize(("pattern", "text"), YES)
def test_found(pattern, text):
    assert known(pattern).matches(text) is True


@pytest.mark.parametrize(("pattern", "text"), NO)
def test_not_found(pattern, text):
    assert known(pattern).matches(text) is False


@pytest.mark.parametrize("pattern", INVALID)
def test_no_engine_takes_it(pattern):
    assert compile_pattern(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a+)+$", r"^(\w+\s?)*$", "(a|a)*b", "(a?a?)*b", "(.*)*x", ".*.*.*.*.*x", "a?" * 30 + "a" * 30),
        *("^a*a*a*a*a*a*a*a*a*b$", "(a|a)" * 40 + "b", "(?:a|a){40}b", "^(?:-?a*a*)*$", "(?:a{0,8}){9}b"),
        *("(?:" * 50 + "a*" + ")*" * 50 + "b", "(?:a{1,60}){1,60}b", "|".join(["a*a"] * 400) + "b"),
    ],
)
@pytest.mark.parametrize("text", ["a" * 60 + "!", "a" * 3000 + "!", "-aaa" * 30 + "!", "a" * 200_000 + "!"])
def test_no_pattern_keeps_us_busy(pattern, text):
    compiled = known(pattern)
    hold_within(250, lambda _: compiled.matches(text), rounds=3)


def test_what_cannot_be_followed_within_bounds_does_not_match():
    assert known(r"^(?=a*a*b)a").matches("a" * 5000) is False
    assert known("a" * 3000).matches("a" * 3000) is None
    assert not known("(" * 3000).is_checkable


def test_what_cannot_be_matched_in_bounded_time_is_not_matched():
    for pattern in ("(?<=a*)b", r"((a+)\2)+$", "(?=(a+)+$)b"):
        compiled = known(pattern)
        assert not compiled.is_checkable
        assert compiled.matches("a" * 40 + "!") is None


_ATOMS = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\b", "^", "$", "(", ")", "|", "*", "+", "?", "{1,2}"]
)


@settings(deadline=None)
@given(st.lists(_ATOMS, max_size=8).map("".join), st.text("ab1 ", max_size=6))
def test_both_ways_of_matching_agree(source, text):
    pattern = compile_pattern(source)
    if pattern is not None and pattern._fast and pattern._linear:
        assert pattern._linear.search(utf16_units(text)) == (
            pattern._fast.search(utf16_units(text)) is not None
        )


@pytest.mark.parametrize(
    "pattern", [r"^[a-z0-9]+(?:-[a-z0-9]+)*$", r"^(?:[a-z]+\.)+[a-z]{2,}$", r"^(\w+\s)*$", r"^(?:-(?:a|b))*$"]
)
def test_ordinary_patterns_with_separators_take_the_fast_way(pattern):
    assert known(pattern)._safe_length >= 256


@pytest.mark.parametrize("pattern", [r"(?:-(a+)+)*", r"(a)(?:\1b?)*", "(?:a|(?:b|ab))*c", "(?:(?=a)a?)*"])
def test_loops_with_several_ways_through_do_not(pattern):
    assert known(pattern)._safe_length < 64
