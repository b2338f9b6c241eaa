"""The citation report: forty labelled claims, three inventions, and what stands where."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from proofroom.articles import citations
from proofroom.articles.citation_report import OPEN, CitationReport
from proofroom.articles.citations import check, sha256_of, stored
from proofroom.articles.claims.evidence import learned
from proofroom.articles.reading import ClaimReading, Readings, key_of
from proofroom.articles.support import carried
from proofroom.articles.types import ResearchSource

Claims = tuple[dict[int, str], list[tuple[int, str, str]]]


def labelled(path: Path) -> Claims:
    told = json.loads(path.read_text("utf-8"))
    passages = {int(number): text for number, text in told["passages"].items()}
    return passages, [(source, claim, label) for source, claim, label in told["claims"]]


SETS = {path.stem: labelled(path) for path in sorted(Path(__file__).with_name("claims").glob("*.json"))}
"""Labelled claims. `hard`, `held` and the outside sets were written by people who had not seen the code, on
longer sources; the weights were learned from none of the last three, nor from `eighty` and `sixty`, which
were written before their authors had read the rules (at first sight of `sixty` 24 of 40 were found, 4 of 20
wrongly; of `plain`, eighty free paraphrases, 25 of 41 and 16 of 39). The first outside set taught the rules
that a figure may have been worked out; the second was scored before that, and again after it. The third,
free paraphrases of three short sentences each, stood at 42 of 47 found and 29 of 42 wrongly at first
sight; the fourth, of the same kind and by the same hand, was scored after findings and what is open had been
told apart: 21 of 40 found and 16 of 40 wrongly, 38 and 28 with what is open."""
OUTSIDE = {"outside-1", "outside-2"}
ORDINARY = set(SETS) - {"hard", "held", "eighty", "sixty", "plain", "outside-3", "outside-4"} - OUTSIDE
PASSAGES, CLAIMS = SETS["forty"]
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


def judge(text: str, passages: dict[int, str] = PASSAGES) -> CitationReport:
    texts = {f"d{number}": passage for number, passage in passages.items()}
    return check(text, stored(sources(passages), texts, "City bees"))


class Weighed:
    """How the claims of some sets stand: by whether they are carried, those found and those left open."""

    def __init__(self, names: Iterable[str]) -> None:
        self.count = Counter[bool]()
        self.found: dict[bool, list[str]] = {True: [], False: []}
        self.open: dict[bool, list[str]] = {True: [], False: []}
        for passages, claims in (SETS[name] for name in names):
            for source, claim, label in claims:
                kinds = [each.kind for each in judge(cited(claim, source), passages).findings]
                is_carried = label == "carried"
                self.count[is_carried] += 1
                if kinds:
                    (self.open if kinds == [OPEN] else self.found)[is_carried].append(f"{claim} {kinds}")

    def listed(self, *, carried: bool) -> float:
        """Return the share of claims of which the report says anything."""
        return (len(self.found[carried]) + len(self.open[carried])) / self.count[carried]


@pytest.mark.parametrize("name", ["forty", "unseen", "last"])
def test_of_paraphrased_claims_the_unsupported_are_found_and_few_others(name: str) -> None:
    stand = Weighed([name])
    assert stand.listed(carried=False) >= 0.9, stand.found[False] + stand.open[False]
    assert stand.listed(carried=True) <= 0.1, stand.found[True] + stand.open[True]


@pytest.mark.parametrize(
    ("names", "count", "found", "false", "listed", "doubted"),
    [
        (ORDINARY, (374, 395), 0.14, 0.006, 0.8, 0.1),
        ({"hard"}, (120, 120), 0.05, 0.0, 0.3, 0.1),
        ({"held"}, (60, 60), 0.11, 0.0, 0.4, 0.1),
        ({"outside-1"}, (21, 19), 0.0, 0.0, 0.2, 0.16),
        ({"outside-2"}, (20, 20), 0.0, 0.0, 0.4, 0.1),
        ({"outside-3"}, (47, 42), 0.02, 0.0, 0.85, 0.62),
        ({"outside-4"}, (40, 40), 0.05, 0.0, 0.9, 0.7),
        ({"eighty"}, (48, 32), 0.12, 0.0, 0.6, 0.1),
        ({"sixty"}, (40, 20), 0.12, 0.0, 0.65, 0.1),
        ({"plain"}, (41, 39), 0.09, 0.0, 0.6, 0.26),
    ],
    ids=[
        "ordinary",
        "hard",
        "held",
        "outside 1",
        "outside 2",
        "outside 3",
        "outside 4",
        "eighty",
        "sixty",
        "plain",
    ],
)
def test_all_claims_together_stay_where_they_are(
    names: set[str], count: tuple[int, int], found: float, false: float, listed: float, doubted: float
) -> None:
    """Hold what is reached: what is called wrong is wrong, and what rules cannot tell is left open."""
    stand = Weighed(names)
    assert (stand.count[False], stand.count[True]) == count
    assert len(stand.found[False]) / stand.count[False] >= found
    assert len(stand.found[True]) / stand.count[True] <= false, stand.found[True]
    assert stand.listed(carried=False) >= listed
    assert stand.listed(carried=True) <= doubted, stand.open[True]


def said_of(source: ResearchSource, claim: str, label: str) -> ClaimReading:
    """Answer for a claim by its label, as a model would that reads well but not perfectly.

    Of 100 claims 3 are read the wrong way round; for 2 it quotes what stands nowhere, for 2 it disputes words
    that the claim has not.
    """
    chance = int(sha256_of(claim)[:8], 16) % 100
    is_carried = (label == "carried") != (chance < 3)
    _, (start, end) = carried(claim, source.excerpt)
    quote = source.excerpt[start:end].strip()
    quotes = (f"{quote} As everybody knows.",) if 3 <= chance < 5 else (quote,)
    if is_carried:
        return ClaimReading("carried", quotes, (), "m")
    words = claim.split()
    disputed = "nothing of the kind" if 5 <= chance < 7 else " ".join(words[len(words) // 2 :])
    return ClaimReading("partly" if label == "half" else "not_carried", quotes, (disputed,), "m")


@pytest.mark.parametrize(
    ("said", "is_found"),
    [
        ("The bridge opened in 1987.", False),
        ("The bridge opened in 1989.", True),
        ("The bridge opened before 1985.", True),
        ("It was closed in 1988.", False),
        ("A toll of 4,300 pounds was paid.", False),
        ("A toll of 4,301 pounds was paid.", True),
    ],
)
def test_a_year_or_a_count_that_is_nearly_right_is_wrong(said: str, is_found: bool) -> None:
    told = "The bridge opened in 1987 and was closed the following year. A toll of 4,300 pounds was paid."
    kinds = [each.kind for each in judge(cited(said, 1), {1: told}).findings]
    assert ("number" in kinds) == is_found, kinds


TELLING = (
    "Swimming rose from 44 percent to 71 percent. A grant covers up to 30 percent of the price. The firm "
    "wants to heat 3,000 homes from 2028. The teachers support the lessons."
)
DAYS = "Kütüphane cumartesi akşamları açık. Ağ gözleri 40 milimetreden 44 milimetreye çıkarıldı."


HALL = (
    "The hall seats 1,480. There are 3 rows of 12 chairs. The work took an hour and a half. After her first "
    "play she wrote six more plays."
)
BUS = "Otobüs yarım saatte bir kalkıyor."
PORT = (
    "The port closed on 11 January 1963 and opened on 2 March. The ferry runs from Thursday to Saturday. Of "
    "the sixty sheds nine are gone. Boats paid 4,100 in May and 3,300 in June."
)


@pytest.mark.parametrize(
    ("said", "told", "kind"),
    [
        ("Swimming rose by 27 points.", TELLING, ""),
        ("Swimming rose by 27 percentage points.", TELLING, ""),
        ("Swimming rose by 28 percentage points.", TELLING, "number"),
        ("There are 27 swimmers.", TELLING, "number"),
        ("A grant covers at most 30 percent of the price.", TELLING, ""),
        ("The firm is to heat 3,000 homes from 2028.", TELLING, ""),
        ("The hall seats close to 1,500.", HALL, ""),
        ("The hall seats exactly 1,500.", HALL, "number"),
        ("The work took 90 minutes.", HALL, ""),
        ("The work took 100 minutes.", HALL, "number"),
        ("There are 36 chairs.", HALL, ""),
        ("She wrote seven plays.", HALL, ""),
        ("She wrote forty plays.", HALL, OPEN),
        ("The port was closed for some seven weeks.", PORT, ""),
        ("The port was closed for some ten weeks.", PORT, OPEN),
        ("The ferry runs on three days.", PORT, ""),
        ("The ferry runs on four days.", PORT, OPEN),
        ("Fifty-one of the sixty sheds remain.", PORT, ""),
        ("Fifty-two of the sixty sheds remain.", PORT, OPEN),
        ("What boats paid in June was a fifth less than in May.", PORT, ""),
        ("What boats paid in June was a third less than in May.", PORT, OPEN),
        ("Otobüs otuz dakikada bir kalkıyor.", BUS, ""),
        ("Otobüs kırk dakikada bir kalkıyor.", BUS, OPEN),
        ("Kütüphane pazar akşamları açık.", DAYS, "unsupported"),
        ("Ağ gözleri 44 milimetreden 40 milimetreye indirildi.", DAYS, OPEN),
    ],
)
def test_points_limits_plans_and_days_are_read_as_they_are_meant(said: str, told: str, kind: str) -> None:
    found = [each.kind for each in judge(cited(said, 1), {1: told}).findings]
    assert (kind in found) if kind else not found, found


@pytest.mark.parametrize(
    ("names", "left"),
    [(ORDINARY, 0.04), ({"hard"}, 0.05), ({"held"}, 0.07), (OUTSIDE, 0.11), ({"outside-3"}, 0.2)],
    ids=["ordinary", "hard", "held", "outside", "outside 3"],
)
def test_with_a_second_reader_the_unsupported_are_found_and_few_others(names: set[str], left: float) -> None:
    """Hold how rules and a reader are put together, not how well a model reads: it answers by the labels.

    Carried claims are left open where a rule can name what stops it from taking the reader's word.
    """
    missed, wrong, opened, count = list[str](), list[str](), list[str](), Counter[bool]()
    for name in names:
        passages, claims = SETS[name]
        texts = {f"d{number}": passage for number, passage in passages.items()}
        kept = {each.number: each for each in sources(passages)}
        for source, claim, label in claims:
            readings = Readings({key_of(claim, [kept[source]]): said_of(kept[source], claim, label)})
            against = stored(list(kept.values()), texts, "City bees")
            found = check(cited(claim, source), against, readings=readings).findings
            is_open = [each.kind for each in found] == [OPEN]
            count[label == "carried"] += 1
            if label != "carried":
                missed += [claim] * (not found)
            elif found:
                (opened if is_open else wrong).append(claim)
    assert 1 - len(missed) / count[False] >= 0.9, missed
    assert len(wrong) / count[True] <= 0.1, wrong
    assert len(opened) / count[True] <= left, opened


def test_what_is_learned_never_speaks_for_a_claim() -> None:
    """Let no sign make up for another: a claim is not carried for the way it is written."""
    assert all(weight >= 0 for name, weight in learned().items() if name not in ("bias", "length"))


def test_a_sentence_about_something_else_is_found() -> None:
    """Cite for each carried claim the source of another set."""
    claims = [claim for _, claim, label in SETS["later-6"][1] if label == "carried"]
    strange = [
        claim for claim in claims for number in PASSAGES if not judge(cited(claim, number), PASSAGES).findings
    ]
    assert len(strange) / (len(claims) * len(PASSAGES)) <= 0.1, strange


@pytest.fixture(scope="module", autouse=True)
def compared_once() -> Iterator[None]:
    """Compare a claim with its source once: the sets are gone through several times."""
    with patch.object(citations, "support", cache(citations.support)):
        yield


def cited(claim: str, source: int) -> str:
    return f"# City bees\n\n## Part\n\n{claim} {{{{ref:{source}}}}}\n"


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


def test_what_the_plan_has_left_to_be_written_stops_the_piece() -> None:
    first = PASSAGES[1].split(". ")[0]
    left = "[Write hook here]\n\n## Part\n\n[PLACEHOLDER: hives, roofs; sources {{ref:1}}]"
    report = judge(f"# City bees\n\n{left}\n\n{first}. {{{{ref:1}}}}\n")
    assert [(each.kind, each.section) for each in report.findings] == [
        ("unwritten", ""),
        ("unwritten", "Part"),
    ]
    assert not report.passes


def test_a_changed_excerpt_is_a_broken_source() -> None:
    first = PASSAGES[1].split(". ")[0]
    texts = {f"d{number}": f"changed {passage}" for number, passage in PASSAGES.items()}
    report = check(f"## Part\n\n{first}. {{{{ref:1}}}}", stored(sources(), texts))
    assert [each.kind for each in report.findings] == ["broken_source"]
    assert report.integrity == 0.0
