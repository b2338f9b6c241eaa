"""A kill while the second layer of a brief is written repeats nothing of what was finished."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest


@pytest.mark.timeout(120)
def test_a_kill_in_the_second_layer_repeats_no_finished_field(tmp_path: Path, sqlite_template: Path) -> None:
    folder = tmp_path / "killed"
    shutil.copytree(sqlite_template, folder)
    worker = Path(__file__).parent / "kill_worker.py"
    done = subprocess.run(
        [sys.executable, str(worker), str(folder), "gaps", "2"], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["9", "0"], done.stderr[-3000:]
    told = json.loads((folder / "told.json").read_text())
    assert (told["run"], told["brief"]) == ("completed", "completed")
    assert {layer for layer, _ in told["fields"].values()} == {1, 2, 3}
    assert all(claims for _, claims in told["fields"].values())
    asked = Counter(line.split()[0] for line in (folder / "journal").read_text().splitlines())
    # Three rounds each: read, write, say so. What was open at the kill is asked once more, nothing else is.
    assert asked["gaps"] == 4
    assert {
        field: asked[field] for field in ("overview", "facts", "connections", "headline")
    } == dict.fromkeys(("overview", "facts", "connections", "headline"), 3)
    assert asked["strengths"] in (3, 4)
