"""AWS Signature Version 4."""

import hashlib
import hmac
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import quote, urlsplit

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.providers.protocol import Credential, HttpCall

ALGORITHM = "AWS4-HMAC-SHA256"
_SIGNED = ("content-type", "host", "x-amz-date", "x-amz-security-token")


def sign(
    call: HttpCall, credential: Credential, at: datetime, *, region: str, service: str = "bedrock"
) -> HttpCall:
    """Return the request with its signature for this moment; it is valid for a few minutes."""
    key_id = credential.secrets.get("access_key_id", "")
    secret = credential.secrets.get("secret_access_key", "")
    if not key_id or not secret:
        raise InvalidInput(say("providers.no_aws_key"))
    moment = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    headers = {name.lower(): value for name, value in call.headers.items()}
    headers |= {"host": urlsplit(call.url).netloc, "x-amz-date": moment}
    if token := credential.secrets.get("session_token"):
        headers["x-amz-security-token"] = token
    signed = [name for name in _SIGNED if name in headers]
    scope = f"{moment[:8]}/{region}/{service}/aws4_request"
    canonical = _canonical(call, headers, signed)
    to_sign = f"{ALGORITHM}\n{moment}\n{scope}\n{_sha256(canonical.encode())}"
    key = f"AWS4{secret}".encode()
    for part in scope.split("/"):
        key = _hmac(key, part)
    signature = _hmac(key, to_sign).hex()
    headers["authorization"] = (
        f"{ALGORITHM} Credential={key_id}/{scope}, SignedHeaders={';'.join(signed)}, Signature={signature}"
    )
    del headers["host"]  # the transport writes it, the same
    return replace(call, headers=headers, signing="")


def _canonical(call: HttpCall, headers: dict[str, str], signed: list[str]) -> str:
    parts = urlsplit(call.url)
    # The path is encoded a second time: the service compares what it sees, encoded once more.
    path = quote(parts.path or "/", safe="/-_.~")
    query = "&".join(sorted(parts.query.split("&"))) if parts.query else ""
    lines = [call.method, path, query, *(f"{name}:{headers[name].strip()}" for name in signed), ""]
    return "\n".join([*lines, ";".join(signed), _sha256(call.body)])


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
