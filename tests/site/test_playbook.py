"""Pages from a sentence, built by the offline model: nobody tuned for these sentences."""

import re
from pathlib import Path

import pytest

from proofroom.providers.offline.language import language_of
from proofroom.site.document.types import StyleRule
from proofroom.site.playbook.brief import read_brief
from proofroom.site.playbook.copy import LOOKS, look_of
from proofroom.site.playbook.kinds import SECTIONS, WORDS
from proofroom.site.playbook.template import read_part
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool
from tests.site.designing import ask, new_desk, published

ASKED = (
    "Put together a landing page for a corner bakery with a hero, opening hours, prices and reviews"
    " => hero hours pricing testimonials",
    "Could you make a website for Harbour & Lane, a firm of architects, with our work, team, stats and"
    " contact? => gallery team stats contact",
    "Create a page about evening photo classes: navigation, hero, how it works, plans, FAQ and footer"
    " => nav hero steps pricing faq footer",
    "I want a home page for a mountain hostel with features, gallery, testimonials and a call to action"
    " => features gallery testimonials cta",
    "Design a site for a payroll app that has benefits, pricing, questions and a sign-up"
    " => features pricing faq cta",
    "Mahalle kütüphanesi için karşılama, hizmetler, etkinlik haberleri ve iletişim olan bir sayfa hazırla"
    " => hero features posts contact",
    "Bir kuaför için fiyatlar, galeri, yorumlar ve SSS içeren açılış sayfası yap"
    " => pricing gallery testimonials faq",
    "“Toprak Ana” adlı zeytinyağı üreticisi hakkında bir site oluştur: hikayemiz, adımlar, istatistikler"
    " => about steps stats",
    "Çocuklar için yüzme kursu için özellikler, ekip, sık sorulan sorular olan bir web sayfası tasarla"
    " => features team faq",
    "Mimarlık ofisi için gezinme, kahraman alanı, çalışmalar, ekip, iletişim ve alt bilgi bölümleri olan"
    " sayfa kur => nav hero gallery team contact footer",
    "Make a page for a winter swimming club: about us, the team, numbers and how to join"
    " => about team stats steps",
    "Balıkçı lokantası için menü, galeri ve iletişim bölümleri olan bir sayfa yap => pricing gallery contact",
    "Yoga stüdyosu için ders fiyatları, eğitmenler ve sık sorulan sorular içeren bir site hazırla"
    " => pricing team faq",
    "We run a small ferry line between two islands; make us a one-page site with timetable and fares,"
    " the boats, passenger stories and where to find us => schedule pricing boats testimonials contact",
    "Build a page for a bookbinding workshop: who we are, courses and what they cost, photos of our"
    " work, answers to common questions, and a way to book => about pricing gallery faq cta",
    "Please set up a landing page for Quietly, a noise-reporting app for tenants, with the top menu, a"
    " headline, three reasons to use it, what users say, and links at the bottom => nav hero features"
    " testimonials footer",
    "Design a simple website for our village choir with the latest news, upcoming rehearsals, the"
    " people in it and contact details => posts team contact",
    "Make a home page for a bicycle courier cooperative showing numbers, how a delivery works, our"
    " rates and a button to get a quote => stats steps pricing cta",
    "Dağ köyünde bal üreten ailemiz için tanıtım sayfası yap: biz kimiz, ürünlerin fiyatları,"
    " müşterilerin dedikleri ve bize ulaşın => about pricing testimonials contact",
    "Veteriner kliniğimize bir internet sitesi kur; hizmetlerimiz, hekimlerimiz, merak edilenler ve"
    " randevu çağrısı olsun => features team faq cta",
    "“Kırık Çay” adında bir seramik atölyesi için üst menü, giriş bölümü, fotoğraflar, nasıl"
    " çalışıyoruz ve alt kısım olan bir sayfa tasarla => nav hero gallery steps footer",
    "Amatör gökbilim topluluğu için rakamlarla biz, son yazılar, üyelerimiz ve katılım çağrısı bulunan"
    " bir açılış sayfası oluştur => stats posts team cta",
    "Tekne kiralama şirketi için neden biz, tekneler, kiralama ücretleri, yorumlar, sorular ve"
    " iletişim bilgileri içeren sayfa hazırla => features tekneler pricing testimonials faq contact",
)
SENTENCES = {text: sections for text, _, sections in (line.partition(" => ") for line in ASKED)}
SAID = Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()
"""What ordinary people might ask for, and the sections that were meant; written before anybody tried them."""
TEN = 10
"""So many of them go to a browser as well (`web/e2e/published.spec.ts`)."""
_LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\d(?:px|rem|pt)\b|\b(?:white|black|red|green|blue|gray|grey)\b",
    re.I,
)


def values_of(rule: StyleRule) -> list[str]:
    bags = [rule.styles, *rule.context_styles.values()]
    return [str(value) for bag in bags for value in bag.values()]


def literals_in(desk: OpenSite) -> list[tuple[str, str]]:
    written = [rule for rule in desk.site.rules.values() if not rule.generated]
    return [(rule.selector, one) for rule in written for one in values_of(rule) if _LITERAL.search(one)]


