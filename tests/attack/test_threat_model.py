"""The threat model names a test for every line, and the tests are there."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "docs/explanation/security.md"
HEADS = ("what holds", "what was found", "who", "---")


def test_every_line_of_the_threat_model_names_tests_that_are_there() -> None:
    rows = [line.split("|") for line in MODEL.read_text().splitlines() if line.startswith("| ")]
    held = [(cells[1].strip(), re.findall(r"`(tests/[^`]+)`", cells[2])) for cells in rows if len(cells) == 4]
    told = [(what, tests) for what, tests in held if what not in HEADS]
    by_tests = [(what, tests) for what, tests in told if tests]
    assert len(by_tests) > 80
    assert [test for _, tests in by_tests for test in tests if not _is_there(test)] == []
    people = {"the operator", "an owner", "a member", "a key", "an agent", "a stranger"}
    unshown = [what for what, tests in told if not tests and not what.startswith(tuple(people))]
    assert unshown == []
    named = {Path(test.partition("::")[0]).name for _, tests in by_tests for test in tests}
    attacks = {file.name for file in (ROOT / "tests/attack").glob("test_*.py")} - {Path(__file__).name}
    assert attacks - named == set(), "an attack that no line tells of"


def test_what_was_found_once_names_each_test_by_its_own_name() -> None:
    found = MODEL.read_text().partition("## Found once, and shut since")[2].partition("\n## ")[0]
    lines = [
        line
        for line in found.splitlines()
        if line.startswith("| ") and not line.startswith(("| what", "| ---"))
    ]
    assert len(lines) > 40
    for line in lines:
        tests = re.findall(r"`(tests/[^`]+)`", line.split("|")[2])
        assert tests, line
        assert all("::" in test for test in tests), line


def _is_there(test: str) -> bool:
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (not name or name in _tests_of(ROOT / file))


@cache
def _tests_of(file: Path) -> frozenset[str]:
    parsed = ast.parse(file.read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in parsed.body if isinstance(node, functions))
