"""The local corpus: read, cut, found, and named by the exact place."""

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.providers.corpus import CorpusDriver, cut
from proofroom.providers.corpus.index import CorpusIndex
from proofroom.providers.corpus.read import read_file, with_headings
from proofroom.providers.search.types import SearchRequest

SWIFTS = """# Counting swifts

Swifts arrive in early May. They nest under roof tiles and in gaps of old walls.

## The method

Count screaming parties at dusk, on three evenings in July, from the same spot.
"""
RIVER = (
    "<html><head><title>The river</title><script>evil()</script></head>"
    "<body><nav>menu</nav><h1>The river</h1>"
    "<p>The river was covered in 1894 to make room for the market.</p></body></html>"
)
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<item><title>Elm felled</title><link>https://example.com/elm</link>
<pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>
<description>&lt;p&gt;The last elm on Mill Street was felled.&lt;/p&gt;</description>
</item></channel></rss>"""
BOMB = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><rss><item><title>&a;</title></item></rss>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "swifts.md").write_text(SWIFTS)
    (corpus / "river.html").write_text(RIVER)
    (corpus / "news.rss").write_text(FEED)
    return corpus


@pytest.fixture
def driver(folder: Path, tmp_path: Path) -> CorpusDriver:
    return CorpusDriver(CorpusIndex(tmp_path / "corpus.db"), [folder])


@pytest.mark.parametrize(
    ("name", "text", "codec"),
    [
        ("gruen.html", '<meta charset="iso-8859-1"><p>Søren Bäck sows grass.</p>', "latin-1"),
        ("rues.html", "<meta charset='windows-1252'><p>Søren Bäck sows “grass”.</p>", "cp1252"),
        ("kus.html", "<p>Kuşlar çatıda, Søren Bäck değil.</p>", "utf-8"),
        (
            "kirill.html",
            '<meta http-equiv=x content="text/html;charset=koi8-r"><p>Тут трава.</p>',
            "koi8-r",
        ),
        ("dosya.txt", "Kuşlar çatıda öter; İğde ağacı şimdi yeşil.", "cp1254"),
        ("plain.md", "Søren Bäck sows grass.", "utf-16"),
        ("odd.html", '<meta charset="punycode"><p>Søren Bäck sows grass.</p>', "cp1254"),
    ],
)
def test_a_file_is_read_in_the_letters_it_was_written_in(
    tmp_path: Path, name: str, text: str, codec: str
) -> None:
    (tmp_path / name).write_bytes(text.encode(codec))
    (read,) = read_file(tmp_path / name)
    assert (text.partition("<p>")[2].removesuffix("</p>") or text) in read.text


async def test_a_question_finds_its_passage_with_its_exact_place(driver: CorpusDriver) -> None:
    reply = await driver.search(SearchRequest("When do swifts arrive?", with_text=True))
    best = reply.hits[0]
    assert best.title == "Counting swifts"
    assert "early May" in best.text
    start, end = (int(number) for number in urlsplit(best.url).fragment.split("-"))
    assert SWIFTS[start:end] == best.text
    assert reply.cost_micros == 0


async def test_html_and_feeds_are_read_without_their_chrome(driver: CorpusDriver) -> None:
    river = (await driver.search(SearchRequest("covered market 1894"))).hits[0]
    assert river.title == "The river"
    assert "evil" not in river.snippet
    elm = (await driver.search(SearchRequest("elm Mill Street"))).hits[0]
    assert elm.published_on.startswith("Mon, 02 Nov 2026")
    assert "felled" in elm.snippet


async def test_changed_and_deleted_files_are_followed(driver: CorpusDriver, folder: Path) -> None:
    assert (await driver.search(SearchRequest("swifts"))).hits
    (folder / "swifts.md").write_text("# Storks\n\nStorks came instead of the other birds this year.\n")
    assert not (await driver.search(SearchRequest("swifts"))).hits
    assert (await driver.search(SearchRequest("storks"))).hits
    (folder / "swifts.md").unlink()
    assert not (await driver.search(SearchRequest("storks"))).hits


async def test_a_document_is_read_whole_and_only_below_its_folders(
    driver: CorpusDriver, tmp_path: Path
) -> None:
    hit = (await driver.search(SearchRequest("swifts"))).hits[0]
    outside = tmp_path / "secret.md"
    outside.write_text("secret")
    inside, refused = await driver.read([hit.url, f"corpus://{outside}#0-5"])
    assert "three evenings in July" in inside.text
    assert refused.error
    assert not refused.text


async def test_a_file_that_cannot_be_read_is_named_with_its_reason(
    driver: CorpusDriver, folder: Path, tmp_path: Path
) -> None:
    (folder / "bomb.xml").write_text(BOMB)
    (folder / "broken.pdf").write_bytes(b"not a pdf")
    await driver.search(SearchRequest("anything"))
    index = CorpusIndex(tmp_path / "corpus.db")
    troubles = {Path(path).name: reason for path, reason in index.troubles().items()}
    assert "entities" in troubles["bomb.xml"]
    assert troubles["broken.pdf"]


async def test_quotes_and_operators_in_a_question_are_only_words(driver: CorpusDriver) -> None:
    reply = await driver.search(SearchRequest('swifts" OR * NEAR( AND "'))
    assert reply.hits


def test_a_short_line_alone_is_a_heading_of_a_printed_page() -> None:
    told = (
        "School gardens\nA survey of 2024 asked 1,120 primary schools\nabout Their gardens.\nWater\nIt rains."
    )
    assert with_headings(told).split("\n") == [
        *("## School gardens", "", "A survey of 2024 asked 1,120 primary schools", "about Their gardens."),
        *("## Water", "", "It rains."),
    ]
    told = "Technical note 14\nBeaver ponds\n\nThe survey covered four catchments from 2013 on.\nIt is over."
    assert with_headings(told).split("\n")[:3] == ["## Technical note 14", "", "## Beaver ponds"]
    assert with_headings("A line\nand the next") == "A line\nand the next"


def test_what_stands_alone_above_a_plain_text_is_its_title(tmp_path: Path) -> None:
    file = tmp_path / "11-complaints.txt"
    for told, title in (
        ("Complaints in 2024\n\nThe regulator received three.\n", "Complaints in 2024"),
        ("It rained.\n\nThe regulator received three.\n", None),
        ("A line that goes\non in the next.\n", None),
    ):
        file.write_text(told)
        (document,) = read_file(file)
        assert document.text == (f"# {told}" if title else told)
        assert title is None or document.title == title


def test_front_matter_is_left_out_but_places_stay_true(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("---\ntitle: Hidden\n---\n# Seen\n\nText here.\n")
    (document,) = read_file(file)
    assert "Hidden" not in document.text
    assert document.title == "Seen"


@given(st.text(alphabet="ab .\n#", max_size=2_000))
def test_passages_are_exact_stretches_in_order(text: str) -> None:
    passages = cut(text)
    assert all(text[each.start : each.end] == each.text for each in passages)
    assert all(one.end <= other.start for one, other in pairwise(passages))


def test_a_heading_ends_with_its_line_even_without_an_empty_line() -> None:
    found = cut("# Survey\nVolunteers counted nests.\nIn June.\n## Method\nBy foot, # 3 times.\n")
    assert [(each.heading, each.text) for each in found] == [
        ("Survey", "Volunteers counted nests.\nIn June."),
        ("Method", "By foot, # 3 times."),
    ]


def test_a_short_end_goes_with_what_stands_before_it_and_never_over_a_heading() -> None:
    long, short = "word " * 90 + "end.", "These measure about forty litres."
    assert [each.text for each in cut(f"# A\n\n{long}\n\n{short}")] == [f"{long}\n\n{short}"]
    assert [each.text for each in cut(f"# A\n\n{long}\n\n# A\n\n{short}")] == [long, short]


async def test_case_accents_and_dots_do_not_matter(driver: CorpusDriver, folder: Path) -> None:
    (folder / "ilik.md").write_text("# Ilık sular\n\nKIYIDA ılık sular ve İstanbul.\n")
    for written in ("ilik", "ILIK", "kıyıda", "ISTANBUL"):
        assert (await driver.search(SearchRequest(written))).hits, written


async def test_an_index_of_an_older_release_is_made_anew(folder: Path, tmp_path: Path) -> None:
    old = tmp_path / "corpus.db"
    with closing(sqlite3.connect(old)) as database:
        database.executescript(
            "CREATE TABLE files (path TEXT); CREATE VIRTUAL TABLE words USING fts5 (text);"
        )
    assert (await CorpusDriver(CorpusIndex(old), [folder]).search(SearchRequest("swifts"))).hits
