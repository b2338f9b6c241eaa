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
from typing import Any

from bench.measure import Measurement, Row, machine
from bench.plots import draw

RESULTS = Path(__file__).parent / "results"
MEASUREMENTS = (
    "import_time",
    "tokens",
    "sse",
    "runtimes",
    "durable",
    "durable_peers",
    "ledger",
    "turn",
    "turns",
    "studio",
    "memory",
    "sight",
    "git_engine",
    "content_validation",
    "brain",
    "searching",
    "records",
    "growth",
    "mcp_list",
    "templates",
    "publishing",
    "site_import",
)


LONGEST_S = 900
"""How long one measurement may take; the whole is bounded by it."""
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
        printed = run_apart(name)
        if printed is None:
            failed.append(name)
            print(f"{name}: FAILED")
            continue
        for row in json.loads(printed.splitlines()[-1]):
            rows.append(Row(**row))
            print(line(rows[-1]), flush=True)
    write(rows)
    for drawn in draw(kept_rows()):
        print(f"drawn: {drawn.name}")
    worse = [row for row in rows if row.value > WORSE * before.get(row.what, row.value)]
    for row in worse:
        print(f"worse than {before[row.what]:.2f} {row.unit}: {line(row)}")
    missed = [row.what for row in rows if row.is_met is False]
    print(f"\nbench: {len(rows)} figures, {len(missed)} over target, {len(failed)} measurements failed")
    if check:
        return 1 if worse or failed else 0
    return 1 if missed or failed else 0


def last_kept() -> dict[str, float]:
    """Return our newest figure of each row that was kept before; what peers took is no claim of ours."""
    return {row["what"]: row["value"] for row in kept_rows() if not row["what"].startswith("  ")}


def kept_rows() -> list[dict[str, Any]]:
    """Return the newest of each row of all kept runs, measurement by measurement in the order they ran."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(RESULTS.glob("*.json")):
        for row in json.loads(path.read_text())["rows"]:
            found.pop(row["what"], None)  # a newer one stands with the rows of its own run
            found[row["what"]] = row
    return list(found.values())


def run_apart(name: str) -> str | None:
    """Run one measurement in a process of its own, for so long at most; None if it did not end well."""
    command = [sys.executable, "-m", "bench.run", "--one", name]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode else done.stdout


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
