import pytest

from proofroom.safety import redact_text
from proofroom.safety.redaction import is_sensitive, redact


@pytest.mark.parametrize(
    "name",
    [
        "apiKey",
        "api_key",
        "API-KEY",
        "x-api-key",
        "APIKey",
        "creditCard",
        "Authorization",
        "Set-Cookie",
        "clientSecret",
        "access_token",
        "refreshToken",
        "refresh_tokens",
        "password",
        "dbPassword",
        "sessionId",
        "jwt",
        "email",
        "ssn",
        "phoneNumber",
        "privateKey",
        "X-Goog-Api-Key",
        "secret_access_key",
        "bearer",
        "e-mail",
        "passphrase",
    ],
)
def test_names_of_secrets_are_known_in_every_spelling(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize(
    "name",
    [
        "inputTokens",
        "max_tokens",
        "tokenCount",
        "token_budget",
        "session_days",
        "author",
        "authorName",
        "keyboard",
        "key",
        "secretary",
        "passwordPolicy",
        "cookieless",
        "tokenizer",
        "token_url",
        "phonetic",
        "emailedAt",
        "title",
    ],
)
def test_harmless_names_are_left_alone(name: str) -> None:
    assert not is_sensitive(name)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("GET /x?api_key=abc123&page=2", "GET /x?api_key=[redacted]&page=2"),
        ("authorization: Bearer abcdef.ghi-jkl", "authorization: Bearer [redacted]"),
        ("sent Basic dXNlcjpwYXNz to host", "sent Basic [redacted] to host"),
        ('{"apiKey": "zzz", "model": "m"}', '{"apiKey": "[redacted]", "model": "m"}'),
        ("password='two words' x", "password='[redacted]' x"),
        ("Cookie: a=b; c=d", "Cookie: [redacted]"),
        ("set-cookie: s=1; HttpOnly\nnext", "set-cookie: [redacted]\nnext"),
        ("postgresql://user:word@host/db", "postgresql://[redacted]@host/db"),
        ("key sk-ant-api03-abcdefghijklmnop used", "key [redacted] used"),
        ("AKIAABCDEFGHIJKLMNOP", "[redacted]"),
        ("ghp_" + "a1B2" * 9, "[redacted]"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", "[redacted]"),
        (
            "-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY----- after",
            "[redacted] after",
        ),
        ("-----BEGIN PRIVATE KEY-----\ncut off", "[redacted]"),
        (
            "inputTokens=12 took 5 ms at https://example.com/a?b=c",
            "inputTokens=12 took 5 ms at https://example.com/a?b=c",
        ),
        ("url=https://x.example/?token=abc&b=1", "url=https://x.example/?token=[redacted]&b=1"),
        ("a=" * 500 + "password=x", "a=" * 500 + "password=[redacted]"),
        ("the task-force risk-assessment is done", "the task-force risk-assessment is done"),
    ],
)
def test_secrets_in_lines_are_replaced_and_the_rest_stays(line: str, shown: str) -> None:
    assert redact_text(line) == shown


def test_nested_data_is_redacted_by_name_and_by_look() -> None:
    data = {
        "apiKey": "x",
        "headers": {"X-Api-Key": "y", "accept": "text/html"},
        "steps": [{"client_secret": {"deep": "z"}}, "Bearer abcdefghij", 5, None],
        "usage": {"inputTokens": 5},
        "empty": {"password": ""},
    }
    assert redact(data) == {
        "apiKey": "[redacted]",
        "headers": {"X-Api-Key": "[redacted]", "accept": "text/html"},
        "steps": [{"client_secret": "[redacted]"}, "Bearer [redacted]", 5, None],
        "usage": {"inputTokens": 5},
        "empty": {"password": ""},
    }
    assert data["apiKey"] == "x"


def test_redacting_twice_changes_nothing() -> None:
    once = redact_text("password=hunter2 authorization: Bearer abcdefgh Cookie: a=b")
    assert redact_text(once) == once
