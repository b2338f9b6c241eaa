"""The adapter of AWS Bedrock's Converse format."""

from collections.abc import Mapping
from urllib.parse import quote

import orjson

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.bedrock.request import body
from proofroom.providers.bedrock.stream import ConverseReader
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error
from proofroom.providers.profiles import Profile
from proofroom.providers.protocol import NO_FIELDS, Credential, HttpCall
from proofroom.providers.shapes import as_list, as_objects, as_text
from proofroom.providers.types import ModelInfo, ModelRequest


class Bedrock:
    """The Converse format, signed or with a Bedrock API key."""

    optional_fields = ("cachePoint", "additionalModelRequestFields", "toolChoice")

    def __init__(self, name: str = "bedrock") -> None:
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
        """Return the request, to be signed when it is sent unless there is an API key."""
        made = body(request, self.name, profile, left_out=left_out, cache_ttl=credential.option("cache_ttl"))
        verb = "converse-stream" if stream else "converse"
        url = f"{_base(credential, 'bedrock-runtime')}/model/{quote(request.model, safe='')}/{verb}"
        return _call(credential, "POST", url, orjson.dumps(made), stream=stream)

    def reader(self, request: ModelRequest) -> ConverseReader:
        """Return a fresh reader."""
        return ConverseReader(self.name, request)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means; its type is in a header."""
        error = read_error(body)
        kind = headers.get("x-amzn-errortype", "").partition(":")[0]
        message = as_text(error.get("message")) or as_text(error.get("Message"))
        return name_failure(self.name, status=status, code=kind, message=message, headers=headers)

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request that lists models."""
        url = f"{_base(credential, 'bedrock')}/foundation-models?byOutputModality=TEXT"
        return _call(credential, "GET", url, b"", stream=False)

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read the list of models."""
        return [
            ModelInfo(
                id=entry["modelId"],
                provider=self.name,
                name=as_text(entry.get("modelName")) or entry["modelId"],
                vision="IMAGE" in as_list(entry.get("inputModalities")),
            )
            for entry in as_objects(load(self.name, body).get("modelSummaries"))
            if as_text(entry.get("modelId"))
        ], ""


def _call(credential: Credential, method: str, url: str, body: bytes, *, stream: bool) -> HttpCall:
    headers = {"content-type": "application/json"}
    if credential.key:
        headers["authorization"] = f"Bearer {credential.key}"
    return HttpCall(
        method,
        url,
        headers,
        body,
        "eventstream" if stream else "json",
        signing="" if credential.key else "sigv4",
    )


def _base(credential: Credential, host: str) -> str:
    return (credential.base_url or f"https://{host}.{region(credential)}.amazonaws.com").rstrip("/")


def region(credential: Credential) -> str:
    """Return the region of a credential."""
    return credential.option("region", "us-east-1")
