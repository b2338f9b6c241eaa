"""Choosing what to cite from a folder that was given for a piece."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from proofroom.articles.extract import Excerpt, candidates, choose
from proofroom.articles.gather import choose_sources
from proofroom.articles.headings import label
from proofroom.articles.types import SourceDocument

AT = datetime(2026, 1, 1, tzinfo=UTC)
FOLDER = {
    "The port": "Eleven container trains a day leave the port at Kestrel, each up to 620 metres long.",
    "Dredging": "The port authority began to deepen the fairway at Kestrel for ships with many containers.",
    "Trucks": "Trucks need an appointment to enter the terminal at Kestrel since June of last year.",
    "Cake": "Beat the butter with the sugar for ten minutes and add four eggs at Easter, one after another.",
}


def given(name: str, text: str) -> SourceDocument:
    return SourceDocument(
        id=name,
        source_type="local_file",
        name=name,
        url="",
        title=name,
        text=text,
        sha256="",
        retrieved_at=AT,
    )


def test_a_given_file_belongs_to_a_piece_by_the_names_it_shares() -> None:
    documents = [given(name, text) for name, text in FOLDER.items()]
    chosen = choose_sources(documents, ["How a container port works"], AT, "a1")
    assert {each.source_name for each in chosen} == {"The port", "Dredging", "Trucks"}


TRAM = {
    "Noise": "Engineers measured noise of 66 decibels beside the tram, and the noise in curves was higher.",
    "Safety": "Safety beside the tram was better in the fifth year: twelve accidents, since safety lights.",
    **{
        name: f"The tram of {name} carries people to the {place} every seven minutes on all working days."
        for name, place in zip(
            ("Hill", "Quay", "Mill", "Lane", "Park", "Moor", "Dale"),
            ("market", "harbour", "station", "school", "museum", "hospital", "theatre"),
            strict=True,
        )
    },
}


def test_a_narrow_topic_is_not_filled_up_with_what_stands_beside_it() -> None:
    documents = [given(name, text) for name, text in TRAM.items()]
    narrow = choose_sources(documents, ["Noise and safety of the tram"], AT, "a1")
    assert {each.source_name for each in narrow[:2]} == {"Noise", "Safety"}
    assert len(narrow) == 5
    assert len(choose_sources(documents, ["A tram for the city"], AT, "a1")) == len(TRAM)


@pytest.mark.parametrize(
    ("topic", "locale", "told"),
    [
        ("Trams of the city", "en", {"Hill", "Quay", "Mill"}),
        ("Şehirde tramvay için ne yapıldı?", "en", {"Halden"}),
        ("Tramvay", "tr", {"Halden"}),
    ],
)
def test_a_piece_keeps_to_one_language(topic: str, locale: str, told: set[str]) -> None:
    own = "Halden'de tramvay 2016'da açıldı ve ilk yıl günde 18.000 yolcu taşıdı; şehir için çok önemli oldu."
    folder = [given(name, TRAM[name]) for name in ("Hill", "Quay", "Mill")]
    chosen = choose_sources([*folder, given("Halden", own)], [topic], AT, "a1", locale=locale)
    assert {each.source_name for each in chosen} == told
    # Where there is nothing in its language, what there is is better than nothing.
    assert choose_sources(folder, ["Trams"], AT, "a1", locale="tr")


def test_passages_of_a_document_are_numbered_in_their_order() -> None:
    parts = "\n\n".join(f"## Part {at}\n\n{FOLDER['Dredging']} {at}" for at in ("one", "two", "three"))
    chosen = choose_sources([given("Ports", parts)], ["three ports"], AT, "a1")
    assert [each.start for each in chosen] == sorted(each.start for each in chosen)
    assert [each.number for each in chosen] == list(range(1, len(chosen) + 1))


def test_what_most_given_files_are_about_counts_more_than_a_rare_word_of_the_title() -> None:
    told = {
        "Grants": "The council pays for every garden of a school 1,500 pounds once and 300 a year.",
        "Soil": "A garden beside a road needs clean soil in raised beds of 30 centimetres or more.",
        "Water": "The garden needs most water in July and August, when nobody is there to turn on the tap.",
        "Tools": "Half of the spades in the garden broke in the first season, so that we bought better ones.",
    }
    own = "The last elm of the school stands by the gate; the last three winters took all of its neighbours."
    documents = [given(name, text) for name, text in told.items()]
    chosen = choose_sources(
        [*documents, replace(given("Elm", own), source_type="workspace")], ["Gardens that last"], AT, "a1"
    )
    assert {each.source_name for each in chosen} == set(told)


INTERVIEW = (
    "“Because the buses are full,” says Lena Hoff, who plans the lines of the city. “Then we build the first "
    "four kilometres of the line and wait,” she adds. “We run a bus every ninety seconds in the morning. You "
    "cannot add another one,” says Hoff. Members of the council approved the new line by 21 votes to 18."
)


def test_answers_without_their_question_and_halves_of_quotations_are_not_written() -> None:
    excerpts = [Excerpt(1, "Talk", INTERVIEW)]
    assert [each.text for each in choose(candidates(excerpts, "the new line"), 200)] == [
        "Members of the council approved the new line by 21 votes to 18."
    ]


def test_a_section_of_one_document_is_called_after_it_though_it_has_a_number() -> None:
    told = "It was built in Utrecht in 1926 and has 32 wooden seats, which the museum in Halden keeps."
    assert label([Excerpt(1, "Car 17", told)], "Trams", set()) == "Car 17"
