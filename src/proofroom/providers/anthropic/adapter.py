"""The adapter of Anthropic's Messages format."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.anthropic.request import CONTEXT_BETA, body, clears
from proofroom.providers.anthropic.stream import MessagesReader
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall, post
from proofroom.providers.shapes import as_object, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest

BASE = "https://api.anthropic.com"
VERSION = "2023-06-01"


class Anthropic:
    """Anthropic's Messages format, at Anthropic or at a host that speaks it."""

    optional_fields = ("cache_control", "context_management", "temperature", "thinking", "output_config")

    def __init__(self, name: str = "anthropic") -> None:
        self.name = name

    def build(
        self,
        request: ModelRequest,
        credential: Credential,
        profile: Profile,
        *,
        stream: bool = True,
        left_out: frozenset[str] = NO_FIELDS,
    ) -> HttpCall:
        """Return the request."""
        cache = _cache_mark(credential) if profile.caches_prefix and "cache_control" not in left_out else None
        made = body(request, self.name, profile, stream=stream, left_out=left_out, cache=cache)
        headers = _headers(credential, beta=CONTEXT_BETA if clears(request, profile) else "")
        return post(_url(credential, "messages"), headers, made, stream=stream)

    def reader(self, request: ModelRequest) -> MessagesReader:
        """Return a fresh reader."""
        return MessagesReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        error = read_error(body)
        details = as_object(error.get("details"))
        code = str(details.get("error_code") or error.get("type") or "")
        return name_failure(
            self.name, status=status, code=code, message=str(error.get("message") or ""), headers=headers
        )

    def models_call(self, credential: Credential, page: str = "") -> HttpCall:
        """Return the request for a page of the list of models."""
        after = f"&after_id={quote(page, safe='')}" if page else ""
        url = _url(credential, f"models?limit=1000{after}")
        return HttpCall("GET", url, _headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read the list of models, which says little more than their names."""
        page = load(self.name, body)
        following = as_text(page.get("last_id")) if page.get("has_more") else ""
        return [
            ModelInfo(
                id=entry["id"], provider=self.name, name=as_text(entry.get("display_name")) or entry["id"]
            )
            for entry in as_objects(page.get("data"))
            if as_text(entry.get("id"))
        ], following


def _cache_mark(credential: Credential) -> dict[str, Any]:
    ttl = credential.option("cache_ttl")
    return {"type": "ephemeral", "ttl": ttl} if ttl else {"type": "ephemeral"}


def _headers(credential: Credential, beta: str = "") -> dict[str, str]:
    headers = {
        "content-type": "application/json",
        "x-api-key": credential.key,
        "anthropic-version": VERSION,
    }
    if beta:
        headers["anthropic-beta"] = beta
    return headers


def _url(credential: Credential, path: str) -> str:
    base = (credential.base_url or BASE).rstrip("/").removesuffix("/v1")
    return f"{base}/v1/{path}"
