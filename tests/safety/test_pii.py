import itertools

import pytest

from proofroom.safety import find, mask

FOUND: list[tuple[str, str, str]] = [
    ("email", "write to anna.lee+news@mail.example.co.uk today", "write to an***@mail.example.co.uk today"),
    ("email", "a@b.co", "a***@b.co"),
    ("phone", "+44 20 7946 0958", "+44-***-***-0958"),
    ("phone", "+1 (212) 555-0100", "+1-***-***-0100"),
    ("phone", "(555) 234-5678", "***-***-5678"),
    ("phone", "555-234-5678", "***-***-5678"),
    ("phone", "call 5552345678 now", "call ***-***-5678 now"),
    ("phone", "Tel. 030 901820", "Tel. ***-***-1820"),
    ("phone", "+905321234567", "+90-***-***-4567"),
    ("card", "4111111111111111", "[REDACTED_CC]"),
    ("card", "pay with 4111 1111 1111 1111.", "pay with [REDACTED_CC]."),
    ("card", "5500-0000-0000-0004", "[REDACTED_CC]"),
    ("card", "378282246310005", "[REDACTED_CC]"),
    ("card", "6011111111111117", "[REDACTED_CC]"),
    ("card", "3530111333300000", "[REDACTED_CC]"),
    ("ssn", "SSN 536-22-8726", "SSN [REDACTED_SSN]"),
    ("ssn", "social security: 536 22 8726", "social security: [REDACTED_SSN]"),
    ("iban", "DE89 3704 0044 0532 0130 00", "[REDACTED_IBAN]"),
    ("iban", "GB82WEST12345698765432", "[REDACTED_IBAN]"),
    ("iban", "TR330006100519786457841326", "[REDACTED_IBAN]"),
    ("ip", "from 93.184.216.34, twice", "from [REDACTED_IP], twice"),
    ("ip", "2606:2800:220:1:248:1893:25c8:1946", "[REDACTED_IP]"),
    ("mac", "00:1A:2B:3C:4D:5E", "[REDACTED_MAC]"),
    ("mac", "001a.2b3c.4d5e", "[REDACTED_MAC]"),
    ("crypto", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "[REDACTED_CRYPTO]"),
    ("crypto", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "[REDACTED_CRYPTO]"),
    ("secret", "sk-proj-abcD1234efGH5678ijKL", "[REDACTED_SECRET]"),
    ("secret", "-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----", "[REDACTED_SECRET]"),
]

HARMLESS = [
    "1700000000000",
    "1700000000",
    "4111-1111-1111-1112",
    "1234567812345678",
    "ISBN 978-0-306-40615-7",
    "978 0 306 40615 7",
    "550e8400-e29b-41d4-a716-446655440000",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "2026-11-15 12:30:00",
    "15.11.2026",
    "11/15/2026",
    "price 1,234,567.89",
    "3.14159265358979",
    "order 12345678",
    "https://example.com/12345678901",
    "#1234567890",
    "room 555-2345",
    "000-12-3456",
    "666-12-3456",
    "923-12-3456",
    "536-00-8726",
    "536-22-0000",
    "078-05-1120",
    "GB82WEST12345698765433",
    "version 1.2.3.4",
    "127.0.0.1",
    "12:30:45",
    "std::vector",
    "a::b",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    "sk-xxxxxxxxxxxxxxxxxxxx",
    "00:00:00:00:00:00",
    "not@an address",
    "@handle and user@localhost",
]


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
