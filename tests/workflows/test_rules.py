"""Every rule is broken by one small change to a template that is right, and reported under its code."""

import copy
import io
import stat
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from proofroom.workflows import validate_template
from proofroom.workflows.rules import RULES
from proofroom.workflows.template import contents as limits
from proofroom.workflows.types import Violation
from tests.workflows.builder import (
    AGENT,
    CODE,
    FOLDER,
    ICONS,
    MANAGER,
    REQUIREMENTS,
    TASK,
    TOOL_CODE,
    Files,
    build,
    pack,
)  # fmt: skip

Manifest = dict[str, Any]
Change = Callable[[Manifest, Files], None]


def with_code(old: str, new: str) -> Change:
    def change(manifest: Manifest, files: Files) -> None:
        assert old in TOOL_CODE
        files[CODE] = TOOL_CODE.replace(old, new).encode()

    return change


def with_field(place: str, name: str, value: Any) -> Change:
    """Set a field of the workflow, or of the first row of an array."""

    def change(manifest: Manifest, files: Files) -> None:
        row = manifest[place] if place == "workflow_template" else manifest[place][0]
        row[name] = value

    return change


def without_field(place: str, name: str) -> Change:
    def change(manifest: Manifest, files: Files) -> None:
        row = manifest[place] if place == "workflow_template" else manifest[place][0]
        del row[name]

    return change


def with_key(name: str, value: Any) -> Change:
    return lambda manifest, files: manifest.update({name: value})


def without_key(name: str) -> Change:
    return lambda manifest, files: manifest.pop(name)


def with_file(path: str, content: bytes = b"x") -> Change:
    return lambda manifest, files: files.update({path: content})


def without_files(start: str) -> Change:
    def change(manifest: Manifest, files: Files) -> None:
        for path in [path for path in files if path.startswith(start)]:
            del files[path]

    return change


def with_second_tool(**fields: Any) -> Change:
    def change(manifest: Manifest, files: Files) -> None:
        other = "studio-data/tool_templates/taker_abc123"
        second = copy.deepcopy(manifest["tool_templates"][0])
        second |= {"id": MANAGER, "name": "Taker", "source_folder_path": other, "tool_image_path": ""}
        manifest["tool_templates"].append(second | fields)
        manifest["agent_templates"][0]["tool_template_ids"].append(MANAGER)
        files[f"{other}/tool.py"], files[f"{other}/requirements.txt"] = TOOL_CODE.encode(), b"pydantic\n"

    return change


def bare(manifest: Manifest, files: Files) -> None:
    """Take out tools and icons, and with them the whole data folder."""
    files.clear()
    manifest["tool_templates"] = manifest["mcp_templates"] = []
    agent = manifest["agent_templates"][0]
    agent |= {"tool_template_ids": [], "mcp_template_ids": [], "agent_image_path": ""}


WORKFLOW, AGENTS, TOOLS = "workflow_template", "agent_templates", "tool_templates"
MCPS, TASKS = "mcp_templates", "task_templates"
NESTED = (
    TOOL_CODE.replace("class ToolParameters", "class Old:\n  class ToolParameters")
    .replace("    first: int", "      first: int")
    .replace("    second: int", "      second: int")
)

