"""What stays the same between turns keeps its bytes, so that providers find it in their caches."""

import pytest

from proofroom.kernel.blocks import Message, TextBlock, ToolCallBlock, ToolResultBlock, user
from proofroom.providers.profiles import profile_for
from proofroom.providers.types import ModelRequest, ToolDef
from tests.providers.targets import TARGETS, Target, credential

TOOLS = [ToolDef(f"tool_{n}", "Does things.", {"type": "object", "properties": {}}) for n in range(5)]
FIRST = [user("Write a post.")]
SECOND = [
    *FIRST,
    Message("assistant", [TextBlock("I look."), ToolCallBlock("3:0", "tool_1", {"b": 1, "a": 2})]),
    Message("tool", [ToolResultBlock("3:0", "tool_1", True, "ok")]),
]
THIRD = [*SECOND, Message("assistant", [TextBlock("Done.")]), user("Now translate it.")]
PREFIX = "The stable part of the prompt, which is long."


def sent(target: Target, said: list[Message], suffix: str) -> bytes:
    request = ModelRequest(target.model, said, PREFIX, suffix, TOOLS, cache_key="content:v1")
    profile = profile_for(target.adapter.name, target.model)
    return target.adapter.build(request, credential(target.adapter.name), profile).body


def shared(one: bytes, other: bytes) -> bytes:
    size = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    return one[:size]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_tools_and_stable_prompt_come_first_and_keep_their_bytes(target: Target):
    same = shared(sent(target, FIRST, "Today is Monday."), sent(target, THIRD, "Tomorrow is another day."))
    assert PREFIX.encode() in same
    assert same.count(b'"Does things."') == len(TOOLS)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_what_was_said_keeps_its_bytes_when_more_is_said(target: Target):
    second, third = sent(target, SECOND, "Same."), sent(target, THIRD, "Same.")
    same = shared(second, third)
    for words in (b"Write a post.", b"I look.", b"tool_1", b"ok"):
        assert words in same
