"""Which addresses a model may fetch: those that people said or tools found, never one it made up itself.

A made-up address can carry what the model knows out of the studio, in its path or its query. So it must have
stood, as it is, in something that did not come from the model.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

import orjson

from proofroom.kernel.blocks import Message, TextBlock
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.tool import ToolSpec
from proofroom.safety import is_wrapped

_ADDRESS = re.compile(r"https?://[^\s\"'<>\\`|]+", re.IGNORECASE)
_FOUND = late_pattern(r'"url":\s*"(https?://[^"\\\s]+)"', re.IGNORECASE)
"""A result's own address in JSON; inside a text its quotation marks would be escaped."""
SHORT = 1_000
"""Characters of a text that is looked through once."""
_TAIL = ".,;:!?)]}*_…»”’/"
"""What may stand behind an address in a sentence; a slash at the end makes no other address."""


def find_addresses(text: str) -> frozenset[str]:
    """Return the addresses in a text."""
    return _short_ones(text) if len(text) <= SHORT else _search(text)


def _search(text: str) -> frozenset[str]:
    return frozenset(_plain(found) for found in _ADDRESS.findall(text))


_short_ones = lru_cache(maxsize=8_192)(_search)
"""The same for what people type: every round looks through all of a conversation again."""


def given_by(
    messages: Iterable[Message],
    readers: frozenset[str],
    finders: frozenset[str] = frozenset(),
    screen: Mapping[str, Any] | None = None,
    known: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """Return the addresses that people and reading tools have brought up, in messages or on the screen.

    What went wrong, and what wrote something, may only repeat what the model had sent. A stranger's text
    names no new host: its addresses count on hosts that were `known` or named otherwise. Of what a search
    found, the results' own addresses count, not their words.
    """
    texts: list[str] = [orjson.dumps(dict(screen), default=str).decode()] if screen else []
    outside: list[str] = []
    for message in messages:
        if message.role == "user":
            texts += [block.text for block in message.blocks if isinstance(block, TextBlock)]
        elif message.role == "tool":
            for block in message.results:
                if block.ok and block.tool_name in readers and "://" in block.content:
                    texts += _FOUND.findall(block.content) if block.tool_name in finders else ()
                    (outside if is_wrapped(block.content) else texts).append(block.content)
    named = known.union(*(find_addresses(text) for text in texts if "://" in text))
    hosts = {_host(address) for address in named}
    found = frozenset[str]().union(*(find_addresses(text) for text in outside if "://" in text))
    return named | {address for address in found if _host(address) in hosts}


def made_up(spec: ToolSpec, arguments: Mapping[str, Any], known: frozenset[str]) -> str | None:
    """Return the first address of a call that nobody gave; None where all were given or none is fetched."""
    if spec.fetches is None:
        return None
    value = arguments.get(spec.fetches)
    wanted = cast("list[object]", value) if isinstance(value, list) else [value]
    return next((each for each in wanted if isinstance(each, str) and _plain(each) not in known), None)


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0]


def _plain(address: str) -> str:
    """Return an address without its fragment and what stands behind it; scheme and host in small letters."""
    scheme, mark, rest = address.strip().partition("#")[0].rstrip(_TAIL).partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.lower()}{mark}{host.lower()}{slash}{path}"
