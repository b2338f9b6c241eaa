"""Changes of any part of a page in somebody else's design: what is meant is found, and nothing else moves."""

import copy
import itertools
import re
import time
from collections import Counter
from dataclasses import replace

import pytest

from proofroom.providers.offline import Request
from proofroom.providers.offline.language import language_of
from proofroom.site.importing.folder import Homepage, plan_folder
from proofroom.site.playbook import site_playbook
from proofroom.site.playbook.brief import read_brief
from proofroom.site.playbook.wishes import read_wishes
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool
from tests.planning import carry_out, told
from tests.site.designing import ALL, new_desk, published

PAGE = """<style>
.nav { display: flex; gap: 16px; } .hero { padding: 64px 24px; background: #f4ece0; }
.hero h1 { font-size: 48px; color: #3a2a1a; } .cards { display: grid; gap: 24px; } .card { padding: 16px; }
.btn { background: #a33; color: #fff; } .foot { background: #222; color: #eee; }
</style><nav class="nav"><a href="#services">What we bake</a><a href="#about">About</a></nav><main>
<section class="hero" id="top"><h1>Bread with a long night behind it</h1>
<p>Hearth and Crumb is a small bakery. We open at seven.</p>
<a class="btn" href="#visit">Order a loaf</a></section>
<section id="services"><h2>What we bake</h2><div class="cards">
<article class="card"><h3>Sourdough</h3><p>Two days from flour to crust.</p></article>
<article class="card"><h3>Rye</h3><p>Dark and heavy.</p></article>
<article class="card"><h3>Buns</h3><p>Cardamom on Fridays.</p></article></div></section>
<section id="about"><h2>About us</h2><p>We began with one oven.</p>
<img src="/oven.jpg" alt="Our oven"></section>
<section id="prices"><h2>Prices</h2><ul><li>Sourdough loaf £4.50</li><li>Rye loaf £5.20</li></ul></section>
<section id="voices"><h2>What people say</h2>
<blockquote><p>The only bread.</p><cite>Dana Holt</cite></blockquote>
<blockquote><p>Worth the queue.</p><cite>Sam Reyes</cite></blockquote></section>
<section id="faq"><h2>Questions</h2>
<details><summary>Do you deliver?</summary><p>On Thursdays.</p></details>
<details><summary>Gluten-free?</summary><p>Not yet.</p></details></section>
<section id="visit"><h2>Visit us</h2><p>12 Elm Street, open 7:00 to 14:00. Call 020 7946 0011.</p></section>
</main><footer class="foot"><p>Hearth and Crumb, since 2012.</p></footer>"""


@pytest.fixture(scope="module")
def stood() -> OpenSite:
    desk = new_desk()
    home = desk.site.homepage
    assert home is not None
    made = run_tool(desk, "insertHtml", {"parentId": home.root_id, "html": PAGE})
    assert made["ok"], made
    assert run_tool(desk, "renamePage", {"pageId": home.id, "title": "Hearth and Crumb"})["ok"]
    return desk


@pytest.fixture
def desk(stood: OpenSite) -> OpenSite:
    numbers = itertools.count(10_000)
    return replace(stood, site=copy.deepcopy(stood.site), new_id=lambda: f"later{next(numbers):016d}")


def said(desk: OpenSite, text: str, *agreed: str) -> str:
    language = language_of(text)
    asked = Request(text, language, "site", "designer", screen={}, tools=ALL, agreed=agreed)
    answer, _ = carry_out(site_playbook(), asked, lambda call: told(_used(desk, call.tool, call.input)))
    return answer


def _used(desk: OpenSite, tool: str, given: object) -> object:
    answer = run_tool(desk, tool, given)
    assert answer["ok"], (tool, answer)
    return answer.get("data") or {"ok": True}


def lines(desk: OpenSite) -> Counter[str]:
    """Return what stands on the page and in its rules, line by line."""
    read = run_tool(desk, "read_document", {})["data"]
    markup = re.sub(r' (?:uid|target|loading|decoding)="[^"]*"', "", str(read["html"]))
    markup = re.sub(r"(<(?:a|p|h\d|li|cite|summary|img)\b)", r"\n\1", markup)
    return Counter(one.strip() for one in f"{markup}\n{read['css']}".splitlines() if one.strip())


