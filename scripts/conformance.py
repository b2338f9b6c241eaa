"""`make conformance DATA=DIR`: runs every suite whose data is under a folder, also data nobody here has seen.

Each suite prints `passed/total` and its failing cases. A suite whose room is not built prints `not built`,
one whose data is absent prints `no data`; neither counts. The exit code is 1 if a case fails that is not one
of the named exceptions, and 2 if there was nothing to run.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

EXCEPTIONS: dict[str, dict[str, str]] = {}
"""Suite → beginning of a failing case's line → the reason it may fail."""

ROOT = Path(__file__).resolve().parent.parent
ORDINARY = ROOT / "tests/safety/content_team.txt"
"""What people of a content team ask for: none of it is an attack."""
PERSONAL = ORDINARY.with_name("personal_data.jsonl")
"""What is personal, by kind, and what only looks so."""
MISSED_ATTACK = "a word list misses some attacks"
RARE_ALARM = "false alarms are within the allowed share"


@dataclass
class Outcome:
    """How a suite went: failing cases as lines that begin with the case's name, and excuses for some."""

    passed: int
    total: int
    failures: list[str]
    excuses: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Suite:
    """A kind of data, and the function that judges it with the module of its room."""

    data: str
    module: str
    run: Callable[[Any, Path], Outcome]


def run_recordings(module: Any, data: Path) -> Outcome:
    """Replay recorded provider traffic."""
    return Outcome(*module.run_recordings_suite(data))


def run_content(module: Any, data: Path) -> Outcome:
    """Compare with what the official content tools answer."""
    return Outcome(*module.run_content_suite(data))


def run_safety(module: Any, data: Path) -> Outcome:
    """Judge the injection signal on labelled rows: by its rates, not by every row."""
    files = [path.read_text("utf-8").split("\n") for path in sorted(data.glob("*.jsonl"))]
    rows = [json.loads(line) for lines in files for line in lines if line.strip()]
    passed, total, failures = module.run_injection_suite(rows)
    rates = module.measure(rows)
    print(
        f"{'':<24} false alarms {rates.false_alarms:.1%}, attacks noticed {rates.recall:.1%},"
        f" in documents {rates.payload_recall:.1%}"
    )
    for name, told in module.by_language(rows).items():
        shares = [_share(told.noticed, told.attacks), _share(told.alarms, told.benign)]
        print(f"{'':<24} language {name:<8} attacks noticed {shares[0]}, benign flagged {shares[1]}")
    for name, (attacks, benign) in module.by_family(rows).items():
        print(f"{'':<24} family {name:<22} in {attacks} attacks, in {benign} benign rows")
    lines = [f"{failure.id} ({failure.label})" for failure in failures]
    excuses = {line: MISSED_ATTACK for line in lines if "(benign)" not in line}
    if rates.is_acceptable:
        excuses |= {line: RARE_ALARM for line in lines if "(benign)" in line}
    missed = [*_ordinary_requests(module), *_personal_data(module)]
    return Outcome(passed, total + len(missed), [*lines, *missed], excuses)


def _ordinary_requests(module: Any) -> list[str]:
    """Show how many ordinary requests are flagged, and return them where they are too many."""
    requests = [line for line in ORDINARY.read_text("utf-8").splitlines() if line]
    flagged = [line for line in requests if module.scan(line).is_flagged]
    print(f"{'':<24} ordinary requests of a content team flagged {_share(len(flagged), len(requests))}")
    is_rare = len(flagged) <= len(requests) * module.MAX_ORDINARY_ALARMS
    return [] if is_rare else [f"ordinary request flagged: {line}" for line in flagged]


def _personal_data(module: Any) -> list[str]:
    """Show of each kind how much is found, and what is found where nothing is; return what went wrong."""
    rows = [json.loads(line) for line in PERSONAL.read_text("utf-8").split("\n") if line]
    figures = module.run_personal_suite(rows)
    for kind, (total, right) in figures.kinds.items():
        print(f"{'':<24} personal data {kind:<15} found and masked {_share(right, total)}")
    print(f"{'':<24} what only looks personal, masked {_share(figures.alarms, figures.harmless)}")
    return list(figures.failures)


def _share(count: int, total: int) -> str:
    return f"{count}/{total} ({count / total:.1%})" if total else "-"


def run_offline(module: Any, data: Path) -> Outcome:
    """Ask the offline model what a good answer would do."""
    return Outcome(*module.run_offline_suite(data))


def run_site(module: Any, data: Path) -> Outcome:
    """Replay recorded calls of the tools; what differs on purpose is excused by a rule."""
    return Outcome(*module.run_site_suite(data))


SUITES = (
    Suite("recordings", "tests.conformance.recordings", run_recordings),
    Suite("content/vectors.jsonl", "tests.conformance.content", run_content),
    Suite("safety", "tests.conformance.safety", run_safety),
    Suite("offline/requests.jsonl", "tests.demo.suite", run_offline),
    Suite("site-golden", "tests.conformance.site", run_site),
)


def main(folder: Path) -> int:
    """Run the suites and return the exit code."""
    if not folder.is_dir():
        print(f"conformance: {folder} is not a folder; name one with DATA=DIR")
        return 2
    # What the studios of a suite log is told by nobody: a failing case has its line here.
    logging.getLogger("proofroom").addHandler(logging.NullHandler())
    judged = [judge(suite, folder) for suite in SUITES]
    ran = [is_good for is_good in judged if is_good is not None]
    if not ran:
        print(f"conformance: nothing under {folder} could be run")
        return 2
    return 0 if all(ran) else 1


def judge(suite: Suite, folder: Path) -> bool | None:
    """Run one suite and show how it went; None if it did not run."""
    data = folder / suite.data
    if not data.exists():
        print(f"{suite.data:<24} no data")
        return None
    module = find(suite.module)
    if module is None:
        print(f"{suite.data:<24} not built")
        return None
    started = time.monotonic()
    outcome = suite.run(module, data)
    print(
        f"{suite.data:<24} {outcome.passed}/{outcome.total} in {time.monotonic() - started:.1f} s", flush=True
    )
    return show_failures(outcome, EXCEPTIONS.get(suite.data, {}))


def show_failures(outcome: Outcome, named: dict[str, str]) -> bool:
    """Print the failing cases, the excused ones together, and tell whether all are excused."""
    excused: dict[str, list[str]] = {}
    others: list[str] = []
    for failure in outcome.failures:
        reason = outcome.excuses.get(failure)
        reason = reason or next((why for name, why in named.items() if failure.startswith(name)), None)
        excused.setdefault(reason, []).append(failure) if reason else others.append(failure)
    for failure in others:
        print(f"    {failure}")
    for reason, failures in excused.items():
        print(f"    {len(failures)} failed, but {reason}: {'; '.join(failures)}")
    return outcome.total > 0 and not others


def find(name: str) -> Any | None:
    """Return a suite's module, or None if its room is not built yet."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            return None
        raise


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # whoever judges is no part of the product, and stands with the tests
    sys.exit(main(Path(sys.argv[1])))
