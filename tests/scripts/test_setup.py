import importlib
import sys
from pathlib import Path

import pytest


@pytest.fixture
def browser(monkeypatch, tmp_path):
    module = importlib.import_module("browser")
    monkeypatch.setattr(module, "FOUND", tmp_path / "found/chromium")
    monkeypatch.setattr(module, "APPLICATIONS", ())
    monkeypatch.setenv("PROOFROOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("PROOFROOM_CHROMIUM", raising=False)
    return module


def executable(path: Path, code: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_the_machines_chromium_is_found_by_any_of_its_names(browser, monkeypatch, tmp_path):
    chromium = executable(tmp_path / "bin/google-chrome")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert browser.machine_chromium() == chromium
    browser.prepare(Path(sys.executable))
    assert browser.FOUND.read_text() == str(chromium)


def test_a_chromium_that_does_not_start_is_passed_over(browser, monkeypatch, tmp_path):
    executable(tmp_path / "bin/chromium", code=127)
    works = executable(tmp_path / "bin/chromium-browser")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert browser.machine_chromium() == works


def test_a_named_chromium_wins_and_must_exist(browser, monkeypatch, tmp_path):
    named = executable(tmp_path / "mine")
    monkeypatch.setenv("PROOFROOM_CHROMIUM", str(named))
    assert browser.machine_chromium() == named
    monkeypatch.setenv("PROOFROOM_CHROMIUM", str(tmp_path / "gone"))
    with pytest.raises(SystemExit, match="gone"):
        browser.machine_chromium()


def test_without_any_chromium_the_person_is_told(browser, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browser, "get_chromium", lambda _python: None)
    browser.FOUND.parent.mkdir()
    browser.FOUND.write_text("an old one")
    browser.prepare(Path(sys.executable))
    assert not browser.FOUND.exists()
    assert "browser tests cannot run" in capsys.readouterr().out


@pytest.fixture
def setup(monkeypatch, tmp_path):
    module = importlib.import_module("setup")
    (tmp_path / "requirements").mkdir()
    for name in ("core.txt", "build.txt", "dev.txt", "uv.txt"):
        (tmp_path / "requirements" / name).write_text(f"{name}\n")
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    return module


@pytest.fixture
def commands(setup, monkeypatch):
    """Record the commands instead of running them; those in `failing` fail."""
    failing: set[str] = set()
    made: list[list[str]] = []

    def succeed(command, *, quiet=True):
        made.append([str(part) for part in command])
        return not failing & set(made[-1])

    monkeypatch.setattr(setup, "succeeds", succeed)
    monkeypatch.setattr(setup, "run", succeed)
    return made, failing


def test_packages_are_installed_once(setup, commands, monkeypatch):
    monkeypatch.setattr(setup, "find_uv", lambda: Path("uv"))
    setup.install_packages("dev")
    assert len(commands[0]) == 1
    setup.install_packages("dev")
    assert len(commands[0]) == 1


def test_a_changed_lock_installs_again(setup, commands, monkeypatch):
    monkeypatch.setattr(setup, "find_uv", lambda: Path("uv"))
    setup.install_packages("dev")
    (setup.ROOT / "requirements/dev.txt").write_text("changed\n")
    setup.install_packages("dev")
    assert len(commands[0]) == 2


def test_what_dev_has_installed_is_enough_to_run(setup, commands, monkeypatch):
    monkeypatch.setattr(setup, "find_uv", lambda: Path("uv"))
    setup.install_packages("dev")
    setup.install_packages("run")
    assert len(commands[0]) == 1


def test_uv_falls_back_to_its_cache_and_then_to_pip(setup, commands, monkeypatch):
    made, failing = commands
    monkeypatch.setattr(setup, "find_uv", lambda: Path("uv"))
    failing.add("uv")
    setup.install_packages("run")
    assert [command[0] for command in made] == ["uv", "uv", str(setup.PYTHON)]
    assert "--offline" in made[1]
    assert "pip" in made[2]
    assert all("--require-hashes" in command for command in made)


def test_without_uv_pip_does_the_work(setup, commands, monkeypatch):
    monkeypatch.setattr(setup, "find_uv", lambda: None)
    monkeypatch.setattr(setup, "get_uv", lambda: None)
    setup.install_packages("run")
    (only,) = commands[0]
    assert only[1:4] == ["-m", "pip", "install"]


def test_an_unknown_part_is_refused(setup, monkeypatch):
    monkeypatch.setattr(setup, "make_venv", lambda: None)
    with pytest.raises(SystemExit, match="kitchen"):
        setup.main(["kitchen"])


def test_the_systems_certificates_are_trusted_unless_a_person_says_otherwise(setup, monkeypatch):
    environment = {"NODE_USE_SYSTEM_CA": "0"}
    monkeypatch.setattr(setup.os, "environ", environment)
    setup.prepare_environment()
    assert (environment["UV_NATIVE_TLS"], environment["NODE_USE_SYSTEM_CA"]) == ("1", "0")
