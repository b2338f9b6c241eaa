"""The command line as a user has it: a few commands as processes, the others in this one."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.timeout(180)  # every command is a process that opens a studio


@pytest.fixture
def slow_studio(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        script = Path(__file__).with_name("slow_studio.py")
        process = subprocess.Popen(
            [sys.executable, str(script)], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
        if process.stdout:
            process.stdout.close()


def events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_chat_prints_numbered_events_that_end_in_done(run: Run, run_process: Run) -> None:
    done = run_process("chat", "hello", "--json")
    assert done.returncode == 0, done.stderr
    found = events(done.stdout)
    assert found[0]["type"] == "runStarted"
    assert found[-1]["type"] == "done"
    numbers = [event["n"] for event in found]
    assert numbers == sorted(set(numbers))
    again = run("run", "events", str(found[0]["runId"]), "--after", str(numbers[1]), "--json")
    assert [event["n"] for event in events(again.stdout)][-1] == numbers[-1]


def test_an_explained_error_ends_with_code_one(run_process: Run) -> None:
    done = run_process("chat", "hello", "--scope", "nonsense")
    assert done.returncode == 1
    assert "There is no scope called nonsense." in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_usage_ends_with_code_two(run: Run) -> None:
    assert run("chat").returncode == 2


def test_a_killed_studio_finishes_the_turn_after_the_next_start(
    slow_studio: Callable[[], subprocess.Popen[str]], run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    studio = slow_studio()
    words = [sys.executable, "-m", "proofroom", "chat", "count", "--json"]
    with subprocess.Popen(
        words, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as chat:
        assert chat.stdout is not None
        first = json.loads(chat.stdout.readline())
        while json.loads(chat.stdout.readline())["type"] != "text":
            pass
        time.sleep(0.5)
        studio.kill()
        studio.wait(10)
        chat.communicate(timeout=30)
    slow_studio()
    done = run("run", "events", first["runId"], "--after", str(first["n"]), "--json")
    found = events(done.stdout)
    assert found[-1]["type"] == "done"
    assert any(event["type"] == "stepRestarted" for event in found)
    numbers = [event["n"] for event in found]
    assert numbers == sorted(set(numbers))
    text = ""
    for event in found:
        if event["type"] == "stepRestarted":
            text = ""
        elif event["type"] == "text":
            text = text[: int(str(event.get("offset", 0)))] + str(event["text"])
    assert text == "one two three four five six seven eight nine ten"
    shown = json.loads(run("run", "show", first["runId"], "--json").stdout)
    attempts = {step["key"]: step["attempt"] for step in shown["steps"]}
    assert attempts["001.tool.00"] == 1
    assert attempts["002.model"] == 2


def test_a_second_studio_on_the_same_folder_is_refused(
    slow_studio: Callable[[], subprocess.Popen[str]], run: Run
) -> None:
    slow_studio()
    done = run("up")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_backup_and_restore_bring_runs_back(run: Run, environment: dict[str, str], tmp_path: Path) -> None:
    found = events(run("chat", "hello", "--json").stdout)
    made = run("backup", str(tmp_path / "backup.zip"), "--json")
    assert made.returncode == 0, made.stderr
    environment["PROOFROOM_DATA"] = str(tmp_path / "restored")
    restored = run("restore", json.loads(made.stdout)["path"], "--json")
    assert restored.returncode == 0, restored.stderr
    assert json.loads(restored.stdout) == {"aside": None, "canOpenSecrets": True}
    rotated = run("rotate-key", "--json")
    assert json.loads(rotated.stdout) == {"resealed": 0}, rotated.stderr
    again = run("run", "events", str(found[0]["runId"]), "--json")
    assert events(again.stdout)[-1] == found[-1]


def test_agents_can_be_changed_and_rolled_back(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "helper.yaml"
    record.write_text("slug: helper\nname: Helper\nsystemPrompt: Help.\n")
    assert run("agents", "create", str(record)).returncode == 0
    changed = tmp_path / "change.yaml"
    changed.write_text("systemPrompt: Help more.\n")
    assert run("agents", "change", "helper", str(changed), "--note", "why").returncode == 0
    back = json.loads(run("agents", "rollback", "helper", "1", "--json").stdout)
    assert (back["version"], back["systemPrompt"]) == (3, "Help.")
    assert run("agents", "delete", "editor").returncode == 1