@pytest.mark.parametrize("text", SENTENCES)
def test_every_section_asked_for_is_there_in_tokens_and_no_literals(text: str) -> None:
    desk = new_desk()
    answer, used = ask(desk, text)
    assert used.index("set_color_tokens") < used.index("insertHtml"), "the design system comes first"
    html = published(desk)["index.html"]
    assert not re.search(r' class="[^">]*"[^>]* class="', html), "an attribute stands once"
    wanted = SENTENCES[text].split()
    places = {"nav": "<nav", "hero": "<h1"}
    assert [one for one in wanted if places.get(one, f'id="{one}"') not in html] == []
    inner = [one for one in wanted if one not in ("nav", "hero", "footer")]
    assert sorted(inner, key=lambda one: html.index(f'id="{one}"')) == inner, "in the order they were named"
    assert used.count("insertHtml") == len(re.findall(r"<(?:section|header|footer)\b", html)), (
        "one per section"
    )
    assert literals_in(desk) == []
    assert not any(node.inline_styles for page in desk.site.pages for node in page.nodes.values())
    assert "{" not in re.sub(r"<style.*?</style>", "", html, flags=re.S)
    assert "[[" not in html
    assert "lorem" not in html.lower()
    assert html.count("<h1") == 1
    assert len(answer) > 40


@pytest.mark.parametrize("line", SAID)
def test_sections_are_known_by_what_people_say_stands_in_them(line: str) -> None:
    text, _, wanted = line.partition(" => ")
    found = read_brief(text, language_of(text)).sections
    asked = [one for one in found if one not in ("nav", "hero", "footer")]
    assert asked == [one for one in wanted.split() if one not in ("nav", "hero", "footer")]


def test_every_section_that_has_a_name_has_a_form_in_every_look() -> None:
    for look in LOOKS["look"].values():
        for section in SECTIONS:
            for layout in look[section]:
                assert "<section" in read_part(f"sections/{section}.{layout}.html") or section in (
                    "nav",
                    "footer",
                )
    listed = ", ".join(
        "call to action" if one == "cta" else said for one, said in WORDS["en"]["label"].items()
    )
    looks = set[str]()
    for place in ("mill", "ferry", "kiosk", "dairy", "forge"):
        desk = new_desk()
        text = f"Make a page for a small {place} with {listed}"
        looks.add(look_of(read_brief(text, "en")))
        answer, _ = ask(desk, text)
        assert "no more than a heading" not in answer
        html = published(desk)["index.html"]
        assert [one for one in WORDS["en"]["label"] if f'id="{one}"' not in html] == []
        assert literals_in(desk) == []
    assert looks == set(LOOKS["look"])


def test_pages_differ_by_what_they_are_about_and_stay_the_same_for_it() -> None:
    shapes = list[tuple[str, ...]]()
    for text in (*SENTENCES, next(iter(SENTENCES))):
        desk = new_desk()
        ask(desk, text)
        names = sorted(rule.name for rule in desk.site.rules.values() if rule.name.startswith("d-"))
        colours = desk.site.settings["framework"]["colors"]["tokens"]
        shapes.append((*names, *(str(one["lightValue"]) for one in colours)))
    assert shapes[0] == shapes[-1]
    assert len(set(shapes)) == len(SENTENCES)


def test_what_it_has_no_form_for_is_said_and_what_is_refused_is_left_out() -> None:
    text = "Make a landing page for a choir with hero, features and a live map of singers, without a footer"
    brief = read_brief(text, "en")
    assert "footer" not in brief.sections
    answer, _ = ask(new_desk(), "Make a page for a choir with a hero, weather forecast and questions")
    assert "have a heading and one sentence: Weather forecast" in answer


def test_a_page_is_called_by_its_name_or_by_what_it_is_about() -> None:
    architects = read_brief("Make a site for Harbour & Lane, a firm of architects, with our work", "en")
    swimming = read_brief("Çocuklar için yüzme kursu için özellikler, ekip olan bir sayfa yap", "tr")
    assert (architects.name, architects.trade) == ("Harbour & Lane", "building")
    assert (swimming.subject, swimming.trade) == ("Çocuklar için yüzme kursu", "school")


def test_a_second_page_keeps_the_design_of_the_site() -> None:
    desk = new_desk()
    ask(desk, "Make a landing page for a bicycle repair shop with features")
    before = published(desk)
    _, used = ask(desk, "Make a landing page for a flower shop with features and prices")
    assert "set_color_tokens" not in used
    assert len(desk.site.pages) == 2
    assert published(desk)["index.html"].split("<body")[1] == before["index.html"].split("<body")[1]


def test_a_site_with_colours_of_its_own_keeps_them() -> None:
    desk = new_desk()
    run_tool(desk, "set_color_tokens", {"tokens": [{"slug": "ink", "lightValue": "#223344"}]})
    ask(desk, "Make a landing page for a bicycle repair shop with features")
    tokens = {one["slug"]: one["lightValue"] for one in desk.site.settings["framework"]["colors"]["tokens"]}
    assert tokens["ink"] == "#223344"
    assert "bicycle-repair-s-ink" in tokens
    assert "var(--ink)" not in " ".join(
        one for rule in desk.site.rules.values() for one in values_of(rule) if not rule.generated
    )


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", LOOKS["palette"])
def test_text_can_be_read_on_every_palette(name: str) -> None:
    colours = LOOKS["palette"][name]
    light = "ink/paper soft/paper soft/surface accent/paper accent/surface on-accent/accent"
    for pair in f"{light} on-deep/deep deep-soft/deep glow/deep".split():
        one, other = (luminance(colours[part]) for part in pair.split("/"))
        ratio = (max(one, other) + 0.05) / (min(one, other) + 0.05)
        assert ratio >= 4.5, (pair, round(ratio, 2))
