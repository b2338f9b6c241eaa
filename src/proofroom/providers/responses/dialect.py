"""Who speaks Responses, and with which accent."""

from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one host differs from OpenAI."""

    name: str
    base_url: str
    deployments: bool = False
    """The model is a deployment, reached and opened as Azure wants it."""
    plain_reasoning: bool = False
    """Takes reasoning items back that are not encrypted."""
    asks_for_sealed: bool = True
    cache_key: bool = True
    cache_control: bool = False
    """Takes Anthropic's cache marks on parts of the system prompt."""
    titled: bool = False
    """Wants to know which application calls."""
    obfuscates: bool = False
    """Pads stream events unless asked not to."""


OPENAI = Dialect("openai", "https://api.openai.com/v1", obfuscates=True)
AZURE = Dialect("azure", "", deployments=True, obfuscates=True)
DEEPSEEK = Dialect(
    "deepseek",
    "https://api.deepseek.com",
    plain_reasoning=True,
    asks_for_sealed=False,
    cache_key=False,
)
COMPATIBLE = Dialect("openai-compatible", "")
OPENROUTER = Dialect("openrouter", "https://openrouter.ai/api/v1", cache_control=True, titled=True)

DIALECTS: dict[str, Dialect] = {each.name: each for each in (OPENAI, AZURE, DEEPSEEK, COMPATIBLE)}
"""By the name of their provider; OpenRouter has an adapter of its own."""
