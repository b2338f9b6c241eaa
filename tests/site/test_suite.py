"""The recorded cases of the original, replayed; and what nobody should send."""

import time
from pathlib import Path

import pytest

from proofroom.site.document import new_site
from proofroom.site.suite import run_site_suite
from proofroom.site.tools.all import TOOLS, run_tool
from proofroom.site.tools.desk import Desk

GOLDEN = Path(__file__).parent.parent / "data" / "site-golden"
BOMBS = {
    "deep elements": "<div>" * 50_000,
    "a megabyte in an attribute": f'<p title="{"a" * 1_000_000}">x</p>',
    "many attributes": f"<p {' '.join(f'a{number}=1' for number in range(5_000))}>x</p>",
    "open brackets": "<style>" + ".a{b:" + "(" * 20_000 + "</style><p>x</p>",
    "nested blocks": "<style>" + "@media x{" * 5_000 + "</style><p>x</p>",
    "ten thousand rules": f"<style>{''.join(f'.c{n}{{top:{n}px}}' for n in range(10_000))}</style><p>x</p>",
    "half characters": "<p>\ud800</p><style>.a{content:'\udfff'}</style>",
    "unclosed everything": "<table><tr><td><b><i><a href=x>" * 300,
    "zero": "\x00<\x00p>\x00",
}


def make_desk() -> Desk:
    numbers = iter(range(10_000_000))
    return Desk(new_site("Site", "seed"), lambda: f"n{next(numbers)}", 0)


def test_recorded_cases_agree_but_for_what_differs_on_purpose() -> None:
    passed, total, failures, excuses = run_site_suite(GOLDEN)
    assert [line for line in failures if line not in excuses] == []
    assert (passed, total) == (total - len(excuses), total)
    assert total >= 50


@pytest.mark.parametrize("name", BOMBS)
def test_what_nobody_should_send_gets_an_answer_in_time(name: str) -> None:
    desk = make_desk()
    root = desk.site.pages[0].root_id
    started = time.monotonic()
    answer = run_tool(desk, "insertHtml", {"parentId": root, "html": BOMBS[name]})
    assert answer["ok"] or answer["error"]
    assert run_tool(desk, "read_document", {})["ok"]
    assert time.monotonic() - started < 20


def test_every_tool_answers_garbage_with_an_error_or_data() -> None:
    for tool in TOOLS:
        for given in ({}, {"nodeId": "x", "pageId": "x", "html": "<", "css": "}", "tokens": [{}]}, None, 5):
            answer = run_tool(make_desk(), tool.name, given)
            assert answer["ok"] or isinstance(answer["error"], str)
