"""Whole pages, asked for by the offline designer's tools: listed, told, renamed, deleted; texts resized."""

import copy
import re

import pytest

from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool
from tests.site.designing import ask, new_desk, published


@pytest.fixture(scope="module")
def built() -> OpenSite:
    desk = new_desk()
    ask(desk, "Make a landing page for a bicycle repair shop with features, pricing, team and FAQ")
    ask(desk, "Build a page about our history with a timeline and a newsletter")
    return desk


@pytest.fixture
def desk(built: OpenSite) -> OpenSite:
    fresh = new_desk()
    fresh.site = copy.deepcopy(built.site)
    return fresh


def titles(desk: OpenSite) -> list[str]:
    return [page.title for page in desk.site.pages]


def second(desk: OpenSite) -> str:
    """Return what people call the page that is not the first."""
    return next(page.slug for page in desk.site.pages if page.slug != "index")


LISTS = [
    "Which pages are there?",
    "List all pages",
    "How many pages does our site have?",
    "Hangi sayfalar var?",
    "Tüm sayfaları listele",
]


@pytest.mark.parametrize("text", LISTS)
def test_the_pages_are_named_and_nothing_changes(desk: OpenSite, text: str) -> None:
    answer, used = ask(desk, text)
    assert used == ["list_documents"]
    assert f"/{second(desk)}" in answer


@pytest.mark.parametrize("text", ["What is on the {} page?", "Show me the {} page", "{} sayfasında ne var?"])
def test_a_page_is_told_section_by_section(desk: OpenSite, text: str) -> None:
    answer, used = ask(desk, text.format(second(desk)))
    assert set(used) == {"list_documents", "read_document"}
    assert answer.count("\n- ") >= 2, answer


@pytest.mark.parametrize(
    "text", ["Rename the {} page to Where we come from", "{} sayfasının adını Where we come from yap"]
)
def test_a_page_gets_another_title_and_keeps_its_address(desk: OpenSite, text: str) -> None:
    slug = second(desk)
    ask(desk, text.format(slug))
    assert "Where we come from" in titles(desk)
    assert second(desk) == slug


def test_a_page_is_taken_away_and_one_that_nobody_has_is_asked_for(desk: OpenSite) -> None:
    answer, used = ask(desk, "Delete the jobs page")
    assert used == ["list_documents"]
    assert "History" in answer
    ask(desk, f"Delete the {second(desk)} page")
    assert len(titles(desk)) == 1


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Make the heading on the home page smaller", "0.85"),
        ("Make the title a bit bigger on the home page", "1.15"),
        ("Enlarge the heading of the home page", "1.15"),
        ("Ana sayfadaki başlığı biraz küçült", "0.85"),
    ],
)
def test_a_heading_is_resized_and_no_space_is_touched(desk: OpenSite, text: str, times: str) -> None:
    _, used = ask(desk, text)
    assert used[-1] == "applyCss"
    assert "set_spacing_scale" not in used
    styles = "".join(text for path, text in published(desk).items() if path.endswith(".css"))
    assert re.search(rf"font-size:\s*calc\(var\(--[\w-]+\) \* {times}\)", styles)


def test_publishing_is_left_to_a_person(desk: OpenSite) -> None:
    for text in ("Publish the site", "Put the site live", "Siteyi yayınla"):
        answer, used = ask(desk, text)
        assert used == []
        assert "proofroom site publish" in answer


def test_what_stands_on_another_page_is_changed_there(desk: OpenSite) -> None:
    before = published(desk)
    ask(desk, f'Change the heading of the {second(desk)} page to "How it began"')
    after = published(desk)
    assert "How it began" not in after["index.html"]
    assert before["index.html"] == after["index.html"]
    assert any("How it began" in text for text in after.values())


def test_a_heading_of_another_page_is_changed_in_turkish_too(desk: OpenSite) -> None:
    ask(desk, f'{second(desk)} sayfasındaki başlığı "Nasıl başladı" yap')
    after = published(desk)
    assert "Nasıl başladı" not in after["index.html"]
    assert any("Nasıl başladı" in text for text in after.values())


@pytest.mark.parametrize("text", ["Add an empty page called Jobs", "Jobs adında boş bir sayfa ekle"])
def test_an_empty_page_is_added(desk: OpenSite, text: str) -> None:
    _, used = ask(desk, text)
    assert used == ["addPage"]
    assert "Jobs" in titles(desk)


def test_colours_are_named_and_undoing_is_explained(desk: OpenSite) -> None:
    answer, used = ask(desk, "Which colours does the site use?")
    assert used == ["list_tokens"]
    assert "accent" in answer
    answer, used = ask(desk, "Undo that")
    assert used == []
    assert "Undo turn" in answer


def test_a_section_in_a_design_of_its_own_looks_like_the_one_before_it() -> None:
    desk = new_desk()
    page = desk.site.pages[0]
    html = (
        '<main><section class="part wide"><h2 class="big">Where we are</h2><p class="small">By the mill.</p>'
        "</section></main>"
    )
    run_tool(desk, "insertHtml", {"parentId": page.root_id, "html": html})
    answer, used = ask(desk, "Add a section about volunteering to the home page")
    assert used[-1] == "insertHtml", answer
    shown = published(desk)["index.html"]
    assert re.search(r'<section class="part wide"><h2 class="big">Volunteering</h2><p class="small">', shown)
    assert shown.index("Where we are") < shown.index("Volunteering")


def test_what_is_broken_on_the_site_is_told(desk: OpenSite) -> None:
    root = desk.site.pages[0].root_id
    ask_it = "Is there anything broken on the site?"
    assert "no link to a page" in ask(desk, ask_it)[0]
    html = '<p><a href="/gone">Old page</a></p><img src="/media/a.png">'
    run_tool(desk, "insertHtml", {"parentId": root, "html": html})
    told = ask(desk, ask_it)[0]
    assert "Old page → /gone" in told

    assert "hiçbir yere gitmiyor" in ask(desk, "Sitede bozuk bir şey var mı?")[0]


def test_the_languages_of_a_page_are_told(desk: OpenSite) -> None:
    for page, locale in zip(desk.site.pages, ("en", "tr"), strict=True):
        page.extra.update({"locales": [locale], "translation": "one"})
    name = second(desk)
    assert f"/{name}, tr" in ask(desk, f"Does the {name} page have a Turkish version?")[0]


def test_a_change_of_what_is_on_the_site_builds_no_page(desk: OpenSite) -> None:
    before = titles(desk)
    _, used = ask(desk, "Make the links on the site dark red")
    assert used[-1] == "set_color_tokens"
    assert titles(desk) == before


def test_a_title_may_stand_in_quotation_marks(desk: OpenSite) -> None:
    ask(desk, f'Change the title of the {second(desk)} page to "Our past"')
    ask(desk, '"İlanlar" adında boş bir sayfa ekle')
    assert {"Our past", "İlanlar"} <= set(titles(desk))
