"""What this machine already has: keys in the environment, an Ollama. Offered at the start, never taken."""

from collections.abc import Container, Mapping

from proofroom.connections.presets import preset_for
from proofroom.connections.types import Kind
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.net import Transport, is_listening

OLLAMA_PORT = 11434
"""Where Ollama listens unless it was told otherwise."""
_PROBE_S = 0.5

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
    return found


async def find_ollama(
    environment: Mapping[str, str],
    connected: Container[tuple[Kind, str]],
    allowed: Container[str],
    usual: int = OLLAMA_PORT,
) -> Offer | None:
    """Return an offer for the Ollama named in the environment, or for one that answers on this machine.

    `allowed` are the private hosts that whoever runs the studio has opened; the offer says how to open more.
    """
    if ("model", "ollama") in connected:
        return None
    place = environment.get("OLLAMA_HOST", "").removeprefix("http://").rstrip("/")
    if not place and await is_listening(usual) and await _is_ollama(f"127.0.0.1:{usual}"):
        place = f"127.0.0.1:{usual}"
    if not place:
        return None
    url = place if "://" in place else f"http://{place}"
    first = "" if place in allowed else f"PROOFROOM_ALLOW_PRIVATE_HOSTS='[\"{place}\"]' proofroom up, then "
    return Offer("Ollama", f"{first}proofroom connect add ollama --url {url}")


async def _is_ollama(place: str) -> bool:
    try:
        async with Transport.open([place]) as transport:
            answer = await transport.request(
                "GET", f"http://{place}/api/version", tier="connection", timeout_s=_PROBE_S
            )
    except ProofroomError:
        return False
    return answer.status == 200
