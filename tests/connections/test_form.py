"""The fields of providers, and what is stored of them."""

import pytest

from proofroom.connections import PRESETS, NewConnection, Opened, fill, held_secrets, preset_for, shown_fields
from proofroom.connections.credentials import merge, secret_texts
from proofroom.connections.form import check_url, check_whole
from proofroom.kernel.errors import InvalidInput
from tests.connections.conftest import Room

ASKED = {
    "anthropic": ["apiKey"],
    "openai": ["apiKey"],
    "openrouter": ["apiKey"],
    "gemini": ["apiKey"],
    "groq": ["apiKey"],
    "ollama": ["baseUrl"],
    "bedrock": ["region", "accessKeyId", "secretAccessKey", "apiKey"],
    "azure": ["baseUrl", "apiKey", "deployment"],
    "vllm": ["baseUrl", "apiKey"],
    "openai-compatible": ["baseUrl", "apiKey"],
    "caii": ["baseUrl", "apiKey"],
}


@pytest.mark.parametrize("provider", ASKED)
def test_only_what_a_provider_needs_is_asked(provider):
    preset = preset_for("model", provider)
    assert [field.name for field in preset.fields if not field.advanced] == ASKED[provider]


def test_an_unknown_provider_is_refused_with_the_known_ones():
    with pytest.raises(InvalidInput) as caught:
        preset_for("model", "nobody")
    assert "anthropic" in caught.value.suggestion


async def opened(room: Room, provider: str, **values: str) -> Opened:
    draft = NewConnection("model", provider, **fill(preset_for("model", provider), values))
    built = await room.connections._build(room.owner, draft)  # type: ignore[reportPrivateUsage]
    return room.connections.open(built)


@pytest.mark.parametrize(
    ("provider", "values", "missing"),
    [
        ("openai", {}, ["apiKey"]),
        ("azure", {"apiKey": "k"}, ["baseUrl", "deployment"]),
        ("bedrock", {"region": "eu-central-1"}, ["apiKey", "accessKeyId", "secretAccessKey"]),
        ("bedrock", {"region": "r", "accessKeyId": "a"}, ["apiKey", "accessKeyId", "secretAccessKey"]),
        ("bedrock", {"apiKey": "k"}, ["region"]),
        ("bedrock", {"region": "r", "apiKey": "k"}, []),
        ("bedrock", {"region": "r", "accessKeyId": "a", "secretAccessKey": "s"}, []),
        ("ollama", {}, []),
        ("vllm", {"baseUrl": "http://gpu.example:8000/v1"}, []),
    ],
)
async def test_what_is_missing_is_named(room: Room, provider, values, missing):
    found = await opened(room, provider, **values)
    preset = preset_for("model", provider)
    if not missing:
        check_whole(preset, found)
        return
    with pytest.raises(InvalidInput) as caught:
        check_whole(preset, found)
    assert caught.value.context["missing"] == missing


async def test_secrets_are_named_and_never_shown(room: Room):
    preset = preset_for("model", "bedrock")
    found = await opened(
        room, "bedrock", region="eu-central-1", accessKeyId="AKIAcanary", secretAccessKey="very-secret"
    )
    assert shown_fields(preset, found.connection) == {"region": "eu-central-1"}
    assert held_secrets(preset, found) == ["accessKeyId", "secretAccessKey"]
    assert "canary" not in repr(found)
    assert "very-secret" not in repr(found)


def test_every_preset_has_a_title_and_distinct_fields():
    for preset in PRESETS.values():
        names = [field.name for field in preset.fields]
        assert preset.title
        assert len(names) == len(set(names)), preset.provider


@pytest.mark.parametrize(
    "url", ["ftp://host", "host:1", "http://", "http://user:pass@host/", "http://host:99999", "javascript:x"]
)
def test_an_address_that_cannot_be_used_is_refused(url):
    with pytest.raises(InvalidInput):
        check_url(url)


def test_a_change_keeps_what_is_left_out_and_removes_what_is_null():
    stored = {"apiKey": "a", "raw": {"x": "1", "y": "2"}, "oauth2": {"access_token": "t"}}
    change = {"raw": {"y": None, "z": "3"}, "oauth2": {"access_token": None}, "token": "n"}
    assert merge(stored, change) == {"apiKey": "a", "raw": {"x": "1", "z": "3"}, "token": "n"}
    assert merge(stored, {"apiKey": None})["raw"] == {"x": "1", "y": "2"}


def test_every_text_that_must_stay_hidden_is_found():
    held = {
        "apiKey": "longest-of-all",
        "basicAuth": {"username": "visible", "password": "pass"},
        "headers": {"X-Key": "hidden"},
        "cookie": "abc",
    }
    assert secret_texts(held) == ("longest-of-all", "hidden", "pass")
