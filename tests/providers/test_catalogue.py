import json
from dataclasses import replace

import pytest

from proofroom.providers.catalogue import Catalogue, parse_listing, per_mtok, snapshot
from proofroom.providers.cost import cost_micros
from proofroom.providers.names import pricing_key, tool_names, wire_tool_name
from proofroom.providers.prices import reported_cost
from proofroom.providers.types import ModelInfo, TokenUsage

LISTED = {
    "id": "anthropic/claude-opus-4.8",
    "name": "Anthropic: Claude Opus 4.8",
    "context_length": 200_000,
    "architecture": {"input_modalities": ["text", "image"], "output_modalities": ["text"]},
    "pricing": {
        "prompt": "0.000005",
        "completion": "0.000025",
        "input_cache_read": "0.0000005",
        "input_cache_write": "0.00000625",
    },
    "top_provider": {"context_length": 200_000, "max_completion_tokens": 32_000},
    "supported_parameters": ["tools", "reasoning"],
}


@pytest.mark.parametrize(
    ("model", "key"),
    [
        ("claude-opus-4-8-20260514", "claude-opus-4-8"),
        ("anthropic/claude-opus-4.8", "claude-opus-4-8"),
        ("us.anthropic.claude-opus-4-8-20260514-v1:0", "claude-opus-4-8"),
        ("gpt-4o-2024-11-20", "gpt-4o"),
        ("openai/gpt-4.1-mini", "gpt-4-1-mini"),
        ("us.amazon.nova-micro-v1:0", "nova-micro"),
        ("anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet:thinking"),
        ("grok-4-fast", "grok-4-fast"),
        ("GPT-4o", "gpt-4o"),
    ],
)
def test_one_model_has_one_key_under_all_its_names(model, key):
    assert pricing_key(model) == key


def test_a_listing_is_read_with_its_prices_as_exact_numbers():
    body = json.dumps({"data": [LISTED, {"no": "id"}], "links": {"next": "/api/v1/models?page=2"}}).encode()
    (info,), following = parse_listing(body)
    assert following == "/api/v1/models?page=2"
    assert info == ModelInfo(
        "anthropic/claude-opus-4.8",
        "openrouter",
        "Anthropic: Claude Opus 4.8",
        200_000,
        32_000,
        vision=True,
        tools=True,
        thinking=True,
        input_micros_per_mtok=5_000_000,
        output_micros_per_mtok=25_000_000,
        cache_read_micros_per_mtok=500_000,
        cache_write_micros_per_mtok=6_250_000,
    )


@pytest.mark.parametrize(
    ("price", "micros"), [("-1", None), (None, None), ("", None), ("0", 0), ("1e-9", 1000), ("NaN", None)]
)
def test_variable_and_missing_prices_are_unknown_and_free_is_free(price, micros):
    assert per_mtok(price) == micros


def test_a_catalogue_fills_gaps_and_never_overwrites():
    catalogue = Catalogue(parse_listing(json.dumps({"data": [LISTED]}).encode())[0])
    filled = catalogue.enrich(ModelInfo("claude-opus-4-8-20260514", "anthropic", context_window=1))
    assert (filled.context_window, filled.max_output, filled.input_micros_per_mtok) == (1, 32_000, 5_000_000)
    assert catalogue.enrich(filled, prices=False) == filled
    sizes_only = catalogue.enrich(ModelInfo("claude-opus-4-8", "vllm"), prices=False)
    assert (sizes_only.max_output, sizes_only.input_micros_per_mtok) == (32_000, None)
    unknown = ModelInfo("unheard-of", "x")
    assert catalogue.enrich(unknown) is unknown


def test_fresh_prices_go_before_the_shipped_ones():
    shipped = snapshot().find("claude-opus-4-8")
    assert shipped is not None
    fresh = Catalogue([replace(shipped, input_micros_per_mtok=1)])
    merged = fresh.over(snapshot())
    assert merged.find("anthropic/claude-opus-4.8").input_micros_per_mtok == 1  # type: ignore[union-attr]
    assert len(merged) == len(snapshot())


def test_the_shipped_snapshot_is_whole():
    models = snapshot().models()
    assert len(models) >= 40
    for model in models:
        assert model.input_micros_per_mtok, model.id
        assert model.output_micros_per_mtok, model.id
        assert model.context_window or "image" in model.id
        assert pricing_key(model.id) == model.id
    tiers = {(model.provider, model.tier) for model in models if model.tier}
    assert {("anthropic", "smartest"), ("openai", "smartest"), ("gemini", "smartest")} <= tiers


def test_costs_add_the_four_counts():
    info = snapshot().find("claude-sonnet-4-5")
    assert info is not None
    usage = TokenUsage(input=1_000_000, cache_read=1_000_000, cache_write=1_000_000, output=1_000_000)
    assert cost_micros(usage, info) == (3_000_000 + 300_000 + 3_750_000 + 15_000_000, "prices")


def test_an_unknown_price_is_an_unknown_cost_and_the_providers_word_goes_first():
    assert cost_micros(TokenUsage(input=5), ModelInfo("m", "x")) == (None, "unknown")
    assert cost_micros(TokenUsage(input=5, cost_micros=7), ModelInfo("m", "x")) == (7, "provider")


@pytest.mark.parametrize(
    ("usage", "micros"),
    [
        ({"cost": 7.159e-05}, 72),
        ({"cost": 0}, 0),
        ({}, None),
        ({"cost": None}, None),
        ({"cost": 0.001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.02}}, 21_000),
        ({"cost": 0.001, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.02}}, 1_000),
    ],
)
def test_what_openrouter_says_is_taken_in_whole_micros(usage, micros):
    assert reported_cost(usage) == micros


def test_tool_names_are_made_legal_and_found_again():
    assert wire_tool_name("get_entry") == "get_entry"
    odd = wire_tool_name("mcp.server/tool name")
    assert odd.startswith("mcp_server_tool_name_")
    assert len(wire_tool_name("x" * 100)) <= 64
    assert wire_tool_name("a.b") != wire_tool_name("a/b")
    assert tool_names(["get_entry", "a.b"]) == {wire_tool_name("a.b"): "a.b"}
