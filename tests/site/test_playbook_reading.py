"""What a request says beside the names of its sections: order, counts, pages of their own, one more thing."""

import re

import pytest

from proofroom.site.playbook.brief import read_brief
from tests.site.designing import ask, new_desk, published

_CLUB = "Make a page for a rowing club: history, team, sponsors and questions."


def inner(text: str, language: str = "en") -> list[str]:
    brief = read_brief(text, "tr" if language == "tr" else "en")
    return [one for one in brief.sections if one not in ("nav", "hero", "footer")]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("", ["timeline", "team", "logos", "faq"]),
        ("Put the sponsors last.", ["timeline", "team", "faq", "logos"]),
        ("Don't forget the boats for sale.", ["timeline", "team", "logos", "faq", "boats-for-sale"]),
        ("Also include a tide table.", ["timeline", "team", "logos", "faq", "tide-table"]),
    ],
)
def test_a_sentence_after_the_list_moves_a_section_or_asks_for_one_more(said: str, wanted: list[str]) -> None:
    assert inner(f"{_CLUB} {said}") == wanted


def test_words_for_the_order_belong_to_no_heading() -> None:
    brief = read_brief(
        "A page for a ferry museum. First the history, then a gallery, after that ticket prices, "
        "and finish with the crew.",
        "en",
    )
    assert inner(brief.asked.text) == ["timeline", "gallery", "pricing", "team"]
    assert [brief.asked.titles.get(one) for one in ("timeline", "pricing")] == ["History", "Ticket prices"]
    turkish = "Yelken kulübümüze sayfa hazırla. Önce tarihçe, en sonda ücretler gelsin; kupalarımız da olsun."
    assert inner(turkish, "tr") == ["timeline", "kupalarimiz", "pricing"]


@pytest.mark.parametrize(
    ("text", "pattern", "count"),
    [
        ("Make a page for a mill with three testimonials", r"<blockquote", 3),
        ("Make a page for a mill with 5 questions and a team", r"<details", 5),
        ("Make a page for a mill with two plans and a team", r'class="[^"]*d-plan[ "]', 2),
        ("Değirmen için iki yorum ve ekip olan bir sayfa yap", r"<blockquote", 2),
    ],
)
def test_as_many_are_there_as_were_asked_for(text: str, pattern: str, count: int) -> None:
    desk = new_desk()
    ask(desk, text)
    assert len(re.findall(pattern, published(desk)["index.html"])) == count


def test_what_gets_a_page_of_its_own_has_one_and_the_menu_leads_there() -> None:
    desk = new_desk()
    ask(desk, "Build a site for a seaweed farm with a page for wholesale and a page for visits")
    files = published(desk)
    assert {page.slug for page in desk.site.pages} == {"index", "wholesale", "visits"}
    for path in ("index.html", "wholesale/index.html", "visits/index.html"):
        assert {'href="/wholesale"', 'href="/visits"'} <= set(re.findall(r'href="/\w+"', files[path]))
        assert files[path].count("<h1") == 1
    assert ">Wholesale</h1>" in files["wholesale/index.html"]
    assert 'href="/"' in files["visits/index.html"]


def test_a_list_line_by_line_is_a_list() -> None:
    text = "Build a site for a bell foundry:\n- how a bell is cast\n- the sound archive\n- contact"
    assert inner(text) == ["steps", "sound-archive", "contact"]


def test_two_sections_without_a_form_do_not_look_alike() -> None:
    desk = new_desk()
    ask(desk, "Make a page for a mill with a leaderboard, a tide clock, boats for sale and summer camps")
    html = published(desk)["index.html"]
    shapes = [
        re.search(r'<div class="([\w-]+)', html[html.index(f'id="{one}"') :])
        for one in ("leaderboard", "tide-clock", "boats-for-sale", "summer-camps")
    ]
    assert len({one[1] for one in shapes if one}) == len(shapes)


def test_a_place_that_teaches_a_language_has_a_page_in_the_language_of_the_request() -> None:
    assert read_brief("İngilizce konuşma kulübü sayfası lazım: seviyeler, kurallar", "tr").language == "tr"
    assert read_brief("Değirmenimiz için İngilizce bir sayfa yap: ekip, fiyatlar", "tr").language == "en"


def test_a_list_of_things_nobody_knows_is_a_list_whatever_numbers_are_in_it() -> None:
    kits = "Build a page for Nimbus Kits with the kits (Garden, Roof), live readings, packs at $199, raw data"
    assert inner(kits) == ["kits", "live-readings", "pricing", "raw-data"]
    wash = "A website for my bike wash: how it works, wash menu with Quick £8 and Deep £18, corporate days"
    assert inner(wash) == ["steps", "pricing", "corporate-days"]
