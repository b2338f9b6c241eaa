"""Packages that the studio's own environment lacks, brought by the uv that `make` uses, else by pip."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@cache
def find_uv() -> str | None:
    """Return the uv that `scripts/setup.py` finds."""
    look = [sys.executable, "-c", "import setup; print(setup.find_uv() or '')"]
    return (
        subprocess.run(look, cwd=SCRIPTS, capture_output=True, text=True, check=True).stdout.strip() or None
    )


def make_environment(folder: Path) -> Path:
    """Make an empty environment and return its Python."""
    uv = find_uv()
    command = [uv, "venv", "--quiet", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    subprocess.run([*command, str(folder)], check=True, capture_output=True)
    return folder / "bin/python"


def install(python: Path | str, *words: str | Path) -> str:
    """Install packages for a Python, from what is kept here if it is; return what went wrong."""
    uv = find_uv()
    command = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    said = ""
    for more in (["--offline"], []) if uv else ([],):
        try:
            done = subprocess.run(
                [*map(str, command), "--quiet", *more, *map(str, words)],
                capture_output=True,
                text=True,
                timeout=240,
            )
        except subprocess.TimeoutExpired:
            return "no answer within 240 s"
        if done.returncode == 0:
            return ""
        said = done.stderr.strip()
    return said


def install_or_skip(python: Path | str, *words: str | Path) -> None:
    """Install packages; skip the test where they cannot be had."""
    if wrong := install(python, *words):
        pytest.skip(f"{words[-1]} could not be installed: {wrong[-200:]}")
