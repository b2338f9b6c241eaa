"""Questions about records in the words people use, and orders of which only a part can be done."""

from typing import Any

import pytest

from proofroom.entities.playbook import entities_playbook
from proofroom.providers.offline import Call, Request, Result
from proofroom.providers.offline.language import language_of
from tests.planning import carry_out, told

TUNNEL = {"id": "7", "typeSlug": "place", "title": "Kavak tunnel", "fields": {}, "relations": []}
DATA: dict[str, Any] = {
    "listEntityTypes": {
        "types": [{"slug": name.lower(), "name": name, "fields": []} for name in ("Place", "Person")]
    },
    "searchEntities": {"entities": [TUNNEL], "total": 1},
    "getEntity": {"entity": TUNNEL, **TUNNEL},
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


@pytest.mark.parametrize("text", ["What can you tell me about {}?", "What do you know about {}?"])
def test_what_the_model_knows_of_a_record_is_no_question_about_the_model(text: str) -> None:
    answer, calls = ask(text.format("the Kavak tunnel"))
    assert calls[-1].tool == "getEntity"
    assert "Kavak tunnel" in answer


def test_a_record_is_made_under_its_name_and_what_is_left_out_is_said() -> None:
    answer, calls = ask("Add a person called Leyla Demir who works for the City Archive")
    assert calls[-1].input == {"typeSlug": "person", "title": "Leyla Demir"}
    assert "who works for the City Archive" in answer
