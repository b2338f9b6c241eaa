"""What an adapter is: pure functions between our blocks and one provider's wire format.

An adapter builds a request, reads frames that somebody else has split off the socket, and names errors.
It never opens a connection, sleeps or looks at a clock, so it can be tested on recorded bytes alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, Protocol

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.providers.profiles import Profile
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink

Framing = Literal["sse", "ndjson", "eventstream", "json"]
NO_FIELDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Credential:
    """What one connection knows about reaching a provider. Secrets never show in its `repr`."""

    provider: str
    id: str = ""
    key: str = field(default="", repr=False)
    base_url: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Not secret: region, api_version, deployment, project, location, num_ctx, referer, title, auth, wire."""
    secrets: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """access_key_id, secret_access_key and session_token, for providers that sign."""

    def option(self, name: str, otherwise: str = "") -> str:
        """Return a setting, or the given text when it is unset or empty."""
        return self.options.get(name) or otherwise

    def secret_texts(self) -> tuple[str, ...]:
        """Return every text that must not appear in a log, an event or an error."""
        return tuple(text for text in (self.key, *self.secrets.values()) if len(text) >= 4)


@dataclass(frozen=True, slots=True)
class HttpCall:
    """One HTTP request, ready to send. `signing` names what has to be added at the moment of sending."""

    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = b""
    framing: Framing = "sse"
    signing: Literal["", "sigv4"] = ""


def post(url: str, headers: dict[str, str], body: Any, *, stream: bool) -> HttpCall:
    """Return a request with a JSON body; an answer that streams comes as it is made, not packed."""
    sent = {**headers, "accept-encoding": "identity"} if stream else headers
    return HttpCall("POST", url, sent, orjson.dumps(body), "sse" if stream else "json")


def title_headers(credential: Credential) -> dict[str, str]:
    """Return the headers by which an application names itself to OpenRouter."""
    headers = {"x-title": credential.option("title", "Proofroom")}
    if referer := credential.option("referer"):
        headers["http-referer"] = referer
    return headers


class Reader(Protocol):
    """Reads one streaming answer. `is_done` turns true when nothing more can follow."""

    is_done: bool

    @property
    def has_spoken(self) -> bool:
        """Tell whether a piece has reached the sink, so that the call may no longer be repeated."""
        ...

    def feed(self, frames: Sequence[Any], sink: Sink) -> None:
        """Take the frames of one socket read and pass their text on, merged per block.

        Frames are what the readers of `net` give: `SseEvent`, a line of NDJSON, or `Frame`.
        """
        ...

    def take_whole(self, answer: dict[str, Any]) -> None:
        """Take an answer that was not streamed."""
        ...

    def finish(self) -> Reply:
        """Return the whole answer; raise if the stream failed or ended before its end."""
        ...

    def recover(self) -> Reply | None:
        """Return an answer that a failed stream still amounts to; None where the failure stands."""
        ...

    def outcome(self) -> dict[str, Any]:
        """Return what was read in the form of the recordings, whether it succeeded or not."""
        ...


class Adapter(Protocol):
    """One provider's wire format."""

    @property
    def name(self) -> str:
        """Return the provider's name, under which its sealed reasoning is kept."""
        ...

    @property
    def optional_fields(self) -> tuple[str, ...]:
        """Return the fields a host may not know: they are left out once it has said so."""
        ...

    def build(
        self,
        request: ModelRequest,
        credential: Credential,
        profile: Profile,
        *,
        stream: bool = True,
        left_out: frozenset[str] = NO_FIELDS,
    ) -> HttpCall:
        """Return the request; `left_out` names optional fields this host has rejected before."""
        ...

    def reader(self, request: ModelRequest) -> Reader:
        """Return a fresh reader for the answer to this request."""
        ...

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        ...

    def models_call(self, credential: Credential, page: str = "") -> HttpCall | None:
        """Return the request for a page of the list of models; None where the provider has no list."""
        ...

    def parse_models(self, body: bytes) -> tuple[list[ModelInfo], str]:
        """Read one page of the list of models, and what the next page is called, if there is one."""
        ...