CHANGES = {
    "We've put the rye loaf up to £5.60, can you fix that on the page?": ("£5.60</li>", "£5.20</li>"),
    "we now close at 15:00 not 14:00": ("7:00 to 15:00", "7:00 to 14:00"),
    "Our phone number changed to 020 7946 0099": ("020 7946 0099", "020 7946 0011"),
    "Could there be more room between the three cards?": ("gap: 36px;", "gap: 24px;"),
    "Kartların arasını biraz daralt": ("gap: 16px;", "gap: 24px;"),
    "The footer should be the same colour as the hero": ("background: #f4ece0;", "background: #222;"),
    "The red of the buttons is too loud, make it a dark green": ("background: #1f552f;", "background: #a33;"),
    "The picture needs a better description: a brick oven": ('alt="a brick oven"', 'alt="Our oven"'),
    "The order button should call us instead": ('href="tel:02079460011"', 'href="#visit"'),
    "Centre everything in the hero": ("text-align: center;", ""),
    "Make the main headline smaller on phones": ("font-size: 41px;", ""),
    "make the headline bigger": ("font-size: 55px;", "font-size: 48px;"),
    "No, not the headline, I meant the paragraph under it: make that one bigger": ("font-size: 1.15em;", ""),
    "Add bagels £1.90 to the prices": ("<li>Bagels £1.90</li>", ""),
    "Let the order button call 01952 555 0117": ('href="tel:019525550117"', 'href="#visit"'),
    "Let the order button mail orders@crumb.example": (
        'href="mailto:orders@crumb.example">Order a',
        'href="#visit"',
    ),
    "Link the order button to the prices section": ('href="#prices"', 'href="#visit"'),
    "Son kartı kaldır": ("", "Buns"),
    "Get rid of the quote by Sam Reyes": ("", "Sam Reyes"),
    'Üstteki başlığı "Gecesi uzun ekmek" yap': ("Gecesi uzun ekmek", "Bread with a long night"),
    'Add a new quote from Lena Voss: "I moved house."': ("<p>I moved house.</p>", ""),
    'Add a question to the FAQ: "Dogs?" with the answer "Yes."': ("<summary>Dogs?</summary>", ""),
    "Add opening hours after the prices: Mon-Fri 7-14, Sat 8-12": ("<li>Sat 8-12</li>", ""),
}


@pytest.mark.parametrize("text", CHANGES)
def test_just_what_is_meant_changes(desk: OpenSite, text: str) -> None:
    before = lines(desk)
    answer = said(desk, text)
    after, (come, gone) = lines(desk), CHANGES[text]
    assert not come or any(come in one for one in after - before), answer
    assert not gone or any(gone in one for one in before - after), answer
    assert sum((before - after).values()) <= 4, (
        answer
    )  # a row has several lines, and a colour takes its words along


def test_cards_change_places_and_a_section_goes_with_its_link(desk: OpenSite) -> None:
    said(desk, "Swap Rye and Buns")
    said(desk, "drop the about section, nobody reads it")
    html = str(run_tool(desk, "read_document", {})["data"]["html"])
    assert html.index("Sourdough<") < html.index("Buns<") < html.index("Rye<")
    assert "About" not in html


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Ekmek fiyatını 4,80 yapar mısın?", "“Sourdough loaf £4.50”, “Rye loaf £5.20”"),
        (
            "Rename the bakery to Hearth & Salt everywhere",
            "“Hearth & Salt” for “Hearth and Crumb” in 3 places?",
        ),
        ("Move the prices above the weather", "weather"),
        ("Remove the about section but keep the zebra", "Shall I take “About us"),
        ("Make the words on the hero white", "readable"),
        ("Put a big Ring us button at the bottom that calls 01952 555 0117", "“calls”"),
        ("Add Olney to the visit part & make the phone number tappable", "Olney"),
        ("Sam'in fotoğrafını sorulardan önceye taşır mısın", "?"),
    ],
)
def test_what_is_unsure_is_asked_or_offered_and_done_after_a_yes(
    desk: OpenSite, text: str, asked: str
) -> None:
    before = lines(desk)
    answer = said(desk, text)
    assert asked in answer
    assert lines(desk) == before
    if "Shall I" in answer:
        assert "Shall I" not in said(desk, text, answer)
        assert lines(desk) != before


def test_a_page_from_elsewhere_keeps_the_look_that_browsers_gave_it() -> None:
    desk = new_desk()
    home = desk.site.homepage
    assert home is not None
    page = "<style>ul { list-style: none; }</style><h1>Loaves</h1><ul><li>Rye</li></ul><p>From seven.</p>"
    for edit in plan_folder({"index.html": page}, Homepage(home.id, home.root_id, is_empty=True), {}):
        assert run_tool(desk, edit["tool"], edit["input"])["ok"]
    made = published(desk)
    css = next(text for path, text in made.items() if path.endswith(".css"))
    assert '<body class="as-written">' in made["index.html"]
    assert css.index("margin: 0;") < css.index("margin-block: 1em;") < css.rindex("list-style: none;")


def test_a_long_message_is_read_in_time() -> None:
    began = time.process_time()
    assert read_wishes("make it bigger, a, b and c. " * 60) == []
    read_brief("name: a b c, d e. " * 200 + "Is it? Yes. " * 200, "en")
    assert time.process_time() - began < 5  # 0.2 s beside nothing
