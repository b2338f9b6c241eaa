"""What each provider needs to be reached. Only this is asked; every address can be changed."""

from typing import Literal

from proofroom.connections.types import Kind
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import Text, say

Place = Literal["url", "key", "secret", "option"]
"""Where a field is kept: the address, the key, another sealed text, or an open option."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to ask for. `advanced` is offered, not asked."""

    name: str
    called: str
    """The key of its label among the server's texts."""
    place: Place
    key: str = ""
    """The name under which drivers know it."""
    required: bool = False
    advanced: bool = False
    example: str = ""

    @property
    def label(self) -> Text:
        """Return what a person is asked for."""
        return say(f"connections.label.{self.called}")

    @property
    def is_secret(self) -> bool:
        """Tell whether it is kept sealed and never shown again."""
        return self.place in ("key", "secret")


@dataclass(frozen=True, slots=True)
class Preset:
    """How a provider is connected. One of `any_of` must be whole, where there is a choice."""

    provider: str
    kind: Kind
    title: str
    fields: tuple[Field, ...]
    any_of: tuple[tuple[str, ...], ...] = ()
    url: str = ""
    """The address that is used when none is given and that stands for the provider itself."""

    def field(self, name: str) -> Field:
        """Return a field, or refuse a name it does not have."""
        for each in self.fields:
            if each.name == name:
                return each
        raise InvalidInput(
            say(
                "connections.no_field",
                provider=self.title,
                name=name[:40],
                known=", ".join(each.name for each in self.fields),
            ),
            field=name,
        )


def _key(called: str = "api_key", *, required: bool = True) -> Field:
    return Field("apiKey", called, "key", required=required, advanced=False)


def _url(*, required: bool = False, example: str = "") -> Field:
    return Field("baseUrl", "address", "url", required=required, advanced=not required, example=example)


def _option(name: str, called: str, key: str, *, required: bool = False, example: str = "") -> Field:
    return Field(name, called, "option", key, required=required, advanced=not required, example=example)


def _hosted(provider: str, title: str, *more: Field, kind: Kind = "model") -> Preset:
    return Preset(provider, kind, title, (_key(), _url(), *more))


_WIRE = _option("wire", "wire", "wire", example="chat")
_MODELS = _option("models", "models_unlisted", "models", example="a, b")
_VISION = _option("vision", "vision", "vision", example="on")
_CACHE = _option("cacheTtl", "cache_ttl", "cache_ttl", example="1h")
_IMAGE_MODEL = _option("model", "image_model", "model")
_FILM_MODEL = _option("videoModel", "film_model", "video_model", example="veo-3.1-generate-preview")
_OLLAMA = "http://127.0.0.1:11434"

_AZURE = (
    _url(required=True, example="https://my-resource.openai.azure.com"),
    _key(),
    _option("deployment", "deployment", "deployment", required=True, example="gpt-main"),
    _option("model", "deployment_model", "model", example="gpt-5.5"),
    _option("apiVersion", "api_version", "api_version"),
    _option("auth", "auth", "auth", example="bearer"),
    _WIRE,
)

_BEDROCK = Preset(
    "bedrock",
    "model",
    "AWS Bedrock",
    (
        _option("region", "region", "region", required=True, example="eu-central-1"),
        Field("accessKeyId", "access_key_id", "secret", "access_key_id"),
        Field("secretAccessKey", "secret_access_key", "secret", "secret_access_key"),
        Field("sessionToken", "session_token", "secret", "session_token", advanced=True),
        _key("bedrock_key", required=False),
        _url(),
        _CACHE,
    ),
    any_of=(("apiKey",), ("accessKeyId", "secretAccessKey")),
)

_ALL: tuple[Preset, ...] = (
    _hosted("anthropic", "Anthropic", _CACHE),
    _hosted("openai", "OpenAI", _WIRE),
    _hosted(
        "openrouter",
        "OpenRouter",
        _option("referer", "referer", "referer"),
        _option("title", "known_as", "title", example="Proofroom"),
        _WIRE,
    ),
    _hosted("gemini", "Google Gemini"),
    Preset(
        "vertex",
        "model",
        "Google Vertex AI",
        (
            _key("access_token"),
            _option("project", "project", "project", required=True),
            _option("location", "location", "location", required=True, example="global"),
            _option("models", "models", "models", required=True, example="gemini-3-flash-preview"),
            _url(),
        ),
    ),
    Preset(
        "ollama",
        "model",
        "Ollama",
        (
            _url(required=True, example=_OLLAMA),
            Field("apiKey", "api_key", "key", advanced=True),
            _option("numCtx", "window", "num_ctx", example="16384"),
            _option("keepAlive", "keep_alive", "keep_alive", example="30m"),
            _WIRE,
        ),
        url=_OLLAMA,
    ),
    _BEDROCK,
    Preset("azure", "model", "Azure OpenAI", _AZURE),
    _hosted("groq", "Groq"),
    _hosted("mistral", "Mistral"),
    _hosted("deepseek", "DeepSeek", _WIRE),
    Preset(
        "vllm",
        "model",
        "vLLM",
        (_url(required=True, example="http://gpu.local:8000/v1"), _key(required=False), _VISION),
    ),
    Preset(
        "openai-compatible",
        "model",
        "OpenAI-compatible host",
        (
            _url(required=True, example="https://host.example/v1"),
            _key(required=False),
            _MODELS,
            _VISION,
            _WIRE,
            _option("stream", "stream", "stream", example="off"),
        ),
    ),
    Preset("caii", "model", "Cloudera AI Inference", (_url(required=True), _key(), _MODELS, _VISION)),
    _hosted("tavily", "Tavily", kind="search"),
    _hosted("exa", "Exa", kind="search"),
    _hosted("openai", "OpenAI images", _IMAGE_MODEL, kind="image"),
    _hosted("gemini", "Google Gemini images", _IMAGE_MODEL, _FILM_MODEL, kind="image"),
    Preset("azure", "image", "Azure OpenAI images", _AZURE),
    Preset(
        "openai-compatible",
        "image",
        "OpenAI-compatible image host",
        (_url(required=True), _key(required=False), _IMAGE_MODEL, _FILM_MODEL),
    ),
)

PRESETS: dict[tuple[Kind, str], Preset] = {(preset.kind, preset.provider): preset for preset in _ALL}


def preset_for(kind: Kind, provider: str) -> Preset:
    """Return how a provider is connected."""
    found = PRESETS.get((kind, provider))
    if found is None:
        known = sorted(name for each, name in PRESETS if each == kind)
        raise InvalidInput(
            say("connections.no_preset", kind=kind, provider=provider[:40]),
            suggestion=say("next.one_of", known=", ".join(known)) if known else None,
            field="providerId",
        )
    return found
