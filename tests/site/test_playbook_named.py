"""Changes in words that no pattern was made for: what they name decides, in English and Turkish."""

import copy
import re

import pytest

from proofroom.site.playbook.named import read_change
from proofroom.site.tools.open_site import OpenSite
from tests.site.designing import ask, new_desk, published
from tests.site.test_playbook_changes import ARTICLES

BUILT = {
    "en": "Build a page for a bakery called Crumb with hero, features, pricing, team, FAQ, contact, footer.",
    "tr": "Kırıntı adlı fırına sayfa yap: karşılama, özellikler, fiyatlar, ekip, SSS, iletişim, altbilgi.",
}
ORDER = ["top", "features", "pricing", "team", "faq", "contact", "footer"]


@pytest.fixture(scope="module")
def pages() -> dict[str, OpenSite]:
    made = {language: new_desk((ARTICLES,)) for language in BUILT}
    for language, text in BUILT.items():
        ask(made[language], text)
    return made


def asked(pages: dict[str, OpenSite], language: str, text: str) -> tuple[OpenSite, str]:
    desk = new_desk((ARTICLES,))
    desk.site = copy.deepcopy(pages[language].site)
    answer, _ = ask(desk, text)
    return desk, answer


def html(desk: OpenSite) -> str:
    return published(desk)["index.html"]


def order(desk: OpenSite) -> list[str]:
    return re.findall(r'<(?:section|footer)[^>]* id="([\w-]+)"', html(desk))


def colours(desk: OpenSite) -> dict[str, str]:
    return {one["slug"]: one["lightValue"] for one in desk.site.settings["framework"]["colors"]["tokens"]}


def heading(desk: OpenSite, section: str) -> str:
    page = html(desk)
    found = re.search(r"<h[12][^>]*>(.*?)</h[12]>", page[page.index(f'id="{section}"') :], re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


@pytest.mark.parametrize(
    ("language", "text", "section", "said"),
    [
        ("en", "The headline should say Bread worth waking up for", "top", "Bread worth waking up for"),
        ("en", 'Please replace the title at the top with "Warm by six"', "top", "Warm by six"),
        ("en", 'I don\'t like the headline. Make it "Flour, water, time".', "top", "Flour, water, time"),
        ("en", "the top heading is boring - how about Bread for all", "top", "Bread for all"),
        (
            "en",
            "In the FAQ section, the heading ought to be Things people ask us",
            "faq",
            "Things people ask us",
        ),
        ("en", "Instead of Pricing it should say What a loaf costs", "pricing", "What a loaf costs"),
        ("en", "rename the team section to The bakers", "team", "The bakers"),
        ("en", "Call the features section What we bake", "features", "What we bake"),
        ("tr", 'Başlıkta "Sabahın altısında sıcak" yazsın', "top", "Sabahın altısında sıcak"),
        ("tr", 'Manşeti "Ekmek gibi ekmek" yapalım', "top", "Ekmek gibi ekmek"),
        ("tr", "SSS'nin başlığı Merak edilenler olsun", "faq", "Merak edilenler"),
        ("tr", "Fiyatlar yerine Ne kadar? yazalım", "pricing", "Ne kadar?"),
        ("tr", "Ekip bölümünün adı Fırıncılarımız olsun", "team", "Fırıncılarımız"),
    ],
)
def test_a_text_is_changed(
    pages: dict[str, OpenSite], language: str, text: str, section: str, said: str
) -> None:
    desk, answer = asked(pages, language, text)
    assert heading(desk, section) == said, answer


def test_a_button_gets_other_words(pages: dict[str, OpenSite]) -> None:
    desk, answer = asked(pages, "en", "Our main button reads wrong, it should be Order a loaf")
    assert re.search(r"<a[^>]*>Order a loaf</a>", html(desk)), answer


@pytest.mark.parametrize(
    ("language", "text", "slug"),
    [
        ("en", "I'd like the brand colour to be a deep green", "accent"),
        ("en", "Use #7a2e1f as the accent", "accent"),
        ("en", "Can the background be a little warmer, like cream?", "paper"),
        ("en", "everything a bit more purple please", "accent"),
        ("en", "Could the buttons be navy?", "accent"),
        ("en", "switch our brand color over to teal", "accent"),
        ("tr", "Ana rengimiz bordo olsun", "accent"),
        ("tr", "Vurgu rengini #0a7d5c yapar mısın", "accent"),
        ("tr", "Düğmeler lacivert olsa?", "accent"),
        ("tr", "Sitenin rengini koyu yeşile çevirir misin", "accent"),
        ("tr", "Zemin biraz daha açık, krem gibi olsun", "paper"),
    ],
)
def test_a_colour_is_changed(pages: dict[str, OpenSite], language: str, text: str, slug: str) -> None:
    before = colours(pages[language])
    desk, answer = asked(pages, language, text)
    after = colours(desk)
    assert [one for one in after if after[one] != before.get(one)] == [slug], answer


@pytest.mark.parametrize(
    ("language", "text", "rule"),
    [
        ("en", "Tighten up the pricing section, it's too spacious", "d-tight"),
        ("en", "FAQ needs more breathing room", "d-airy"),
        ("en", "the gap around contact is way too big", "d-tight"),
        ("tr", "Fiyat bölümü çok ferah, biraz sıkıştır", "d-tight"),
    ],
)
def test_a_section_gets_more_or_less_space(
    pages: dict[str, OpenSite], language: str, text: str, rule: str
) -> None:
    desk, answer = asked(pages, language, text)
    assert rule in {one.name for one in desk.site.rules.values()}, answer


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "There's too little air between the sections"),
        ("tr", "Bölümlerin arası çok sıkışık, biraz aç"),
    ],
)
def test_the_whole_page_gets_more_space_by_its_scale(
    pages: dict[str, OpenSite], language: str, text: str
) -> None:
    desk, answer = asked(pages, language, text)
    assert (
        desk.site.settings["framework"]["spacing"] != pages[language].site.settings["framework"]["spacing"]
    ), answer


