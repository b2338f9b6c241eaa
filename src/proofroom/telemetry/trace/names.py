"""Names of attributes: OpenInference's and OpenTelemetry's for generative AI, and a few of our own.

Both vocabularies are written to every span that they have a word for, so that Phoenix and any other backend
read the same trace without a mapping. A test compares the names with the published conventions.
"""

from typing import Any, cast

import orjson

from proofroom.durable import Run, Step
from proofroom.safety.redaction import redact
from proofroom.telemetry.trace.types import Attribute
from proofroom.telemetry.types import UsageRecord

SPAN_KIND = "openinference.span.kind"
PROJECT_NAME = "openinference.project.name"
INPUT, INPUT_TYPE = "input.value", "input.mime_type"
OUTPUT, OUTPUT_TYPE = "output.value", "output.mime_type"
ERROR_TYPE = "error.type"

CONTENT_LIMIT = 8_000
"""Characters of an input or output that a span carries."""

_KINDS = {"model": "LLM", "tool": "TOOL", "delegation": "TOOL", "guard": "GUARDRAIL"}


def of_run(run: Run) -> dict[str, Attribute]:
    """Describe a run: one invocation of an agent, or a chain of steps without one."""
    found: dict[str, Attribute] = {
        SPAN_KIND: "AGENT" if run.agent else "CHAIN",
        "proofroom.run.id": run.id,
        "proofroom.run.source": run.source,
        "proofroom.run.status": run.status,
        "proofroom.workspace.id": run.workspace_id,
    }
    if run.agent:
        found |= {
            "agent.name": run.agent,
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": run.agent,
            "gen_ai.agent.version": str(run.agent_version),
        }
    optional = {
        "session.id": run.conversation_id,
        "gen_ai.conversation.id": run.conversation_id,
        "user.id": run.person_id,
        "proofroom.project.id": run.project_id,
        "proofroom.run.parent_id": run.parent_id,
        "proofroom.run.forked_from": run.forked_from,
    }
    return found | {name: str(value) for name, value in optional.items() if value is not None}


def of_step(step: Step) -> dict[str, Attribute]:
    """Describe a step by its kind."""
    found: dict[str, Attribute] = {
        SPAN_KIND: _KINDS.get(step.kind, "CHAIN"),
        "proofroom.step": step.key,
        "proofroom.step.kind": step.kind,
        "proofroom.step.attempt": step.attempt,
    }
    result = result_of(step)
    if step.kind == "model":
        found["gen_ai.operation.name"] = "chat"
        found["llm.model_name"] = str(result.get("model") or step.name)
        if result.get("stop"):
            found["proofroom.finish_reason"] = str(result["stop"])
    elif step.kind in ("tool", "delegation"):
        found |= {
            "tool.name": called(step),
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": called(step),
        }
        if called(step) != step.name:
            found["proofroom.tool.gateway"] = step.name
        block: dict[str, Any] = result.get("block") or {}
        if call_id := block.get("toolCallId"):
            found |= {"tool.id": str(call_id), "gen_ai.tool.call.id": str(call_id)}
    elif step.kind == "git":
        words = {f"proofroom.git.{name}": value for name, value in result.items()}
        found |= {name: value for name, value in words.items() if isinstance(value, str | int)}
    return found


def called(step: Step) -> str:
    """Return what a step called: a tool of an outside server by its own name, not by the gateway's."""
    given: object = step.input
    members = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    inner = members.get("input", members)
    outside = cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    server, tool = outside.get("serverName"), outside.get("toolName")
    if step.kind == "tool" and isinstance(server, str) and isinstance(tool, str):
        return f"{server}: {tool}"
    return step.name


def of_part(part: dict[str, Any]) -> dict[str, Attribute]:
    """Describe a part of a step: its kind, and what was noted about it."""
    kind = str(part["kind"])
    noted = {name: value for name, value in part.items() if name not in ("kind", "name", "afterMs", "ms")}
    return {
        SPAN_KIND: _KINDS.get(kind, "CHAIN"),
        **{f"proofroom.{kind}.{name}": value for name, value in noted.items() if value is not None},
    }


def result_of(step: Step) -> dict[str, Any]:
    """Return a step's result where it has fields, else nothing."""
    result: object = step.result
    return cast(dict[str, Any], result) if isinstance(result, dict) else {}


def of_calls(calls: list[UsageRecord]) -> dict[str, Attribute]:
    """Describe what calls of a provider used and cost. Cached tokens are part of the prompt, as both say."""
    last = calls[-1]
    cached = sum(call.cache_read_tokens for call in calls)
    written = sum(call.cache_write_tokens for call in calls)
    prompt = sum(call.input_tokens for call in calls) + cached + written
    answer = sum(call.output_tokens for call in calls)
    found: dict[str, Attribute] = {"gen_ai.provider.name": last.provider, "llm.provider": last.provider}
    if last.kind == "model":
        found |= {
            "llm.model_name": last.model,
            "gen_ai.request.model": last.model,
            "gen_ai.usage.input_tokens": prompt,
            "gen_ai.usage.output_tokens": answer,
            "gen_ai.usage.cache_read.input_tokens": cached,
            "gen_ai.usage.cache_creation.input_tokens": written,
            "llm.token_count.prompt": prompt,
            "llm.token_count.completion": answer,
            "llm.token_count.total": prompt + answer,
            "llm.token_count.prompt_details.cache_read": cached,
            "llm.token_count.prompt_details.cache_write": written,
            "llm.token_count.completion_details.reasoning": sum(call.reasoning_tokens for call in calls),
        }
    if (cost := cost_of(calls)) is not None:
        found["llm.cost.total"] = cost / 1_000_000
    return found


def cost_of(calls: list[UsageRecord]) -> int | None:
    """Return what calls cost together; None if nobody knows it of any of them."""
    known = [call.cost_micros for call in calls if call.cost_micros is not None]
    return sum(known) if known else None


def of_answer(step: Step) -> dict[str, Attribute]:
    """Carry a model's answer as OpenInference spells messages, so that Phoenix shows it as one."""
    place = "llm.output_messages.0.message."
    found: dict[str, Attribute] = {f"{place}role": "assistant"}
    said: list[str] = []
    calls = 0
    for block in result_of(step).get("blocks") or ():
        if block.get("kind") == "text":
            said.append(str(block.get("text", "")))
        elif block.get("kind") == "toolCall":
            call = f"{place}tool_calls.{calls}.tool_call."
            found[f"{call}id"] = str(block.get("toolCallId", ""))
            found[f"{call}function.name"] = str(block.get("toolName", ""))
            found[f"{call}function.arguments"] = _shown(block.get("input"))[0]
            calls += 1
    if said:
        found[f"{place}content"] = _shown("".join(said))[0]
    return found


def of_content(given: Any, made: Any) -> dict[str, Attribute]:
    """Carry what went in and what came out, without secrets and not too long."""
    found: dict[str, Attribute] = {}
    for value, name, kind in ((given, INPUT, INPUT_TYPE), (made, OUTPUT, OUTPUT_TYPE)):
        if value is not None and value != {}:
            found[name], found[kind] = _shown(value)
    return found


def _shown(value: Any) -> tuple[str, str]:
    """Return a value as text without secrets, and what kind of text it is."""
    clean = redact(value)
    is_text = isinstance(clean, str)
    text: str = clean if is_text else orjson.dumps(clean, option=orjson.OPT_NON_STR_KEYS).decode()
    if len(text) > CONTENT_LIMIT:
        return f"{text[:CONTENT_LIMIT]}…", "text/plain"
    return text, "text/plain" if is_text else "application/json"
