"""`make check`: format, lint, types, imports, architecture and the web app's own checks, two at a time."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv/bin"
WEB = ROOT / "web"
ROOMY = {"NODE_OPTIONS": "--max-semi-space-size=128", "GOGC": "800"}
"""Lets pyright (Node) and tsc (Go) collect rubbish seldom: that took a fifth of their time."""


@dataclass(frozen=True)
class Check:
    """One command that must end well."""

    name: str
    command: list[str]
    folder: Path = ROOT


@dataclass(frozen=True)
class Result:
    """How a check ended."""

    check: Check
    is_ok: bool
    output: str
    seconds: float


ARCHITECTURE = Check("architecture", [f"{BIN}/python", "-m", "pytest", "tests/architecture", "-q"])


def checks() -> list[Check]:
    """Return every check, the longest first."""
    return [
        Check("types", [f"{BIN}/pyright", "--warnings"]),
        *web_checks(),
        ARCHITECTURE,
        Check("imports", [f"{BIN}/lint-imports", "--no-cache"]),
        Check("lint", [f"{BIN}/ruff", "check", "."]),
        Check("format", [f"{BIN}/ruff", "format", "--check", "."]),
    ]


def web_checks() -> list[Check]:
    """Return the web app's checks, with the packages they need in place."""
    if not (WEB / "package.json").is_file():
        return []
    subprocess.run([BIN / "python", ROOT / "hatch_build.py", "packages"], check=True)
    return [
        Check("web types", [f"{BIN}/npm", "run", "--silent", "typecheck"], WEB),
        Check("web api types", [f"{BIN}/npm", "run", "--silent", "types", "--", "--check"], WEB),
        Check("web lint", [f"{BIN}/npm", "run", "--silent", "lint"], WEB),
    ]


def run(check: Check) -> Result:
    """Run one check and keep what it said."""
    started = time.monotonic()
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        check.command, cwd=check.folder, env={**ROOMY, **os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    return Result(check, done.returncode == 0, done.stdout, time.monotonic() - started)


def run_all(wanted: list[Check]) -> list[str]:
    """Run the checks two at a time, show what they said, and return the names of those that failed."""
    failed: list[str] = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for result in pool.map(run, wanted):
            word = "ok" if result.is_ok else "FAILED"
            print(f"check: {result.check.name:<14}{word:<8}{result.seconds:5.1f} s", flush=True)
            if not result.is_ok:
                failed.append(result.check.name)
                print(result.output, flush=True)
    return failed


def main() -> None:
    """Run every check, and exit with 1 if one failed."""
    started = time.monotonic()
    failed = run_all(checks())
    verdict = f"failed: {', '.join(failed)}" if failed else "all passed"
    print(f"check: {verdict} in {time.monotonic() - started:.1f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
