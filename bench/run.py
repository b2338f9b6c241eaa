"""Runs the measurements and writes `bench/results/<time>.json` and `bench/results/latest.md`.

`python -m bench.run [name …]` runs the named ones; with `--check` it compares them with the last kept run and
fails where a figure is half as large again: a ratio, as machines differ. Each measurement runs in a process
of its own, so that one does not warm or burden the next.
"""

import json
import subprocess
import sys
import time
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from bench.measure import Measurement, Row, machine

RESULTS = Path(__file__).parent / "results"
MEASUREMENTS = (
    "import_time",
    "tokens",
    "sse",
    "runtimes",
    "durable",
    "ledger",
    "turn",
    "turns",
    "studio",
    "sight",
    "git_engine",
    "content_validation",
    "brain",
    "searching",
    "records",
    "growth",
    "templates",
    "publishing",
    "site_import",
)


WORSE = 1.5
"""How much larger than in the last kept run a figure may be."""


def main(names: list[str], *, check: bool = False) -> int:
    """Run measurements, print each row as it comes, and return 1 if one failed or missed its target."""
    before = last_kept() if check else {}
    unknown = set(names) - set(MEASUREMENTS)
    if unknown:
        known = ", ".join(MEASUREMENTS)
        print(f"bench: no measurement is called {', '.join(sorted(unknown))}; there are {known}")
        return 2
    print(f"bench: {machine()}\n")
    rows: list[Row] = []
    failed: list[str] = []
    for name in names or MEASUREMENTS:
        done = subprocess.run(
            [sys.executable, "-m", "bench.run", "--one", name], stdout=subprocess.PIPE, text=True
        )
        if done.returncode:
            failed.append(name)
            print(f"{name}: FAILED")
            continue
        for row in json.loads(done.stdout.splitlines()[-1]):
            rows.append(Row(**row))
            print(line(rows[-1]), flush=True)
    write(rows)
    worse = [row for row in rows if row.value > WORSE * before.get(row.what, row.value)]
    for row in worse:
        print(f"worse than {before[row.what]:.2f} {row.unit}: {line(row)}")
    missed = [row.what for row in rows if row.is_met is False]
    print(f"\nbench: {len(rows)} figures, {len(missed)} over target, {len(failed)} measurements failed")
    if check:
        return 1 if worse or failed else 0
    return 1 if missed or failed else 0


def last_kept() -> dict[str, float]:
    """Return the newest figure of each row that was kept before."""
    found: dict[str, float] = {}
    for path in sorted(RESULTS.glob("*.json")):
        found |= {row["what"]: row["value"] for row in json.loads(path.read_text())["rows"]}
    return found


def run_one(name: str) -> None:
    """Run one measurement in this process and print its rows as JSON."""
    measure: Measurement = import_module(f"bench.{name}").measure
    print(json.dumps([asdict(row) for row in measure()]))


def line(row: Row) -> str:
    """Return a row of the table."""
    target = "" if row.target is None else f"≤ {row.target:g}"
    verdict = {None: "", True: "ok", False: "OVER"}[row.is_met]
    return f"| {row.what:<44} | {row.value:>9.2f} {row.unit:<12} | {target:>7} | {verdict:<4} | {row.note}"


def write(rows: list[Row]) -> None:
    """Keep the figures of this run."""
    RESULTS.mkdir(exist_ok=True)
    stamp = time.strftime("%Y%m%dT%H%M%S")
    facts = {"machine": machine(), "rows": [asdict(row) for row in rows]}
    (RESULTS / f"{stamp}.json").write_text(json.dumps(facts, indent=1))
    head = "| what | value | target | |\n|---|---|---|---|\n"
    body = "".join(
        f"| {row.what} | {row.value:.2f} {row.unit} | {'' if row.target is None else f'≤ {row.target:g}'} |"
        f" {'over' if row.is_met is False else ''} |\n"
        for row in rows
    )
    (RESULTS / "latest.md").write_text(f"{machine()}, {stamp}\n\n{head}{body}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        run_one(sys.argv[2])
    else:
        given = [name for name in sys.argv[1:] if name != "--check"]
        sys.exit(main(given, check="--check" in sys.argv))
