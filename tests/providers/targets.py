"""Every way a request can be built: adapter, a model of it, and the judge of its format."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofroom.providers.adapters import ADAPTERS, OTHER_WIRES
from proofroom.providers.anthropic import Anthropic
from proofroom.providers.bedrock import Bedrock
from proofroom.providers.chat import Chat
from proofroom.providers.gemini import Gemini
from proofroom.providers.ollama import Ollama
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Adapter, Credential
from proofroom.providers.types import ModelRequest
from tests.providers import strict

MODELS = {
    "anthropic": ["claude-sonnet-5", "claude-sonnet-4-5", "claude-3-5-haiku-20241022"],
    "openai": ["gpt-5.5", "gpt-5.6", "gpt-4o"],
    "openrouter": ["anthropic/claude-opus-4.8", "openai/gpt-oss-20b"],
    "ollama": ["gpt-oss:20b", "qwen3:8b"],
    "gemini": ["gemini-3-flash-preview", "gemini-2.5-flash"],
    "vertex": ["gemini-3-flash-preview"],
    "bedrock": [
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        "us.amazon.nova-micro-v1:0",
        "meta.llama3-3-70b-instruct-v1:0",
        "writer.palmyra-x5-v1:0",
    ],
    "mistral": ["mistral-large-latest"],
    "deepseek": ["deepseek-v4-flash"],
    "groq": ["openai/gpt-oss-120b"],
}


@dataclass(frozen=True)
class Target:
    """One adapter with one model."""

    name: str
    adapter: Adapter
    model: str
    judge: Callable[[dict[str, Any]], None]

    def build(self, request: ModelRequest, **options: Any) -> dict[str, Any]:
        """Return the body as the provider would read it."""
        profile = profile_for(self.adapter.name, self.model)
        call = self.adapter.build(request, credential(self.adapter.name), profile, **options)
        return json.loads(call.body)


def credential(provider: str) -> Credential:
    return Credential(provider, id="c1", key="k", base_url="http://127.0.0.1:9")


def judge_of(adapter: Adapter, model: str) -> Callable[[dict[str, Any]], None]:
    match adapter:
        case Anthropic():
            return strict.check_anthropic
        case Chat(name="mistral"):
            return lambda body: strict.check_chat(body, r"[a-zA-Z0-9]{9}")
        case Chat():
            return strict.check_chat
        case Gemini():
            return lambda body: strict.check_gemini(body, signs="gemini-3" in model)
        case Bedrock():
            return strict.check_bedrock
        case Ollama():
            return strict.check_ollama
        case _:
            return strict.check_responses


TARGETS = [
    Target(f"{'/'.join(names)} {model}", adapter, model, judge_of(adapter, model))
    for names, adapter in [
        *(((name,), adapter) for name, adapter in ADAPTERS.items()),
        *OTHER_WIRES.items(),
    ]
    for model in MODELS.get(names[0], ["some-model", "gpt-4o"])
]
