"""What a model accepts: the quirks, as data, so that adapters carry no model names."""

import re
import tomllib
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.providers.names import pricing_key
from proofroom.providers.types import ModelInfo

ThinkingStyle = Literal["none", "adaptive", "budget", "effort", "token_budget", "level", "switch", "graded"]
"""How reasoning is asked for: `adaptive` and `budget` (Anthropic), `effort` (OpenAI and compatibles),
`token_budget` and `level` (Gemini), `switch` and `graded` (Ollama: on or off, or low to high)."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What one model accepts and can do."""

    vision: bool = False
    tools: bool = True
    temperature: bool = True
    temperature_while_thinking: bool = True
    thinking: ThinkingStyle = "none"
    resting_effort: str = ""
    """What to ask for when thinking is off, for models that reason unless told otherwise."""
    forced_choice: Literal["always", "unless_thinking", "never"] = "always"
    context_window: int | None = None
    max_output: int | None = None
    clears_tool_uses: bool = False
    caches_prefix: bool = False
    """Wants the end of the stable prefix marked."""
    caches_messages: bool = False
    """Also wants the end of the conversation marked."""
    cache_breakpoints: bool = False
    """Takes explicit breakpoints in Responses input."""
    strict_tools: bool = False
    system_role: Literal["system", "developer", "user"] = "system"
    seals_reasoning: bool = False
    """Returns its reasoning encrypted when asked, and wants it back."""
    images_in_results: bool = True
    signs_thoughts: bool = False
    """Refuses the first call of a step without its signature (Gemini 3)."""
    schema_with_tools: bool = True
    """Takes an output schema and tools in one request."""
    lone_results: bool = False
    """Wants tool results alone in their turn."""
    result_status: bool = True
    replays_running_thoughts: bool = False
    """Wants its plain reasoning back inside a running tool turn."""

    def takes_temperature(self, *, thinks: bool) -> bool:
        """Tell whether a temperature may be sent along."""
        return self.temperature and (self.temperature_while_thinking or not thinks)


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    providers: frozenset[str]
    values: dict[str, Any]


def profile_for(provider: str, model: str, info: ModelInfo | None = None) -> Profile:
    """Return what a model accepts: our rules first, then what its provider's own list says of it."""
    profile = _by_rules(provider, pricing_key(model))
    if info is None:
        return profile
    known: dict[str, Any] = {
        "vision": info.vision,
        "tools": info.tools,
        "context_window": info.context_window,
        "max_output": info.max_output,
    }
    return replace(profile, **{name: value for name, value in known.items() if value is not None})


@cache
def _by_rules(provider: str, key: str) -> Profile:
    values: dict[str, Any] = {}
    for rule in _rules():
        if (not rule.providers or provider in rule.providers) and rule.pattern.search(key):
            values.update(rule.values)
    return Profile(**values)


@cache
def _rules() -> tuple[_Rule, ...]:
    text = files("proofroom.providers").joinpath("profiles.toml").read_text("utf-8")
    known = {field.name for field in fields(Profile)}
    rules: list[_Rule] = []
    for entry in tomllib.loads(text)["rule"]:
        values = {name: value for name, value in entry.items() if name not in ("match", "providers")}
        assert values.keys() <= known, f"unknown fields in profiles.toml: {values.keys() - known}"
        rules.append(_Rule(re.compile(entry["match"]), frozenset(entry.get("providers", ())), values))
    return tuple(rules)
