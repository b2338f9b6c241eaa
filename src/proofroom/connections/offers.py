"""What the environment already holds keys for: offered at the start, used only when somebody says so."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from proofroom.connections.presets import preset_for
from proofroom.connections.types import Kind

_KEYS: dict[str, tuple[Kind, str]] = {
    "ANTHROPIC_API_KEY": ("model", "anthropic"),
    "OPENAI_API_KEY": ("model", "openai"),
    "OPENROUTER_API_KEY": ("model", "openrouter"),
    "GEMINI_API_KEY": ("model", "gemini"),
    "GROQ_API_KEY": ("model", "groq"),
    "MISTRAL_API_KEY": ("model", "mistral"),
    "DEEPSEEK_API_KEY": ("model", "deepseek"),
    "TAVILY_API_KEY": ("search", "tavily"),
    "EXA_API_KEY": ("search", "exa"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider that could be connected with what is there, and the command that does it."""

    title: str
    command: str


def find_offers(environment: Mapping[str, str], connected: Container[tuple[Kind, str]]) -> list[Offer]:
    """Return offers for keys in the environment whose provider is not connected yet."""
    found: list[Offer] = []
    for variable, (kind, provider) in _KEYS.items():
        if environment.get(variable) and (kind, provider) not in connected:
            which = "" if kind == "model" else f" --kind {kind}"
            command = f"proofroom connect add {provider}{which} --secret apiKey=env:{variable}"
            found.append(Offer(preset_for(kind, provider).title, command))
    if (place := environment.get("OLLAMA_HOST")) and ("model", "ollama") not in connected:
        url = place if "://" in place else f"http://{place}"
        found.append(Offer("Ollama", f"proofroom connect add ollama --url {url}"))
    return found
