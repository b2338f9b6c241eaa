"""History from any provider, however broken, becomes a request every provider takes."""

from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from proofroom.kernel.blocks import (
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
    user,
)
from proofroom.providers.history import (
    GO_ON,
    UNANSWERED,
    HistoryRules,
    ModelTurn,
    UserTurn,
    prepare,
)
from proofroom.providers.types import ModelRequest, ToolDef
from tests.providers.targets import TARGETS, Target

PIXEL = ImageBlock("image/png", "iVBORw0KGgo=")
RULES = HistoryRules("anthropic", "claude-sonnet-5", vision=True)

SEALS: dict[str, Any] = {
    "anthropic": {"type": "thinking", "thinking": "t", "signature": "SEAL-anthropic"},
    "openai": {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "SEAL-openai"},
    "openrouter": {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "SEAL-openrouter"},
    "gemini": {"text": "", "thoughtSignature": "SEAL-gemini"},
    "bedrock": {"reasoningContent": {"reasoningText": {"text": "t", "signature": "SEAL-bedrock"}}},
    "deepseek": {"reasoning_content": "SEAL-deepseek"},
}
OWN_MODEL = {
    "anthropic": "claude-sonnet-5",
    "openai": "gpt-5.5",
    "openrouter": "anthropic/claude-opus-4.8",
    "gemini": "gemini-3-flash-preview",
    "bedrock": "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "deepseek": "deepseek-v4-flash",
}
IDS = [
    "toolu_1",
    "srvtoolu_9",
    "call_1",
    "0",
    "call_0",
    "1:0",
    "tooluse_a.b",
    "96c1su3s",
    "id with space",
    "ü" * 80,
]


def call(call_id: str, name: str = "get_entry", **rest: Any) -> ToolCallBlock:
    return ToolCallBlock(call_id, name, {"id": "a"}, **rest)


def result(call_id: str, content: str = "ok", **rest: Any) -> ToolResultBlock:
    return ToolResultBlock(call_id, "get_entry", True, content, **rest)


def assistant(*blocks: Any) -> Message:
    return Message("assistant", list(blocks))


def tool(*blocks: Any) -> Message:
    return Message("tool", list(blocks))


texts = st.sampled_from(["", "  \n", "Hello", '{"ok":true}', "Satır\u2028sonu 🙂", "x" * 300])
images = st.sampled_from(
    [PIXEL, ImageBlock("image/svg+xml", "PHN2Zz4="), ImageBlock("image/webp", "UklGRg==")]
)
call_ids = st.sampled_from(IDS)


@st.composite
def thoughts(draw: st.DrawFn, provider: str) -> ThinkingBlock:
    opaque = draw(st.sampled_from([None, SEALS[provider]]))
    return ThinkingBlock(draw(texts), opaque, provider, OWN_MODEL[provider])


@st.composite
def calls(draw: st.DrawFn, provider: str) -> ToolCallBlock:
    call_id = draw(call_ids)
    sealed = {"provider": provider, "model": OWN_MODEL[provider], "thoughtSignature": f"SEAL-{provider}"}
    return ToolCallBlock(
        call_id,
        draw(st.sampled_from(["get_entry", "mcp.server/tool name", "t" * 90])),
        draw(st.sampled_from([{}, {"id": "a", "n": [1, None]}])),
        provider_id=draw(st.sampled_from(["", call_id])),
        opaque=draw(st.sampled_from([None, sealed])) if provider == "gemini" else None,
    )


@st.composite
def messages(draw: st.DrawFn, provider: str) -> Message:
    role = draw(st.sampled_from(["user", "assistant", "assistant", "tool"]))
    if role == "user":
        parts = st.one_of(texts.map(TextBlock), images)
        return Message("user", draw(st.lists(parts, max_size=3)))
    if role == "assistant":
        kinds = st.one_of(texts.map(TextBlock), thoughts(provider), calls(provider), images)
        return Message("assistant", draw(st.lists(kinds, max_size=4)))
    answers = st.builds(
        ToolResultBlock,
        call_ids,
        st.just("get_entry"),
        st.booleans(),
        texts,
        st.lists(images, max_size=2),
    )
    return Message("tool", draw(st.lists(answers, max_size=3)))


@st.composite
def histories(draw: st.DrawFn) -> tuple[str, list[Message]]:
    provider = draw(st.sampled_from(sorted(SEALS)))
    return provider, draw(st.lists(messages(provider), max_size=8))


@settings(max_examples=150, deadline=None)
@given(history=histories(), thinking=st.sampled_from(["off", "medium"]), with_tools=st.booleans())
def test_any_history_becomes_a_valid_request_everywhere(
    history: tuple[str, list[Message]], thinking: Any, with_tools: bool
):
    origin, said = history
    for target in TARGETS:
        note(target.name)
        check_request(target, origin, said, thinking, with_tools)


