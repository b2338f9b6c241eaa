"""Questions about records in the words people use, and orders of which only a part can be done."""

from typing import Any

import pytest

from proofroom.entities.named import said_values
from proofroom.entities.playbook import entities_playbook
from proofroom.entities.wording import same_word
from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.language import language_of
from tests.planning import carry_out, told

TUNNEL = {"id": "7", "typeSlug": "place", "title": "Kavak tunnel", "fields": {}, "relations": []}
DISTRICT = {"key": "district", "label": "District", "type": "text"}
DATA: dict[str, Any] = {
    "listEntityTypes": {
        "types": [
            {"slug": name.lower(), "name": name, "plural": many, "fields": [DISTRICT], "count": 3}
            for name, many in (("Place", ""), ("Person", "Kişiler"))
        ]
    },
    "searchEntities": {"entities": [TUNNEL], "total": 1},
    "getEntity": {"entity": TUNNEL, **TUNNEL},
    "searchDocuments": [
        {
            "documentId": "p1",
            "ord": 0,
            "title": "Paper",
            "text": "# Paper\n\nIt runs under the market square of the town.",
        }
    ],
    "updateEntity": {"id": "7"},
    "createRelation": {"id": "9"},
    "createEntityType": {"slug": "venue"},
    "manageTasks": {"id": "10"},
    "createEntity": {"id": "8", "title": "Leyla Demir"},
}


def ask(text: str) -> tuple[str, list[Call]]:
    """Return what the offline model answers, and what it called."""
    request = Request(
        text=text,
        language=language_of(text),
        scope="workspace",
        agent="assistant",
        screen={},
        tools=frozenset(DATA),
    )

    def use(call: Call) -> Result:
        return told(DATA[call.tool])

    return carry_out(entities_playbook(), request, use)


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("litre", "lt"),
        ("kilos", "kg"),
        ("metre", "m"),
        ("took", "take"),
        ("museums", "museum"),
        ("found", "founded"),
        ("hacmi", "hacim"),
        ("fees", "fee"),
    ],
)
def test_measures_and_pasts_are_the_words_that_columns_have(word: str, part: str) -> None:
    assert same_word(word, part)
    assert not same_word(word, "total")


@pytest.mark.parametrize(
    "text", ["How many people do we have on record?", "How many persons are there?", "Kaç kişi var?"]
)
def test_people_are_persons_whatever_the_plural(text: str) -> None:
    answer, calls = ask(text)
    assert [one.tool for one in calls] == ["listEntityTypes"]
    assert "3" in answer


@pytest.mark.parametrize(
    "text",
    [
        "Kavak tüneli hakkında ne biliyoruz?",
        "What is known of the Kavak tunel?",
        "What do we know about Kavak tunnel?",
    ],
)
def test_a_record_is_known_by_a_name_of_another_spelling(text: str) -> None:
    answer, calls = ask(text)
    assert calls[-1].tool == "getEntity", answer


@pytest.mark.parametrize(
    "text", ["Summarise {}", "sum up the {} for me", "Give me a summary of {}", "{} özetle"]
)
def test_a_record_is_summed_up_with_what_its_documents_say(text: str) -> None:
    answer, calls = ask(text.format("Kavak tunnel"))
    assert calls[-1].input["entityId"] == "7"
    assert "It runs under the market square of the town." in answer
    assert "# Paper" not in answer


@pytest.mark.parametrize("text", ["What can you tell me about {}?", "What do you know about {}?"])
def test_what_the_model_knows_of_a_record_is_no_question_about_the_model(text: str) -> None:
    answer, calls = ask(text.format("the Kavak tunnel"))
    assert calls[-1].tool == "getEntity"
    assert "Kavak tunnel" in answer


SKERRY = (
    "The Skerry lighthouse\n\nThe Skerry lighthouse was built in 1857 by Harald Brandt. It stands 31 metres"
    " above the sea.\n\nThe port of Bergvik pays 14,500 euros a year for its upkeep."
)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("By the documents, who pays for the upkeep of the Skerry lighthouse?", "The port of Bergvik pays"),
        ("What do the documents say about the Skerry lighthouse?", "The Skerry lighthouse was built in 1857"),
    ],
)
def test_a_document_is_quoted_by_what_it_says_and_not_by_its_heading(
    monkeypatch: pytest.MonkeyPatch, text: str, quoted: str
) -> None:
    passage = {"documentId": "p2", "ord": 0, "title": "lighthouse", "text": SKERRY}
    monkeypatch.setitem(DATA, "searchDocuments", [passage])
    answer, _ = ask(text)
    assert f"“{quoted}" in answer


def test_a_record_is_made_under_its_name_and_what_is_left_out_is_said() -> None:
    answer, calls = ask("Add a person called Leyla Demir who works for the City Archive")
    assert calls[-1].input == {"typeSlug": "person", "title": "Leyla Demir"}
    assert "who works for the City Archive" in answer


@pytest.mark.parametrize("field", ["district", "District"])
def test_a_field_is_changed_by_what_people_call_it(field: str) -> None:
    _, calls = ask(f"Change the {field} of the Kavak tunnel to Old Town")
    assert calls[-1].input == {"entityId": "7", "fields": {"district": "Old Town"}}


def test_a_field_or_record_that_nobody_has_is_asked_for() -> None:
    answer, calls = ask("Change the colour of the Kavak tunnel to red")
    assert "District" in answer
    answer, more = ask("Change the district of the Lower Canal to Old Town")
    assert "Kavak tunnel" in answer
    assert "updateEntity" not in {call.tool for call in [*calls, *more]}


def test_a_type_is_made_of_what_its_fields_are_called() -> None:
    _, calls = ask("Create a record type Venue with name, address and capacity")
    made = calls[-1].input
    assert (made["slug"], made["name"]) == ("venue", "Venue")
    assert [(one["key"], one["type"]) for one in made["fields"]] == [
        ("address", "text"),
        ("capacity", "number"),
    ]


def test_records_are_related_remembered_and_left_where_only_people_delete() -> None:
    _, calls = ask("Link the Kavak tunnel to Kavak tunnel as runs under")
    assert calls[-1].input == {"sourceId": "7", "targetId": "7", "kind": "runs under"}
    _, [call] = ask("Remind me to call the City Archive")
    assert call.input == {"action": "create", "title": "call the City Archive"}
    answer, calls = ask("Delete the record Leyla Demir")
    assert calls == []
    assert "Leyla Demir" in answer


def test_a_word_filters_where_it_is_the_whole_of_a_value() -> None:
    rows = [{"fields": {"ward": "Maple", "kind": "oil lamp", "beds": 3}}]
    assert said_values(rows, ["lamp", "maple", "oil"]) == ["lamp", "maple", "oil"]
    assert said_values(rows, ["lamps", "maple"]) == ["maple"], "a lamp is what they all are"
