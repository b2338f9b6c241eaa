import pytest

from proofroom.kernel.errors import ContentRefused, ProofroomError, ProviderFailed, ProviderRateLimited
from proofroom.providers.failures import name_failure, quote, read_error, scrub, scrub_error


def named(status: int | None = None, code: str = "", message: str = "words", **rest) -> ProofroomError:
    return name_failure("groq", status=status, code=code, message=message, **rest)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 10.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_in_all_its_forms(headers, seconds):
    assert named(429, headers=headers).context.get("retry_after_s") == seconds


@pytest.mark.parametrize(
    ("status", "code", "kind", "retryable"),
    [
        (402, "", ProviderRateLimited, False),
        (429, "insufficient_quota", ProviderRateLimited, False),
        (400, "billing_hard_limit_reached", ProviderRateLimited, False),
        (429, "", ProviderRateLimited, True),
        (408, "", ProviderFailed, True),
        (409, "", ProviderFailed, True),
        (529, "", ProviderFailed, True),
        (599, "", ProviderFailed, True),
        (400, "", ProviderFailed, False),
        (None, "overloaded_error", ProviderFailed, True),
        (400, "moderation_blocked", ContentRefused, False),
    ],
)
def test_money_waiting_and_refusing_are_told_apart(status, code, kind, retryable):
    found = named(status, code)
    assert type(found) is kind
    assert found.context["retryable"] is retryable


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (401, "", "Check the key"),
        (403, "", "Check the key"),
        (404, "", "Choose another model"),
        (400, "context_length_exceeded", "larger window"),
        (413, "", "larger window"),
    ],
)
def test_the_next_step_fits_the_failure(status, code, words):
    assert words in named(status, code).suggestion


@pytest.mark.parametrize(
    "key",
    [
        "sk-ant-REDACTED",
        "sk-proj-abc_DEF-1234567890",
        "AIzaSyA1234567890abcdefghijklmnopqrstu",
        "AKIAIOSFODNN7EXAMPLE",
        "tvly-dev-1234567890abcdef",
        "gsk_1234567890abcdefghij",
        "Bearer abc.def.ghi-1234",
        "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4",
    ],
)
def test_what_looks_like_a_key_is_taken_out(key):
    assert scrub(f"the key {key} is wrong") == "the key [redacted] is wrong"


def test_known_secrets_are_taken_out_of_texts_and_context():
    error = ProviderFailed(
        "wrong hunter2 here", provider="x", provider_code="code-hunter2", provider_status=401
    )
    scrub_error(error, ["hunter2"])
    assert "hunter2" not in f"{error} {error.as_dict()}"
    assert error.context["provider_status"] == 401


def test_words_of_others_are_shortened_to_one_line():
    assert quote("a\n  b\tc") == "a b c"
    assert len(quote("x" * 2000)) == 500


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"error":{"message":"m"}}', "m"),
        (b'[{"error":{"message":"m"}}]', "m"),
        (b'{"error":"m"}', "m"),
        (b'{"message":"m"}', "m"),
        (b"<html>m", "<html>m"),
    ],
)
def test_errors_are_found_in_every_shape(body, message):
    assert read_error(body)["message"] == message
