"""The models a credential can use: the provider's own list, with what we know of each."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.catalogue import Catalogue
from proofroom.providers.profiles import profile_for
from proofroom.providers.protocol import Adapter, Credential, HttpCall
from proofroom.providers.types import ModelInfo

if TYPE_CHECKING:
    from proofroom.providers.ollama import Ollama

Fetch = Callable[[HttpCall], Awaitable[bytes]]

MAX_PAGES = 20
SELF_HOSTED = frozenset({"openai-compatible", "vllm", "caii", "ollama"})
"""Providers whose models run on somebody's own machines: list prices say nothing about them."""


async def list_models(adapter: Adapter, credential: Credential, fetch: Fetch) -> list[ModelInfo]:
    """Return the provider's list, page by page; the models a connection names where there is none."""
    found: list[ModelInfo] = []
    page = ""
    for _ in range(MAX_PAGES):
        call = adapter.models_call(credential, page)
        if call is None:
            return named_models(credential)
        models, page = adapter.parse_models(await fetch(call))
        found.extend(models)
        if not page:
            break
    if credential.provider == "ollama":
        from proofroom.providers.ollama import Ollama

        if isinstance(adapter, Ollama):
            found = await asyncio.gather(*(_describe(adapter, info, credential, fetch) for info in found))
    return found


def named_models(credential: Credential) -> list[ModelInfo]:
    """Return the models that a connection names itself."""
    names = (credential.option("models") or credential.option("deployment")).split(",")
    return [
        ModelInfo(id=name.strip(), provider=credential.provider, name=name.strip())
        for name in names
        if name.strip()
    ]


def with_knowledge(info: ModelInfo, credential: Credential, catalogue: Catalogue) -> ModelInfo:
    """Return a listed model with prices, sizes and abilities, where they are known."""
    behind = credential.option("model", info.id)
    known = catalogue.enrich(replace(info, id=behind), prices=credential.provider not in SELF_HOSTED)
    if credential.provider == "ollama" and not credential.key:  # one's own machine sends no bill
        known = replace(known, input_micros_per_mtok=0, output_micros_per_mtok=0)
    profile = profile_for(credential.provider, behind, known)
    if eyes := credential.option("vision"):  # for hosts whose models nobody has described
        profile = replace(profile, vision=eyes == "on")
    return replace(
        known,
        id=info.id,
        vision=profile.vision,
        tools=profile.tools,
        thinking=known.thinking if known.thinking is not None else profile.thinking != "none",
        context_window=profile.context_window,
        max_output=profile.max_output,
    )


async def _describe(adapter: "Ollama", info: ModelInfo, credential: Credential, fetch: Fetch) -> ModelInfo:
    try:
        return adapter.parse_show(info.id, await fetch(adapter.show_call(info.id, credential)))
    except ProofroomError:  # a model that cannot be described is still in the list
        return info
