"""The fields of every template in the manifest: required ones, types, unknown ones."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from proofroom.workflows.rules import found, plain
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.rows import Manifest, Row, as_list

UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "true or false": lambda value: isinstance(value, bool),
    "a number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "an integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "a list of texts": lambda value: (
        isinstance(value, list) and all(isinstance(each, str) for each in as_list(value))
    ),
    "anything": lambda value: True,
}
TEXT, FLAG, NUMBER, INTEGER, TEXTS, ANYTHING = KINDS

WORKFLOW = {
    **dict.fromkeys(("id", "name", "description", "process", "manager_agent_template_id"), TEXT),
    **dict.fromkeys(("agent_template_ids", "task_template_ids"), TEXTS),
    **dict.fromkeys(("use_default_manager", "is_conversational", "pre_packaged"), FLAG),
}
AGENT = {
    **dict.fromkeys(("id", "workflow_template_id", "name", "description", "role", "backstory", "goal"), TEXT),
    **dict.fromkeys(("allow_delegation", "verbose", "cache", "pre_packaged"), FLAG),
    **dict.fromkeys(("tool_template_ids", "mcp_template_ids"), TEXTS),
    "temperature": NUMBER,
    "max_iter": INTEGER,
    "agent_image_path": TEXT,
}
TOOL = {
    **dict.fromkeys(("id", "workflow_template_id", "name", "source_folder_path", "tool_image_path"), TEXT),
    **dict.fromkeys(("python_code_file_name", "python_requirements_file_name"), TEXT),
    **dict.fromkeys(("pre_built", "is_venv_tool"), FLAG),
}
MCP = {
    **dict.fromkeys(("id", "workflow_template_id", "name", "type", "status", "mcp_image_path"), TEXT),
    **dict.fromkeys(("args", "env_names"), TEXTS),
    "tools": ANYTHING,
}
TASK: dict[str, str] = dict.fromkeys(
    ("id", "workflow_template_id", "name", "description", "expected_output", "assigned_agent_template_id"),
    TEXT,
)

REQUIRED = {
    "agent": ("name",),
    "tool": ("python_code_file_name", "python_requirements_file_name"),
    "mcp": ("name", "type", "args", "env_names"),
}
OWN_RULE = {"workflow": {"id", "name"}, "tool": {"id", "name", "source_folder_path"}}
"""Fields with a rule of their own, which says more than that the type is wrong."""


def check_fields(manifest: Manifest) -> Iterator[Violation]:
    """Check the fields of every row, and the form of its id."""
    yield from _check(manifest.workflow, "workflow", WORKFLOW)
    for kind, known, rows in (
        ("agent", AGENT, manifest.agents),
        ("tool", TOOL, manifest.tools),
        ("mcp", MCP, manifest.mcps),
        ("task", TASK, manifest.tasks),
    ):
        for row in rows:
            yield from _check(row, kind, known)
    for kind, rows in (("tool", manifest.tools), ("mcp", manifest.mcps)):
        name = f"{kind}_image_path"
        for row in rows:
            if row.fields.get(name) is None:
                message = f"{plain(row.label)} has no {name}; it should be an empty text without an icon."
                yield found("M-W04", message, row.at(name))


def _check(row: Row, kind: str, known: dict[str, str]) -> Iterator[Violation]:
    for name in REQUIRED.get(kind, ()):
        if row.fields.get(name) in (None, ""):
            yield found("M-012", f"{plain(row.label)} has no {name}.", row.at(name))
    for name, value in row.fields.items():
        wanted = known.get(name)
        if wanted is None:
            message = f"{plain(row.label)} has an unknown field {plain(name)!r}."
            yield found("M-W03", message, row.at(name))
        elif value is not None and not KINDS[wanted](value) and name not in OWN_RULE.get(kind, {"id"}):
            yield found("M-011", f"{name} of {plain(row.label)} must be {wanted}.", row.at(name))
    if row.id and not UUID.fullmatch(row.id):
        yield found("F-W01", f"The id {plain(row.id)!r} is not a UUID.", row.at("id"))
