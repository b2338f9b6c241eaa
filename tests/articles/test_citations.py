"""The citation report: forty labelled claims, three inventions, and what stands where."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proofroom.articles.citations import CitationReport, check, sha256_of, stored
from proofroom.articles.types import ResearchSource
from tests.articles import (
    fresh_claims,
    strange_claims,
    subtle_claims,
    unseen_claims,
)
from tests.articles.claims import CLAIMS, PASSAGES

AT = datetime(2026, 1, 1, tzinfo=UTC)


def sources(passages: dict[int, str] = PASSAGES) -> list[ResearchSource]:
    return [
        ResearchSource(
            id=f"s{number}",
            document_id=f"d{number}",
            number=number,
            source_type="local_file",
            source_name=f"Source {number}",
            source_url=f"https://example.org/{number}",
            excerpt=text,
            start=0,
            end=len(text),
            excerpt_sha256=sha256_of(text),
            relevance_score=0.9,
            created_at=AT,
        )
        for number, text in passages.items()
    ]


_FREE = json.loads(Path(__file__).with_name("free_claims.json").read_text("utf-8"))
"""Claims in a writer's own words, half of them Turkish, with inventions beside them."""
FREE_PASSAGES: dict[int, str] = {int(number): text for number, text in _FREE["passages"].items()}
FREE_CLAIMS: list[tuple[int, str, str]] = [(source, claim, label) for source, claim, label in _FREE["claims"]]

_LATER: list[tuple[dict[int, str], list[tuple[int, str, str]]]] = [
    (
        {int(number): text for number, text in each["passages"].items()},
        [(source, claim, label) for source, claim, label in each["claims"]],
    )
    for each in json.loads(Path(__file__).with_name("later_claims.json").read_text("utf-8"))["sets"]
]


def judge(text: str, passages: dict[int, str] = PASSAGES) -> CitationReport:
    texts = {f"d{number}": passage for number, passage in passages.items()}
    return check(text, stored(sources(passages), texts, "City bees"))


Claims = tuple[dict[int, str], list[tuple[int, str, str]]]
SETS: dict[str, Claims] = {
    "forty": (PASSAGES, CLAIMS),
    "unseen": (unseen_claims.PASSAGES, unseen_claims.CLAIMS),
    "subtle": (subtle_claims.PASSAGES, subtle_claims.CLAIMS),
    "more": (subtle_claims.MORE_PASSAGES, subtle_claims.MORE_CLAIMS),
    "last": (fresh_claims.LAST_PASSAGES, fresh_claims.LAST_CLAIMS),
    "strange": (strange_claims.PASSAGES, strange_claims.CLAIMS),
    "stranger": (strange_claims.MORE_PASSAGES, strange_claims.MORE_CLAIMS),
    "fresh": (fresh_claims.PASSAGES, fresh_claims.CLAIMS),
    "strangest": (strange_claims.THIRD_PASSAGES, strange_claims.THIRD_CLAIMS),
    "free": (FREE_PASSAGES, FREE_CLAIMS),
    **{f"later {number}": each for number, each in enumerate(_LATER, 1)},
}


def weighed(passages: dict[int, str], claims: list[tuple[int, str, str]]) -> tuple[list[str], list[str]]:
    """Return the unsupported claims that were missed and the carried ones that were listed."""
    missed, wrong = list[str](), list[str]()
    for source, claim, label in claims:
        found = judge(f"# City bees\n\n## Part\n\n{claim} {{{{ref:{source}}}}}\n", passages).findings
        if label == "carried" and found:
            wrong.append(f"{claim} {[(each.kind, each.detail) for each in found]}")
        if label != "carried" and not found:
            missed.append(f"{label}: {claim}")
    return missed, wrong


@pytest.mark.parametrize("name", ["forty", "unseen", "subtle", "more", "last", "strange", "stranger"])
def test_of_paraphrased_claims_the_unsupported_are_found_and_few_others(name: str) -> None:
    passages, claims = SETS[name]
    missed, wrong = weighed(passages, claims)
    unsupported = sum(label != "carried" for _, _, label in claims)
    assert 1 - len(missed) / unsupported >= 0.9, missed
    assert len(wrong) / (len(claims) - unsupported) <= 0.1, wrong


def test_all_claims_together_stay_where_they_are() -> None:
    """Hold what is reached over every set, the hard ones too; the aim of each is nine tenths."""
    missed, wrong, unsupported, carried = list[str](), list[str](), 0, 0
    for passages, claims in SETS.values():
        here = weighed(passages, claims)
        missed, wrong = missed + here[0], wrong + here[1]
        unsupported += sum(label != "carried" for _, _, label in claims)
        carried += sum(label == "carried" for _, _, label in claims)
    assert (unsupported, carried) == (374, 395)
    assert 1 - len(missed) / unsupported >= 0.83, missed
    assert len(wrong) / carried <= 0.07, wrong


def test_an_invented_source_number_and_quotation_stop_the_piece_at_three_places() -> None:
    first = PASSAGES[1].split(". ")[0]
    text = (
        f"# City bees\n\n## One\n\n{first}. {{{{ref:1}}}} Bees like roofs very much. {{{{ref:99}}}}\n\n"
        f"## Two\n\nThe city counted 912 hives on public roofs. {{{{ref:1}}}} "
        f"“We have never had such a summer before,” said a keeper. {{{{ref:2}}}}\n"
    )
    report = judge(text)
    assert not report.passes
    blocking = [each for each in report.findings if each.is_blocking]
    assert {(each.kind, each.section) for each in blocking} >= {
        ("unknown_ref", "One"),
        ("number", "Two"),
        ("quotation", "Two"),
    }
    for each in blocking:
        assert text[each.start : each.end].startswith(each.sentence[:20])
    assert next(each.detail for each in blocking if each.kind == "number") == "912"


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The register had 412 hives in total.", "number"),
        ("A study of Ankara University counted many bees.", "uncited"),
        ("See https://made-up.example.com/report for more.", "unknown_link"),
    ],
)
def test_a_sentence_without_a_source_is_listed(sentence: str, kind: str) -> None:
    report = judge(f"# City bees\n\n## Part\n\n{sentence}\n")
    assert kind in [each.kind for each in report.findings]


def test_a_changed_excerpt_is_a_broken_source() -> None:
    first = PASSAGES[1].split(". ")[0]
    texts = {f"d{number}": f"changed {passage}" for number, passage in PASSAGES.items()}
    report = check(f"## Part\n\n{first}. {{{{ref:1}}}}", stored(sources(), texts))
    assert [each.kind for each in report.findings] == ["broken_source"]
    assert report.integrity == 0.0
