"""The studio beside runtimes that keep their state on disk: the same work, in turn, on the same event loop.

Ours is a whole turn: conversation, message, run, agent loop, ledger, stored events, and somebody watching.
LangGraph writes a checkpoint with each step to SQLite (`AsyncSqliteSaver`, durability "sync"); PydanticAI
makes each model request and each tool a step of DBOS, on SQLite too. Every piece is seen by who watches.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Row
from bench.peers import DURABLE, prepare
from bench.runtimes import HARNESS, Figures, drive, fake_provider, median_of, result

OURS = "OursStudio"
TIMES = 5


@dataclass(frozen=True)
class Test:
    """A figure of the harness; `target` is our upper limit, `less` how often ours fits into LangGraph's.

    What `is_ours` is not asked of peers: 200 streams at once take them a minute of a processor.
    """

    what: str
    unit: str
    name: str
    field: str
    target: float | None = None
    less: float | None = None
    is_ours: bool = False


TESTS = (
    Test("durable tool round through the agent loop (CPU)", "ms", "loop", "loop_cpu_ms", None, 6),
    Test("studio: streamed delta, burst (CPU)", "µs", "tokens", "burst_us", 7),
    Test("studio: streamed delta, paced (CPU)", "µs", "paced", "paced_us", 120),
    Test("studio: 200 streams × 200 deltas (CPU)", "s", "fan", "fan_cpu_s", 1.5, is_ours=True),
    Test("studio: the same, peak memory", "MB", "fan", "fan_peak_mb", is_ours=True),
)


def measure() -> list[Row]:
    """Measure in turn, each time in a new process, and take medians."""
    if not (HARNESS / "one.py").exists():
        return [Row("durable harness", 0, "not found", note="set PROOFROOM_BENCH to its folder")]
    pythons = {OURS: Path(sys.executable)} | {
        peer.name: python for peer in DURABLE if (python := prepare(peer)) is not None
    }
    found: dict[str, list[dict[str, float]]] = {name: [] for name in pythons}
    with fake_provider() as base:
        for _ in range(TIMES):
            for name, python in pythons.items():
                if taken := _one(python, name, base):
                    found[name].append(taken)
    figures = {name: median_of(taken) for name, taken in found.items() if taken}
    return [row for test in TESTS for row in _rows(test, figures)]


def _one(python: Path, name: str, base: str) -> dict[str, float] | None:
    tests = ",".join(dict.fromkeys(test.name for test in TESTS if name == OURS or not test.is_ours))
    script = str(HARNESS / "one.py")
    command = drive("ours_studio", OURS, script) if name == OURS else [str(python), script]
    try:
        return result([*command, name, "chat", tests], {"BENCH_BASE": base, "UVLOOP": "1"})
    except Exception as error:  # one that fails is shown as not measured
        print(f"{name}: {error}", file=sys.stderr)
        return None


def _rows(test: Test, figures: Figures) -> Iterator[Row]:
    mine = figures.get(OURS, {}).get(test.field)
    if mine is None:
        yield Row(test.what, 0, "not measured")
        return
    yield Row(test.what, mine, test.unit, test.target)
    for peer in DURABLE if not test.is_ours else ():
        other = figures.get(peer.name, {}).get(test.field)
        if other is None:
            yield Row(
                f"  {test.field}: {peer.name}", 0, "not measured", note="not installed, or not streamed"
            )
            continue
        yield Row(f"  {test.field}: {peer.name}", other, test.unit, note=f"{other / mine:.1f} times ours")
        if test.less is not None and peer is DURABLE[0]:
            yield Row(f"  {test.field}: ours as a part of {peer.name}", mine / other, "of 1", 1 / test.less)
