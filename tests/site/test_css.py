"""CSS as browsers write it down: selectors, conditions, what is kept and what is put together."""

from typing import Any

import pytest
import tinycss2
from hypothesis import given
from hypothesis import strategies as st

from proofroom.site.document.new import default_breakpoints
from proofroom.site.importing.css import import_css
from proofroom.site.markup import css as css_module
from proofroom.site.markup.css import parse_stylesheet
from tests.pace import hold_within

SELECTORS = {
    "a:HOVER>b": "a:hover > b",
    "li:nth-child(odd)": "li:nth-child(2n+1)",
    "li:nth-child( -n + 3 )": "li:nth-child(-n+3)",
    "p:before": "p::before",
    "[type=text],[a='b' i]": '[type="text"], [a="b" i]',
    ":is(h1 , h2)>p": ":is(h1, h2) > p",
    r".sm\:flex": r".sm\:flex",
    "[data-x=1]": None,
    "H2.T > IMG": "h2.T > img",
    "[data-A=x]": '[data-a="x"]',
    "*.a, *|*": ".a, *",
    "li:nth-child(0n+3)": "li:nth-child(3)",
    "a:nth-child(2 of .y , b)": "a:nth-child(2 of .y, b)",
    "a:is(.x,:bad)": "a:is(.x)",
    "a:not(:bad)": None,
    ":where()": ":where()",
    ":has()": None,
    ".a:has(:has(b))": None,
    "::-moz-placeholder": None,
    "::-webkit-foo": "::-webkit-foo",
    "p::BEFORE": "p::before",
    "p::before a": None,
    "p::before:hover": None,
    "a::part(x):hover": "a::part(x):hover",
    "a::unknown": None,
    "a:unknown": None,
    "> a": None,
    "a >": None,
    "a > > b": None,
    "a,,b": None,
    "#1": None,
    "svg|rect": None,
    "a[b": None,
    "a/b": None,
}
"""What Chromium makes of each."""


@pytest.mark.parametrize("written", SELECTORS)
def test_a_selector_is_written_as_browsers_do_or_is_none(written: str) -> None:
    rules = import_css(f"{written}{{top:0}}", []).rules
    assert [rule.selector for rule in rules] == ([SELECTORS[written]] if SELECTORS[written] else [])


def test_what_the_original_lost_is_kept() -> None:
    css = """.a{color:red!important;color:blue;--My-Var: 1 ;background:linear-gradient(red,blue),url(a.png)}
    h1{color:red}h1{margin:0 auto}"""
    first, second = import_css(css, []).rules
    assert first.styles == {
        "color": "red",
        "--My-Var": "1",
        "background": "linear-gradient(red,blue),url(a.png)",
    }
    assert first.priorities == {"color": "important"}
    assert second.styles == {
        "color": "red",
        "marginTop": "0",
        "marginRight": "auto",
        "marginBottom": "0",
        "marginLeft": "auto",
    }


def test_a_shorthand_takes_its_parts_with_it() -> None:
    (rule,) = import_css(
        ".a{border-top-color:red;border:0;border-radius:4px;margin-top:1px;margin:2px}", []
    ).rules
    assert list(rule.styles) == [
        "border",
        "borderRadius",
        "marginTop",
        "marginRight",
        "marginBottom",
        "marginLeft",
    ]


@pytest.mark.parametrize(
    "css",
    [
        "flex-direction:column;flex:1",
        "flex-flow:row wrap;flex:auto",
        "overflow-wrap:anywhere;overflow:hidden",
        "outline-offset:2px;outline:1px solid",
        "background-blend-mode:multiply;background:red",
        "grid-column:1/3;grid:auto-flow/1fr",
        "text-decoration-skip-ink:none;text-decoration:underline",
    ],
)
def test_a_shorthand_leaves_what_is_only_called_like_it(css: str) -> None:
    (rule,) = import_css(f".a{{{css}}}", []).rules
    assert len(rule.styles) == 2, rule.styles


def test_widths_fold_into_breakpoints_and_other_conditions_stay() -> None:
    css = """@media (max-width:770px){.a{top:0}}@media print{.a{top:1px}}@supports (display:grid){.a{top:2px}}
    @container card (min-width:400px){.a{top:3px}}@unknown{.b{top:0}}@layer x{.c{top:0}}"""
    found = import_css(css, default_breakpoints())
    (rule,) = found.rules
    assert list(rule.context_styles) == [
        "tablet",
        "media:print",
        "supports:(display:grid)",
        "container:card:(min-width: 400px)",
    ]
    assert [one["kind"] for one in found.warnings] == ["dropped-at-rule"]


CONDITIONS = {
    "@media (aspect-ratio:16/9)": "media:(aspect-ratio: 16 / 9)",
    "@media bad!!": "media:not all",
    "@container style(--x:1)": "container::style(--x: 1)",
    "@container not (width<1px)": "container::not (width < 1px)",
    "@container card": None,
    "@supports (display:grid)or(gap:1px)": None,
}


@pytest.mark.parametrize("written", CONDITIONS)
def test_a_condition_is_written_as_browsers_do_or_is_none(written: str) -> None:
    found = import_css(f"{written}{{.a{{top:0}}}}", default_breakpoints())
    assert [one.id for one in found.conditions] == ([CONDITIONS[written]] if CONDITIONS[written] else [])
    assert not import_css(f"{written.replace(')', '')};", []).conditions, "it has no block"


def test_keyframes_and_namespaces_that_browsers_refuse_are_left_out() -> None:
    css = "@keyframes none{from{top:0}}@keyframes k{110%{top:0}}@keyframes m{110%{top:0}to{top:1px}}"
    assert [rule.selector for rule in import_css(css, []).rules] == ["@keyframes m"]
    assert [len(import_css(f"{one}@namespace x url(y);", []).warnings) for one in ("", "a{}")] == [1, 0]


def parsed_by_library(css: str) -> list[object]:
    parsed: Any = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return list(css_module._rules(parsed))  # pyright: ignore[reportPrivateUsage]


_NAMES = st.sampled_from(["color", "Margin-Top", "--My-Tone", "-webkit-mask", "grid-area", "x"])
_VALUES = st.text("aZ019#%.,+- \n\t!(/'\"é", min_size=0, max_size=12)
_LINES = st.lists(st.tuples(_NAMES, _VALUES).map(lambda one: f" {one[0]} :{one[1]}"), max_size=4)
_SELECTORS = st.sampled_from([".a", ".b-c ", ".x_1", "h1", ".a.b", ".é", "@media print", ".9", ".-x"])


@given(st.lists(st.tuples(_SELECTORS, _LINES), max_size=4))
def test_plain_rules_are_read_as_the_library_reads_them(rules: list[tuple[str, list[str]]]) -> None:
    css = "".join(f"{selector}{{{';'.join(lines)}}}\n" for selector, lines in rules)
    assert parse_stylesheet(css) == parsed_by_library(css)


def test_a_long_rule_that_is_not_plain_takes_no_time() -> None:
    def parse(_: int) -> None:
        parse_stylesheet(".a{color:" + " " * 300_000 + "*}")
        parse_stylesheet(".a{" + "x:1 ;" * 50_000 + "*:}" + ".b{color:red}")

    hold_within(5000, parse, rounds=2)
