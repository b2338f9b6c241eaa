"""`scripts/claims.py score FILE …`: how the citation report stands on labelled claims, and where it errs.

`scripts/claims.py fit` learns from the labelled claims of the tests what each sign against a claim weighs,
prints how that stands on passages it has not seen, and writes the weights. A file has passages and claims, or
a claim a line: its source, the claim, a label (carried, half, not) and a language.
"""

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

from proofroom.articles import turkish
from proofroom.articles.citations import check, sha256_of, stored
from proofroom.articles.claims import weigh
from proofroom.articles.claims.evidence import length
from proofroom.articles.types import ResearchSource

ROOT = Path(__file__).resolve().parent.parent
SETS = ROOT / "tests/articles/claims"
WEIGHTS = ROOT / "src/proofroom/articles/claims/words/weights.json"
CARRIED = frozenset(["carried", "supported", "true", "entailed", "yes"])
HARD, HARD_COUNTS = "hard", 2.0
"""The set whose passages are as long as a real source; its claims count twice, since they are the fewer."""
HELD = frozenset(["held", "outside-1", "outside-2", "outside-3", "outside-4", "eighty", "sixty", "plain"])
"""What is held back is never learned from: it tells what to expect of text that nobody here has seen."""
FOLDS, ROUNDS, RATE, PENALTY = 8, 400, 0.4, 0.005
FALSE = 0.08
"""The share of carried claims, of passages it has not seen, that may be listed."""
LENGTH = "length"


class Labelled(NamedTuple):
    """A claim, the passage it cites, and what a person said of it."""

    passage: str
    claim: str
    label: str
    language: str

    @property
    def is_carried(self) -> bool:
        """Tell whether the passage carries all of it."""
        return self.label == "carried"


