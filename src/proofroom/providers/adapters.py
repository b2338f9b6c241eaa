"""Which adapter speaks for which provider."""

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers import responses
from proofroom.providers.anthropic import Anthropic
from proofroom.providers.bedrock import Bedrock
from proofroom.providers.chat import DIALECTS, Chat
from proofroom.providers.gemini import Gemini
from proofroom.providers.ollama import Ollama
from proofroom.providers.openrouter import OpenRouter
from proofroom.providers.protocol import Adapter, Credential

ADAPTERS: dict[str, Adapter] = {
    "anthropic": Anthropic(),
    "openai": responses.Responses(responses.OPENAI),
    "openrouter": OpenRouter(),
    "ollama": Ollama(),
    "gemini": Gemini(),
    "vertex": Gemini("vertex"),
    "bedrock": Bedrock(),
    "azure": Chat(DIALECTS["azure"]),
    "openai-compatible": Chat(DIALECTS["openai-compatible"]),
    "vllm": Chat(DIALECTS["vllm"]),
    "caii": Chat(DIALECTS["caii"]),
    "groq": Chat(DIALECTS["groq"]),
    "mistral": Chat(DIALECTS["mistral"]),
    "deepseek": Chat(DIALECTS["deepseek"]),
}
"""Every provider in the format that serves it best."""

OTHER_WIRES: dict[tuple[str, str], Adapter] = {
    ("openai", "chat"): Chat(DIALECTS["openai"]),
    ("openrouter", "chat"): Chat(DIALECTS["openrouter"]),
    ("ollama", "chat"): Chat(DIALECTS["ollama"]),
    ("azure", "responses"): responses.Responses(responses.AZURE),
    ("deepseek", "responses"): responses.Responses(responses.DEEPSEEK),
    ("openai-compatible", "responses"): responses.Responses(responses.COMPATIBLE),
}
"""The same providers in another of their formats, chosen by the option `wire` of a connection."""


def adapter_for(credential: Credential) -> Adapter:
    """Return the adapter of a credential's provider, in the format its `wire` option asks for."""
    wire = credential.option("wire")
    adapter = OTHER_WIRES.get((credential.provider, wire)) if wire else None
    adapter = adapter or ADAPTERS.get(credential.provider)
    if adapter is None:
        raise InvalidInput(
            say("connections.no_model_provider", provider=credential.provider),
            suggestion=say("next.one_of", known=", ".join(sorted(ADAPTERS))),
        )
    return adapter
