"""Killing the studio in every step of an article, and in the middle of a section, gives the same piece."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest


@pytest.mark.timeout(400)
def test_a_kill_in_every_step_repeats_nothing_that_finished_and_gives_the_same_piece(
    tmp_path: Path, sqlite_template: Path
) -> None:
    for name in ("whole", "killed"):
        shutil.copytree(sqlite_template, tmp_path / name)
    worker = Path(__file__).parent / "kill_worker.py"
    done = subprocess.run(
        [sys.executable, str(worker), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    lives = json.loads(done.stdout.splitlines()[-1])
    whole, killed = (json.loads((tmp_path / name / "told.json").read_text()) for name in ("whole", "killed"))
    assert (killed["status"], killed["is"], killed["error"]) == ("completed", "ready", None)
    assert _bare(killed["content"]) == _bare(whole["content"])
    assert "Half a sent" not in killed["content"]

    lines = [line.split() for line in (tmp_path / "killed" / "journal").read_text().splitlines()]
    closed = Counter(line[1] for line in lines if line[0] == "step" and int(line[2]) > 1)
    assert len(closed) >= 10
    assert set(closed.values()) == {1}, closed
    finished = set[str]()
    for word, key, *_ in lines:
        assert not (word == "step" and key in finished), f"{key} was executed after it had finished"
        finished |= {key} if word == "closed" else set()
    # Searches run side by side, so that one death may meet several steps.
    assert lives["killed"] >= len(closed) - 2
    calls = Counter(" ".join(line) for line in lines if line[0] in ("model", "picture", "search"))
    once = Counter(
        line
        for line in (tmp_path / "whole" / "journal").read_text().splitlines()
        if line.split()[0] not in ("step", "closed")
    )
    assert set(calls) == set(once)
    assert {call.split()[0] for call in calls} == {"model", "picture", "search"}
    # Each was cut off once, before it was kept or while it spoke, and made once more: a third is a repeat.
    assert all(count <= 2 * once[call] for call, count in calls.items()), calls


@pytest.mark.timeout(400)
def test_a_kill_while_a_model_reads_the_claims_asks_nothing_twice_that_was_answered(
    tmp_path: Path, sqlite_template: Path
) -> None:
    for name in ("whole", "killed"):
        shutil.copytree(sqlite_template, tmp_path / name)
    worker = Path(__file__).parent / "kill_worker.py"
    command = [sys.executable, str(worker), str(tmp_path), "read"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    whole, killed = (json.loads((tmp_path / name / "told.json").read_text()) for name in ("whole", "killed"))
    assert (killed["status"], killed["content"]) == ("completed", whole["content"])
    assert killed["report"]["read"] == whole["report"]["read"] >= 3
    assert killed["report"]["findings"] == whole["report"]["findings"]
    finished = set[str]()
    lines = [line.split() for line in (tmp_path / "killed" / "journal").read_text().splitlines()]
    for word, key, *_ in lines:
        assert not (word == "step" and key in finished), f"{key} was executed after it had finished"
        finished |= {key} if word == "closed" else set()
    asked = Counter(line[1] for line in lines if line[0] == "read")
    # Each answer was cut off once before it was kept, and the second one while it was given, too.
    assert len(asked) >= 3
    assert sorted(asked.values()) == [*([2] * (len(asked) - 1)), 3], asked


def _bare(text: str) -> str:
    return re.sub(r"media/original/[\w.-]+", "picture", text)
