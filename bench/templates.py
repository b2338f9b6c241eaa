"""Checking a workflow template: a ZIP with 10 tools of about 300 lines each."""

import io
import json
import zipfile
from typing import Any

from bench.measure import Row, median_cpu
from proofroom.workflows import validate_template

HEAD = '''"""Looks up one thing in a table."""

from pydantic import BaseModel, Field


class UserParameters(BaseModel):
    key: str


class ToolParameters(BaseModel):
    query: str = Field(description="What to look up")

'''
STEP = '''
def step_{n}(value: str, table: dict[str, list[int]]) -> list[int]:
    """Return the rows of a value, the larger ones first."""
    rows = table.get(value.strip().lower(), [])
    if not rows:
        return [len(value) + {n}]
    return sorted((row * {n} for row in rows if row % 2 == 0), reverse=True)
'''
TAIL = """

def run_tool(config: UserParameters, args: ToolParameters) -> list[int]:
    return step_0(args.query, {})


OUTPUT_KEY = "tool_output"

if __name__ == "__main__":
    print(OUTPUT_KEY, run_tool(UserParameters(key=""), ToolParameters(query="")))
"""


def measure() -> list[Row]:
    """Measure one check of a template with 10 tools, packed."""
    content = template(10)
    report = validate_template(content, strict=True)
    if report.findings:
        raise ValueError(f"the measured template is not right: {report.findings[0]}")
    lines = sum(part.count("\n") for part in (HEAD, STEP * 36, TAIL))
    milliseconds = 1000 * median_cpu(20, lambda: validate_template(content))
    return [Row("validate a template with 10 tools", milliseconds, "ms", 50.0, f"{lines} lines a tool")]


def template(count: int) -> bytes:
    """Return a packed template whose agent has so many tools."""
    ids = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(count + 3)]
    workflow, agent, task, *tools = ids
    files = {"workflow_template.json": json.dumps(manifest(workflow, agent, task, tools))}
    code = HEAD + "\n".join(STEP.format(n=number) for number in range(36)) + TAIL
    for number in range(count):
        files[f"studio-data/tool_templates/tool_{number}/tool.py"] = code
        files[f"studio-data/tool_templates/tool_{number}/requirements.txt"] = "pydantic\n"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return target.getvalue()


def manifest(workflow: str, agent: str, task: str, tools: list[str]) -> dict[str, Any]:
    """Return the manifest of a sequential workflow with one agent."""
    return {
        "template_version": "0.0.1",
        "workflow_template": {
            "id": workflow,
            "name": "Bench",
            "process": "sequential",
            "agent_template_ids": [agent],
            "task_template_ids": [task],
        },
        "agent_templates": [{"id": agent, "name": "Clerk", "tool_template_ids": tools}],
        "tool_templates": [
            {
                "id": tool,
                "name": f"Tool {number}",
                "python_code_file_name": "tool.py",
                "python_requirements_file_name": "requirements.txt",
                "source_folder_path": f"studio-data/tool_templates/tool_{number}",
                "tool_image_path": "",
            }
            for number, tool in enumerate(tools)
        ],
        "mcp_templates": [],
        "task_templates": [{"id": task, "description": "Look up", "assigned_agent_template_id": agent}],
    }
