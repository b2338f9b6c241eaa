import itertools
import json
from pathlib import Path

import pytest

from proofroom.safety.pii import find, mask

TABLE = (Path(__file__).parent / "personal_data.jsonl").read_text("utf-8").splitlines()
"""What is personal and what only looks so; `make conformance` prints how it goes."""
FOUND = [(row["kind"], row["text"], row["masked"]) for row in map(json.loads, TABLE) if row["kind"]]
HARMLESS: list[str] = [row["text"] for row in map(json.loads, TABLE) if not row["kind"]]


@pytest.mark.parametrize(("kind", "text", "masked"), FOUND, ids=lambda value: str(value)[:30])
def test_each_kind_is_found_and_masked(kind: str, text: str, masked: str) -> None:
    assert [one.kind for one in find(text)] == [kind]
    assert mask(text) == masked


@pytest.mark.parametrize("text", HARMLESS)
def test_numbers_that_only_look_personal_are_left_alone(text: str) -> None:
    assert find(text) == []


def test_an_unspaced_card_is_a_card_and_not_a_phone_number() -> None:
    assert mask("call me, card 4111111111111111, phone 555-234-5678") == (
        "call me, card [REDACTED_CC], phone ***-***-5678"
    )


def test_a_word_nearby_raises_the_score_and_a_checksum_settles_it() -> None:
    bare, named = find("536-22-8726")[0].score, find("ssn 536-22-8726")[0].score
    assert (bare, named) == (0.5, 0.85)
    assert find("4111111111111111")[0].score == 1.0
    assert find("5552345678") == []
    assert find("5552345678", threshold=0.05)[0].score == 0.05


def test_british_numbers_are_looked_for_when_asked() -> None:
    assert find("NHS 943 476 5919", ("nhs",))[0].kind == "nhs"
    assert find("NHS 943 476 5918", ("nhs",)) == []
    assert find("AB 12 34 56 C", ("nino",))[0].kind == "nino"
    assert find("GB 12 34 56 C", ("nino",)) == []
    assert find("AB 12 34 56 C") == []


def test_only_the_kinds_asked_for_are_masked() -> None:
    assert mask("a@b.co at 93.184.216.34", ("email",)) == "a***@b.co at 93.184.216.34"


def test_findings_come_in_order_and_do_not_overlap() -> None:
    text = "x@y.org +44 20 7946 0958 DE89370400440532013000 x@y.org"
    found = find(text)
    assert [one.kind for one in found] == ["email", "phone", "iban", "email"]
    assert all(one.end <= after.start for one, after in itertools.pairwise(found))
