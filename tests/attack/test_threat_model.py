"""The threat model names a test for every line, and the tests are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "docs/explanation/security.md"


def test_every_line_of_the_threat_model_names_tests_that_are_there() -> None:
    rows = [line.split("|") for line in MODEL.read_text().splitlines() if line.startswith("| ")]
    held = [(cells[1].strip(), re.findall(r"`(tests/[^`]+)`", cells[2])) for cells in rows if len(cells) == 4]
    told = [(what, tests) for what, tests in held if what not in ("what holds", "who", "---")]
    by_tests = [(what, tests) for what, tests in told if tests]
    assert len(by_tests) > 40
    assert [test for _, tests in by_tests for test in tests if not (ROOT / test).exists()] == []
    people = {"the operator", "an owner", "a member", "a key", "an agent", "a stranger"}
    unshown = [what for what, tests in told if not tests and not what.startswith(tuple(people))]
    assert unshown == []
    named = {Path(test).name for _, tests in by_tests for test in tests}
    attacks = {file.name for file in (ROOT / "tests/attack").glob("test_*.py")} - {Path(__file__).name}
    assert attacks - named == set(), "an attack that no line tells of"
