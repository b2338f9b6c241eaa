"""What a model reads of a tool's envelope."""

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
