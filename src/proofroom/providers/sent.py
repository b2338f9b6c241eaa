"""What a request is likely to weigh in a model's window."""

from typing import Final

import orjson

from proofroom.kernel.beside import Beside
from proofroom.kernel.tokens import estimate
from proofroom.providers.types import ModelRequest, ToolDef

_MOST_KEPT: Final = 500
"""Tools whose weight is remembered."""


def _weigh(tool: ToolDef) -> int:
    return (
        estimate(tool.name) + estimate(tool.description) + estimate(orjson.dumps(tool.input_schema).decode())
    )


_tool_tokens = Beside(_weigh, _MOST_KEPT)


def estimated_tokens(request: ModelRequest) -> int:
    """Return what everything that is sent is likely to cost: prompt, tools, messages, calls and results."""
    around = estimate(request.system_prefix) + estimate(request.system_suffix)
    tools = sum(_tool_tokens(tool) for tool in request.tools)
    return around + tools + sum(message.tokens for message in request.messages)
