"""The adapter of Google's generateContent format."""

from collections.abc import Mapping
from urllib.parse import quote

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.gemini.request import body
from proofroom.providers.gemini.stream import GeminiReader
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall, post
from proofroom.providers.shapes import Json, as_int, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest

BASE = "https://generativelanguage.googleapis.com/v1beta"


class Gemini:
    """The generateContent format, at Gemini (`gemini`) or Vertex (`vertex`)."""

    optional_fields = ("thinkingConfig", "temperature", "responseJsonSchema")

    def __init__(self, name: str = "gemini") -> None:
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
        made = body(request, self.name, profile, left_out=left_out)
        verb = "streamGenerateContent?alt=sse" if stream else "generateContent"
        url = f"{self.models_url(credential)}/{quote(request.model, safe='')}:{verb}"
        return post(url, self.headers(credential), made, stream=stream)

    def reader(self, request: ModelRequest) -> GeminiReader:
        """Return a fresh reader."""
        return GeminiReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means; the wait and a bad key are in its details."""
        error = read_error(body)
        details = as_objects(error.get("details"))
        has_bad_key = any(detail.get("reason") == "API_KEY_INVALID" for detail in details)
        return name_failure(
            self.name,
            status=status,
            code="authentication_error" if has_bad_key else as_text(error.get("status")),
            message=as_text(error.get("message")),
            headers=headers,
            retry_after_s=_retry_delay(details),
        )

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request for a page of the list of models; Vertex has none of this form."""
        if self.name == "vertex":
            return None
        token = f"&pageToken={quote(page, safe='')}" if page else ""
        url = f"{self.models_url(credential)}?pageSize=1000{token}"
        return HttpCall("GET", url, self.headers(credential), framing="json")

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read a page of the list of models, leaving out those that do not generate content."""
        page = load(self.name, body)
        listed = [entry for entry in as_objects(page.get("models")) if _generates(entry)]
        return [self._info(entry) for entry in listed], as_text(page.get("nextPageToken"))

    def _info(self, entry: Json) -> ModelInfo:
        model = as_text(entry.get("name")).removeprefix("models/")
        return ModelInfo(
            id=model,
            provider=self.name,
            name=as_text(entry.get("displayName")) or model,
            context_window=as_int(entry.get("inputTokenLimit")) or None,
            max_output=as_int(entry.get("outputTokenLimit")) or None,
            thinking=entry.get("thinking") if isinstance(entry.get("thinking"), bool) else None,
        )

    def models_url(self, credential: Credential) -> str:
        """Return the address all models are under."""
        if self.name != "vertex":
            return f"{(credential.base_url or BASE).rstrip('/')}/models"
        place = credential.option("location", "global")
        host = "aiplatform.googleapis.com" if place == "global" else f"{place}-aiplatform.googleapis.com"
        base = (credential.base_url or f"https://{host}/v1").rstrip("/")
        return f"{base}/projects/{credential.option('project')}/locations/{place}/publishers/google/models"

    def headers(self, credential: Credential) -> dict[str, str]:
        """Return the headers every request has."""
        headers = {"content-type": "application/json"}
        if self.name == "vertex":
            headers["authorization"] = f"Bearer {credential.key}"
        else:
            headers["x-goog-api-key"] = credential.key
        return headers


def _generates(entry: Json) -> bool:
    methods = entry.get("supportedGenerationMethods")
    return as_text(entry.get("name")) != "" and (methods is None or "generateContent" in methods)


def _retry_delay(details: list[Json]) -> float | None:
    for detail in details:
        try:
            return float(as_text(detail.get("retryDelay")).removesuffix("s"))
        except ValueError:
            continue
    return None
