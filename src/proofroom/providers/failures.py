"""What a provider's failure means: which error it is, whether trying again can help, and when.

Every error carries in its context `provider`, `provider_status`, `provider_code`, `retryable` and, where
the provider says so, `retry_after_s`. Texts from outside are shortened and scrubbed of keys.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import orjson

from proofroom.kernel.errors import (
    ContentRefused,
    ProofroomError,
    ProviderFailed,
    ProviderRateLimited,
    WindowExceeded,
)
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import Text, say
from proofroom.kernel.words import word_set
from proofroom.net import wait_hint
from proofroom.providers.shapes import Json, is_list, is_object

LONGEST_QUOTE = 500

MONEY_CODES = word_set("""
    billing_error insufficient_quota credit_balance_exhausted billing_hard_limit_reached billing_not_active
    enforced_spend_limit_reached insufficient_credits
    """)
REFUSAL_CODES = word_set("""
    content_filter content_policy_violation moderation_blocked responsibleaipolicyviolation
    image_generation_user_error safety prohibited_content
    """)
WINDOW_CODES = frozenset({"context_length_exceeded", "request_too_large", "model_context_window_exceeded"})
RATE_CODES = word_set("""
    rate_limit_error rate_limit_exceeded resource_exhausted throttlingexception toomanyrequestsexception
    """)
PASSING_CODES = word_set("""
    overloaded_error api_error timeout_error server_error internal unavailable deadline_exceeded
    internalserverexception serviceunavailableexception modelstreamerrorexception modelnotreadyexception
    modeltimeoutexception malformed_function_call
    """)
PASSING_STATUSES = frozenset({408, 409, 424, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})

_REQUEST_IDS = ("request-id", "x-request-id", "x-amzn-requestid", "apim-request-id")

_KEYS = late_pattern(
    r"(?:sk|pk|rk|gsk|tvly|xai|key|nvapi|hf|ghp|github_pat)[-_][A-Za-z0-9_\-]{8,}"
    r"|AIza[A-Za-z0-9_\-]{20,}|ya29\.[A-Za-z0-9_\-.]{10,}|(?:AKIA|ASIA)[A-Z0-9]{12,}"
    r"|eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]+"
    r"|(?i:bearer)\s+[A-Za-z0-9_\-.=+/]{8,}"
)


def name_failure(
    provider: str,
    *,
    status: int | None,
    code: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    retry_after_s: float | None = None,
    refused: bool = False,
) -> ProofroomError:
    """Return the error for what a provider reported, before or inside a stream."""
    headers = headers or {}
    code_key = code.lower()
    said = quote(message) or say("providers.no_reason")
    context: dict[str, Any] = {"provider": provider, "provider_status": status, "provider_code": code}
    if request_id := next((headers[name] for name in _REQUEST_IDS if name in headers), ""):
        context["provider_request_id"] = request_id
    if refused or code_key in REFUSAL_CODES:
        return ContentRefused(
            say("providers.refused", provider=provider, said=said), **context, retryable=False
        )
    if status == 402 or code_key in MONEY_CODES:
        return ProviderRateLimited(
            say("providers.no_credit", provider=provider, said=said),
            **context,
            retryable=False,
        )
    wait = retry_after_s if retry_after_s is not None else _asked_wait(headers)
    if wait is not None:
        context["retry_after_s"] = wait
    if status == 429 or code_key in RATE_CODES:
        return ProviderRateLimited(
            say("providers.slow_down", provider=provider, said=said),
            **context,
            retryable=_may_retry(headers, is_passing=True),
        )
    if code_key in WINDOW_CODES or status == 413:
        return WindowExceeded(_sentence(provider, status, code_key, said), **context, retryable=False)
    is_passing = status in PASSING_STATUSES or (status or 0) >= 500 or code_key in PASSING_CODES
    return ProviderFailed(
        _sentence(provider, status, code_key, said),
        **context,
        retryable=_may_retry(headers, is_passing=is_passing),
    )


def interrupted(provider: str) -> ProviderFailed:
    """Return the error for a stream that ended before its end."""
    return ProviderFailed(
        say("providers.broke_off", provider=provider),
        provider=provider,
        provider_status=None,
        provider_code="interrupted",
        retryable=True,
    )


def unreadable(provider: str) -> ProviderFailed:
    """Return the error for an answer that is not in the provider's own format."""
    return ProviderFailed(
        say("providers.unreadable", provider=provider),
        provider=provider,
        provider_status=None,
        provider_code="unreadable",
        retryable=False,
    )


def scrub(text: str, secrets: Iterable[str] = ()) -> str:
    """Return the text without the given secrets and without anything that looks like a key."""
    for secret in secrets:
        text = text.replace(secret, "[redacted]")
    return _KEYS.sub("[redacted]", text)


def scrub_error(error: ProofroomError, secrets: Iterable[str]) -> ProofroomError:
    """Take a credential's secrets out of an error's texts, in place, and return it."""
    secrets, told = tuple(secrets), error.message
    error.message = (
        Text(told.key, {name: scrub(value, secrets) for name, value in told.values.items()})
        if isinstance(told, Text)
        else scrub(told, secrets)
    )
    error.args = (error.message,)
    error.context = {
        name: scrub(value, secrets) if isinstance(value, str) else value
        for name, value in error.context.items()
    }
    return error


def quote(text: str) -> str:
    """Return a provider's words as they may be shown: one line, not too long, no keys."""
    words = " ".join(scrub(text).split())
    return words if len(words) <= LONGEST_QUOTE else words[: LONGEST_QUOTE - 1] + "…"


def read_json(body: bytes) -> Any:
    """Return the body as JSON, or None if it is something else."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def read_error(body: bytes) -> Json:
    """Return the error object of a body in any provider's usual shapes."""
    parsed = read_json(body)
    if is_list(parsed) and parsed:
        parsed = parsed[0]
    if not is_object(parsed):
        return {"message": body[:2000].decode("utf-8", "replace")}
    error: Any = parsed.get("error", parsed)
    return error if is_object(error) else {"message": str(error)}


def _sentence(provider: str, status: int | None, code: str, said: str) -> Text:
    if status in (401, 403) or code in ("authentication_error", "permission_error", "accessdeniedexception"):
        return say("providers.credential", provider=provider, said=said)
    if code in WINDOW_CODES or status == 413:
        return say("providers.window", provider=provider, said=said)
    if status == 404 or code == "not_found_error":
        return say("providers.not_known", provider=provider, said=said)
    return say("providers.failed", provider=provider, said=said)


def _may_retry(headers: Mapping[str, str], *, is_passing: bool) -> bool:
    advice = headers.get("x-should-retry")
    return advice == "true" if advice in ("true", "false") else is_passing


def _asked_wait(headers: Mapping[str, str]) -> float | None:
    try:  # dates are measured against the provider's own clock, not ours
        now = parsedate_to_datetime(headers.get("date", ""))
    except ValueError:
        now = datetime.max.replace(tzinfo=UTC)
    return wait_hint(headers, now=now) or None
