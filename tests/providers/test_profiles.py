import pytest

from proofroom.providers.adapters import ADAPTERS, adapter_for
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.schema import fits_strict, for_gemini, object_root
from proofroom.providers.types import ModelInfo


@pytest.mark.parametrize(
    ("provider", "model", "facts"),
    [
        (
            "anthropic",
            "claude-opus-4-7",
            {"thinking": "adaptive", "temperature": False, "clears_tool_uses": True},
        ),
        (
            "anthropic",
            "claude-haiku-4-5-20251001",
            {"thinking": "budget", "temperature": True, "strict_tools": True},
        ),
        ("anthropic", "claude-mythos-5", {"forced_choice": "never", "temperature": False}),
        ("anthropic", "claude-opus-4-20250514", {"max_output": 32000, "strict_tools": False}),
        ("bedrock", "eu.anthropic.claude-sonnet-4-6-v1:0", {"thinking": "adaptive", "vision": True}),
        ("bedrock", "meta.llama3-3-70b-instruct-v1:0", {"lone_results": True}),
        ("openrouter", "anthropic/claude-sonnet-5", {"thinking": "effort", "caches_prefix": True}),
        ("openai", "gpt-5.3", {"temperature": True, "resting_effort": ""}),
        ("openai", "gpt-5.6-terra", {"cache_breakpoints": True, "temperature": False}),
        ("openai", "o1-mini", {"system_role": "user", "tools": False}),
        ("openai", "gpt-4o-mini", {"thinking": "none", "vision": True, "seals_reasoning": False}),
        (
            "gemini",
            "gemini-3.1-pro-preview",
            {"thinking": "level", "signs_thoughts": True, "images_in_results": True},
        ),
        ("gemini", "gemini-2.5-flash", {"thinking": "token_budget", "images_in_results": False}),
        ("ollama", "gpt-oss:20b", {"thinking": "graded"}),
        ("vllm", "some-unknown-model", {"vision": False, "thinking": "none", "context_window": None}),
    ],
)
def test_models_have_their_quirks(provider, model, facts):
    profile = profile_for(provider, model)
    assert {name: getattr(profile, name) for name in facts} == facts


def test_a_providers_own_list_goes_before_our_rules():
    info = ModelInfo("m", "vllm", context_window=9, vision=True)
    profile = profile_for("vllm", "m", info)
    assert (profile.context_window, profile.vision, profile.tools) == (9, True, True)


def test_every_provider_has_an_adapter_under_its_own_name():
    for name in ADAPTERS:
        assert adapter_for(Credential(name)).name == name
    assert adapter_for(Credential("deepseek", options={"wire": "responses"})).name == "deepseek"
    with pytest.raises(Exception, match="no model provider called"):
        adapter_for(Credential("nobody"))


CLOSED = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("schema", "fits"),
    [
        (CLOSED, True),
        ({**CLOSED, "required": []}, False),
        ({**CLOSED, "additionalProperties": True}, False),
        ({**CLOSED, "properties": {"a": {"type": "string", "minLength": 1}}}, False),
        ({**CLOSED, "properties": {"a": {"oneOf": []}}}, False),
        ({**CLOSED, "properties": {"a": {"type": "array"}}}, False),
        ({**CLOSED, "properties": {"a": {"type": "array", "items": {"type": "string"}}}}, True),
        ({**CLOSED, "properties": {"a": {"type": "string", "format": "uri"}}}, False),
        ({**CLOSED, "properties": {"a": {"type": "string", "pattern": "(?=x)"}}}, False),
        ({**CLOSED, "properties": {"a": {"$ref": "#/$defs/x", "description": "d"}}}, False),
        ({**CLOSED, "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}, True),
        ({"type": "object", "properties": {}, "additionalProperties": False}, True),
        (True, False),
    ],
)
def test_only_schemas_of_the_strict_subset_are_sent_as_strict(schema, fits):
    assert fits_strict(schema) is fits


def test_bounds_are_strict_at_openai_and_not_at_anthropic():
    schema = {**CLOSED, "properties": {"a": {"type": "integer", "minimum": 1}}}
    assert (fits_strict(schema), fits_strict(schema, limits=False)) == (True, False)


def test_alternatives_at_the_root_become_one_object():
    schema = {
        "description": "d",
        "anyOf": [
            {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]},
            {"type": "object", "properties": {"b": {}, "c": {}}, "required": ["b"]},
        ],
    }
    assert object_root(schema) == {
        "description": "d",
        "type": "object",
        "properties": {"a": {}, "b": {}, "c": {}},
        "required": ["b"],
    }
    assert object_root({}) == {"type": "object", "properties": {}}


def test_gemini_gets_enums_for_constants_and_formats_in_words():
    schema = {
        "title": "T",
        "type": "object",
        "properties": {
            "title": {"type": "string", "title": "X", "format": "uri", "description": "Where"},
            "k": {"const": 1},
        },
    }
    assert for_gemini(schema) == {
        "type": "object",
        "properties": {"title": {"type": "string", "description": "Where (format: uri)"}, "k": {"enum": [1]}},
    }
