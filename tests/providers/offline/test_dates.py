"""Days and hours as people write them, in English and Turkish."""

from datetime import date

import pytest

from proofroom.content.playbook.intent import intent_of
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import plain

TODAY = date(2026, 11, 15)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Schedule the elm article for 1 December", "2026-12-01T00:00:00Z"),
        ("publish it on the 3rd of March", "2027-03-03T00:00:00Z"),
        ("publish it on December 24th, 2026 at 9:30", "2026-12-24T09:30:00Z"),
        ("release it on 2027-01-05 at 5pm", "2027-01-05T17:00:00Z"),
        ("publish it tomorrow at 8", "2026-11-16T08:00:00Z"),
        ("“Nehir” yazısını 1 Aralık'ta yayınla", "2026-12-01T00:00:00Z"),
        ("Nehir'i 1 Aralık 2027'de saat 09.30'da yayınla", "2027-12-01T09:30:00Z"),
        ("Nehir'i yarın yayınla", "2026-11-16T00:00:00Z"),
        ("15 Kasım için planla", "2027-11-15T00:00:00Z"),
        ("publish it on 31 February 2027", None),
        ("publish it on 29 February", None),
    ],
)
def test_a_moment_is_read(text: str, moment: str | None) -> None:
    when = find_when(plain(text))
    assert when is not None
    assert when.moment(TODAY) == moment


@pytest.mark.parametrize(
    "text", ["Publish the elm article", "Publish 3 articles", "publish it at 9", "the march of the penguins"]
)
def test_a_number_or_a_name_is_no_day(text: str) -> None:
    assert find_when(plain(text)) is None


def test_without_a_year_somebody_has_to_know_today() -> None:
    when = find_when("publish it on 1 december")
    assert when is not None
    assert when.moment() is None


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Schedule the elm article for 1 December", "publish"),
        ("“Nehir” yazısını 1 Aralık için planla", "publish"),
        ("Unpublish the elm article on 1 December", "unpublish"),
        ("Nehir yazısını 1 Aralık'ta yayından kaldır", "unpublish"),
        ("Archive the elm article on 1 December 2026", "archive"),
    ],
)
def test_a_day_does_not_change_what_is_asked_for(text: str, intent: str) -> None:
    assert intent_of(text) == intent


def test_a_plan_without_a_day_is_no_order_to_publish() -> None:
    assert intent_of("Show me the schedule") != "publish"
