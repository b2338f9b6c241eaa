"""How the workflow runs: its process, manager and conversation; and its MCP servers."""

import re
from collections.abc import Iterator

from proofroom.workflows.rules import found, plain
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.rows import Manifest

PLACEHOLDER = re.compile(r"\{([^{}\"\n]+?)\}")
CONVERSATION = {"user_input", "context"}
MCP_NAME = re.compile(r"[a-zA-Z0-9 _-]+")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check_process(manifest: Manifest) -> Iterator[Violation]:
    """Check that the workflow's process has what it needs."""
    workflow = manifest.workflow
    process, manager = workflow.text("process"), workflow.text("manager_agent_template_id")
    if process and process not in ("sequential", "hierarchical"):
        yield found("P-001", f"{plain(process)!r} is not a process.", workflow.at("process"))
    if process == "hierarchical" and not manager and not workflow.flag("use_default_manager"):
        message = "The workflow is hierarchical, but has no manager and does not use the default one."
        yield found("P-W01", message, workflow.at("manager_agent_template_id"))
    if process == "sequential":
        for task in manifest.tasks:
            if not task.text("assigned_agent_template_id"):
                message = f"{plain(task.label)} is not assigned to an agent."
                yield found("P-W02", message, task.at("assigned_agent_template_id"))
        if manager:
            message = "The workflow is sequential, so its manager would not be used."
            yield found("P-W03", message, workflow.at("manager_agent_template_id"))
    for name, kind in (("agent_template_ids", "agents"), ("task_template_ids", "tasks")):
        if workflow.fields and not workflow.fields.get(name):
            yield found("P-W05", f"The workflow has no {kind}.", workflow.at(name))
    yield from _check_conversation(manifest)


def _check_conversation(manifest: Manifest) -> Iterator[Violation]:
    workflow = manifest.workflow
    first = next((value for _, value in workflow.texts("task_template_ids")), None)
    task = next((task for task in manifest.tasks if task.id == first), None)
    if task is None or not workflow.flag("is_conversational"):
        return
    if set(PLACEHOLDER.findall(task.text("description"))) != CONVERSATION:
        message = "The first task of a conversation must have {user_input} and {context}, and no other."
        yield found("P-W04", message, task.at("description"))


def check_servers(manifest: Manifest) -> Iterator[Violation]:
    """Check what the manifest says about MCP servers."""
    for row in manifest.mcps:
        kind, name = row.text("type"), row.text("name")
        if kind and kind not in ("PYTHON", "NODE"):
            yield found("C-001", f"The type of {plain(row.label)} must be PYTHON or NODE.", row.at("type"))
        if name and not MCP_NAME.fullmatch(name):
            message = f"The name {plain(name)!r} may have only letters A to Z, digits, spaces, _ and -."
            yield found("C-W01", message, row.at("name"))
        for path, variable in row.texts("env_names"):
            if not VARIABLE.fullmatch(variable):
                # Not shown: it may be NAME=secret.
                yield found("C-W02", f"{plain(row.label)}: this is not the name of a variable.", path)
