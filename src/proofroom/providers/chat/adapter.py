"""The adapter of the Chat Completions format."""

from collections.abc import Mapping

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.azure import azure_headers, azure_url
from proofroom.providers.chat.dialect import Dialect
from proofroom.providers.chat.request import OPTIONAL_FIELDS, body
from proofroom.providers.chat.stream import ChatReader
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall, post, title_headers
from proofroom.providers.shapes import as_int, as_object, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest


class Chat:
    """The Chat Completions format in one dialect."""

    optional_fields = OPTIONAL_FIELDS

    def __init__(self, dialect: Dialect) -> None:
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
        url = self._url(credential, "chat/completions", request.model)
        return post(url, self._headers(credential), made, stream=stream)

    def reader(self, request: ModelRequest) -> ChatReader:
        """Return a fresh reader."""
        return ChatReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        error = read_error(body)
        inner = as_object(error.get("innererror"))
        code = error.get("code") if isinstance(error.get("code"), str) else error.get("type")
        message = as_text(error.get("message")) or as_text(error.get("detail"))
        if (param := as_text(error.get("param"))) and param not in message:
            message = f"{message} ({param})"
        upstream = as_text(as_object(error.get("metadata")).get("raw"))
        return name_failure(
            self.name,
            status=status,
            code=str(code or ""),
            message=f"{message}: {upstream}" if upstream else message,
            headers=headers,
            refused=bool(inner.get("content_filter_result")),
        )

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request that lists models; deployments have no list."""
        if self._dialect.deployments:
            return None
        return HttpCall("GET", self._url(credential, "models", ""), self._headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read the list of models."""
        listed = as_objects(load(self.name, body).get("data"))
        return [
            ModelInfo(
                id=entry["id"],
                provider=self.name,
                name=as_text(entry.get("name")) or entry["id"],
                context_window=as_int(entry.get("max_model_len") or entry.get("context_window")) or None,
            )
            for entry in listed
            if as_text(entry.get("id"))
        ], ""

    def _url(self, credential: Credential, path: str, model: str) -> str:
        if self._dialect.deployments:
            return azure_url(credential, path, model)
        return f"{(credential.base_url or self._dialect.base_url).rstrip('/')}/{path}"

    def _headers(self, credential: Credential) -> dict[str, str]:
        headers = {"content-type": "application/json"}
        if self._dialect.deployments:
            headers |= azure_headers(credential)
        elif credential.key:
            headers["authorization"] = f"Bearer {credential.key}"
        return {**headers, **title_headers(credential)} if self._dialect.titled else headers