@pytest.mark.parametrize(
    ("language", "text", "ids"),
    [
        (
            "en",
            "The FAQ should come right after the features",
            "top features faq pricing team contact footer",
        ),
        ("en", "I'd rather see the FAQ ahead of the team", "top features pricing faq team contact footer"),
        ("en", "Pricing belongs at the very end", "top features team faq contact pricing footer"),
        ("en", "Move contact to the top of the page", "contact top features pricing team faq footer"),
        ("en", "Swap the FAQ and the team", "top features pricing faq team contact footer"),
        ("en", "let the team and the features trade places", "top team pricing features faq contact footer"),
        (
            "en",
            "We also need testimonials, under the team",
            "top features pricing team testimonials faq contact footer",
        ),
        (
            "en",
            "Stick a newsletter sign-up in just above the footer",
            "top features pricing team faq contact newsletter footer",
        ),
        (
            "en",
            "Could we have some customer reviews between the team and the FAQ?",
            "top features pricing team testimonials faq contact footer",
        ),
        (
            "en",
            "we should mention how it works, in three steps",
            "top features pricing team faq contact steps footer",
        ),
        ("en", "the contact section isn't needed any more", "top features pricing team faq footer"),
        ("en", "The team can go", "top features pricing faq contact footer"),
        ("tr", "Ekip, fiyatlardan önce gelsin", "top features team pricing faq contact footer"),
        ("tr", "İletişimi SSS'nin üstüne al", "top features pricing team contact faq footer"),
        ("tr", "SSS ile ekibin yerini değiştir", "top features pricing faq team contact footer"),
        ("tr", "Sorular en başta olsun", "faq top features pricing team contact footer"),
        (
            "tr",
            "Müşteri yorumları bölümü de lazım, fiyatların altına koy",
            "top features pricing testimonials team faq contact footer",
        ),
        ("tr", "Galeri de koyalım, ekipten sonra", "top features pricing team gallery faq contact footer"),
        (
            "tr",
            "Bülten kaydı ekler misin, altbilgiden önce",
            "top features pricing team faq contact newsletter footer",
        ),
        ("tr", "Ekip kısmına gerek yok, çıkar", "top features pricing faq contact footer"),
        ("tr", "İletişim bölümünü istemiyorum artık", "top features pricing team faq footer"),
    ],
)
def test_sections_are_placed(pages: dict[str, OpenSite], language: str, text: str, ids: str) -> None:
    desk, answer = asked(pages, language, text)
    assert order(desk) == ids.split(), answer


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("en", "We also need testimonials, under the team", "Testimonials"),
        ("en", "Stick a newsletter sign-up in just above the footer", "Newsletter sign-up"),
        ("en", "Please could you also put a photo gallery below the team?", "Photo gallery"),
        ("tr", "Galeri de koyalım, ekipten sonra", "Galeri"),
    ],
)
def test_words_that_only_ask_are_no_part_of_a_heading(
    pages: dict[str, OpenSite], language: str, text: str, title: str
) -> None:
    desk, answer = asked(pages, language, text)
    assert [one for one in order(desk) if heading(desk, one) == title], answer


def test_a_section_that_is_added_takes_what_is_told_of_it(pages: dict[str, OpenSite]) -> None:
    desk, _ = asked(pages, "en", "add opening hours after contact: Mon-Fri 7-18, Sat 8-14")
    assert order(desk)[-2] == "hours"
    assert {"7-18", "8-14"} <= set(re.findall(r"\d+-\d+", html(desk).replace("–", "-")))


def test_a_section_that_stands_is_not_added_again(pages: dict[str, OpenSite]) -> None:
    desk, answer = asked(pages, "en", "We also need a FAQ")
    assert order(desk) == ORDER
    assert "“FAQ”" in answer


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "Show our three latest articles below the features", 3),
        ("en", "List the articles on this page", 6),
        ("en", "I want the newest five articles under pricing", 5),
        ("en", "connect this page to our articles so the latest ones show", 6),
        ("tr", "Son üç yazıyı özelliklerin altında göster", 3),
    ],
)
def test_entries_are_shown_as_a_loop(
    pages: dict[str, OpenSite], language: str, text: str, count: int
) -> None:
    desk, answer = asked(pages, language, text)
    loops = [one for one in desk.site.pages[0].nodes.values() if one.module_id == "base.loop"]
    assert [one.props["limit"] for one in loops] == [count], answer


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I want a Turkish version of this page"),
        ("en", "make a copy of it in Turkish"),
        ("tr", "Bu sayfanın İngilizcesini de hazırla"),
        ("tr", "Sayfanın bir de İngilizce hali olsun"),
    ],
)
def test_a_page_is_put_into_the_other_language(pages: dict[str, OpenSite], language: str, text: str) -> None:
    desk, answer = asked(pages, language, text)
    assert len(desk.site.pages) == 2, answer


@pytest.mark.parametrize(
    "text",
    [
        "Which sections come after the team?",
        "Is the contact section needed?",
        "Thanks, that looks good",
        "Bakery in Hull. Bread list, opening hours, team and contact.",
        "Ekipten sonra ne var?",
        "Make a page for a mill with a gallery, a team and contact.",
    ],
)
def test_a_question_and_an_order_for_a_page_are_no_change(text: str) -> None:
    assert read_change(text) is None
