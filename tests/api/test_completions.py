"""Requests of programs, read and spelt for every provider: none would refuse them."""

from typing import Any

import pytest

from proofroom.api.completions import read_request
from proofroom.kernel.blocks import ToolCallBlock
from tests.providers.targets import TARGETS, Target

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Tell the weather.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
        },
    },
}


def call(key: str, arguments: str) -> dict[str, Any]:
    return {"id": key, "type": "function", "function": {"name": "get_weather", "arguments": arguments}}


ODD_ID = "call_1 with/odd:letters" + "x" * 60

CONVERSATION: list[dict[str, Any]] = [
    {"role": "system", "content": "Be short."},
    {"role": "developer", "content": [{"type": "text", "text": "Be kind."}]},
    {"role": "user", "content": "Hello"},
    {"role": "user", "content": [{"type": "text", "text": "How is the weather in two cities?"}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            call(ODD_ID, '{"city": "Izmir"}'),
            call("call_2", "{bro"),
        ],
    },
    {"role": "tool", "tool_call_id": "call_2", "content": ""},
    {
        "role": "tool",
        "tool_call_id": ODD_ID,
        "content": [{"type": "text", "text": "22 degrees"}],
    },
    {"role": "assistant", "content": "Warm.", "tool_calls": None},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "And this?"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}},
        ],
    },
]


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
@pytest.mark.parametrize("end", [3, 4, 7, 8, 9])
def test_a_programs_conversation_suits_every_provider(target: Target, end: int):
    asked = read_request({"model": target.model, "messages": CONVERSATION[:end], "tools": [TOOL]})
    target.judge(target.build(asked.request))


def test_what_a_program_sends_is_read_in_full():
    asked = read_request({"model": "m", "messages": CONVERSATION, "stream": True})
    assert asked.request.system_prefix == "Be short.\n\nBe kind."
    assert [message.role for message in asked.request.messages] == [
        *("user", "user", "assistant", "tool", "assistant", "user")
    ]
    first, second = [b for b in asked.request.messages[2].blocks if isinstance(b, ToolCallBlock)]
    assert (first.input, second.input, second.invalid_json) == ({"city": "Izmir"}, {}, "{bro")
    assert (asked.is_streamed, asked.wants_usage) == (True, False)