def check_request(target: Target, origin: str, said: list[Message], thinking: Any, with_tools: bool) -> None:
    tools = [ToolDef("get_entry", "Reads an entry.", {"type": "object", "properties": {"id": {}}})]
    request = ModelRequest(
        model=target.model,
        messages=said,
        system_prefix="You are an editor.",
        system_suffix="Today is Monday.",
        tools=tools if with_tools else [],
        thinking=thinking,
        max_output_tokens=4096,
        cache_key="content:1",
    )
    body = target.build(request)
    target.judge(body)
    sent = repr(body)
    is_own = origin == target.adapter.name and target.model == OWN_MODEL[origin]
    assert is_own or "SEAL-" not in sent, "reasoning of another provider or model was sent along"


@pytest.mark.parametrize("provider", sorted(SEALS))
def test_own_reasoning_goes_back_before_the_call_it_led_to(provider: str):
    target = next(
        target
        for target in TARGETS
        if target.adapter.name == provider and target.model == OWN_MODEL[provider]
    )
    thought = ThinkingBlock("t", SEALS[provider], provider, OWN_MODEL[provider])
    said = [user("hi"), assistant(thought, call("call_1", provider_id="call_1")), tool(result("call_1"))]
    body = target.build(ModelRequest(target.model, said))
    target.judge(body)
    sent = repr(body)
    assert f"SEAL-{provider}" in sent
    assert sent.index(f"SEAL-{provider}") < sent.index("call_1")


def test_unanswered_calls_get_an_error_result():
    turns = prepare([user("hi"), assistant(call("a"), call("b")), tool(result("a"))], RULES)
    assert isinstance(turns[-1], UserTurn)
    first, second = turns[-1].results
    assert (first.ok, first.text) == (True, "ok")
    assert (second.ok, second.text) == (False, UNANSWERED)


def test_an_answer_that_came_late_is_put_where_it_belongs():
    turns = prepare(
        [assistant(call("a")), user("still there?"), assistant(TextBlock("Yes.")), tool(result("a"))], RULES
    )
    answered = [turn for turn in turns if isinstance(turn, UserTurn) and turn.results]
    assert [result.text for turn in answered for result in turn.results] == ["ok"]
    assert turns.index(answered[0]) == 2


def test_an_id_used_again_later_keeps_each_call_with_its_own_answer():
    said = [
        *(user("one"), assistant(call("call_0")), tool(result("call_0", "first"))),
        *(user("two"), assistant(call("call_0")), tool(result("call_0", "second"))),
    ]
    results = [
        result for turn in prepare(said, RULES) if isinstance(turn, UserTurn) for result in turn.results
    ]
    assert [result.text for result in results] == ["first", "second"]
    assert len({result.call.tool_call_id for result in results}) == 2


def test_results_without_a_call_are_left_out():
    assert prepare([user("hi"), tool(result("nobody"))], RULES) == [UserTurn(parts=[TextBlock("hi")])]


def test_a_conversation_that_ends_with_the_model_is_continued():
    turns = prepare([user("hi"), assistant(TextBlock("Hello."))], RULES)
    assert turns[-1] == UserTurn(parts=[TextBlock(GO_ON)])


def test_unfinished_work_of_a_providers_own_tools_goes_back_as_it_is():
    work = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    turns = prepare([user("hi"), assistant(ThinkingBlock("", work, "anthropic", "claude-sonnet-5"))], RULES)
    assert isinstance(turns[-1], ModelTurn)


def test_models_that_cannot_see_get_a_note_instead_of_images():
    rules = HistoryRules("groq", "m", vision=False)
    said = [
        Message("user", [TextBlock("look"), PIXEL, PIXEL]),
        assistant(call("a")),
        tool(result("a", images=[PIXEL])),
    ]
    turns = prepare(said, rules)
    assert isinstance(turns[0], UserTurn)
    assert isinstance(turns[-1], UserTurn)
    assert turns[0].parts[-1] == TextBlock("[2 images omitted: this model cannot see images]")
    assert turns[-1].results[0].text == "ok\n[1 image omitted: this model cannot see images]"


def test_rewritten_ids_do_not_depend_on_what_comes_after():
    short = [user("hi"), assistant(call("1:0")), tool(result("1:0"))]
    longer = [*short, assistant(call("2:0")), tool(result("2:0"))]
    ids = [
        [
            call.tool_call_id
            for turn in prepare(said, RULES)
            if isinstance(turn, ModelTurn)
            for call in turn.calls
        ]
        for said in (short, longer)
    ]
    assert ids[0] == ids[1][:1]
    assert len(set(ids[1])) == 2


def test_a_turn_of_nothing_but_sealed_thinking_is_left_out():
    thought = ThinkingBlock("t", SEALS["anthropic"], "anthropic", "claude-sonnet-5")
    turns = prepare([user("hi"), assistant(thought), user("there?")], RULES)
    assert turns == [UserTurn(parts=[TextBlock("hi"), TextBlock("there?")])]
