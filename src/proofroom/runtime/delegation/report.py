"""What came of a task that was handed to another agent: as data for people, and as text for the caller.

`toolCalls` is the source of truth. Everything else is derived from it, by tables from tool names, so that a
new tool is in the record without anybody knowing it here.
"""

from collections import Counter
from typing import Any, cast

import msgspec
import orjson

from proofroom.durable import Run, Step
from proofroom.kernel.blocks import AnyBlock, Message
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import plain
from proofroom.kernel.tool import ToolOutput
from proofroom.runtime.delegation.links import MOST as MOST_LINKS
from proofroom.runtime.delegation.links import Link, links_of

OUTPUT_CAP = 4_096
"""Bytes of one call's output that are kept in a record."""

_ENTITY_TOOLS = frozenset({"createEntity", "updateEntity", "batchCreateEntities", "batchUpdateEntities"})
_RELATION_TOOLS = frozenset({"createRelation", "batchCreateRelations"})
_SEARCH_TOOLS = frozenset({"searchEntities"})


class ToolCallTrace(msgspec.Struct, rename="camel", omit_defaults=True):
    """One tool call that the other agent made."""

    tool_call_id: str
    tool: str
    input: Any = None
    output: Any = None
    error_text: str | None = None


class DelegationResult(msgspec.Struct, rename="camel", omit_defaults=True):
    """What the other agent said and did."""

    agent_name: str
    agent_slug: str
    response: str
    tool_calls: list[ToolCallTrace] = msgspec.field(default_factory=list[ToolCallTrace])
    run_id: str = ""
    status: str = "completed"
    tools_used: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    altered_entities: list[dict[str, Any]] = msgspec.field(default_factory=list[dict[str, Any]])
    relations_created: list[dict[str, Any]] = msgspec.field(default_factory=list[dict[str, Any]])
    searches_made: list[dict[str, Any]] = msgspec.field(default_factory=list[dict[str, Any]])
    tool_errors: list[dict[str, str]] = msgspec.field(default_factory=list[dict[str, str]])
    links: list[Link] = msgspec.field(default_factory=list[Link])
    """What it made or changed, to be opened."""
    affected: Affected = msgspec.field(default_factory=Affected)
    metrics: dict[str, int] | None = None


def truncate_output(output: Any) -> Any:
    """Return an output as a record keeps it: whole, or its beginning and its size."""
    raw = orjson.dumps(output, option=orjson.OPT_NON_STR_KEYS, default=str)
    if len(raw) <= OUTPUT_CAP:
        return output
    preview = raw[:OUTPUT_CAP].decode("utf-8", "ignore")
    return {"kind": "truncated", "preview": preview, "byteLength": len(raw)}


def collect(name: str, run: Run, steps: list[Step]) -> DelegationResult:
    """Return what a run came to, from its record alone."""
    result = DelegationResult(name, run.agent, _response(run, steps), run_id=run.id, status=run.status)
    metrics: Counter[str] = Counter()
    for step in steps:
        if step.kind == "model" and step.status == "finished":
            metrics.update(step.result.get("usage") or {})
        # A flow's own steps keep what they made: only those of an agent's turn have a call and its output.
        if step.kind == "tool" and step.status == "finished" and "output" in _dict(step.result):
            result.tool_calls.append(_trace(step))
            result.links += _links(step)
            result.affected = result.affected.merged(msgspec.convert(step.result["affected"], Affected))
            metrics.update(_inner_metrics(step))
    result.links = list(dict.fromkeys(result.links))[:MOST_LINKS]
    result.metrics = dict(metrics) or None
    return summarize(result)


def outside_text_of(steps: list[Step]) -> str:
    """Return where a run first read text from outside, by itself or through another agent; or nothing."""
    results = (_dict(step.result) for step in steps if step.kind == "tool")
    return next((str(found["outside"]) for found in results if found.get("outside")), "")


def summarize(result: DelegationResult) -> DelegationResult:
    """Fill in what follows from the tool calls."""
    calls = result.tool_calls
    result.tools_used = dict(sorted(Counter(call.tool for call in calls).items()))
    done = [call for call in calls if call.error_text is None]
    result.altered_entities = [_mention(call) for call in done if call.tool in _ENTITY_TOOLS]
    result.relations_created = [_mention(call) for call in done if call.tool in _RELATION_TOOLS]
    result.searches_made = [_mention(call) for call in calls if call.tool in _SEARCH_TOOLS]
    result.tool_errors = [
        {"tool": call.tool, "error": call.error_text} for call in calls if call.error_text is not None
    ]
    return result


