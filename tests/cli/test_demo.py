"""The demo from the command line: the whole loop at once, and the first start of a studio."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.timeout(180)  # most commands are processes that open a studio

ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "proofroom", *words]


def test_the_demo_prints_each_step_and_leaves_nothing_behind(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    data = tmp_path / "nowhere"
    environment["PROOFROOM_DATA"] = str(data)
    done = run("demo", "--json")
    assert done.returncode == 0, done.stderr
    steps = [json.loads(line)["step"] for line in done.stdout.splitlines()]
    assert list(dict.fromkeys(steps)) == [
        *("create", "ask", "tools", "answer", "proposal", "change", "decide", "merge", "undo"),
    ]
    assert not data.exists()


def start(tmp_path: Path) -> subprocess.Popen[str]:
    own = {"PROOFROOM_DATA": str(tmp_path / "data"), "PROOFROOM_PORT": "0", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        command("up"), env=ENVIRONMENT | own, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )


def stop(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGTERM)
    rest = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    return rest


def read_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if wanted in line:
            return lines
    raise AssertionError(f"{wanted!r} was not said: {lines}")


def test_a_start_makes_the_demo_after_it_is_ready_the_next_finishes_it_and_no_other_makes_it_again(
    tmp_path: Path,
) -> None:
    stopped = start(tmp_path)
    said = read_until(stopped, "making the demo project")
    stop(stopped)
    assert any("is ready at" in line for line in said), "the studio is ready before its demo is"
    first = start(tmp_path)
    read_until(first, "a proposal waits in its inbox")
    stop(first)
    second = start(tmp_path)
    read_until(second, "/setup?token=")
    assert "demo" not in stop(second)
