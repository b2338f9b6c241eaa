"""Which adapter speaks for which provider; each is imported when it is first asked for."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeVar

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.protocol import Adapter, Credential

K = TypeVar("K", bound=Hashable)
Make = Callable[[], Adapter]


class LateAdapters(Mapping[K, Adapter]):
    """Adapters by name, made on use: a studio speaks to one or two of them."""

    def __init__(self, makers: dict[K, Make]) -> None:
        self._makers = makers
        self._made: dict[K, Adapter] = {}

    def __getitem__(self, key: K) -> Adapter:
        if key not in self._made:
            self._made[key] = self._makers[key]()
        return self._made[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _anthropic() -> Adapter:
    from proofroom.providers.anthropic import Anthropic

    return Anthropic()


def _bedrock() -> Adapter:
    from proofroom.providers.bedrock import Bedrock

    return Bedrock()


def _openrouter() -> Adapter:
    from proofroom.providers.openrouter import OpenRouter

    return OpenRouter()


def _ollama() -> Adapter:
    from proofroom.providers.ollama import Ollama

    return Ollama()


def _gemini(name: str) -> Make:
    def make() -> Adapter:
        from proofroom.providers.gemini import Gemini

        return Gemini(name)

    return make


def _chat(dialect: str) -> Make:
    def make() -> Adapter:
        from proofroom.providers.chat import DIALECTS, Chat

        return Chat(DIALECTS[dialect])

    return make


def _responses(dialect: str) -> Make:
    def make() -> Adapter:
        from proofroom.providers.responses import DIALECTS, Responses

        return Responses(DIALECTS[dialect])

    return make


ADAPTERS: Mapping[str, Adapter] = LateAdapters(
    {
        "anthropic": _anthropic,
        "openai": _responses("openai"),
        "openrouter": _openrouter,
        "ollama": _ollama,
        "gemini": _gemini("gemini"),
        "vertex": _gemini("vertex"),
        "bedrock": _bedrock,
        "azure": _chat("azure"),
        "openai-compatible": _chat("openai-compatible"),
        "vllm": _chat("vllm"),
        "caii": _chat("caii"),
        "groq": _chat("groq"),
        "mistral": _chat("mistral"),
        "deepseek": _chat("deepseek"),
    }
)
"""Every provider in the format that serves it best."""

OTHER_WIRES: Mapping[tuple[str, str], Adapter] = LateAdapters(
    {
        ("openai", "chat"): _chat("openai"),
        ("openrouter", "chat"): _chat("openrouter"),
        ("ollama", "chat"): _chat("ollama"),
        ("azure", "responses"): _responses("azure"),
        ("deepseek", "responses"): _responses("deepseek"),
        ("openai-compatible", "responses"): _responses("openai-compatible"),
    }
)
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