def read(path: Path) -> list[Labelled]:
    """Read labelled claims."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        told: dict[str, Any] = json.loads(text)
        return [_labelled(told["passages"][str(at)], claim, label) for at, claim, label in told["claims"]]
    rows: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line]
    return [_labelled(_source(row), row["claim"], row["label"], row.get("lang", "")) for row in rows]


def _labelled(passage: str, claim: str, label: str, language: str = "") -> Labelled:
    spoken = language or ("tr" if turkish.is_turkish(passage) else "en")
    return Labelled(passage, claim, "carried" if label.lower() in CARRIED else label.lower(), spoken)


def _source(row: dict[str, Any]) -> str:
    texts = (row.get(name) for name in ("source", "passage", "text"))
    return next((each for each in texts if isinstance(each, str)), "")


def findings_of(claim: str, passage: str) -> list[tuple[str, str]]:
    """Return what the citation report says of a claim in a piece that cites its passage."""
    source = ResearchSource(
        id="s1",
        document_id="d1",
        number=1,
        source_type="local_file",
        source_name="Source",
        source_url="https://example.org/1",
        excerpt=passage,
        start=0,
        end=len(passage),
        excerpt_sha256=sha256_of(passage),
        relevance_score=0.9,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    text = f"# Labelled\n\n## Part\n\n{claim} {{{{ref:1}}}}\n"
    found = check(text, stored([source], {"d1": passage}, "Labelled")).findings
    return [(each.kind, each.detail) for each in found]


def score(rows: Iterable[Labelled]) -> None:
    """Print the shares per language and the claims that were judged wrongly."""
    tally: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    missed, wrong = list[str](), list[str]()
    for row in rows:
        found = findings_of(row.claim, row.passage)
        for name in (row.language, "all"):
            tally[name][0 if not row.is_carried else 2] += bool(found)
            tally[name][1 if not row.is_carried else 3] += 1
        if row.is_carried and found:
            wrong.append(f"{row.claim}\n      {found}")
        if not row.is_carried and not found:
            missed.append(f"{row.label}: {row.claim}")
    for name, (found, unsupported, false, carried) in sorted(tally.items()):
        print(f"{name}: found {found}/{unsupported}, false {false}/{carried}")
    for title, lines in (("missed", missed), ("false", wrong)):
        print(f"\n{title}:", *lines, sep="\n  - ")


@dataclass(frozen=True)
class Example:
    """A claim as it is learned from: the signs against it by their place, and what it counts."""

    values: Sequence[float]
    is_unsupported: bool
    counts: float
    passage: str
    is_hard: bool
    has_number: bool
    """It has a figure that its source has not, which is a finding whatever else is."""


def _learned_from() -> list[Path]:
    return [path for path in sorted(SETS.glob("*.json")) if path.stem not in HELD]


def examples() -> tuple[list[str], list[Example]]:
    """Return the names of all signs and every labelled claim of the tests."""
    rows = [(row, path.stem == HARD) for path in _learned_from() for row in read(path)]
    signs = [weigh(row.claim, row.passage).against for row, _ in rows]
    names = sorted({name for each in signs for name in each})
    return [*names, LENGTH], [
        Example(
            [*(found[name].value if name in found else 0.0 for name in names), length(row.passage)],
            not row.is_carried,
            HARD_COUNTS if is_hard else 1.0,
            row.passage,
            is_hard,
            "number" in found,
        )
        for (row, is_hard), found in zip(rows, signs, strict=True)
    ]


def learn(names: Sequence[str], rows: Sequence[Example]) -> list[float]:
    """Return the weight of each sign and, last, the bias: a logistic regression by gradient descent.

    A sign may speak against a claim or say nothing, so that no weight but that of the length is negative.
    """
    total = sum(row.counts for row in rows)
    columns = [list(column) for column in zip(*(row.values for row in rows), strict=True)]
    means = [sum(column) / len(rows) for column in columns]
    scales = [
        math.sqrt(sum((each - mean) ** 2 for each in column) / len(rows)) or 1.0
        for column, mean in zip(columns, means, strict=True)
    ]
    scaled = [
        [(each - mean) / scale for each in column]
        for column, mean, scale in zip(columns, means, scales, strict=True)
    ]
    lines = list(zip(*scaled, strict=True))
    weights, bias = [0.0] * len(names), 0.0
    for _ in range(ROUNDS):
        errors = [
            row.counts
            / total
            * (1 / (1 + math.exp(-sum(map(mul, weights, line)) - bias)) - row.is_unsupported)
            for row, line in zip(rows, lines, strict=True)
        ]
        bias -= RATE * sum(errors)
        for at, (name, column) in enumerate(zip(names, scaled, strict=True)):
            moved = weights[at] - RATE * (sum(map(mul, column, errors)) + PENALTY * weights[at])
            weights[at] = moved if name == LENGTH else max(0.0, moved)
    plain = [weight / scale for weight, scale in zip(weights, scales, strict=True)]
    return [*plain, bias - sum(map(mul, plain, means))]


def _judged(weights: Sequence[float], row: Example) -> float:
    return sum(map(mul, weights[:-1], row.values)) + weights[-1]


def fit() -> None:
    """Learn the weights, print how they stand on passages they have not seen, and write them."""
    names, rows = examples()
    passages = sorted({row.passage for row in rows}, key=sha256_of)
    fold = {passage: at % FOLDS for at, passage in enumerate(passages)}
    scores = [0.0] * len(rows)
    for number in range(FOLDS):
        weights = learn(names, [row for row in rows if fold[row.passage] != number])
        for at, row in enumerate(rows):
            if fold[row.passage] == number:
                scores[at] = _judged(weights, row)
    groups = [
        [(score, row) for score, row in zip(scores, rows, strict=True) if row.is_hard == is_hard]
        for is_hard in (False, True)
    ]
    (short, low), (long, high) = map(_limit, groups)
    slope = (high - low) / (long - short)
    for name, group in zip(("ordinary", "hard"), groups, strict=True):
        listed = [
            (row, score > low + slope * (row.values[-1] - short) or row.has_number) for score, row in group
        ]
        found = [is_listed for row, is_listed in listed if row.is_unsupported]
        false = [is_listed for row, is_listed in listed if not row.is_unsupported]
        print(f"{name}, unseen passages: found {sum(found)}/{len(found)}, false {sum(false)}/{len(false)}")
    *weights, bias = learn(names, rows)
    kept = {name: round(weight, 3) for name, weight in zip(names, weights, strict=True) if weight >= 0.01}
    kept |= {"bias": round(bias - low + slope * short, 3), LENGTH: round(weights[-1] - slope, 3)}
    WEIGHTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def _limit(group: Sequence[tuple[float, Example]]) -> tuple[float, float]:
    """Return how long the sources of some claims are, and above what so many of the carried ones are listed.

    The longer a source, the more often a rule finds something in it: the limit rises with its length.
    """
    carried = sorted((score for score, row in group if not row.is_unsupported), reverse=True)
    return sum(row.values[-1] for _, row in group) / len(group), carried[int(FALSE * len(carried))]


if __name__ == "__main__":
    _, command, *files = sys.argv
    if command == "fit":
        fit()
    else:
        score(row for name in files for row in read(Path(name)))
