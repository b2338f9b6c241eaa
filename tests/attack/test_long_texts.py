"""Texts that look for the slow way through a pattern: articles, pages, documents and what is logged."""

import io
import json
import random

import pytest

from proofroom.articles.support import support
from proofroom.safety import redact_text
from tests.api.conftest import Browser
from tests.api.test_content import ARTICLES, make_project, ok
from tests.attack.effort import effort
from tests.attack.test_small import HELD_S, MOST_S
from tests.attack.test_sources import _upload
from tests.pace import hold_within

LONG = 30_000
NASTY = (
    "\n\n",
    "\n ",
    " ",
    "\t",
    "{{",
    "[",
    "![",
    "![a](x",
    "[a](http://x",
    "“",
    "«",
    "[IMAGE:",
    "—",
    "a ",
    "**a",
)
MANY = " ".join(f"a{number}=1" for number in range(40_000))
"""Attributes. The parser holds each against all before it, and nobody else works meanwhile."""
SITES: dict[str, dict[str, str]] = {
    "very many elements": {"index.html": "<p>x</p>" * 40_000},
    "many elements on many pages": {f"p{n}.html": "<p>x</p>" * 200 for n in range(100)},
    "elements inside each other": {"index.html": "<div>" * 40_000},
    "an element of very many attributes": {"index.html": f"<p {MANY}>x"},
    "sheets that import each other": {
        "index.html": '<link rel="stylesheet" href="a.css"><p>x',
        "a.css": '@import "b.css";' * 40,
        "b.css": '@import "c.css";' * 40,
        "c.css": '@import "d.css";' * 40,
        "d.css": '@import "e.css";' * 40,
        "e.css": "p{color:red}",
    },
    "very many rules": {"index.html": '<link rel="stylesheet" href="a.css"><p>x', "a.css": "a{b:c}" * 20_000},
}


@pytest.mark.timeout(300)
async def test_no_text_of_an_article_holds_anybody_up(owner: Browser) -> None:
    article = f"/api/articles/{(await ok(owner, 'POST', '/api/articles', {'title': 'Herons'}))['id']}"
    doors = ("/humanity", "/export?format=markdown", "/export?format=html", "/versions/1/diff")
    slow: dict[str, float] = {}
    for number, piece in enumerate(NASTY, start=1):
        text = (piece * LONG)[:LONG] + "x"
        await ok(owner, "PUT", article, {"content": text})
        for door in doors:
            with effort() as cost:
                status, said = await owner.call(
                    "GET", article + door.replace("/1/", f"/{max(1, number - 1)}/")
                )
            assert status in (200, 404), (door, said)
            if not cost.is_within(MOST_S, HELD_S):
                slow[f"{piece!r} {door}"] = round(cost.total_s, 2)
    assert slow == {}


REQUESTS = (" ", "a", "0", ":", ": ", ":\n", "a=b;\n", "a: b; c\n", '"', "a ", "0 ", "to ")
SIGNS = (", ", "\n, ", "- ")
"""Of signs a message consists whole: what greets, asks or stands before an order passes over them."""
ROUNDS = ("hm, oops ok, ", "oh no, sorry no ", "please fix this, ")
"""What an order may begin or end with, and in how many ways these can be told apart."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("agent", ["content", "workspace"])
async def test_no_request_to_the_offline_model_holds_anybody_up(owner: Browser, agent: str) -> None:
    project = (await make_project(owner))["id"]
    slow: dict[str, float] = {}
    first = {"message": "Hello.", "projectId": project}
    await owner.lines("POST", f"/api/ai/chat/{agent}", first)  # imports what is late
    messages = [f"set the title of Rivers to {(piece * 1500)[:1500]}x" for piece in REQUESTS]
    messages += [f"{piece * 40}qx {piece * 40}qx" for piece in ROUNDS]
    for message in [*messages, *(f"please{(piece * 3900)[:3900]}x" for piece in SIGNS)]:
        with effort() as cost:
            await owner.lines("POST", f"/api/ai/chat/{agent}", {"message": message, "projectId": project})
        if not cost.is_within(MOST_S, HELD_S):
            slow[message[:40]] = round(cost.total_s, 2)
    assert slow == {}


WORDS = [
    "set",
    "the",
    "title",
    "of",
    "rivers",
    "to",
    "wind",
    "in",
    "every",
    "note",
    "and",
    "change",
    "all",
    "tags",
    "from",
    "blue",
    "for",
    "each",
    "topic",
    "with",
]
READING_S = 4.0
"""What the offline model may spend on one request."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_request_with_too_many_ways_to_read_it_is_given_up(owner: Browser, seed: int) -> None:
    project, chance = (await make_project(owner))["id"], random.Random(seed)
    message = "set " + " ".join(chance.choice(WORDS) for _ in range(800))
    with effort() as cost:
        events = await owner.lines(
            "POST", "/api/ai/chat/content", {"message": message[:3_900], "projectId": project}
        )
    said = "".join(one["text"] for one in events if one["type"] == "text")
    assert events[-1]["type"] == "done"
    assert cost.is_within(READING_S + MOST_S, HELD_S), cost
    assert "too many ways" in said


