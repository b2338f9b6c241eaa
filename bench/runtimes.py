"""Streaming and tool rounds beside our peers, measured by the shared harness in the same minutes.

The harness lives outside this repository (`PROOFROOM_BENCH`, `../shared/bench` by default). Where it or a
peer cannot be had, the rows say so instead of guessing.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.measure import ROOT, Row
from bench.peers import PEERS, Peer, prepare

HARNESS = Path(os.environ.get("PROOFROOM_BENCH", ROOT.parent / "shared" / "bench"))
TIMES = 5


@dataclass(frozen=True)
class Test:
    """A test of the harness and the figure we take from it; `ratio` is our largest share of PydanticAI's."""

    what: str
    unit: str
    name: str
    field: str
    target: float
    ratio: int | None = None


TESTS = (
    Test("streamed delta, burst (CPU)", "µs", "tokens", "us_per_tok", 6, 40),
    Test("streamed delta, paced (CPU)", "µs", "paced", "us_per_tok", 100, 5),
    Test("tool round, not durable (CPU)", "ms", "loop", "cpu_ms_per_round", 0.8),
    Test("200 streams × 200 deltas", "s", "fan", "total_s", 0.5),
    Test("200 streams × 200 deltas, peak memory", "MB", "fan", "peak_rss_mb", 90),
)
NAMES = tuple(dict.fromkeys(test.name for test in TESTS))
Figures = dict[str, dict[str, float]]

_DRIVE = """
import runpy, sys
sys.path[:0] = [{root!r}, {harness!r}]
import impls
from bench.{module} import {name}
impls.{name} = {name}
runpy.run_path({script!r}, run_name="__main__")
"""


def measure() -> list[Row]:
    """Measure us and the peers on the chat format: burst, paced, tool loop, 200 streams."""
    if not (HARNESS / "bench.py").exists():
        return [Row("streaming harness", 0, "not found", note="set PROOFROOM_BENCH to its folder")]
    with fake_provider() as base:
        ours = {name: median_of([_run_ours(base, name) for _ in range(TIMES)]) for name in NAMES}
        theirs = {peer.name: _measure_peer(peer, base) for peer in PEERS}
    return [row for test in TESTS for row in _rows(test, ours, theirs)]


def _rows(test: Test, ours: Figures, theirs: dict[str, Figures]) -> Iterator[Row]:
    mine = ours[test.name][test.field]
    yield Row(test.what, mine, test.unit, test.target)
    for peer, figures in theirs.items():
        if test.name not in figures:
            yield Row(
                f"  {test.field} of {test.name}: {peer}",
                0,
                "not measured",
                note="it could not be installed or did not finish",
            )
            continue
        other = figures[test.name][test.field]
        yield Row(
            f"  {test.field} of {test.name}: {peer}", other, test.unit, note=f"{other / mine:.1f} times ours"
        )
        if test.ratio is not None and peer == PEERS[0].name:
            yield Row(
                f"  {test.field} of {test.name}: ours as a part of {peer}",
                mine / other,
                "of 1",
                1 / test.ratio,
            )


def _measure_peer(peer: Peer, base: str) -> Figures:
    python = prepare(peer)
    if python is None:
        return {}
    found: Figures = {}
    for name in NAMES:
        command = [str(python), str(HARNESS / "bench.py"), peer.name, "chat", name]
        variables = {"BENCH_BASE": base, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "UVLOOP": "1"}
        with suppress(RuntimeError, subprocess.TimeoutExpired):  # a peer that fails is shown as not measured
            times = 1 if name == "fan" else peer.runs  # 200 streams take them half a minute
            found[name] = median_of([result(command, variables) for _ in range(times)])
    return found


def median_of(found: list[dict[str, float]]) -> dict[str, float]:
    """Return the median of every figure."""
    return {key: median(each[key] for each in found) for key in found[0] if isinstance(found[0][key], float)}


def _run_ours(base: str, test: str) -> dict[str, float]:
    command = drive("ours", "Ours", str(HARNESS / "bench.py"))
    return result([*command, "Ours", "chat", test], {"BENCH_BASE": base, "UVLOOP": "1"})


def drive(module: str, name: str, script: str) -> list[str]:
    """Return the command that runs a script of the harness with a class of ours in the place of its own."""
    where = {"harness": str(HARNESS), "root": str(ROOT), "script": script}
    return [sys.executable, "-c", _DRIVE.format(module=module, name=name, **where)]


def result(command: list[str], variables: dict[str, str]) -> dict[str, float]:
    """Run the harness and return the figures it prints."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=150, cwd=HARNESS, env={**os.environ, **variables}
    )
    line = next((line for line in done.stdout.splitlines() if line.startswith("RESULT ")), None)
    if line is None:
        raise RuntimeError(f"the harness failed: {done.stderr[-500:]}")
    return json.loads(line.removeprefix("RESULT "))


@contextmanager
def fake_provider() -> Generator[str]:
    """Serve a provider of made-up answers on a free port, in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, str(HARNESS / "fake_server.py"), str(port)])
    try:
        for _ in range(100):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()