BROKEN: list[tuple[str, Change]] = [
    ("S-003", without_files("studio-data/tool_templates")),
    ("S-004", without_files(ICONS)),
    ("S-W01", bare),
    ("M-001", without_key("template_version")),
    ("M-002", without_key(WORKFLOW)),
    ("M-002", with_key(WORKFLOW, [])),
    ("M-003", without_key(AGENTS)),
    ("M-003", with_key(AGENTS, {})),
    ("M-004", without_key(TOOLS)),
    ("M-005", with_key(TASKS, None)),
    ("M-006", with_key(MCPS, "none")),
    ("M-007", with_field(WORKFLOW, "id", "")),
    ("M-008", with_field(WORKFLOW, "name", 7)),
    ("M-009", without_field(AGENTS, "id")),
    ("M-009", with_field(TASKS, "id", None)),
    ("M-010", with_key(TASKS, ["text"])),
    ("M-011", with_field(WORKFLOW, "agent_template_ids", AGENT)),
    ("M-011", with_field(AGENTS, "tool_template_ids", [3])),
    ("M-011", with_field(AGENTS, "max_iter", True)),
    ("M-011", with_field(MCPS, "args", "npx server-files")),
    ("M-012", without_field(AGENTS, "name")),
    ("M-012", without_field(MCPS, "env_names")),
    ("M-012", without_field(TOOLS, "python_code_file_name")),
    ("M-W01", without_key(MCPS)),
    ("M-W02", with_key("extra", 1)),
    ("M-W03", with_field(AGENTS, "colour", "blue")),
    ("M-W04", without_field(TOOLS, "tool_image_path")),
    ("M-W04", with_field(MCPS, "mcp_image_path", None)),
    ("M-W05", with_key("template_version", "9")),
    ("X-001", with_field(WORKFLOW, "agent_template_ids", [AGENT, "nobody"])),
    ("X-002", with_field(WORKFLOW, "task_template_ids", [TASK, "nothing"])),
    ("X-003", with_field(WORKFLOW, "manager_agent_template_id", "nobody")),
    ("X-004", with_field(AGENTS, "tool_template_ids", ["nothing"])),
    ("X-005", with_field(AGENTS, "mcp_template_ids", ["nothing"])),
    ("X-006", with_field(TASKS, "assigned_agent_template_id", "nobody")),
    ("X-007", with_field(TASKS, "id", AGENT)),
    ("X-W01", with_field(AGENTS, "tool_template_ids", [])),
    ("X-W02", with_field(WORKFLOW, "agent_template_ids", [])),
    ("X-W03", with_field(TASKS, "workflow_template_id", MANAGER)),
    ("T-001", with_field(TOOLS, "source_folder_path", "studio-data/tool_templates/gone")),
    ("T-001", with_field(TOOLS, "source_folder_path", f"../{FOLDER}")),
    ("T-002", without_files(CODE)),
    ("T-002", with_field(TOOLS, "python_code_file_name", "main.py")),
    ("T-003", without_files(REQUIREMENTS)),
    ("T-004", with_code("def run_tool(", "def run_tool((")),
    ("T-004", with_file(CODE, b"\0")),
    ("T-004", with_file(CODE, b"-" * 50_000 + b"1")),
    ("T-004", with_file(CODE, "x = 'é'".encode("latin-1"))),
    ("T-004", with_file(CODE, b"# coding: no-such-thing\n")),
    ("T-005", with_code("UserParameters", "Parameters")),
    ("T-006", with_code("ToolParameters", "Parameters")),
    ("T-007", with_code("run_tool", "run")),
    ("T-008", with_file(CODE, b"#" * (1024 * 1024 + 1))),
    ("T-009", with_second_tool(source_folder_path=FOLDER)),
    ("T-010", with_field(TOOLS, "source_folder_path", f"{ICONS}/tool_template_icons")),
    ("T-011", with_field(TOOLS, "python_code_file_name", "../adder_abc123/tool.py")),
    ("T-W01", with_code('OUTPUT_KEY = "tool_output"\n', "")),
    ("T-W02", with_code('if __name__ == "__main__":', "if True:")),
    ("T-W03", with_file(REQUIREMENTS, b"# pydantic\npydantic-settings\nrequests\n")),
    ("T-W04", with_code("UserParameters(BaseModel)", "UserParameters")),
    ("T-W05", with_code("ToolParameters(BaseModel)", "ToolParameters(dict)")),
    ("T-W06", with_file(CODE, NESTED.encode())),
    ("T-W07", with_code("def run_tool", "async def run_tool")),
    ("T-W08", with_code('"""Adds two numbers."""', "")),
    ("N-001", with_field(TOOLS, "name", "Add_er")),
    ("N-001", with_field(TOOLS, "name", "Adder\n")),
    ("N-001", without_field(TOOLS, "name")),
    ("N-002", with_second_tool(name="Adder")),
    ("I-001", without_files(f"{ICONS}/tool_template_icons")),
    ("I-002", without_files(f"{ICONS}/agent_template_icons")),
    ("I-003", without_files(f"{ICONS}/mcp_template_icons")),
    ("I-004", with_field(AGENTS, "agent_image_path", CODE)),
    ("I-005", with_field(AGENTS, "agent_image_path", f"{ICONS}/tool_template_icons/adder_abc123_icon.JPG")),
    ("C-001", with_field(MCPS, "type", "RUBY")),
    ("C-W01", with_field(MCPS, "name", "Files!")),
    ("C-W02", with_field(MCPS, "env_names", ["KEY=secret"])),
    ("P-001", with_field(WORKFLOW, "process", "parallel")),
    ("P-W01", with_field(WORKFLOW, "process", "hierarchical")),
    ("P-W02", with_field(TASKS, "assigned_agent_template_id", None)),
    ("P-W03", with_field(WORKFLOW, "manager_agent_template_id", AGENT)),
    ("P-W04", with_field(WORKFLOW, "is_conversational", True)),
    ("P-W05", with_field(WORKFLOW, "task_template_ids", [])),
    ("F-W01", with_field(MCPS, "id", "m1")),
    ("Z-W01", with_file("README.md")),
    ("Z-W02", with_file(f"{FOLDER}/__pycache__/tool.pyc")),
    ("Z-W03", with_file(f"{FOLDER}/Tool.py")),
    ("Z-005", with_file("../escape.txt")),
    ("Z-005", with_file("/etc/passwd")),
    ("Z-005", with_file("studio-data\\tool.py")),
    ("Z-005", with_file("C:/tool.py")),
    ("Z-005", with_file("studio-data/a\nb")),
    ("Z-008", with_file(f"{CODE}/inside.py")),
    ("Z-004", with_file("studio-data/zeros", bytes(8 * 1024 * 1024))),
]


