"""The views of a tool's envelope: what a model reads, and the seeds' two wire shapes."""

from typing import Any

import orjson

from proofroom.kernel.tool import ToolOutput

TRUNCATED = "...(truncated)"


def as_model_text(output: ToolOutput, cap: int) -> str:
    """Return what the model reads: the data as JSON, or what went wrong and what to do, within `cap`."""
    if output.model_text:
        text = output.model_text
    elif output.ok:
        data = output.data if output.data is not None else {"ok": True}
        text = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode()
    else:
        error = output.error or {}
        told = {"error": error.get("message", "failed"), "suggestion": error.get("suggestion", "")}
        text = orjson.dumps(told).decode()
    return text if len(text) <= cap else text[:cap] + TRUNCATED


def as_ai_tool_output(output: ToolOutput) -> dict[str, Any]:
    """Return seed 001's `AiToolOutput`."""
    images = [{"mimeType": image.mime_type, "data": image.data} for image in output.images]
    kept = {"images": images} if images else {}
    if output.ok:
        return {"ok": True, "data": output.data} | kept
    return {"ok": False, "error": (output.error or {}).get("message", "failed")} | kept


def as_tool_output(output: ToolOutput) -> dict[str, Any]:
    """Return seed 004's `ToolOutput`."""
    view: dict[str, Any] = {
        "success": output.ok,
        "data": output.data,
        "traceId": output.trace_id,
        "duration": output.duration_ms,
    }
    if output.status_transition:
        view["statusTransition"] = output.status_transition
    if not output.ok:
        error = output.error or {}
        view["error"] = {
            "category": error.get("category", "TOOL_EXECUTION_FAILED"),
            "message": error.get("message", ""),
            "userMessage": error.get("message", ""),
            "suggestedAction": error.get("suggestion", ""),
            "recoverable": error.get("recoverable", False),
        }
    return view
