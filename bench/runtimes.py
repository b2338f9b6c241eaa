"""Streaming and tool rounds beside a peer, measured by the shared harness in the same minutes.

The harness lives outside this repository (`PROOFROOM_BENCH`, `../shared/bench` by default); the peer gets an
environment of its own below `.cache/bench`. Where either cannot be had, the rows say so instead of guessing.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import ROOT, Row

HARNESS = Path(os.environ.get("PROOFROOM_BENCH", ROOT.parent / "shared" / "bench"))
PEERS = ROOT / ".cache" / "bench"
PEER, PEER_PACKAGE = "PydanticAI", "pydantic-ai-slim[openai,anthropic]"
TIMES = 3
_DRIVE = """
import runpy, sys
sys.path[:0] = [{root!r}, {harness!r}]
import impls
from bench.ours import Ours
impls.Ours = Ours
runpy.run_path({script!r}, run_name="__main__")
"""


def measure() -> list[Row]:
    """Measure us and the peer on the chat format: burst, paced, tool loop, 200 streams."""
    if not (HARNESS / "bench.py").exists():
        return [Row("streaming harness", 0, "not found", note="set PROOFROOM_BENCH to its folder")]
    with _fake_provider() as base:
        ours = {test: _median(_run_ours, base, test) for test in ("tokens", "paced", "loop", "fan")}
        peer = _peer_python()
        theirs = {test: _median(_peer_runner(peer), base, test) for test in ours} if peer else {}
    return [
        *_pair("streamed delta, burst (CPU)", "µs", ours, theirs, "tokens", "us_per_tok", 6, 40),
        *_pair("streamed delta, paced (CPU)", "µs", ours, theirs, "paced", "us_per_tok", 100, 5),
        *_pair("tool round, not durable (CPU)", "ms", ours, theirs, "loop", "cpu_ms_per_round", 0.8, None),
        *_pair("200 streams × 200 deltas", "s", ours, theirs, "fan", "total_s", 0.5, None),
        *_pair("200 streams × 200 deltas, peak memory", "MB", ours, theirs, "fan", "peak_rss_mb", 90, None),
    ]


def _pair(
    what: str,
    unit: str,
    ours: dict[str, dict[str, float]],
    theirs: dict[str, dict[str, float]],
    test: str,
    field: str,
    target: float,
    ratio: int | None,
) -> list[Row]:
    mine = ours[test][field]
    rows = [Row(what, mine, unit, target)]
    if test in theirs:
        other = theirs[test][field]
        rows.append(Row(f"  {PEER}", other, unit, note=f"{other / mine:.0f} times ours"))
        if ratio is not None:
            rows.append(Row(f"  ours as a part of {PEER}", mine / other, "of 1", 1 / ratio))
    return rows


def _median(run: Any, base: str, test: str) -> dict[str, float]:
    found = [run(base, test) for _ in range(TIMES)]
    return {key: median(each[key] for each in found) for key in found[0] if isinstance(found[0][key], float)}


def _run_ours(base: str, test: str) -> dict[str, float]:
    code = _DRIVE.format(harness=str(HARNESS), root=str(ROOT), script=str(HARNESS / "bench.py"))
    return _result([sys.executable, "-c", code, "Ours", "chat", test], {"BENCH_BASE": base, "UVLOOP": "1"})


def _peer_runner(python: Path) -> Any:
    def run(base: str, test: str) -> dict[str, float]:
        return _result([str(python), str(HARNESS / "bench.py"), PEER, "chat", test], {"BENCH_BASE": base})

    return run


def _result(command: list[str], variables: dict[str, str]) -> dict[str, float]:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=150, cwd=HARNESS, env={**os.environ, **variables}
    )
    line = next((line for line in done.stdout.splitlines() if line.startswith("RESULT ")), None)
    if line is None:
        raise RuntimeError(f"the harness failed: {done.stderr[-500:]}")
    return json.loads(line.removeprefix("RESULT "))


def _peer_python() -> Path | None:
    """Return the peer's interpreter, making its environment once; None if it cannot be installed."""
    folder = PEERS / PEER
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], capture_output=True)
        installed = subprocess.run(
            [str(python), "-m", "pip", "install", "-q", PEER_PACKAGE], capture_output=True, text=True
        )
        if made.returncode or installed.returncode:
            return None
        (folder / "ready").touch()
    return python


@contextmanager
def _fake_provider() -> Generator[str]:
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
