"""From stored credentials to what a request carries: headers and query parameters.

Applied in this order, later ones winning, names compared without case: static headers of the
configuration, headers of the credentials, what the mode yields, the user agent. `Accept` and
`Content-Type` belong to whoever makes the request and never come from here.
"""

import base64
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

AuthMode = Literal["none", "oauth2", "bearer", "apiKeyHeader", "apiKeyQuery", "basic", "cookie", "rawJson"]
USER_AGENT = "Proofroom/1.0 (Source Sync)"
USUAL_KEY_HEADER = "X-API-Key"

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_UNSAFE = re.compile(r"[\r\n\0]")
_FORBIDDEN = frozenset({"host", "content-length", "transfer-encoding", "connection"})
_LEFT_TO_CALLERS = frozenset({"accept", "content-type"})


@dataclass(frozen=True, slots=True)
class RequestParts:
    """What a request carries to be let in. Neither part shows in its `repr`."""

    headers: dict[str, str] = field(repr=False)
    params: dict[str, str] = field(default_factory=dict[str, str], repr=False)


def request_parts(mode: AuthMode, config: Mapping[str, Any], credentials: Mapping[str, Any]) -> RequestParts:
    """Return headers and parameters for a connection's requests."""
    held = _object(credentials.get("raw")) if mode == "rawJson" else credentials
    own, params = _of_raw(held) if mode == "rawJson" else _of_mode(mode, held)
    headers = _Headers()
    headers.add(check_headers(_texts(config.get("headers"))))
    headers.add(check_headers(_texts(held.get("headers"))))
    headers.add(check_headers(own))
    headers.add(check_headers({"User-Agent": str(config.get("userAgent") or USER_AGENT)}))
    for name, value in params.items():
        check_text(name, value)
    return RequestParts(headers.found, params)


def check_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Return headers that an operator wrote, or refuse those that would change the request itself."""
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name):
            raise InvalidInput(say("connections.header_name", name=name[:40]), field="headers")
        if name.lower() in _FORBIDDEN or name.lower().startswith("proxy-"):
            raise InvalidInput(say("connections.header_ours", name=name), field="headers")
        check_text(name, value)
    return headers


def check_text(name: str, value: str) -> None:
    """Refuse a name or value that could break out of its line, without repeating the value."""
    for text in (name, value):
        if _UNSAFE.search(text):
            raise InvalidInput(say("connections.value_line", name=repr(name)))
        try:
            text.encode("latin-1")
        except UnicodeEncodeError:
            raise InvalidInput(say("connections.value_characters", name=repr(name))) from None


class _Headers:
    """Headers by name without case; a later one takes the place of an earlier one."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def add(self, more: Mapping[str, str]) -> None:
        for name, value in more.items():
            if name.lower() in _LEFT_TO_CALLERS:
                continue
            for present in [known for known in self.found if known.lower() == name.lower()]:
                del self.found[present]
            self.found[name] = value


def _of_mode(mode: AuthMode, held: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    match mode:
        case "oauth2":
            return {"Authorization": _oauth2(_object(held.get("oauth2")))}, {}
        case "bearer":
            return {"Authorization": f"Bearer {_need(held.get('token') or held.get('apiKey'), 'token')}"}, {}
        case "apiKeyHeader":
            return _key_header(_object(held.get("apiKeyHeader"))), {}
        case "apiKeyQuery":
            pair = _object(held.get("apiKeyQuery"))
            return {}, {_need(pair.get("name"), "apiKeyQuery.name"): _need(pair.get("value"), "apiKeyQuery")}
        case "basic":
            return {"Authorization": _basic(_object(held.get("basicAuth")))}, {}
        case "cookie":
            return {"Cookie": _need(held.get("cookie"), "cookie")}, {}
        case _:
            return {}, {}


def _of_raw(held: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    headers: dict[str, str] = {}
    params: dict[str, str] = {}
    if held.get("oauth2"):
        headers["Authorization"] = _oauth2(_object(held["oauth2"]))
    elif token := held.get("token") or held.get("apiKey"):
        headers["Authorization"] = f"Bearer {token}"
    elif held.get("basicAuth"):
        headers["Authorization"] = _basic(_object(held["basicAuth"]))
    if held.get("apiKeyHeader"):
        headers |= _key_header(_object(held["apiKeyHeader"]))
    if held.get("apiKeyQuery"):
        params = _of_mode("apiKeyQuery", held)[1]
    if held.get("cookie"):
        headers["Cookie"] = str(held["cookie"])
    return headers, params


def _oauth2(held: Mapping[str, Any]) -> str:
    kind = str(held.get("token_type") or "bearer")
    scheme = "Bearer" if kind.lower() == "bearer" else kind
    return f"{scheme} {_need(held.get('access_token'), 'oauth2.access_token')}"


def _key_header(pair: Mapping[str, Any]) -> dict[str, str]:
    return {str(pair.get("name") or USUAL_KEY_HEADER): _need(pair.get("value"), "apiKeyHeader")}


def _basic(pair: Mapping[str, Any]) -> str:
    user = _need(pair.get("username"), "basicAuth.username")
    both = f"{user}:{pair.get('password') or ''}"
    return f"Basic {base64.b64encode(both.encode()).decode()}"


def _need(value: Any, name: str) -> str:
    if not value:
        raise InvalidInput(say("connections.no_secret", name=name), field=name)
    return str(value)


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _texts(value: Any) -> dict[str, str]:
    return {str(name): str(text) for name, text in _object(value).items()}
