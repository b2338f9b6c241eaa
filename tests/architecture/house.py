"""What the architecture tests look at: the tracked files, the package and its rooms."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src/proofroom"
DOCS = ROOT / "docs"
WEB = ROOT / "web"
GENERATED = {"web/src/api/schema.d.ts", "web/openapi.json", "web/package-lock.json"}


@cache
def tracked() -> list[Path]:
    """Return every file Git knows or would add, as paths from the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({Path(name) for name in listed.splitlines() if (ROOT / name).is_file()})


@cache
def texts() -> dict[str, str]:
    """Return every tracked text file by its path."""
    found: dict[str, str] = {}
    for path in tracked():
        try:
            found[path.as_posix()] = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


@cache
def sources() -> dict[str, ast.Module]:
    """Return the syntax tree of every module of the package by its path from `src/proofroom`."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text())
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def rooms() -> list[str]:
    """Return the names of the rooms that are built."""
    return sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