async def test_a_row_whose_title_is_too_long_is_cut_and_taken_in(owner: Browser) -> None:
    kind = {"slug": "bird", "name": "Bird", "fields": [{"key": "about", "label": "About", "type": "text"}]}
    await ok(owner, "POST", "/api/entity-types", kind)
    sheet = {"text": f"title,about\n{'a ' * 400},tall\n", "format": "csv"}
    await ok(owner, "POST", "/api/entity-types/bird/import", sheet)
    ((made,),) = [(await ok(owner, "GET", "/api/entities"))["entities"]]
    assert made["title"] == ("a " * 250).strip()


@pytest.mark.parametrize("ending", ["na", "lari", "an"])
def test_a_word_of_endings_without_end_is_compared_soon(ending: str) -> None:
    with effort() as cost:
        support("Suda 12 kuş var.", f"Su{ending * 40}q 12 kuş {ending * 40}x var.")
        support(f"Su{ending * 40}x 12 kuş var.", "Su 12 kuş var.")
    assert cost.is_within(MOST_S), cost


@pytest.mark.parametrize("piece", ["1 ", "1-", "1900 ", "1 year 1900 "])
def test_a_passage_of_nothing_but_numbers_is_weighed_soon(piece: str) -> None:
    with effort() as cost:
        support("There were 12 herons in 1900 near the canal.", (piece * 3_000)[:3_000])
    assert cost.is_within(MOST_S), cost


FRONT_MATTER = (
    "---\na: " + "[" * 150_000 + "\n---\nx",
    "---\na:\n  " + "- " * 150_000 + "\n---\nx",
    "+++\n" + "a." * 150_000 + "a = 1\n+++\nx",
    "+++\n" + '"a b" . ' * 40_000 + "a = 1\n+++\nx",
)


async def test_front_matter_without_bottom_is_no_front_matter(owner: Browser) -> None:
    start = f"/api/projects/{(await make_project(owner))['id']}/content/entries/{ARTICLES['id']}"
    hush = {"slug": "hush", "locale": "en", "data": {"title": "Hush"}}
    for body in FRONT_MATTER:
        with effort() as cost:
            await ok(owner, "PUT", start, {**hush, "body": body})
        assert cost.is_within(MOST_S, HELD_S), (body[:9], cost)


@pytest.mark.timeout(300)
async def test_no_folder_of_a_site_is_larger_than_somebody_could_review(owner: Browser) -> None:
    path = f"/api/projects/{(await make_project(owner))['id']}/site/import"
    headers = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/json"}
    for name, files in SITES.items():
        data = io.BytesIO(json.dumps({"files": files}).encode())
        with effort() as cost:
            async with owner.http.post(owner.url + path, data=data, headers=headers) as answer:
                assert answer.status == 400, (name, await answer.text())
        assert cost.is_within(MOST_S, HELD_S), (name, cost)


async def test_a_page_without_bottom_is_refused_before_it_is_read(owner: Browser) -> None:
    for page in (b"<div>" * 150_000, f"<p {MANY}>x".encode()):
        with effort() as cost, pytest.raises(AssertionError, match="not a readable HTML file"):
            await _upload(owner, "deep.html", page)
        assert cost.is_within(MOST_S), cost


@pytest.mark.parametrize(
    "piece", ["password=", "cookie: ", "key: '", "bearer ", "a://b:c", "a@b.", "-----BEGIN "]
)
def test_what_is_masked_in_logs_takes_no_time(piece: str) -> None:
    hold_within(1000, lambda _: redact_text((piece * LONG)[:LONG]), rounds=2)
