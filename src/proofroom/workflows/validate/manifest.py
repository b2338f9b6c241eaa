"""The manifest itself: its keys, and the objects in them."""

from collections.abc import Iterator
from typing import Any

import orjson

from proofroom.workflows.rules import found, plain
from proofroom.workflows.template.contents import Contents, Unreadable
from proofroom.workflows.types import Violation
from proofroom.workflows.validate.rows import MANIFEST, Manifest, Row, as_list, as_object

VERSION = "0.0.1"
ARRAYS = {
    "agent_templates": "M-003",
    "tool_templates": "M-004",
    "task_templates": "M-005",
    "mcp_templates": "M-006",
}


def read_manifest(contents: Contents, findings: list[Violation]) -> Any:
    """Return the manifest's JSON, None when there is none to look at."""
    if MANIFEST not in contents.files:
        nested = sorted(path for path in contents.files if path.endswith(f"/{MANIFEST}"))
        hint = f" There is one at {plain(nested[0])}; pack what is inside that folder." if nested else ""
        findings.append(found("S-001", f"{MANIFEST} is not at the root.{hint}", "."))
        return None
    try:
        return orjson.loads(contents.read(MANIFEST))
    except Unreadable as fault:
        findings.append(found("Z-009", f"The manifest cannot be read: {fault}.", MANIFEST))
    except orjson.JSONDecodeError as fault:
        findings.append(found("S-002", f"The manifest is not valid JSON: {plain(fault.args[0])}.", MANIFEST))
    return None


def arrange(data: Any, findings: list[Violation], *, strict: bool = False) -> Manifest:
    """Return the manifest's rows, and report keys that are missing, unknown or of the wrong type."""
    top = as_object(data)
    if top is None:
        findings.append(found("M-010", "The manifest is not a JSON object.", MANIFEST))
        return Manifest()
    findings.extend(_check_version(top))
    findings.extend(_check_keys(top, strict=strict))
    workflow = as_object(top.get("workflow_template"))
    if workflow is None:
        state = "missing" if top.get("workflow_template") is None else "not an object"
        findings.append(found("M-002", f"workflow_template is {state}.", f"{MANIFEST}#workflow_template"))
    row = Row(workflow or {}, "workflow_template")
    if workflow is not None:
        findings.extend(
            found(code, f"The workflow has no {name}.", row.at(name))
            for code, name in (("M-007", "id"), ("M-008", "name"))
            if not row.text(name).strip()
        )
    agents, tools, tasks, mcps = (_rows(top, key, findings) for key in ARRAYS)
    return Manifest(row, agents, tools, mcps, tasks)


def _check_version(top: dict[str, Any]) -> Iterator[Violation]:
    version, path = top.get("template_version"), f"{MANIFEST}#template_version"
    if version is None or version == "":
        yield found("M-001", f'template_version is missing; it is "{VERSION}" at present.', path)
    elif version != VERSION:
        yield found("M-W05", f"template_version is {plain(version)}, and only {VERSION} is known.", path)


def _check_keys(top: dict[str, Any], *, strict: bool) -> Iterator[Violation]:
    for key, code in ARRAYS.items():
        value = top.get(key)
        if value is None and key == "mcp_templates" and not strict:
            yield found("M-W01", "mcp_templates is missing; it is read as empty.", f"{MANIFEST}#{key}")
        elif not isinstance(value, list):
            state = "missing" if value is None else "not an array"
            yield found(code, f"{key} is {state}.", f"{MANIFEST}#{key}")
    for key in sorted(top.keys() - ARRAYS.keys() - {"template_version", "workflow_template"}):
        yield found("M-W02", f"The manifest has an unknown key {plain(key)!r}.", f"{MANIFEST}#{key}")


def _rows(top: dict[str, Any], key: str, findings: list[Violation]) -> list[Row]:
    rows: list[Row] = []
    for number, value in enumerate(as_list(top.get(key))):
        fields, place = as_object(value), f"{key}[{number}]"
        if fields is None:
            findings.append(found("M-010", f"{place} is not an object.", f"{MANIFEST}#{place}"))
            continue
        row = Row(fields, place)
        rows.append(row)
        if not row.id.strip():
            findings.append(found("M-009", f"{plain(row.label)} has no id.", row.at("id")))
    return rows
