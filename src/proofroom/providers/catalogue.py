"""Which models exist and what they cost: OpenRouter's public list, a shipped snapshot, and one for the other.

Pure: reading lists and looking things up. Fetching, caching and refreshing are done by whoever holds it.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from typing import Any

from proofroom.kernel.words import word_list
from proofroom.providers.draft import load
from proofroom.providers.names import pricing_key
from proofroom.providers.shapes import Json, as_int, as_list, as_object, as_objects, as_text
from proofroom.providers.types import ModelInfo

PUBLIC_LIST = "https://openrouter.ai/api/v1/models"
MICROS_PER_MTOK = Decimal(10) ** 12
"""Dollars per token, times this, are micro-dollars per million tokens."""


class Catalogue:
    """Models by their pricing key."""

    def __init__(self, models: Iterable[ModelInfo] = ()) -> None:
        self._by_key: dict[str, ModelInfo] = {}
        for model in models:
            self._by_key.setdefault(pricing_key(model.id), model)

    def __len__(self) -> int:
        return len(self._by_key)

    def find(self, model: str) -> ModelInfo | None:
        """Return what is known of a model, under whichever of its names it is asked for."""
        return self._by_key.get(pricing_key(model))

    def enrich(self, info: ModelInfo, *, prices: bool = True) -> ModelInfo:
        """Return a model of a provider's own list with what is known here, where it says nothing itself."""
        known = self.find(info.id)
        if known is None:
            return info
        gaps: dict[str, Any] = {
            name: getattr(known, name)
            for name in (_SIZES + _PRICES if prices else _SIZES)
            if getattr(info, name) in (None, "")
        }
        return replace(info, **gaps)

    def over(self, older: "Catalogue") -> "Catalogue":
        """Return both together; what is here wins."""
        return Catalogue([*self._by_key.values(), *older._by_key.values()])

    def models(self) -> list[ModelInfo]:
        """Return all models, by key."""
        return [self._by_key[key] for key in sorted(self._by_key)]


_SIZES = ("context_window", "max_output", "vision", "tools", "thinking", "tier")
_PRICES = word_list("""
    input_micros_per_mtok output_micros_per_mtok cache_read_micros_per_mtok cache_write_micros_per_mtok
    """)


def parse_listing(body: bytes) -> tuple[list[ModelInfo], str]:
    """Read a page of OpenRouter's list of models, and the address of the next page if there is one."""
    page = load("openrouter", body)
    listed = [_listed(entry) for entry in as_objects(page.get("data")) if as_text(entry.get("id"))]
    return listed, as_text(as_object(page.get("links")).get("next"))


@cache
def snapshot() -> Catalogue:
    """Return the prices shipped with this version, so that costs are known without a network."""
    return Catalogue(_read_snapshot()[1])


@cache
def _read_snapshot() -> tuple[str, list[ModelInfo]]:
    parsed = tomllib.loads(files("proofroom.providers").joinpath("prices.toml").read_text("utf-8"))
    return str(parsed["taken_on"]), [_shipped(key, entry) for key, entry in parsed["models"].items()]


def _listed(entry: Json) -> ModelInfo:
    architecture, pricing = as_object(entry.get("architecture")), as_object(entry.get("pricing"))
    top = as_object(entry.get("top_provider"))
    parameters = as_list(entry.get("supported_parameters"))
    return ModelInfo(
        id=entry["id"],
        provider="openrouter",
        name=as_text(entry.get("name")) or entry["id"],
        context_window=as_int(entry.get("context_length")) or as_int(top.get("context_length")) or None,
        max_output=as_int(top.get("max_completion_tokens")) or None,
        vision="image" in as_list(architecture.get("input_modalities")),
        tools="tools" in parameters if parameters else None,
        thinking="reasoning" in parameters if parameters else None,
        input_micros_per_mtok=per_mtok(pricing.get("prompt")),
        output_micros_per_mtok=per_mtok(pricing.get("completion")),
        cache_read_micros_per_mtok=per_mtok(pricing.get("input_cache_read")),
        cache_write_micros_per_mtok=per_mtok(pricing.get("input_cache_write")),
    )


def per_mtok(dollars_per_token: Any) -> int | None:
    """Return a price as micro-dollars per million tokens; None for a missing or variable one (`-1`)."""
    try:
        price = Decimal(str(dollars_per_token))
    except InvalidOperation:
        return None
    return int(price * MICROS_PER_MTOK) if price.is_finite() and price >= 0 else None


def _shipped(key: str, entry: Json) -> ModelInfo:
    def micros(name: str) -> int | None:
        return int(Decimal(str(entry[name])) * 1_000_000) if name in entry else None

    return ModelInfo(
        id=key,
        provider=as_text(entry.get("provider")),
        name=as_text(entry.get("name")) or key,
        context_window=entry.get("window"),
        max_output=entry.get("max_output"),
        vision=entry.get("vision"),
        tools=entry.get("tools"),
        thinking=entry.get("thinking"),
        tier=as_text(entry.get("tier")),
        input_micros_per_mtok=micros("input"),
        output_micros_per_mtok=micros("output"),
        cache_read_micros_per_mtok=micros("cache_read"),
        cache_write_micros_per_mtok=micros("cache_write"),
    )