def rules(content: bytes, *, strict: bool = False) -> set[str]:
    return {finding.rule for finding in validate_template(content, strict=strict).findings}


def test_a_template_that_is_right_has_no_finding():
    report = validate_template(pack(build()), strict=True)
    assert report.findings == ()
    assert report.is_valid


@pytest.mark.parametrize(
    ("rule", "change"), BROKEN, ids=[f"{n}-{rule}" for n, (rule, _) in enumerate(BROKEN)]
)
def test_a_broken_rule_is_found(rule, change):
    report = validate_template(pack(build(change)))
    found = [finding for finding in report.findings if finding.rule == rule]
    assert found, report.findings
    assert found[0].severity == RULES[rule].severity
    assert report.is_valid == all(finding.severity == "warning" for finding in report.findings)


def archive_with(**attributes: Any) -> bytes:
    """Return a ZIP whose last entry has unusual attributes."""
    target = io.BytesIO(pack(build()))
    with zipfile.ZipFile(target, "a") as archive:
        entry = zipfile.ZipInfo("studio-data/odd")
        for name, value in attributes.items():
            setattr(entry, name, value)
        archive.writestr(entry, b"../../secret")
    return target.getvalue()


def encrypted() -> bytes:
    """Return a ZIP that says of its manifest that it is encrypted."""
    content = bytearray(pack(build()))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def damaged() -> bytes:
    content = bytearray(pack(build()))
    content[45:60] = bytes(15)
    return bytes(content)


def doubled() -> bytes:
    target = io.BytesIO(pack(build()))
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(CODE, b"")
    return target.getvalue()


ARCHIVES: list[tuple[str, Callable[[], bytes]]] = [
    ("Z-001", lambda: b""),
    ("Z-001", lambda: b"no ZIP at all"),
    ("Z-001", lambda: pack(build())[:-30]),
    ("Z-006", lambda: archive_with(external_attr=(stat.S_IFLNK | 0o777) << 16)),
    ("Z-007", lambda: archive_with(compress_type=zipfile.ZIP_BZIP2)),
    ("Z-007", lambda: archive_with(compress_type=zipfile.ZIP_LZMA)),
    ("Z-007", encrypted),
    ("Z-008", doubled),
    ("Z-009", damaged),
    ("S-001", lambda: pack({"folder/" + path: content for path, content in build().items()})),
    ("S-002", lambda: pack(build() | {"workflow_template.json": b"{"})),
    ("S-002", lambda: pack(build() | {"workflow_template.json": b"[" * 100_000})),
    ("S-002", lambda: pack(build() | {"workflow_template.json": b"\xff"})),
    ("M-010", lambda: pack(build() | {"workflow_template.json": b"[]"})),
    ("M-010", lambda: pack(build() | {"workflow_template.json": b"null"})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "make"), ARCHIVES, ids=[f"{n}-{rule}" for n, (rule, _) in enumerate(ARCHIVES)]
)
def test_an_odd_archive_is_reported(rule, make):
    report = validate_template(make())
    assert rule in {finding.rule for finding in report.findings}
    assert not report.is_valid


