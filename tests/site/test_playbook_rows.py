"""What a request tells about each section: prices, times, dates, numbers, names."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from proofroom.site.playbook.rows import read_item
from tests.site.designing import ask, new_desk, published


@pytest.mark.parametrize(
    ("text", "name", "rows"),
    [
        (
            "session prices (single £14, private hire £90)",
            "session prices",
            ["single £14", "private hire £90"],
        ),
        (
            "licensing with desktop €40, web €60 and app €120",
            "licensing",
            ["desktop €40", "web €60", "app €120"],
        ),
        ("tuition $1,850 per week", "tuition", [" $1,850 per week"]),
        ("what a metre costs (£180 new, £95 rebuild)", "what a metre costs", ["new £180", "rebuild £95"]),
        ("pricing — Solo $8, Studio $24", "pricing", ["Solo $8", "Studio $24"]),
        ("fees on request", "fees", [" on request"]),
        ("opening hours Thursday to Sunday 8am–8pm", "opening hours", [" Thursday to Sunday 8am–8pm"]),
        ("practice night every Wednesday at 7.30pm", "practice night", [" every Wednesday at 7.30pm"]),
        ("service on 3 March at 14:00 in Szeged", "service", [" 3 March at 14:00 in Szeged"]),
        (
            "numbers so far: 1,240 items fixed and 68% success",
            "numbers so far",
            ["items fixed 1,240", "success 68%"],
        ),
        ("pool locations in Hove, Lewes and Worthing", "pool locations", ["Hove ", "Lewes ", "Worthing "]),
        ("organisers Dr Lena Brandt and Prof Ivo Klas", "organisers", ["Dr Lena Brandt ", "Prof Ivo Klas "]),
        ("comparison with Postgres and SQLite", "comparison with Postgres and SQLite", []),
        ("tadım menüsü kişi başı 650 TL", "tadım menüsü", ["kişi başı 650 TL"]),
        ("gişe fiyatları tam 180 TL öğrenci 90 TL", "gişe fiyatları", ["tam 180 TL", "öğrenci 90 TL"]),
        ("aylık 95 TL yıllık 950 TL", "", ["aylık 95 TL", "yıllık 950 TL"]),
        ("provalar salı ve perşembe 17.00–18.30", "provalar", [" salı ve perşembe 17.00–18.30"]),
        ("seçmeler 12 Eylül'de", "seçmeler", [" 12 Eylül"]),
        ("14 bin kitap ve 3 araç gibi rakamlar", "rakamlar", ["kitap 14 bin", "araç 3"]),
        ("köşe yazarları Elif Tunç ve Murat Sarı", "köşe yazarları", ["Elif Tunç ", "Murat Sarı "]),
        ("team", "team", []),
        ("tickets £9 adults £5 children", "tickets", ["adults £9", "children £5"]),
        ("pricing (walk £12, drop-in £9)", "pricing", ["walk £12", "drop-in £9"]),
        ("concerts (4 May Ghent, 11 May Lille)", "concerts", ["Ghent 4 May", "Lille 11 May"]),
        ("members Ana Ruiz, Piet Vos and Kim Lee", "members", ["Ana Ruiz ", "Piet Vos ", "Kim Lee "]),
        (
            "teslimat bölgeleri Kadıköy, Üsküdar ve Moda",
            "teslimat bölgeleri",
            ["Kadıköy ", "Üsküdar ", "Moda "],
        ),
    ],
)
def test_an_item_is_a_name_and_what_was_told(text: str, name: str, rows: list[str]) -> None:
    read = read_item(text)
    assert re.sub(r"\s+", " ", text[slice(*read.name)]).partition("(")[0].strip() == name
    assert [f"{row.name} {row.value}" for row in read.rows] == rows


def sections_of(text: str) -> dict[str, str]:
    """Return what stands under each heading of the page that a request brings."""
    desk = new_desk()
    ask(desk, text)
    page = LexborHTMLParser(published(desk)["index.html"])
    found = dict[str, str]()
    for section in page.css("section"):
        heading = section.css_first("h2")
        for drawing in section.css("svg"):
            drawing.decompose()
        if heading is not None:
            found[heading.text()] = " ".join(section.text(separator=" ").split())
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "I organise a repair café every second Saturday at St Mark's Hall. Make a page with what you can"
            " bring (lamps, toasters, clothes), our volunteer fixers, numbers so far: 1,240 items fixed and"
            " 68% success, upcoming dates and directions.",
            {
                "What you can bring": ["Lamps", "Toasters", "Clothes"],
                "Our volunteer fixers": [],
                "Numbers so far": ["1,240", "items fixed", "68%", "success"],
                "Upcoming dates": [],
                "Directions": ["St Mark's Hall"],
            },
        ),
        (
            "Landing page for an e-bike subscription in Utrecht — plans: City €49, Cargo €89, Family €109 —"
            " plus how swapping batteries works, service points, and an FAQ with six questions.",
            {
                "Plans": ["City", "€49", "Cargo", "€89", "Family", "€109"],
                "How swapping batteries works": [],
                "Service points": [],
                "FAQ": [],
            },
        ),
        (
            "Koro şefiyim, çocuk korom için site istiyorum. Seçmeler 12 Eylül'de, provalar salı ve perşembe"
            " 17.00–18.30, repertuvarımız, velilere notlar ve ön kayıt formu yer alsın.",
            {
                "Seçmeler": ["12 Eylül"],
                "Provalar": ["Salı ve perşembe", "17.00–18.30"],
                "Repertuvarımız": [],
                "Velilere notlar": [],
                "Ön kayıt formu": [],
            },
        ),
        (
            "Kent bostanı topluluğumuz Filiz için sayfa kur; parsel dağılımı, ortak araç deposu, 62 gönüllü,"
            " 18 parsel ve 3 ton hasat gibi sayılar, kompost rehberi, destekçilerimiz.",
            {
                "Parsel dağılımı": [],
                "Ortak araç deposu": [],
                "Sayılar": ["62", "gönüllü", "18", "parsel", "3", "ton hasat"],
                "Kompost rehberi": [],
                "Destekçilerimiz": [],
            },
        ),
    ],
)
def test_sections_stand_in_order_under_the_names_asked_for_with_what_was_told(
    text: str, wanted: dict[str, list[str]]
) -> None:
    shown = sections_of(text)
    assert list(shown) == list(wanted)
    for title, facts in wanted.items():
        assert [one for one in facts if one not in shown[title]] == []


def test_a_section_that_is_only_named_says_what_belongs_there_and_tells_nothing_of_its_own() -> None:
    shown = sections_of("Make a page for a mill with a tide clock, a sound archive, house ghosts and contact")
    names = ("Tide clock", "Sound archive", "House ghosts")
    texts = [shown[title].removeprefix(title) for title in names]
    assert [
        one for one, name in zip(texts, names, strict=True) if not (" To fill in: " in one and name in one)
    ] == []
    assert len({one.replace(name, "") for one, name in zip(texts, names, strict=True)}) == len(texts)
