"""Choosing what to cite from a folder that was given for a piece."""

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
