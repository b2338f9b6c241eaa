"""`make test`: every check, the Python tests, the web app's unit tests, and the browser tests.

They run beside each other, because each waits half of its time: for another process, a browser, a stream. All
parts run even if one fails, so that one run shows everything. The last line counts the tests.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import browser
import check

ROOT = check.ROOT
CACHE = ROOT / ".cache"
WORKERS = 3
"""One more than the two cores of the smallest machine: half of the time a test waits for another process."""

NICENESS = 5
"""How far the checks and unit tests stand back: they only compute, and nobody waits for them."""

ROOM_IN_MEMORY = 8 * 2**30
"""Free memory from which on the tests write there."""

ROOM_FOR_BROWSERS = 4 * 2**30
"""Free memory from which on the browser tests run beside the Python tests, and not after them."""


@dataclass
class Part:
    """How one part of the suite ended."""

    name: str
    is_ok: bool
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""


def main(arguments: list[str]) -> None:
    """Run all parts, print a table and the count, and exit with 1 if anything failed."""
    started = time.monotonic()
    CACHE.mkdir(exist_ok=True)
    with scratch() as folder:
        os.environ["TMPDIR"] = folder
        keep_bytecode(Path(folder))
        parts = run_beside_each_other(check.checks(), arguments)
    print()
    for part in parts:
        counts = f"{part.passed} passed, {part.failed} failed, {part.skipped} skipped"
        print(f"test: {part.name:<14}{'ok' if part.is_ok else 'FAILED':<8}{part.note or counts}")
    print(f"test: {time.monotonic() - started:.0f} s in all")
    passed, failed, skipped = (
        sum(getattr(part, field) for part in parts) for field in ("passed", "failed", "skipped")
    )
    is_ok = all(part.is_ok for part in parts)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(0 if is_ok else 1)


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for all that the tests write; it goes again at the end.

    It is in memory where there is room: thousands of small databases and repositories keep a slow disk busy
    for longer than they keep the processor.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    room = shutil.disk_usage(memory).free if os.access(memory, os.W_OK) else 0
    is_roomy = min(room, available_memory()) >= ROOM_IN_MEMORY
    return tempfile.TemporaryDirectory(prefix="proofroom-test-", dir=memory if is_roomy else None)


def keep_bytecode(folder: Path) -> None:
    """Let Python keep there what it has compiled, also where it was told to write nothing beside the code.

    The tests start a hundred processes, and each would compile some seven hundred modules anew.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")


def available_memory() -> int:
    """Return how many bytes of memory are free; 0 where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), 0)


def run_beside_each_other(wanted: list[check.Check], arguments: list[str]) -> list[Part]:
    """Run every part in the time that the others wait; what the browser tests say comes last."""
    has_web = (check.WEB / "package.json").is_file()
    python_ended = threading.Event()
    with ThreadPoolExecutor(max_workers=2) as pool:
        small = pool.submit(run_small_parts, wanted, has_web)
        shown = [pool.submit(run_browser_tests, python_ended)] if has_web else []
        try:
            python = run_pytest(arguments)
        finally:
            python_ended.set()
        return [*small.result(), python, *(one.result() for one in shown)]


def run_small_parts(wanted: list[check.Check], has_web: bool) -> list[Part]:
    """Run the checks, then the web app's unit tests."""
    os.nice(NICENESS)  # of this thread and what it starts
    return [run_checks(wanted), *([run_vitest()] if has_web else [])]


def run_checks(wanted: list[check.Check]) -> Part:
    """Run what `make check` runs, but for the architecture tests: pytest counts those."""
    counted = [one for one in wanted if one is not check.ARCHITECTURE]
    failed = check.run_all(counted)
    return Part(
        "checks", not failed, failed=len(failed), note=f"{len(counted) - len(failed)} of {len(counted)} kept"
    )


def run_pytest(arguments: list[str]) -> Part:
    """Run the Python tests in a few processes, a file at a time; `make coverage` has the coverage."""
    report = CACHE / "pytest.xml"
    command = ["python", "-m", "pytest", "-q", "-p", "tests.forks", f"--forks={WORKERS}"]
    options = ["--hypothesis-profile=suite", "--durations=10", f"--junitxml={report}"]
    code = run_tool([*command, *options, *arguments], ROOT, report)
    part = Part("python", code == 0)
    if report.is_file():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314 - our own file
            counts = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
            broken = counts["failures"] + counts["errors"]
            part.failed += broken
            part.skipped += counts["skipped"]
            part.passed += counts["tests"] - broken - counts["skipped"]
    return part


def run_vitest() -> Part:
    """Run the web app's unit tests; only those that fail are named, for other lines are written meanwhile."""
    report = CACHE / "vitest.json"
    reporters = ["--reporter=dot", "--reporter=json", f"--outputFile.json={report}"]
    command = ["npm", "run", "--silent", "test", "--", *reporters]
    code = run_tool(command, check.WEB, report, {"NO_COLOR": "1"})
    found = read_json(report)
    return Part(
        "web",
        code == 0,
        found.get("numPassedTests", 0),
        found.get("numFailedTests", 0),
        found.get("numPendingTests", 0),
    )


def run_browser_tests(python_ended: threading.Event) -> Part:
    """Run the browser tests against a real studio, if there is a Chromium to run them in."""
    if not browser.FOUND.is_file():
        return Part("browser", True, note="NOT RUN: no Chromium could be had on this machine")
    if available_memory() < ROOM_FOR_BROWSERS:
        python_ended.wait()
    report = CACHE / "playwright.json"
    environment = {
        "PROOFROOM_CHROMIUM": browser.FOUND.read_text(),
        "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report),
    }
    command = ["npm", "run", "--silent", "e2e", "--", "--reporter=list,json"]
    code = run_tool(command, check.WEB, report, environment, python_ended)
    stats = read_json(report).get("stats", {})
    passed, failed = stats.get("expected", 0) + stats.get("flaky", 0), stats.get("unexpected", 0)
    return Part("browser", code == 0 and passed > 0, passed, failed, stats.get("skipped", 0))


def run_tool(
    command: list[str],
    folder: Path,
    report: Path,
    environment: dict[str, str] | None = None,
    may_speak: threading.Event | None = None,
) -> int:
    """Run a test tool from `.venv` and return its exit code; its old report goes first."""
    report.unlink(missing_ok=True)
    print(f"\ntest: {' '.join(command[:4])} …", flush=True)
    path = f"{check.BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    full = [str(check.BIN / command[0]), *command[1:]]
    known = {**os.environ, "PATH": path, **(environment or {})}
    known.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes start here; each would compile anew
    if may_speak is None:
        return subprocess.run(full, cwd=folder, env=known).returncode
    with subprocess.Popen(
        full, cwd=folder, env=known, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        show_when_told(running.stdout or [], may_speak)
    return running.returncode


def show_when_told(lines: Iterable[str], may_speak: threading.Event) -> None:
    """Print what is said, but keep it back until it does not stand between other lines any more."""
    kept: list[str] = []
    for line in lines:
        kept.append(line)
        if may_speak.is_set():
            print("".join(kept), end="", flush=True)
            kept.clear()
    may_speak.wait()
    print("".join(kept), end="", flush=True)


def read_json(path: Path) -> dict[str, Any]:
    """Return a report, or an empty one if the tool did not get so far."""
    return json.loads(path.read_text()) if path.is_file() else {}


if __name__ == "__main__":
    main(sys.argv[1:])
