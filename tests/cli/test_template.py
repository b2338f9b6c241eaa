"""`proofroom template validate` and `as-validate`: what they print and how they end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from proofroom.cli.app import app
from tests.workflows.builder import CODE, build, pack

AS_VALIDATE = "from proofroom.cli.template import validate_main; validate_main()"


def without_output_key(manifest, files):
    files[CODE] = files[CODE].replace(b'OUTPUT_KEY = "tool_output"\n', b"")


def with_wrong_name(manifest, files):
    manifest["tool_templates"][0]["name"] = "Add_er"


@pytest.fixture
def templates(tmp_path: Path) -> dict[str, str]:
    made: dict[str, str] = {}
    for name, change in (("good", None), ("warned", without_output_key), ("wrong", with_wrong_name)):
        path = tmp_path / f"{name}.zip"
        path.write_bytes(pack(build(change)))
        made[name] = str(path)
    return made


def validate(*words: str) -> Result:
    return CliRunner().invoke(app, ["template", "validate", *words])


def test_a_good_template_is_valid(templates):
    result = validate(templates["good"])
    assert result.exit_code == 0
    assert result.stdout == f"{templates['good']}: valid (0 errors, 0 warnings)\n"


def test_an_error_is_one_line_and_fails(templates):
    result = validate(templates["wrong"])
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert first.startswith("[ERROR] N-001: The tool name 'Add_er' may have only")
    assert first.endswith("(workflow_template.json#tool_templates[0].name)")
    assert last == f"{templates['wrong']}: not valid (1 error, 0 warnings)"


def test_a_warning_fails_only_when_strict(templates):
    result = validate(templates["warned"])
    assert result.exit_code == 0
    assert result.stdout.startswith("[WARN] T-W01: ")
    assert validate(templates["warned"], "--strict").exit_code == 1


def test_several_templates_fail_together(templates):
    result = validate(*templates.values(), "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert answer["valid"] is False
    assert [(one["valid"], one["errors"], one["warnings"]) for one in answer["templates"]] == [
        (True, 0, 0),
        (True, 0, 1),
        (False, 1, 0),
    ]
    (issue,) = answer["templates"][2]["issues"]
    assert issue.keys() == {"rule", "severity", "message", "path"}
    assert (issue["rule"], issue["severity"]) == ("N-001", "error")


def test_a_missing_file_fails_beside_a_good_one(templates):
    result = validate(templates["good"], "gone.zip")
    assert result.exit_code == 1
    assert "[ERROR] Z-001" in result.stdout


def test_no_path_is_wrong_usage():
    assert validate().exit_code == 2


def test_as_validate_is_the_same_command(templates):
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", AS_VALIDATE, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    good, wrong = run(templates["good"]), run(templates["wrong"], "--json")
    assert (good.returncode, wrong.returncode) == (0, 1)
    assert good.stdout == validate(templates["good"]).stdout
    assert json.loads(wrong.stdout)["templates"][0]["issues"][0]["rule"] == "N-001"
