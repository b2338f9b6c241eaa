"""Choosing what to cite from a folder that was given for a piece."""

from dataclasses import replace
from datetime import UTC, datetime

from proofroom.articles.gather import choose_sources
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
