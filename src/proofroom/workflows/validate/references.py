"""Ids: every reference leads somewhere, no id is there twice, nothing is left unused."""

from collections.abc import Iterable, Iterator

from proofroom.workflows.rules import found, plain
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.rows import Manifest, Row


def check_references(manifest: Manifest) -> Iterator[Violation]:
    """Check every reference between the rows of a manifest."""
    workflow = manifest.workflow
    agents, tools = _ids(manifest.agents), _ids(manifest.tools)
    mcps, tasks = _ids(manifest.mcps), _ids(manifest.tasks)
    yield from _check_list(workflow, "X-001", "agent_template_ids", "agent", agents)
    yield from _check_list(workflow, "X-002", "task_template_ids", "task", tasks)
    yield from _check_one(workflow, "X-003", "manager_agent_template_id", agents)
    for agent in manifest.agents:
        yield from _check_list(agent, "X-004", "tool_template_ids", "tool", tools)
        yield from _check_list(agent, "X-005", "mcp_template_ids", "MCP", mcps)
    for task in manifest.tasks:
        yield from _check_one(task, "X-006", "assigned_agent_template_id", agents)
    yield from _check_unique(manifest)
    yield from _check_use(manifest)
    yield from _check_scope(manifest)


def _ids(rows: Iterable[Row]) -> set[str]:
    return {row.id for row in rows if row.id}


def _check_list(row: Row, code: str, name: str, kind: str, known: set[str]) -> Iterator[Violation]:
    for path, value in row.texts(name):
        if value not in known:
            yield found(code, f"{plain(row.label)} refers to an unknown {kind} {plain(value)!r}.", path)


def _check_one(row: Row, code: str, name: str, known: set[str]) -> Iterator[Violation]:
    value = row.text(name)
    if value and value not in known:
        yield found(code, f"{plain(row.label)} refers to an unknown agent {plain(value)!r}.", row.at(name))


def _check_unique(manifest: Manifest) -> Iterator[Violation]:
    places: dict[str, str] = {}
    for row in (manifest.workflow, *manifest.rows()):
        if not row.id:
            continue
        if row.id in places:
            message = f"The id {plain(row.id)!r} is also that of {places[row.id]}."
            yield found("X-007", message, row.at("id"))
        places.setdefault(row.id, row.place)


def _check_use(manifest: Manifest) -> Iterator[Violation]:
    workflow = manifest.workflow
    workers = {value for _, value in workflow.texts("agent_template_ids")}
    used = workers | {workflow.text("manager_agent_template_id")}
    used |= {value for _, value in workflow.texts("task_template_ids")}
    for agent in manifest.agents:
        used |= {value for _, value in agent.texts("tool_template_ids")}
        used |= {value for _, value in agent.texts("mcp_template_ids")}
    for row in manifest.rows():
        if row.id and row.id not in used:
            yield found("X-W01", f"Nothing uses {plain(row.label)}.", row.at("id"))
    known = _ids(manifest.agents)
    for task in manifest.tasks:
        assigned = task.text("assigned_agent_template_id")
        if assigned in known and assigned not in workers:
            message = f"{plain(task.label)} is assigned to an agent that is not in agent_template_ids."
            yield found("X-W02", message, task.at("assigned_agent_template_id"))


def _check_scope(manifest: Manifest) -> Iterator[Violation]:
    for row in manifest.rows():
        scope = row.text("workflow_template_id")
        if scope and manifest.workflow.id and scope != manifest.workflow.id:
            message = f"{plain(row.label)} belongs to another workflow, {plain(scope)!r}."
            yield found("X-W03", message, row.at("workflow_template_id"))
