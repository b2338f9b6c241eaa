"""JSON as both databases keep it: what they cannot keep is said as that, whoever wrote it."""

import re
from typing import Any

import orjson

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_REFUSALS = ("Integer exceeds", "str is not valid UTF-8")
"""How the encoder speaks of a number beyond 64 bits and of half a character; anything else is our mistake."""


def dump_json(value: Any, option: int = 0) -> bytes:
    """Return a value as JSON; refuse numbers beyond 64 bits and halves of characters."""
    try:
        return orjson.dumps(value, option=option)
    except TypeError as error:
        if str(error).startswith(_REFUSALS):
            raise InvalidInput(say("store.not_storable")) from error
        raise


def refuse_nul(dumped: bytes) -> None:
    """Refuse a NUL inside of JSON, which PostgreSQL cannot keep."""
    if b"\\u0000" in dumped and _NUL.search(dumped):
        raise InvalidInput(say("store.nul"))
