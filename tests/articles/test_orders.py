"""What a person orders of an article in plain words: how it is read, and what the offline model does."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from proofroom.articles.orders import Deed, kept, nth_part, number, read_order, subject, wanted_length
from proofroom.articles.parts import REF, parts_of
from proofroom.articles.shortening import length, shortened
from tests.api.conftest import Browser
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin
from tests.patience import until

READ: list[tuple[str, Deed]] = [
    ("I need a new article about tide mills, but only research for now", "research"),
    ("Gelgit değirmenleri üzerine bir makale istiyorum, önce araştır", "research"),
    ("Could you trim the third paragraph a little?", "shorten"),
    ("Son bölümü kısaltır mısın", "shorten"),
    ("Where did you get the number of bridges?", "origin"),
    ("Bu rakam nereden geliyor?", "origin"),
    ("Please verify the references once more", "recheck"),
    ("How many sources are there?", "count"),
    ("Show me the outline before you go on", "outline"),
    ("The plan is fine, go ahead", "approve"),
    ("Offer me two other openings", "openings"),
    ("Add a short section about the ferry", "add"),
    ("The headline sounds dull", "reword"),
    ("Keep it as it is", "leave"),
    ("Do not publish it yet", "leave"),
    ("Bunu gönderme henüz", "leave"),
    ("Which pieces are still in progress?", "list"),
]


@pytest.mark.parametrize(("text", "deed"), READ)
def test_an_order_is_read_as_a_deed(text: str, deed: Deed) -> None:
    order = read_order(text)
    assert order is not None
    assert order.deed == deed


@pytest.mark.parametrize(
    "text",
    [
        *("Don't shorten it", "Is the outline approved?", "Is the plan approved?", "Bunu kısaltma"),
        *("Find sources for this article", "Write about bees", "Taslağı onaylamıyorum", "Book a table"),
    ],
)
def test_what_is_denied_asked_or_something_else_is_no_such_order(text: str) -> None:
    assert read_order(text) is None


def test_an_order_tells_how_much_of_what() -> None:
    order = read_order("Cut the second section down to 90 words, keep the bit about the toll")
    assert order is not None
    assert (nth_part(order), wanted_length(order, 300), kept(order)) == (("section", 1), 90, "the toll")
    thirds = read_order("make it 25% shorter")
    more = read_order("add a paragraph on what the fishermen caught")
    assert thirds is not None
    assert more is not None
    assert wanted_length(thirds, 200) == 150
    assert subject(more) == "the fishermen caught"
    openings = read_order("try four other beginnings")
    assert openings is not None
    assert number(openings, 3) == 4


def test_what_is_shortened_keeps_each_section_its_references_and_what_leans() -> None:
    text = "\n\n".join(
        (
            "# Mills",
            "The mill stands at the mouth of the river. {{ref:1}} It ground flour until 1950. {{ref:1}}",
            "## Stones",
            "Two stones were cut in France. {{ref:2}} They weigh a tonne each. {{ref:2}}"
            " The toll was paid in meal. {{ref:3}}",
            "## Water",
            "The pond fills twice a day. {{ref:4}} Gates hold the water. {{ref:4}}\n",
        )
    )
    for words in range(60, 0, -3):
        made = shortened(text, "Mills", words, ["the toll"])
        assert length(made) <= length(text)
        assert [heading for heading, said in parts_of(made) if REF.search(said)] == ["Stones", "Water"]
        assert "The toll was paid" in made
        assert "They weigh" not in made or "Two stones" in made
        assert "\n\n\n" not in made
    assert shortened(text, "Mills", 99) == text


async def is_ready(now: Callable[[], Awaitable[dict[str, Any]]]) -> bool:
    return (await now())["status"] == "ready"


async def test_what_is_ordered_in_the_panel_is_done_with_sentences_that_are_there(
    owner: Browser, tmp_path: Path
) -> None:
    article = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    path = f"/api/articles/{article['id']}"

    async def ask(message: str, *tools: str) -> str:
        asked = {"agent": "writer", "context": {"screen": "articles", "artifactId": article["id"]}}
        events = await owner.lines("POST", "/api/ai/chat/articles", asked | {"message": message})
        called = [each["toolName"] for each in events if each["type"] == "toolCall"]
        assert called == list(tools), (message, called)
        return "".join(each.get("delta", each.get("text", "")) for each in events if "ext" in each["type"])

    async def now() -> dict[str, Any]:
        return (await owner.call("GET", path))[1]

    await ask("give me the outline first", "fetchArtifact", "conductDeepResearch", "generateContentSkeleton")
    status, told = await owner.call("POST", f"/api/artifacts/{article['id']}/approve-foundations", {})
    assert status in (200, 202), told
    await until(lambda: is_ready(now))
    before = (await now())["content"]

    await ask("Don't touch it", "fetchArtifact")
    assert "2" in await ask("how many sources are there?", "fetchArtifact", "fetchResearch")
    assert "reference" in await ask("run the citations again", "fetchArtifact")
    offered = await ask("try two other openings", "fetchArtifact", "fetchResearch")
    assert "1. " in offered
    nothing = await ask("add a paragraph about dragons", "fetchArtifact", "fetchResearch")
    assert "dragons" in nothing
    kept_out = await ask("shorten it but keep the bit about dragons", "fetchArtifact")
    assert "dragons" in kept_out
    assert (await now())["content"] == before

    await ask("shorten it by half", "fetchArtifact", "updateArtifactContent")
    short = await now()
    assert length(short["content"]) < 0.7 * length(before)
    assert short["report"]["findings"] == []
    told_of = await ask(
        "where did you get the figure of lavender and thyme?", "fetchArtifact", "fetchResearch"
    )
    assert "Rooftop" in told_of
    await ask(
        "one picture at the top please", "fetchArtifact", "updateArtifactContent", "generateFinalImages"
    )
    drawn = (await now())["content"]
    assert "[IMAGE" not in drawn
    assert drawn.count("![") == short["content"].count("![") + 1
