"""Built means reached: no public name is there that no door leads to.

`../shared/tools/unreached` follows names from the doors; what it lists is reached by nobody, or by a library.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT.parent / "shared/tools/unreached"
BY_LIBRARIES = {
    "cli/commands.py": "typer asks a group for its commands",
    "cli/loopback.py": "httptools calls a parser's hooks",
    "repository/git/callbacks.py": "pygit2 calls back",
    "store/sqlite.py": "SQLAlchemy calls a cursor",
    "store/types.py": "SQLAlchemy converts values",
    "workflows/template/archive.py": "zipfile asks a file what it can",
}


@pytest.mark.skipif(not TOOL.exists(), reason="the shared tools are not beside this project")
def test_every_public_name_is_reached_from_a_door() -> None:
    said = subprocess.run(
        [sys.executable, str(TOOL), str(ROOT)], capture_output=True, text=True, check=False
    ).stdout
    found = [line.removeprefix("src/proofroom/").split() for line in said.splitlines() if ".py:" in line]
    listed = [(place.rpartition(":")[0], name) for place, name in found]
    unreached = [f"{place} {name}" for place, name in listed if place not in BY_LIBRARIES]
    assert unreached == [], "reach it from a door, or let it go"
    assert set(BY_LIBRARIES) <= {place for place, _ in listed}, "what is reached by now needs no reason"
