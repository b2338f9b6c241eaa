"""The adapter of the Responses format."""

import re
from collections.abc import Mapping

from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.words import word_list
from proofroom.providers.azure import azure_base, azure_headers
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall, post, title_headers
from proofroom.providers.responses.dialect import OPENAI, Dialect
from proofroom.providers.responses.request import body
from proofroom.providers.responses.stream import ResponsesReader
from proofroom.providers.shapes import as_int, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest

_NOT_FOR_TALK = re.compile(
    r"embedding|whisper|moderation|dall-e|(?:^|-)image|^sora|^tts|-tts|transcribe|realtime|audio|^davinci|^babbage"
)


class Responses:
    """The Responses format in one dialect."""

    optional_fields = word_list("""
        stream_options prompt_cache_key parallel_tool_calls include reasoning temperature top_p
        cache_control prompt_cache_breakpoint
        """)

    def __init__(self, dialect: Dialect = OPENAI) -> None:
        self.name = dialect.name
        self._dialect = dialect

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
        made = body(request, self._dialect, profile, stream=stream, left_out=left_out)
        return post(f"{self.base(credential)}/responses", self.headers(credential), made, stream=stream)

    def reader(self, request: ModelRequest) -> ResponsesReader:
        """Return a fresh reader."""
        return ResponsesReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        error = read_error(body)
        code = error.get("code") if isinstance(error.get("code"), str) else error.get("type")
        message = as_text(error.get("message"))
        if param := as_text(error.get("param")):
            message = message if param in message else f"{message} ({param})"
        return name_failure(self.name, status=status, code=str(code or ""), message=message, headers=headers)

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request that lists models."""
        return HttpCall("GET", f"{self.base(credential)}/models", self.headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read the list of models."""
        listed = as_objects(load(self.name, body).get("data"))
        return [
            ModelInfo(
                id=entry["id"],
                provider=self.name,
                name=entry["id"],
                context_window=as_int(entry.get("max_model_len")) or None,
            )
            for entry in listed
            if as_text(entry.get("id")) and not _NOT_FOR_TALK.search(entry["id"])
        ], ""

    def base(self, credential: Credential) -> str:
        """Return the address all paths are under."""
        if self._dialect.deployments:
            return azure_base(credential)
        return (credential.base_url or self._dialect.base_url).rstrip("/")

    def headers(self, credential: Credential) -> dict[str, str]:
        """Return the headers every request has."""
        headers = {
            "content-type": "application/json",
            **(title_headers(credential) if self._dialect.titled else {}),
        }
        if self._dialect.deployments:
            return headers | azure_headers(credential)
        return headers | {"authorization": f"Bearer {credential.key}"}
