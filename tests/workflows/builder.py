"""Builds templates for the tests: one that is right, to be broken one thing at a time."""

import copy
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

TOOL_CODE = '''"""Adds two numbers."""

import argparse
import json
from typing import Any

from pydantic import BaseModel, Field


class UserParameters(BaseModel):
    pass


class ToolParameters(BaseModel):
    first: int = Field(description="The first number")
    second: int = Field(description="The second number")


def run_tool(config: UserParameters, args: ToolParameters) -> Any:
    return args.first + args.second


OUTPUT_KEY = "tool_output"

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", required=True)
    parser.add_argument("--tool-params", required=True)
    given = parser.parse_args()
    config = UserParameters(**json.loads(given.user_params))
    print(OUTPUT_KEY, run_tool(config, ToolParameters(**json.loads(given.tool_params))))
'''

FOLDER = "studio-data/tool_templates/adder_abc123"
CODE = f"{FOLDER}/tool.py"
REQUIREMENTS = f"{FOLDER}/requirements.txt"
ICONS = "studio-data/dynamic_assets"
WORKFLOW, AGENT, MANAGER, TOOL, MCP, TASK = (f"{n}0000000-0000-4000-8000-000000000000" for n in "123456")

MANIFEST: dict[str, Any] = {
    "template_version": "0.0.1",
    "workflow_template": {
        "id": WORKFLOW,
        "name": "Sums",
        "description": "Adds numbers",
        "process": "sequential",
        "agent_template_ids": [AGENT],
        "task_template_ids": [TASK],
        "manager_agent_template_id": None,
        "use_default_manager": False,
        "is_conversational": False,
        "pre_packaged": False,
    },
    "agent_templates": [
        {
            "id": AGENT,
            "workflow_template_id": WORKFLOW,
            "name": "Clerk",
            "role": "Clerk",
            "goal": "Add",
            "backstory": "Adds all day",
            "allow_delegation": False,
            "temperature": 0.1,
            "max_iter": 5,
            "tool_template_ids": [TOOL],
            "mcp_template_ids": [MCP],
            "agent_image_path": f"{ICONS}/agent_template_icons/{AGENT}_icon.png",
        }
    ],
    "tool_templates": [
        {
            "id": TOOL,
            "workflow_template_id": WORKFLOW,
            "name": "Adder",
            "python_code_file_name": "tool.py",
            "python_requirements_file_name": "requirements.txt",
            "source_folder_path": FOLDER,
            "pre_built": False,
            "tool_image_path": f"{ICONS}/tool_template_icons/adder_abc123_icon.JPG",
            "is_venv_tool": True,
        }
    ],
    "mcp_templates": [
        {
            "id": MCP,
            "workflow_template_id": WORKFLOW,
            "name": "Files",
            "type": "NODE",
            "args": ["npx", "server-files"],
            "env_names": ["FILES_ROOT"],
            "tools": None,
            "status": "",
            "mcp_image_path": f"{ICONS}/mcp_template_icons/files_abc123_icon.jpeg",
        }
    ],
    "task_templates": [
        {
            "id": TASK,
            "workflow_template_id": WORKFLOW,
            "name": "Add them",
            "description": "Add {first} and {second}.",
            "expected_output": "A number",
            "assigned_agent_template_id": AGENT,
        }
    ],
}

Files = dict[str, bytes]
Change = Callable[[dict[str, Any], Files], None]


def build(change: Change | None = None) -> Files:
    """Return the files of a template that is right, after a change to its manifest and files."""
    manifest = copy.deepcopy(MANIFEST)
    files = {
        CODE: TOOL_CODE.encode(),
        REQUIREMENTS: b"pydantic>=2\n",
        f"{ICONS}/agent_template_icons/{AGENT}_icon.png": b"picture",
        f"{ICONS}/tool_template_icons/adder_abc123_icon.JPG": b"picture",
        f"{ICONS}/mcp_template_icons/files_abc123_icon.jpeg": b"picture",
    }
    if change:
        change(manifest, files)
    return {"workflow_template.json": json.dumps(manifest).encode()} | files


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return target.getvalue()
