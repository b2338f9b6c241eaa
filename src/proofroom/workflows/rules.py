"""Every rule a template is held to. A code never changes its meaning.

Those of the template specification keep its codes; ours are for what it says only in prose, for what
importers fail on, and for archives made to do harm. A `W` in the code marks a warning.
"""

from typing import Any

from proofroom.workflows.types import Severity, TemplateRule, Violation

SPECIFIED: dict[str, str] = {
    "S-001": "`workflow_template.json` is at the root.",
    "S-002": "`workflow_template.json` is valid JSON.",
    "S-003": "With tools, there is a folder `studio-data/tool_templates/`.",
    "S-004": "With icons, there is a folder `studio-data/dynamic_assets/`.",
    "M-001": "`template_version` is there.",
    "M-002": "`workflow_template` is there and is an object.",
    "M-003": "`agent_templates` is there and is an array.",
    "M-004": "`tool_templates` is there and is an array.",
    "M-005": "`task_templates` is there and is an array.",
    "M-006": "`mcp_templates` is an array; with `--strict` it must be there.",
    "M-007": "`workflow_template.id` is a text that is not empty.",
    "M-008": "`workflow_template.name` is a text that is not empty.",
    "M-009": "Every agent, tool, MCP and task template has an `id`.",
    "X-001": "Every id in `workflow_template.agent_template_ids` is an agent template's.",
    "X-002": "Every id in `workflow_template.task_template_ids` is a task template's.",
    "X-003": "`workflow_template.manager_agent_template_id`, if set, is an agent template's.",
    "X-004": "Every id in an agent's `tool_template_ids` is a tool template's.",
    "X-005": "Every id in an agent's `mcp_template_ids` is an MCP template's.",
    "X-006": "A task's `assigned_agent_template_id`, if set, is an agent template's.",
    "X-007": "No id is used twice in the manifest.",
    "T-001": "Every tool's `source_folder_path` is a folder of the template.",
    "T-002": "A tool's folder has the file that `python_code_file_name` names.",
    "T-003": "A tool's folder has the file that `python_requirements_file_name` names.",
    "T-004": "A tool's code is Python without syntax errors.",
    "T-005": "A tool's code has a class `UserParameters`; with `--strict`, at module level.",
    "T-006": "A tool's code has a class `ToolParameters`; with `--strict`, at module level.",
    "T-007": "A tool's code has a function `run_tool`; with `--strict`, at module level.",
    "T-W01": "A tool's code sets `OUTPUT_KEY` at module level.",
    "T-W02": 'A tool\'s code has an `if __name__ == "__main__":` block.',
    "T-W03": "A tool's requirements list `pydantic`.",
    "T-W04": "`UserParameters` inherits from `BaseModel`.",
    "T-W05": "`ToolParameters` inherits from `BaseModel`.",
    "N-001": "A tool's name has only letters A to Z, digits and spaces.",
    "N-002": "No two tools have the same name.",
    "I-001": "A tool's `tool_image_path`, if not empty, is a file of the template.",
    "I-002": "An agent's `agent_image_path`, if not empty, is a file of the template.",
    "I-003": "An MCP template's `mcp_image_path`, if not empty, is a file of the template.",
    "I-004": "An icon's name ends in `.png`, `.jpg` or `.jpeg`.",
    "P-W01": "A hierarchical workflow names a manager or uses the default one.",
    "P-W02": "In a sequential workflow every task is assigned to an agent.",
    "F-W01": "Every `id` is a UUID.",
}
"""The rules of the template specification."""

OURS: dict[str, str] = {
    "Z-001": "The template is a ZIP file or a folder that can be read.",
    "Z-002": "The template has no more entries than the limit.",
    "Z-003": "The template, unpacked, is no larger than the limit.",
    "Z-004": "No entry is packed so tightly that unpacking it would flood the machine.",
    "Z-005": "Every path stays inside the template: relative, without `..`, `\\` or control characters.",
    "Z-006": "Every entry is a plain file or a folder: no link, no device.",
    "Z-007": "Every entry is stored or deflated, and not encrypted.",
    "Z-008": "No path is there twice, also not as a file and a folder.",
    "Z-009": "Every file that is looked into can be read and is no larger than the limit.",
    "Z-W01": "There is nothing beside `workflow_template.json` and `studio-data/`.",
    "Z-W02": "There is no `.venv`, `__pycache__` or `.requirements_hash.txt`.",
    "Z-W03": "No two paths differ only in upper and lower case; some systems hold them for one.",
    "S-W01": "There is a folder `studio-data/`; Agent Studio imports nothing without one.",
    "M-010": "The manifest is a JSON object, and every template in it is one.",
    "M-011": "Every field has the type that it must have.",
    "M-012": "Every required field is there.",
    "M-W01": "`mcp_templates` is there, as in every export but old ones.",
    "M-W02": "The manifest has no unknown key; Agent Studio refuses one.",
    "M-W03": "No template has an unknown field; Agent Studio refuses one.",
    "M-W04": "`tool_image_path` and `mcp_image_path` are there, empty without an icon.",
    "M-W05": "`template_version` is `0.0.1`.",
    "X-W01": "Every agent, tool, MCP and task template is used.",
    "X-W02": "A task is assigned to one of the workflow's own agents.",
    "X-W03": "Every `workflow_template_id` is the id of this workflow.",
    "T-008": "A tool's code is small enough to be checked.",
    "T-009": "No two tools share a folder.",
    "T-010": "A tool's folder is directly in `studio-data/tool_templates/`.",
    "T-011": "A tool's file names are plain names in its folder.",
    "T-W06": "`UserParameters`, `ToolParameters` and `run_tool` are at module level.",
    "T-W07": "`run_tool` is not `async`, since the command that runs it does not wait.",
    "T-W08": "A tool's code begins with a docstring, the description that agents read.",
    "I-005": "An icon is in the folder for its kind, below `studio-data/dynamic_assets/`.",
    "C-001": "An MCP template's `type` is `PYTHON` or `NODE`.",
    "C-W01": "An MCP template's name has only letters A to Z, digits, spaces, `_` and `-`.",
    "C-W02": "`env_names` has names of variables only, never values.",
    "P-001": "`process`, if set, is `sequential` or `hierarchical`.",
    "P-W03": "A sequential workflow has no manager.",
    "P-W04": "In a conversational workflow the first task has `{user_input}` and `{context}`, and no other.",
    "P-W05": "The workflow has at least one agent and one task.",
}
"""Our own rules."""


def _severity(code: str) -> Severity:
    return "warning" if "-W" in code else "error"


RULES: dict[str, TemplateRule] = {
    code: TemplateRule(code, _severity(code), title) for code, title in (SPECIFIED | OURS).items()
}


def found(code: str, message: str, path: str) -> Violation:
    """Return a finding of a rule, with its severity."""
    return Violation(code, RULES[code].severity, message, plain(path))


def plain(value: Any, limit: int = 160) -> str:
    """Return a value from a template as one short line that is safe on a terminal."""
    text = value if isinstance(value, str) else repr(value)
    shortened = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in shortened
    )
