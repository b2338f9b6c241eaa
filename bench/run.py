"""Runs the measurements and writes `bench/results/<time>.json` and `bench/results/latest.md`.

`python -m bench.run [name …]` runs the named ones; with `--check` it compares them with the figures in
`bench/kept.json` and fails where one is half as large again, `--keep` writes them there. Machines differ and
are busy: times are held against a fixed piece of work that is measured with every run. `--first` runs before
everything else on the machine, which its administrator may: what others do then counts for little, also by
the clock. `--peers` only installs those we are measured against. Each measurement runs in a process of its
own, so that one does not warm or burden the next.
"""

import json
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.measure import Measurement, Row, machine, yardstick_ms
from bench.peers import NEEDED_BY, prepare
from bench.plots import draw

RESULTS = Path(__file__).parent / "results"
KEPT = Path(__file__).parent / "kept.json"
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
    "memory_turns",
    "memory_streams",
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


KEPT_READY = ("searching", "records")
"""Measurements that make something ready which is kept for the next time."""
OPTIONS = ("--check", "--keep", "--first", "--peers")
LONGEST_S = 600
"""How long one measurement may take; the whole is bounded by it. Beside other work all take several times as
long as on a quiet machine, where the longest takes a third of this."""
WORSE = 1.5
"""How much larger than the kept one a figure may be."""
TIMES = ("s", "ms", "µs")
"""How the units of times begin."""


def main(names: list[str], options: set[str]) -> int:
    """Run measurements, print each row as it comes, and return 1 if one failed or missed its target."""
    for given, known, what in ((set(names), MEASUREMENTS, "measurement"), (options, OPTIONS, "option")):
        if unknown := given - set(known):
            print(f"bench: no {what} is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
            return 2
    print(f"bench: {machine()}\n", flush=True)
    for peer in {
        peer.name: peer for name in names or MEASUREMENTS for peer in NEEDED_BY.get(name, ())
    }.values():
        prepare(peer)  # outside of what a measurement may take
    if "--peers" in options:
        return 0
    if "--first" in options:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))  # and all that are started from here
    yardstick = yardstick_ms()
    begun = time.strftime("%Y%m%dT%H%M%S")
    rows: list[Row] = []
    failed: list[str] = []
    for name in names or MEASUREMENTS:
        if name in KEPT_READY:
            prepare_apart(name)
        at = time.monotonic()
        printed = run_apart(name)
        took = f"{name}: {time.monotonic() - at:.0f} s"
        if printed is None:
            failed.append(name)
            print(f"{took}, FAILED", flush=True)
            continue
        found = [Row(**row) for row in json.loads(printed.splitlines()[-1])]
        print(f"{took}\n" + "\n".join(map(line, found)), flush=True)
        rows += found
        write(rows, yardstick, begun)  # after each: a run that is cut off keeps what it has
        if "--keep" in options:
            keep_rows(found, yardstick)
    for drawn in [] if names else draw(kept_rows()):
        print(f"drawn: {drawn.name}")
    missed = [row.what for row in rows if row.is_met is False]
    print(f"\nbench: {len(rows)} figures, {len(missed)} over target, {len(failed)} measurements failed")
    if "--check" in options:
        return 1 if _is_worse(rows, yardstick) or failed else 0
    return 1 if missed or failed else 0


def _is_worse(rows: list[Row], yardstick: float) -> bool:
    """Say which figures are half as large again as those that are kept; what peers take is not ours."""
    kept: dict[str, dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    ours = [row for row in rows if not row.what.startswith("  ")]
    worse = [(row, most) for row in ours if row.value > (most := allowed(row, kept.get(row.what), yardstick))]
    for row, most in worse:
        print(f"worse than {most:.2f} {row.unit}, which is {WORSE} times what is kept: {line(row)}")
    if new := [row.what for row in ours if row.what not in kept]:
        print(f"not kept yet: {', '.join(new)}")
    return bool(worse)


def allowed(row: Row, kept: dict[str, Any] | None, yardstick: float) -> float:
    """Return how large a figure may be; a time may grow as this machine is slower than the one of then."""
    if kept is None:
        return math.inf
    is_time = row.unit.startswith(TIMES)
    return WORSE * kept["value"] * (yardstick / kept["yardstick"] if is_time else 1)


def keep_rows(rows: list[Row], yardstick: float) -> None:
    """Keep these figures for later checks, beside those of other measurements."""
    kept: dict[str, dict[str, Any]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for row in rows:
        if not row.what.startswith("  ") and row.value > 0:
            figure = {"value": round(row.value, 4), "unit": row.unit}
            kept[row.what] = figure | {"yardstick": round(yardstick, 2)}
    KEPT.write_text(json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False) + "\n")


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
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            printed = process.communicate(timeout=LONGEST_S)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the studio that it watches
            return None
    return None if process.returncode else printed


def prepare_apart(name: str) -> None:
    """Let a measurement make ready what takes long and is kept, in a process of its own and without limit."""
    subprocess.run([sys.executable, "-m", "bench.run", "--prepare", name], check=False)


def run_one(name: str) -> None:
    """Run one measurement in this process and print its rows as JSON."""
    measure: Measurement = import_module(f"bench.{name}").measure
    print(json.dumps([asdict(row) for row in measure()]))


def line(row: Row) -> str:
    """Return a row of the table."""
    target = "" if row.target is None else f"≤ {row.target:g}"
    verdict = {None: "", True: "ok", False: "OVER"}[row.is_met]
    return f"| {row.what:<44} | {row.value:>9.2f} {row.unit:<12} | {target:>7} | {verdict:<4} | {row.note}"


def write(rows: list[Row], yardstick: float, stamp: str) -> None:
    """Write down the figures of this run."""
    RESULTS.mkdir(exist_ok=True)
    facts = {"machine": machine(), "yardstick_ms": yardstick, "rows": [asdict(row) for row in rows]}
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
    elif sys.argv[1:2] == ["--prepare"]:
        import_module(f"bench.{sys.argv[2]}").prepare()
    else:
        chosen = {name for name in sys.argv[1:] if name.startswith("--")}
        sys.exit(main([name for name in sys.argv[1:] if name not in chosen], chosen))
