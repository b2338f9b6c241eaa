"""Credentials as request parts."""

import base64

import pytest

from proofroom.connections import request_parts
from proofroom.connections.auth import USER_AGENT
from proofroom.kernel.errors import InvalidInput

AGENT = {"User-Agent": USER_AGENT}


@pytest.mark.parametrize(
    ("mode", "credentials", "headers", "params"),
    [
        ("none", {"token": "t"}, {}, {}),
        ("oauth2", {"oauth2": {"access_token": "t"}}, {"Authorization": "Bearer t"}, {}),
        (
            "oauth2",
            {"oauth2": {"access_token": "t", "token_type": "BEARER"}},
            {"Authorization": "Bearer t"},
            {},
        ),
        ("oauth2", {"oauth2": {"access_token": "t", "token_type": "DPoP"}}, {"Authorization": "DPoP t"}, {}),
        ("bearer", {"token": "t", "apiKey": "k"}, {"Authorization": "Bearer t"}, {}),
        ("bearer", {"apiKey": "k"}, {"Authorization": "Bearer k"}, {}),
        ("apiKeyHeader", {"apiKeyHeader": {"value": "v"}}, {"X-API-Key": "v"}, {}),
        ("apiKeyHeader", {"apiKeyHeader": {"name": "X-Mine", "value": "v"}}, {"X-Mine": "v"}, {}),
        ("apiKeyQuery", {"apiKeyQuery": {"name": "key", "value": "v"}}, {}, {"key": "v"}),
        (
            "basic",
            {"basicAuth": {"username": "ü", "password": "p:w"}},
            {"Authorization": f"Basic {base64.b64encode('ü:p:w'.encode()).decode()}"},
            {},
        ),
        ("cookie", {"cookie": "a=1; b=2"}, {"Cookie": "a=1; b=2"}, {}),
        (
            "rawJson",
            {
                "raw": {
                    "oauth2": {"access_token": "o"},
                    "token": "t",
                    "cookie": "c=1",
                    "headers": {"X-A": "1"},
                }
            },
            {"X-A": "1", "Authorization": "Bearer o", "Cookie": "c=1"},
            {},
        ),
        (
            "rawJson",
            {"raw": {"apiKey": "k", "basicAuth": {"username": "u"}}},
            {"Authorization": "Bearer k"},
            {},
        ),
        (
            "rawJson",
            {"raw": {"basicAuth": {"username": "u"}, "apiKeyQuery": {"name": "q", "value": "v"}}},
            {"Authorization": f"Basic {base64.b64encode(b'u:').decode()}"},
            {"q": "v"},
        ),
    ],
)
def test_a_mode_yields_its_parts(mode, credentials, headers, params):
    parts = request_parts(mode, {}, credentials)
    assert parts.headers == headers | AGENT
    assert parts.params == params


def test_later_headers_win_whatever_their_case():
    config = {"headers": {"authorization": "static", "X-One": "config"}, "userAgent": "Mine/2"}
    credentials = {"token": "t", "headers": {"x-one": "credential", "user-agent": "theirs"}}
    parts = request_parts("bearer", config, credentials)
    assert parts.headers == {"x-one": "credential", "Authorization": "Bearer t", "User-Agent": "Mine/2"}


def test_accept_and_content_type_are_left_to_the_caller():
    parts = request_parts("none", {"headers": {"Accept": "a", "content-type": "b", "X": "c"}}, {})
    assert parts.headers == {"X": "c"} | AGENT


@pytest.mark.parametrize(
    "name", ["Host", "content-length", "Transfer-Encoding", "CONNECTION", "Proxy-Authorization", "a b", ""]
)
def test_headers_that_change_the_request_itself_are_refused(name):
    with pytest.raises(InvalidInput):
        request_parts("none", {"headers": {name: "x"}}, {})
    with pytest.raises(InvalidInput):
        request_parts("apiKeyHeader", {}, {"apiKeyHeader": {"name": name or "\n", "value": "x"}})


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\0b", "dash – here", "日本"])
@pytest.mark.parametrize(
    ("mode", "key"), [("bearer", "token"), ("cookie", "cookie"), ("apiKeyQuery", "apiKeyQuery")]
)
def test_values_that_break_out_of_their_line_are_refused_without_being_repeated(mode, key, value):
    held = {"name": "k", "value": value} if key == "apiKeyQuery" else value
    with pytest.raises(InvalidInput) as caught:
        request_parts(mode, {}, {key: held})
    assert value not in str(caught.value)


@pytest.mark.parametrize("mode", ["oauth2", "bearer", "apiKeyHeader", "apiKeyQuery", "basic", "cookie"])
def test_a_mode_without_its_credential_says_what_is_missing(mode):
    with pytest.raises(InvalidInput, match="has no"):
        request_parts(mode, {}, {})


def test_parts_do_not_show_what_they_hold():
    assert "secret" not in repr(request_parts("bearer", {}, {"token": "secret"}))
