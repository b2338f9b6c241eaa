"""OpenRouter: the Responses format, a public catalogue with prices, and the real cost of every call."""

from collections.abc import Mapping

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.catalogue import parse_listing
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.responses import OPENROUTER, Responses
from proofroom.providers.shapes import as_object, as_text
from proofroom.providers.types import ModelInfo


class OpenRouter(Responses):
    """OpenRouter over its Responses endpoint."""

    def __init__(self) -> None:
        super().__init__(OPENROUTER)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means; what the provider behind OpenRouter said stands in its metadata."""
        error = read_error(body)
        metadata = as_object(error.get("metadata"))
        message = as_text(error.get("message"))
        if upstream := as_text(metadata.get("raw")):
            message = f"{message}: {upstream}"
        return name_failure(
            self.name,
            status=status,
            code=as_text(error.get("code")) or as_text(error.get("type")),
            message=message,
            headers=headers,
            refused=status == 403 and "reasons" in metadata,
        )

    def models_call(self, credential: Credential, page: str = "") -> HttpCall:
        """Return the request for a page of the catalogue; it needs no key."""
        base = self.base(credential)
        url = page if page.startswith("http") else f"{base}{page.removeprefix('/api/v1')}" if page else ""
        return HttpCall("GET", url or f"{base}/models", self.headers(credential), framing="json")

    def key_call(self, credential: Credential) -> HttpCall:
        """Return the request that describes the key itself, which only a valid key can ask."""
        return HttpCall("GET", f"{self.base(credential)}/key", self.headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read a page of the catalogue, with prices and windows."""
        return parse_listing(body)
