"""The recorded cases of the original, replayed; and proof that a case can fail."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.conformance.site import run_site_suite
from tests.conformance.site.compare import compare
from tests.conformance.site.equivalence import same_value
from tests.conformance.site.replay import replay

GOLDEN = Path(__file__).parent.parent / "data" / "site-golden"


def test_recorded_cases_agree_but_for_what_differs_on_purpose() -> None:
    passed, total, failures, excuses = run_site_suite(GOLDEN)
    assert [line for line in failures if line not in excuses] == []
    assert (passed, total) == (total - len(excuses), total)
    assert total >= 50


def test_a_recorded_case_fails_when_any_style_value_is_another_one() -> None:
    case = orjson.loads((GOLDEN / "real-29-shorthands.json").read_bytes())
    ours = replay(case)
    (rule,) = case["expected"]["styleRules"].values()
    assert list(compare(case, ours)) == []
    for name, value in list(rule["styles"].items()):
        rule["styles"][name] = "77px" if value != "77px" else "78px"
        assert list(compare(case, ours)) == [f".box styles ['{name}']"]
        rule["styles"][name] = value
    for one, other in (("borderTopLeftRadius", "borderTopRightRadius"), ("rowGap", "columnGap")):
        rule["styles"] |= {one: rule["styles"][other], other: rule["styles"][one]}
        assert len(list(compare(case, ours))) == 1
        rule["styles"] |= {one: rule["styles"][other], other: rule["styles"][one]}
    del rule["styles"]["flexGrow"]
    assert list(compare(case, ours)) == [".box styles ['flexGrow']"]


CHANGES: dict[str, tuple[str, list[str | int], Any]] = {
    "a text": ("real-03-pricing", ["pages", 0, "nodes", 2, "props", "text"], "Other"),
    "the order of children": ("real-03-pricing", ["pages", 0, "nodes", 1, "children", 0], "x"),
    "a kind": ("real-03-pricing", ["styleRules", 1, "kind"], "ambient"),
    "a selector": ("real-03-pricing", ["styleRules", 1, "selector"], ".other"),
    "the order of rules": ("real-03-pricing", ["styleRules", 1, "order"], 7),
    "a frame": ("real-14-keyframes", ["styleRules", 0, "rawCss"], "@keyframes rise{0%{opacity:.7}}"),
    "an output": ("ops-03-node-edits", ["results", 0, "output", "ok"], False),
    "a colour": (
        "ops-07-color-tokens",
        ["settings", "framework", "colors", "tokens", 0, "lightValue"],
        "#123",
    ),
    "a part of paging": ("ops-12-paging", ["results", 1, "output", "data", "pageInfo", "totalParts"], 9),
    "what is published": ("real-19-table", ["published", 0, "body"], "<body></body>"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_recorded_case_fails_when_something_in_it_is_another(name: str) -> None:
    stem, path, value = CHANGES[name]
    case = orjson.loads((GOLDEN / f"{stem}.json").read_bytes())
    ours = replay(case)
    assert list(compare(case, ours)) == []
    place = case["expected"]
    for step in path[:-1]:
        place = (
            list(place.values())[step] if isinstance(place, dict) and isinstance(step, int) else place[step]
        )
    place[path[-1]] = value
    assert list(compare(case, ours)) != []


SAME = [
    ("boxShadow", "rgba(0, 0, 0, 0.12) 0px 8px 30px", "0 8px 30px rgba(0,0,0,.12)"),
    ("backgroundImage", "linear-gradient(rgb(255, 0, 0), blue)", "linear-gradient(180deg, #f00, blue)"),
    ("width", "calc(100% - 20px)", "calc(100% - 2 * 10px)"),
    ("fontSize", "clamp(1rem, 1rem + 2vw, 3rem)", "clamp(1rem, 2vw + 1rem, 3rem)"),
    ("color", "rgb(191, 64, 64)", "hsl(0 50% 50%)"),
    ("fontFamily", '"A B", serif', "'A B',serif"),
]
OTHER = [
    ("boxShadow", "rgba(0, 0, 0, 0.12) 8px 0px 30px", "0 8px 30px rgba(0,0,0,.12)"),
    ("gridTemplateColumns", "1fr 2fr", "2fr 1fr"),
    ("backgroundImage", "linear-gradient(red, blue)", "linear-gradient(blue, red)"),
    ("width", "calc(100% - 20px)", "calc(100% + 20px)"),
    ("transform", "translate(1px, 2px)", "translate(2px, 1px)"),
    ("color", "initial", "red"),
    ("--Gap", "1PX", "1px"),
]


def test_values_are_compared_by_what_they_mean() -> None:
    assert [one for one in SAME if not same_value(*one)] == []
    assert [one for one in OTHER if same_value(*one)] == []