def render(result: DelegationResult, run: Run, address: str = "") -> str:
    """Return what the calling model reads; `address` is where people open the studio."""
    parts = [f"{result.agent_name} ({result.agent_slug}) {_ending(run)}", result.response or "(no answer)"]
    changes = _changes(result) + [f"[{link.title}]({address}{link.path})" for link in result.links]
    if changes:
        parts.append("What changed:\n" + "\n".join(f"- {line}" for line in changes))
    if result.tool_errors:
        lines = [f"- {each['tool']}: {each['error']}" for each in result.tool_errors]
        parts.append("Errors:\n" + "\n".join(lines))
    if result.tool_calls:
        lines = [f"{number}. {_line(call)}" for number, call in enumerate(result.tool_calls, start=1)]
        parts.append("Tool calls:\n" + "\n".join(lines))
    return "\n\n".join([*parts, f"Record: [{result.run_id}]({address}/runs/{result.run_id})"])


def as_output(result: DelegationResult, run: Run, address: str = "") -> ToolOutput:
    """Return the result as the tool's envelope; a run that failed keeps what it did."""
    output = ToolOutput(
        ok=run.status == "completed",
        data=msgspec.to_builtins(result, enc_hook=plain),
        affected=result.affected,
        summary=f"{result.agent_name} {_ending(run)}",
        model_text=render(result, run, address),
    )
    if not output.ok:
        told = run.error or {"code": run.status, "message": f"The run was {run.status}."}
        output.error = {**told, "suggestion": "Go on without it, or hand the task on again."}
    return output


def _response(run: Run, steps: list[Step]) -> str:
    result = _dict(cast("object", run.result))
    if "response" in result:
        return str(result["response"])
    said = [step for step in steps if step.kind == "model" and step.status == "finished"]
    blocks = _dict(said[-1].result).get("blocks") if said else None
    return Message("assistant", msgspec.convert(blocks or [], list[AnyBlock])).text


def _trace(step: Step) -> ToolCallTrace:
    output, block = step.result["output"], step.result["block"]
    trace = ToolCallTrace(block["toolCallId"], step.name, step.input)
    if output["ok"]:
        trace.output = truncate_output(output["data"])
    else:
        trace.error_text = str(_dict(output["error"]).get("message") or "failed")
    return trace


def _links(step: Step) -> list[Link]:
    """Return what a call changed; mere looks change nothing, and what was handed on has named its own."""
    output = step.result["output"]
    if not output["ok"]:
        return []
    data = _dict(output["data"])
    if "agentSlug" in data:
        return msgspec.convert(data.get("links") or [], list[Link])
    affected = msgspec.convert(step.result["affected"], Affected)
    return links_of(step.name, step.input, output["data"]) if affected != Affected() else []


def _inner_metrics(step: Step) -> dict[str, int]:
    """Return what a further delegation inside this run used."""
    data = _dict(step.result["output"].get("data"))
    return data.get("metrics") or {} if "agentSlug" in data else {}


def _dict(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _mention(call: ToolCallTrace) -> dict[str, Any]:
    return {"tool": call.tool, "input": call.input, "output": call.output}


def _changes(result: DelegationResult) -> list[str]:
    affected = result.affected
    lines = [f"{call['tool']}: {_short(call['output'])}" for call in result.altered_entities]
    lines += [f"{call['tool']}: {_short(call['output'])}" for call in result.relations_created]
    if affected.models:
        where = f" ({', '.join(affected.locales)})" if affected.locales else ""
        lines.append(f"content of {', '.join(affected.models)}{where}")
    if affected.branch:
        lines.append(f"on the branch {affected.branch}, which waits to be reviewed with this turn")
    return [*lines, *affected.resources]


def _ending(run: Run) -> str:
    if run.status == "completed":
        return "finished the task."
    why = (run.error or {}).get("message", "")
    return f"did not finish: the run was {run.status}. {why}".strip()


def _line(call: ToolCallTrace) -> str:
    told = f"failed: {call.error_text}" if call.error_text is not None else "ok"
    return f"{call.tool} {_short(call.input)} → {told}"


def _short(value: Any, cap: int = 200) -> str:
    text = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS, default=str).decode()
    return text if len(text) <= cap else text[:cap] + "…"
