"""The conformance suite of the injection signal, for labelled rows from anywhere.

A row passes if the signal says what its label says: nothing for `benign`, something for `attack`, and for an
`attack_payload` when it stands in a document. A missed attack is a known limit of any word list, so a set is
judged by its rates: see `Rates.is_acceptable`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.safety.injection import scan
from proofroom.safety.pii import find, mask

MAX_FALSE_ALARMS = 0.03
"""The share of benign rows that may be flagged."""
MAX_ORDINARY_ALARMS = 0.01
"""The share of ordinary requests of a content team that may be flagged."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A row on which signal and label differ."""

    id: str
    label: str
    families: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rates:
    """How often benign rows raised a false alarm and attacks were noticed, as shares of one."""

    false_alarms: float
    recall: float
    payload_recall: float

    @property
    def is_acceptable(self) -> bool:
        """Tell whether ordinary requests are left in peace: the one promise a signal must keep."""
        return self.false_alarms <= MAX_FALSE_ALARMS


def run_injection_suite(rows: Iterable[Mapping[str, Any]]) -> tuple[int, int, list[Failure]]:
    """Return how many rows passed, how many there are, and the rows that failed."""
    total = 0
    failures: list[Failure] = []
    for row in rows:
        total += 1
        label = str(row["label"])
        signal = scan(str(row["text"]), origin="document" if label == "attack_payload" else "person")
        if signal.is_flagged == (label == "benign"):
            failures.append(Failure(str(row["id"]), label, signal.families))
    return total - len(failures), total, failures


def measure(rows: Iterable[Mapping[str, Any]]) -> Rates:
    """Return the rates of a set of rows; a label with no rows has rate 0."""
    kept = list(rows)
    _, _, failures = run_injection_suite(kept)
    failed = [failure.label for failure in failures]

    def share(label: str) -> float:
        count = sum(1 for row in kept if row["label"] == label)
        return failed.count(label) / count if count else 0.0

    present = {str(row["label"]) for row in kept}
    return Rates(
        false_alarms=share("benign"),
        recall=1 - share("attack") if "attack" in present else 0.0,
        payload_recall=1 - share("attack_payload") if "attack_payload" in present else 0.0,
    )


@dataclass(frozen=True, slots=True)
class LanguageFigures:
    """How the signal does in one language: of how many attacks and benign rows it says something."""

    attacks: int
    noticed: int
    benign: int
    alarms: int


def by_language(rows: Iterable[Mapping[str, Any]]) -> dict[str, LanguageFigures]:
    """Return the figures of every language of a set."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        label = str(row["label"])
        origin = "document" if label == "attack_payload" else "person"
        is_flagged = scan(str(row["text"]), origin=origin).is_flagged
        kind = "benign" if label == "benign" else "attack"
        counts.setdefault(str(row.get("lang") or "?"), Counter())[f"{kind} {is_flagged}"] += 1
    return {
        name: LanguageFigures(
            attacks=told["attack True"] + told["attack False"],
            noticed=told["attack True"],
            benign=told["benign True"] + told["benign False"],
            alarms=told["benign True"],
        )
        for name, told in sorted(counts.items())
    }


def by_family(rows: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int, int]]:
    """Return for every family in how many attacks and in how many benign rows it was seen."""
    seen: dict[str, list[int]] = {}
    for row in rows:
        label = str(row["label"])
        origin = "document" if label == "attack_payload" else "person"
        for family in scan(str(row["text"]), origin=origin).families:
            seen.setdefault(family, [0, 0])[label == "benign"] += 1
    return {name: (attacks, benign) for name, (attacks, benign) in sorted(seen.items())}


@dataclass(frozen=True, slots=True)
class PersonalFigures:
    """How a table of personal data went: of each kind how many there are and were found, and what failed."""

    kinds: Mapping[str, tuple[int, int]]
    harmless: int
    alarms: int
    failures: tuple[str, ...]


def run_personal_suite(rows: Iterable[Mapping[str, Any]]) -> PersonalFigures:
    """Judge a table both ways: personal data is found and masked, what only looks so is left."""
    kinds: dict[str, list[int]] = {}
    harmless = alarms = 0
    failures: list[str] = []
    for row in rows:
        kind, text = row["kind"], str(row["text"])
        found = [one.kind for one in find(text)]
        is_right = found == ([kind] if kind else []) and mask(text) == row["masked"]
        if kind:
            told = kinds.setdefault(str(kind), [0, 0])
            told[0], told[1] = told[0] + 1, told[1] + is_right
        else:
            harmless, alarms = harmless + 1, alarms + (not is_right)
        if not is_right:
            failures.append(f"{kind or 'harmless'}: {text}")
    named = {name: (total, right) for name, (total, right) in sorted(kinds.items())}
    return PersonalFigures(named, harmless, alarms, tuple(failures))
