"""Pages, sections and changes asked for in free words, by people of five trades, in English and Turkish.

The requests were written before anybody had looked at what they bring, and were run once as they are. What
came out wrong then was mended by its class.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.site.designing import ask, new_desk, published
from tests.site.scoring import headings_of, missing_facts
from tests.site.test_playbook_changes import ARTICLES

LINES = Path(__file__).with_name("free_words.jsonl").read_text("utf-8").splitlines()
WISHES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
BUILT = [one for one in WISHES if "facts" in one]
CHANGED = [one for one in WISHES if "facts" not in one]


@cache
def page_after(wish: str, before: str = "") -> tuple[str, dict[str, str]]:
    """Return what is answered to a wish on a page that another one built, and the pages then."""
    desk = new_desk((ARTICLES,))
    if before:
        ask(desk, before)
    try:
        answer, _ = ask(desk, wish)
    except AssertionError as error:
        answer = str(error)
    return answer, published(desk)


def texts_of(html: str) -> list[str]:
    """Return the words of a page, element by element."""
    body = LexborHTMLParser(html).body
    assert body is not None
    for one in body.css("svg, style"):
        one.decompose()
    leaves = [one for one in body.css("*") if not list(one.iter(include_text=False))]
    return [text for one in leaves if (text := " ".join(one.text().split()))]


@pytest.mark.parametrize("one", BUILT, ids=lambda one: one["wish"][:40])
def test_what_is_asked_for_stands_in_order_with_every_fact_and_nothing_else_changes(
    one: dict[str, Any],
) -> None:
    answer, pages = page_after(one["wish"], one.get("before", ""))
    assert headings_of(pages["index.html"])[1:] == one["headings"], answer
    assert missing_facts(one["facts"], pages) == []
    if before := one.get("before"):
        _, stood = page_after(before)
        gone = Counter(texts_of(stood["index.html"])) - Counter(texts_of(pages["index.html"]))
        assert not gone, answer
        assert [path for path in pages if path.endswith(".html") and path not in stood] == [], answer


@pytest.mark.parametrize("one", CHANGED, ids=lambda one: one["wish"][:40])
def test_a_change_does_what_was_meant_or_asks(one: dict[str, Any]) -> None:
    _, stood = page_after(one["before"])
    answer, pages = page_after(one["wish"], one["before"])
    then, now = (Counter(texts_of(page["index.html"])) for page in (stood, pages))
    assert sorted((then - now).elements()) == one.get("gone", []), answer
    assert sorted((now - then).elements()) == one.get("come", []), answer
    if "headings" in one:
        assert headings_of(pages["index.html"])[1:] == one["headings"], answer
    if one.get("asks"):
        assert pages == stood
        assert "?" in answer or answer.startswith("nobody can"), answer
    else:
        assert pages != stood, answer
