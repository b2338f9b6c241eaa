"""Texts that look like credentials."""

import pytest

from proofroom.content.validation.secrets import find_secret, has_secret

_TOKEN = "abcdefghij0123456789"
SECRETS = [
    "my key sk_" + "live_abcdef1",
    "pk_" + "test_ABC123",
    "ghp_" + _TOKEN,
    "Authorization: Bearer " + _TOKEN,
    "api_key=" + _TOKEN,
    "API-KEY: '" + _TOKEN,
    "aws_secret_access_key = " + _TOKEN,
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "postgres://user:" + "pass@host/db",
    "mongodb+srv://u:" + "p@h",
    "-----BEGIN RSA " + "PRIVATE KEY-----",
    "api_key: `" + _TOKEN,
    "apikey\u00a0=\u00a0" + _TOKEN,
    "Bearer\u00a0" + _TOKEN,
    "aws_secret: `" + _TOKEN,
    "postgres+srv://u:" + "p@h",
]
HARMLESS = [
    *("", "risk_live_", "asterisk_live_x", "ghp_short", "Bearer YOUR_TOKEN_HERE_", "api_key: YOUR"),
    *(
        "Bearer " + "X" * 3 + _TOKEN,
        "Bearer YOUR-" + _TOKEN,
        "Bearer your_" + _TOKEN,
        "POSTGRES://u:" + "p@h",
    ),
    *("postgres://localhost:5432/db", "-----BEGIN PUBLIC KEY-----", "https://user@host", "a key: to success"),
]


@pytest.mark.parametrize("text", SECRETS)
def test_found(text):
    assert has_secret(text)
    assert find_secret({"a": ["x", {"b": text}]})


@pytest.mark.parametrize("text", HARMLESS)
def test_left_alone(text):
    assert not has_secret(text)


def test_other_values_have_none():
    assert not find_secret([1, None, True, {"a": 2.5}])