@pytest.mark.parametrize(
    ("rule", "limit", "value"), [("Z-002", "MAX_ENTRIES", 3), ("Z-003", "MAX_UNPACKED", 50)]
)
def test_limits_hold(monkeypatch, rule, limit, value):
    monkeypatch.setattr(limits, limit, value)
    assert rules(pack(build())) == {rule}


def test_every_rule_has_a_test_that_breaks_it():
    assert set(RULES) == {rule for rule, _ in [*BROKEN, *ARCHIVES]} | {"Z-002", "Z-003"}


def test_everything_is_reported_not_only_the_first_mistake():
    def change(manifest: Manifest, files: Files) -> None:
        del manifest["template_version"]
        manifest["tool_templates"][0]["name"] = "Add_er"
        files[CODE] = b"class UserParameters: ..."

    assert rules(pack(build(change))) >= {"M-001", "N-001", "T-006", "T-007", "T-W01", "T-W02", "T-W04"}


def test_strict_reads_the_rules_to_the_letter():
    assert "M-006" in rules(pack(build(without_key(MCPS))), strict=True)
    assert "T-006" in rules(pack(build(with_file(CODE, NESTED.encode()))), strict=True)


@pytest.mark.parametrize(
    "line",
    [
        "pydantic",
        "Pydantic==2.1",
        "  pydantic[email]>=2 # why",
        "pydantic @ file:x",
        "pydantic;python_version>'3'",
    ],
)
def test_pydantic_is_seen_in_any_spelling(line):
    assert "T-W03" not in rules(pack(build(with_file(REQUIREMENTS, f"requests\n{line}\n".encode()))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ToolParameters(BaseModel)", "Middle(BaseModel):\n    pass\n\n\nclass ToolParameters(Middle)"),
        (
            "from pydantic import BaseModel, Field",
            "import pydantic\nfrom pydantic import BaseModel as M, Field",
        ),
        ('OUTPUT_KEY = "tool_output"', 'OUTPUT_KEY: str = "tool_output"'),
        ('if __name__ == "__main__":', "if '__main__' == __name__:"),
        ("Adds two numbers.", "Adds \\d numbers."),
    ],
)
def test_other_spellings_of_right_code_are_right(old, new):
    def change(manifest: Manifest, files: Files) -> None:
        code = TOOL_CODE.replace(old, new)
        if " as M" in new:
            code = code.replace("UserParameters(BaseModel)", "UserParameters(pydantic.BaseModel)")
            code = code.replace("ToolParameters(BaseModel)", "ToolParameters(M)")
        files[CODE] = code.encode()

    assert rules(pack(build(change))) == set()


def test_tool_code_is_not_executed(tmp_path):
    witness = tmp_path / "witness"
    code = TOOL_CODE + f"\nopen({str(witness)!r}, 'w').close()\n"
    assert rules(pack(build(with_file(CODE, code.encode())))) == set()
    assert not witness.exists()


def test_a_long_chain_of_classes_does_not_exhaust_the_stack():
    chain = "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(5000, 0, -1))
    code = TOOL_CODE.replace("class ToolParameters(BaseModel)", f"{chain}\nclass ToolParameters(C5000)")
    assert rules(pack(build(with_file(CODE, code.encode())))) == {"T-W05"}


def test_a_flood_of_findings_is_cut_and_counted():
    ids = [f"nobody {n}" for n in range(200)]
    report = validate_template(pack(build(with_field(WORKFLOW, "agent_template_ids", ids))))
    found: list[Violation] = [finding for finding in report.findings if finding.rule == "X-001"]
    assert len(found) == 51
    assert "150 more" in report.findings[-1].message


def test_text_of_a_template_cannot_control_a_terminal():
    report = validate_template(pack(build(with_field(TOOLS, "name", "\x1b[2J" + "x" * 5000))))
    assert all(finding.message.isprintable() and finding.path.isprintable() for finding in report.findings)
    assert max(len(finding.message) for finding in report.findings) < 400


def test_unusual_but_harmless_file_names_are_fine():
    for name in ("größe.csv", "Screenshot 9.41\u202fAM.png", "données\u00a0v2.json", "ファイル.txt"):
        assert rules(pack(build(with_file(f"{FOLDER}/data/{name}")))) == set()


def test_a_value_of_a_variable_is_not_repeated():
    report = validate_template(pack(build(with_field(MCPS, "env_names", ["KEY=hunter2"]))))
    assert "C-W02" in {finding.rule for finding in report.findings}
    assert "hunter2" not in str(report)
