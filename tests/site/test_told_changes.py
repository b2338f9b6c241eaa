"""Changes of a page that was told sentence by sentence: nothing more goes or comes than was said."""

import copy

import pytest

from proofroom.site.tools.open_site import OpenSite
from tests.site.designing import ask, new_desk, published
from tests.site.scoring import headings_of

TOLD = (
    'Could you build us a page for Marram Kayaks? The heading should say "Out on the flat water". '
    "Hire: single kayak £22 a day, double kayak £34 a day, lockers, towels. "
    'Two reviews: "Seals on the first bend." from Ines, "Dry all the way." from Paul. '
    "The shed has a drying room and lockers. Soup on cold days. "
    "Booking form: name, phone, size of the group. We're at 4 Slip Lane, 01632 960 118."
)


@pytest.fixture(scope="module")
def built() -> OpenSite:
    desk = new_desk()
    ask(desk, TOLD)
    return desk


@pytest.fixture
def desk(built: OpenSite) -> OpenSite:
    fresh = new_desk()
    fresh.site = copy.deepcopy(built.site)
    return fresh


def page(desk: OpenSite) -> str:
    return published(desk)["index.html"]


def test_a_sentence_of_a_text_goes_and_the_others_stay(desk: OpenSite) -> None:
    answer, _ = ask(desk, "Delete the bit about soup, we have no stove any more.")
    assert "Soup" not in page(desk), answer
    assert "The shed has a drying room and lockers." in page(desk)


@pytest.mark.parametrize(
    "text", ["Put the reviews right at the bottom, after the form.", "Put the reviews at the very bottom."]
)
def test_a_section_that_stands_is_moved_and_not_made_again(desk: OpenSite, text: str) -> None:
    before = headings_of(page(desk))
    answer, _ = ask(desk, text)
    after = headings_of(page(desk))
    assert sorted(before) == sorted(after), answer
    assert after.index("Reviews") > before.index("Reviews")


@pytest.mark.parametrize("text", ["add a message box to the booking form", "Add a map to the reviews."])
def test_what_goes_into_a_section_makes_none_of_its_own(desk: OpenSite, text: str) -> None:
    before = page(desk)
    answer, _ = ask(desk, text)
    assert page(desk) == before
    assert "?" in answer


def test_a_new_price_keeps_what_it_is_for(desk: OpenSite) -> None:
    answer, _ = ask(desk, "Double kayaks are £36 now.")
    assert "£36 a day" in page(desk), answer
    assert "£22 a day" in page(desk)


def test_a_price_takes_no_place_but_that_of_a_price(desk: OpenSite) -> None:
    headings = headings_of(page(desk))
    answer, _ = ask(desk, "Change the price of a hire from £22 to £24.")
    assert headings_of(page(desk)) == headings, answer
    assert "£34 a day" in page(desk)
    assert "£24 a day" in page(desk) or "?" in answer


def test_a_wish_for_the_page_that_stands_builds_no_other(desk: OpenSite) -> None:
    before = published(desk)
    answer, _ = ask(
        desk, "I'd like the page in a soft blue, like the sea on a grey day. Only the background, please."
    )
    assert published(desk) == before
    assert "?" in answer
