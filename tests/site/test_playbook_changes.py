"""The usual changes of a page, asked in English and Turkish, by the tools themselves."""

import copy
import re

import pytest

from proofroom.site.tools.open_site import OpenSite, Table
from tests.site.designing import ask, new_desk, published

ARTICLES = Table(
    id="articles",
    slug="articles",
    name="Articles",
    route_base="articles",
    primary_field="title",
    fields=[{"id": name, "label": name, "type": "string"} for name in ("title", "summary")],
)


@pytest.fixture(scope="module")
def built() -> OpenSite:
    desk = new_desk((ARTICLES,))
    ask(desk, "Make a landing page for a bicycle repair shop with features, pricing, team and FAQ")
    return desk


@pytest.fixture
def desk(built: OpenSite) -> OpenSite:
    fresh = new_desk((ARTICLES,))
    fresh.site = copy.deepcopy(built.site)
    return fresh


def order(desk: OpenSite) -> list[str]:
    return re.findall(r'<(?:section|footer)[^>]* id="(\w+)"', published(desk)["index.html"])


TEXTS = {
    'Change "Book a repair" to "Reserve a stand"': "Reserve a stand",
    'Change the pricing heading to "What it costs"': "What it costs",
    '"Features" yazısını "İşimiz" yap': "İşimiz",
    'Fiyatlar başlığını "Ücretler" olarak değiştir': "Ücretler",
    'Change the headline to "Ride on"': "Ride on",
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts(desk: OpenSite, text: str) -> None:
    before = published(desk)["index.html"]
    answer, _ = ask(desk, text)
    after = published(desk)["index.html"]
    assert TEXTS[text] not in before
    assert TEXTS[text] in after, answer


COLOURS = {
    "Make the main colour dark green": "accent",
    "Change the accent color to #ffcc00": "accent",
    "Ana rengi bordo yap": "accent",
    "Arka planı krem yap": "paper",
    "Make the background light blue": "paper",
}


@pytest.mark.parametrize("text", COLOURS)
def test_colours_are_tokens_and_stay_readable(desk: OpenSite, text: str) -> None:
    def tokens() -> dict[str, str]:
        return {one["slug"]: one["lightValue"] for one in desk.site.settings["framework"]["colors"]["tokens"]}

    before = tokens()
    _, used = ask(desk, text)
    after = tokens()
    assert [slug for slug in after if after[slug] != before.get(slug)] == [COLOURS[text]]
    assert used[-1] == "set_color_tokens"
    assert after["accent"] != "#ffcc00", "white can be read on it"


def test_a_colour_nobody_knows_is_asked_for(desk: OpenSite) -> None:
    answer, used = ask(desk, "Make the main colour mimsy")
    assert "mimsy" in answer
    assert "set_color_tokens" not in used


ORDERS = {
    "Move the FAQ above the pricing section": ["top", "features", "faq", "pricing", "team", "footer"],
    "Move the features section after the team": ["top", "pricing", "team", "features", "faq", "footer"],
    "Move the team up": ["top", "features", "team", "pricing", "faq", "footer"],
    "Put the features to the end": ["top", "pricing", "team", "faq", "features", "footer"],
    "Soruları fiyatların üstüne taşı": ["top", "features", "faq", "pricing", "team", "footer"],
    "Ekip bölümünü en sona taşı": ["top", "features", "pricing", "faq", "team", "footer"],
    "Remove the team section": ["top", "features", "pricing", "faq", "footer"],
    "Ekip bölümünü kaldır": ["top", "features", "pricing", "faq", "footer"],
    "Add a gallery after the pricing section": [
        "top",
        "features",
        "pricing",
        "gallery",
        "team",
        "faq",
        "footer",
    ],
    "Add a testimonials section": ["top", "features", "pricing", "team", "faq", "testimonials", "footer"],
    "İletişim bölümü ekle": ["top", "features", "pricing", "team", "faq", "contact", "footer"],
    "Fiyatların altına adımlar bölümü ekle": ["top", "features", "pricing", "steps", "team", "faq", "footer"],
}


@pytest.mark.parametrize("text", ORDERS)
def test_sections_are_moved_added_and_taken_away(desk: OpenSite, text: str) -> None:
    answer, _ = ask(desk, text)
    assert order(desk) == ORDERS[text], answer


SPACES = [
    "More space around the pricing section",
    "Give the pricing section less padding",
    "Fiyatlara daha çok boşluk ver",
    "Make the features more spacious",
]


@pytest.mark.parametrize("text", SPACES)
def test_space_is_given_in_tokens(desk: OpenSite, text: str) -> None:
    answer, used = ask(desk, text)
    assert used[-2:] == ["applyCss", "assignClass"], answer
    (rule,) = [rule for rule in desk.site.rules.values() if rule.name in ("d-airy", "d-tight")]
    assert rule.styles["paddingTop"].startswith("var(--space-")


@pytest.mark.parametrize(
    "text", ["Show the latest 3 articles", "Son 3 makaleyi göster", "Add a list of articles"]
)
def test_entries_are_a_loop(desk: OpenSite, text: str) -> None:
    ask(desk, text)
    (loop,) = [node for node in desk.site.pages[0].nodes.values() if node.module_id == "base.loop"]
    assert loop.props["filters"] == {"tableId": "articles"}
    texts = [str(node.props.get("text")) for node in desk.site.pages[0].nodes.values()]
    assert "{currentEntry.title}" in texts
    assert "{currentEntry.summary}" in texts


@pytest.mark.parametrize("text", ["Translate this page into Turkish", "Bu sayfayı Türkçeye çevir"])
def test_a_page_is_copied_into_the_other_language(desk: OpenSite, text: str) -> None:
    answer, _ = ask(desk, text)
    (copied,) = [html for path, html in published(desk).items() if path.endswith("/index.html")]
    assert "Sık sorulan sorular" in copied
    assert "Doldurulacak:" in copied
    assert ">Features</h2>" in published(desk)["index.html"]
    assert re.search(r"\d+", answer)


def test_the_opening_turns_dark_and_all_headings_shrink_and_a_link_leaves_the_menu(desk: OpenSite) -> None:
    ask(desk, "make the hero darker")
    assert re.search(r'<section class="[^"]*\bd-dark\b[^"]*" id="top"', published(desk)["index.html"])
    ask(desk, "bütün başlıkları biraz küçült")
    css = next(text for path, text in published(desk).items() if path.endswith(".css"))
    assert all(re.search(rf"\.d-h{level}\s*\{{[^}}]*\* 0\.85\)", css) for level in (1, 2, 3))
    menu = re.compile(r'<li><a href="#team"')
    assert len(menu.findall(published(desk)["index.html"])) == 2
    answer, _ = ask(desk, "take the team out of the menu")
    assert len(menu.findall(published(desk)["index.html"])) == 1, answer  # in the foot it stays
    assert "team" in order(desk)


def test_a_number_to_call_is_changed_in_its_row(desk: OpenSite) -> None:
    ask(desk, "Add a contact section")
    answer, _ = ask(desk, "change the phone number to 0113 555 0199")
    html = published(desk)["index.html"]
    assert re.search(r"Telephone</\w+><\w+[^>]*>0113 555 0199<", html), answer


NOT_DONE = [
    "translate the page",
    "bu sayfayı çevir",
    "menüden kartları çıkar",
    "remove the phone row from the contact section",
    "give the page a calmer green",
    "make the buttons wider and blue",
    "make the team darker",
    "put the gallery first and remove the team",
    "logo ekle",
]
"""More, less or something else is meant than a whole section or a colour."""


def test_what_is_not_understood_whole_is_asked_about_and_nothing_is_written(desk: OpenSite) -> None:
    before = published(desk)
    for text in NOT_DONE:
        answer, _ = ask(desk, text)
        assert "?" in answer, (text, answer)
        assert published(desk) == before, (text, answer)


ROWS = {
    "delete the second feature": (["Wheels and tyres"], []),
    "fiyat listesine simit 15 TL ekle": ([], ["Simit", "15 TL"]),
    "add a tandem tune-up £60 to the pricing": ([], ["Tandem tune-up", "£60"]),
    "The full rebuild costs £240 now": ([], ["£240"]),
    "tune-up artık 900 TL": ([], ["900 TL"]),
    "Take the brakes out of the features": (["Brakes"], []),
    "remove the drivetrain feature": (["Drivetrain"], []),
}


@pytest.mark.parametrize("text", ROWS)
def test_rows_get_a_price_come_and_go(desk: OpenSite, text: str) -> None:
    before = published(desk)["index.html"]
    answer, _ = ask(desk, text)
    after = published(desk)["index.html"]
    gone, come = ROWS[text]
    assert [after.count(f">{one}<") - before.count(f">{one}<") for one in gone] == [-1] * len(gone), answer
    assert [one for one in come if f">{one}<" not in after] == [], answer
    assert order(desk) == ["top", "features", "pricing", "team", "faq", "footer"]


@pytest.mark.parametrize(
    "text",
    ["bind the cards to the articles", "Kartları makalelere bağla", "connect the feature cards to articles"],
)
def test_cards_show_entries_where_one_set_of_them_fits(desk: OpenSite, text: str) -> None:
    answer, _ = ask(desk, text)
    nodes = desk.site.pages[0].nodes
    (loop,) = [node for node in nodes.values() if node.module_id == "base.loop"]
    assert loop.props["filters"] == {"tableId": "articles"}, answer
    assert loop.props["limit"] == 6
    texts = [str(nodes[one].props.get("text")) for one in [*nodes] if "currentEntry" in str(nodes[one].props)]
    assert {"{currentEntry.title}", "{currentEntry.summary}"} <= set(texts)
    assert "Wheels and tyres" not in published(desk)["index.html"].partition('id="pricing"')[0]
    assert order(desk) == ["top", "features", "pricing", "team", "faq", "footer"]


def test_cards_of_which_several_sets_fit_are_asked_about(desk: OpenSite) -> None:
    ask(desk, "Add a section about our lamps: brass, paper, glass")
    before = published(desk)
    answer, _ = ask(desk, "bind the cards to the articles")
    assert "“Features”" in answer
    assert "?" in answer
    assert published(desk) == before


NOBODY = ["duplicate the pricing below the team", "put a map next to the team"]


@pytest.mark.parametrize("text", NOBODY)
def test_a_change_with_a_word_that_has_no_part_in_it_is_no_such_change(desk: OpenSite, text: str) -> None:
    with pytest.raises(AssertionError, match="nobody can"):
        ask(desk, text)
