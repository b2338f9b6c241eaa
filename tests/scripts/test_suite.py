"""The parts of `make test` beside each other, with tools that only say what they are told."""

import importlib
import threading
from types import ModuleType

import pytest

LIMIT_S = 60


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, with parts that end at once."""
    module = importlib.import_module("suite")
    monkeypatch.setattr(module.os, "nice", lambda by: by)
    monkeypatch.setattr(module, "available_memory", lambda: 64 * 2**30)
    monkeypatch.setattr(module.browser, "FOUND", module.ROOT / "pyproject.toml")
    for name, told in (("run_checks", "checks"), ("run_vitest", "web"), ("run_pytest", "python")):
        monkeypatch.setattr(module, name, lambda *given, told=told: module.Part(told, True))
    monkeypatch.setattr(module, "run_tool", lambda *given: 0)
    return module


def test_the_browser_tests_run_while_the_python_tests_do(suite, monkeypatch):
    is_shown = threading.Event()

    def run_pytest(arguments):
        assert is_shown.wait(LIMIT_S), "the browser tests did not begin before the Python tests ended"
        return suite.Part("python", True)

    monkeypatch.setattr(suite, "run_pytest", run_pytest)
    monkeypatch.setattr(suite, "run_tool", lambda *given: is_shown.set() or 0)
    assert [part.name for part in suite.run_beside_each_other([], [])] == [
        "checks",
        "web",
        "python",
        "browser",
    ]


def test_with_little_memory_they_run_after_them(suite, monkeypatch):
    is_shown, early = threading.Event(), list[bool]()

    def run_pytest(arguments):
        early.append(is_shown.wait(0.2))
        return suite.Part("python", True)

    monkeypatch.setattr(suite, "available_memory", lambda: 2**30)
    monkeypatch.setattr(suite, "run_pytest", run_pytest)
    monkeypatch.setattr(suite, "run_tool", lambda *given: is_shown.set() or 0)
    suite.run_beside_each_other([], [])
    assert (early, is_shown.is_set()) == ([False], True)


def test_what_they_say_comes_when_the_python_tests_have_spoken(suite, capsys):
    may_speak = threading.Event()
    seen: list[str] = []

    def said():
        yield "first\n"
        yield "second\n"
        seen.append(capsys.readouterr().out)
        may_speak.set()
        yield "third\n"
        seen.append(capsys.readouterr().out)

    suite.show_when_told(said(), may_speak)
    assert seen == ["", "first\nsecond\nthird\n"]


def test_what_they_said_is_shown_when_the_python_tests_break_off(suite, monkeypatch):
    told: list[bool] = []

    def break_off(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(suite, "run_pytest", break_off)
    monkeypatch.setattr(suite, "run_tool", lambda *given: told.append(given[-1].wait(LIMIT_S)) or 0)
    with pytest.raises(KeyboardInterrupt):
        suite.run_beside_each_other([], [])
    assert told == [True]
