"""Pages from wishes as people write them: every section by its name and in order, every fact on the page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from proofroom.providers.offline import Request
from proofroom.providers.offline.language import language_of
from proofroom.site.playbook.build import describes_page
from tests.site.designing import ALL
from tests.site.scoring import built, headings_of, missing_facts

LINES = Path(__file__).with_name("wishes.jsonl").read_text("utf-8").splitlines()
WISHES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
"""Most of them written by somebody who had not seen the code."""


@pytest.mark.parametrize("one", WISHES, ids=lambda one: one["wish"][:40])
def test_a_wish_gets_its_sections_by_name_and_in_order_with_every_fact(one: dict[str, Any]) -> None:
    answer, pages = built(one["wish"])
    assert headings_of(pages["index.html"])[1:] == one["headings"], answer
    assert missing_facts(one["facts"], pages) == []


@pytest.mark.parametrize(
    ("wish", "fact", "section"),
    [
        (
            "Make a page for a mill with a gallery from 3 May at 14 Weir Lane, a team and contact.",
            "3 May",
            "gallery",
        ),
        (
            "Page for a choir called Tern: what we sing, led by Ada Okoye, and how to join.",
            "Ada Okoye",
            "features",
        ),
        ("Değirmen için sayfa yap: ekip, galeri, 42 basamaklı kule ve iletişim.", "42", "42-basamakli-kule"),
    ],
)
def test_what_no_form_has_a_place_for_stands_as_text_where_it_was_told(
    wish: str, fact: str, section: str
) -> None:
    _, pages = built(wish)
    html = pages["index.html"]
    at = html.index(f'id="{section}"')
    assert fact in re.sub(r"<[^>]+>", " ", html[at : html.index("</section>", at)])


@pytest.mark.parametrize(
    ("text", "is_page"),
    [
        ("Bakery in Hull. Bread list, opening hours, team and contact.", True),
        ("Veteriner kliniği, adı Pati. Hizmetler, fiyatlar, ekip, iletişim.", True),
        ("Which pages have prices, a team and a gallery?", False),
        ("Remove the team, the gallery and the prices", False),
        ("Ekip, galeri ve fiyatlar bölümlerini sil", False),
        ("Good morning, thanks, see you", False),
    ],
)
def test_a_place_and_what_its_page_has_is_an_order_without_a_verb(text: str, *, is_page: bool) -> None:
    request = Request(
        text=text, language=language_of(text), scope="site", agent="designer", screen={}, tools=ALL
    )
    assert (describes_page(request) > 0.5) is is_page


@pytest.mark.parametrize(
    ("wish", "shown", "not_shown"),
    [
        (
            "The Pencil Museum needs a fresh page. Opening hours (daily except Monday, 10 to 17), admission"
            ' (adults €7, children free), then the current exhibition, "Graphite and War", until 31 October.',
            ["Daily except Monday", "Free", "until 31 October", "Graphite and War"],
            ["Needs a fresh page", ">Monday, 10 to 17"],
        ),
        (
            "my bakery is called Crumb & Co, 3 Station Parade. our breads (rye £4.60), a faq, opening hours",
            ["3 Station Parade"],
            ["Bakery is", "Address to fill in"],
        ),
        (
            "Bağbozumu Şenliği 5-6 Eylül'de. Program, sahneye çıkacaklar, ulaşım ve konaklama lazım.",
            ["5-6 Eylül"],
            ["<dd>5-6 Eylül"],
        ),
        (
            "Dağcılık kulübüyüz: Zirve 1974. Tarihçe, galeri ve üyelik yeter. Yıllık aidat 600 TL.",
            ["Yıllık aidat 600 TL"],
            [],
        ),
        (
            "Lokantamız Ocakbaşı Hasan, Atatürk Cad. 27. Menü (beyran 210 TL), yorumlar, iletişim olsun.",
            ["<title>Ocakbaşı Hasan", "Atatürk Cad. 27"],
            [],
        ),
    ],
)
def test_what_is_told_means_on_the_page_what_it_meant(
    wish: str, shown: list[str], not_shown: list[str]
) -> None:
    _, pages = built(wish)
    html = pages["index.html"]
    assert [one for one in shown if one not in html] == []
    assert [one for one in not_shown if one in html] == []
