"""The conformance suite of the injection signal, for labelled rows from anywhere.

A row passes if the signal says what its label says: nothing for `benign`, something for `attack`, and for an
`attack_payload` when it stands in a document. A missed attack is a known limit of any word list, so a set is
judged by its rates: see `Rates.is_acceptable`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from proofroom.safety.injection import scan

MAX_FALSE_ALARMS = 0.03
"""The share of benign rows that may be flagged."""


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
