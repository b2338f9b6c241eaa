"""Keeping secrets out of logs: by the name of a field, and by what a value looks like."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.words import word_list, word_set
from proofroom.safety.credentials import PRIVATE_KEY, TOKEN
from proofroom.safety.pii import PersonalDataKind, mask

REDACTED = "[redacted]"
PERSONAL: tuple[PersonalDataKind, ...] = ("card", "iban", "ssn", "crypto", "email", "phone")
"""What is masked in logs and traces; addresses of machines stay, whoever runs the studio needs them."""

# Names are compared word by word, so that apiKey, api_key, API-KEY and x-api-key are the same.
_SECRET_WORDS = word_set("""
    apikey authorization bearer cookie cookies credential credentials email jwt passphrase passwd password
    passwords phone pwd secret secrets session signature ssn token
    """)
_SECRET_PAIRS = frozenset(
    tuple(pair.split("-"))
    for pair in word_list("""
    access-key access-tokens api-key api-keys card-number client-secret credit-card e-mail private-key
    refresh-tokens secret-key signing-key subscription-key
    """)
)
# A last word that says the value is about a secret, not the secret: tokenCount, session_days, passwordPolicy.
_HARMLESS_ENDS = word_set("""
    at budget count counts days endpoint enabled expires expiry hint kind length limit limits max min mode
    policy required s state status type url usage
    """)
_WORDS = late_pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")

_NAME = late_pattern(r"""(?<![\w.-])(?P<name>[A-Za-z_][\w.-]{1,80})["']?[ \t]*[=:][ \t]*""")
_VALUE = late_pattern(r"""(?P<quote>["'])[^"'\n]*(?P=quote)|[^\s,;&"'{}\[\])]+""")
_SCHEME = late_pattern(
    r"\b(?P<scheme>bearer|basic|digest|negotiate)\s+(?!realm)[A-Za-z0-9._~+/=-]{6,}", re.IGNORECASE
)
_SCHEMES = frozenset({"bearer", "basic", "digest", "negotiate"})  # what follows them is already gone
_COOKIES = late_pattern(r"(?P<name>\b(?:set-)?cookie\s*:\s*)[^\n]+", re.IGNORECASE)
_USERINFO = late_pattern(
    r"(?P<scheme>\b[a-z][a-z0-9+.-]{0,30}://)[^\s/@:]{0,200}:[^\s/@]{1,400}@", re.IGNORECASE
)


@lru_cache(maxsize=4096)  # the same few names stand in every log line
def is_sensitive(name: str) -> bool:
    """Tell whether a field of this name holds something that may not be logged."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if not words or words[-1] in _HARMLESS_ENDS:
        return False
    return not _SECRET_WORDS.isdisjoint(words) or any(pair in _SECRET_PAIRS for pair in pairwise(words))


def redact_text(text: str) -> str:
    """Replace secrets and mask personal data in a line or a longer text."""
    text = PRIVATE_KEY.sub(REDACTED, text)
    text = TOKEN.sub(REDACTED, text)
    text = _USERINFO.sub(rf"\g<scheme>{REDACTED}@", text)
    text = _COOKIES.sub(rf"\g<name>{REDACTED}", text)
    text = _SCHEME.sub(rf"\g<scheme> {REDACTED}", text)
    return mask(_redact_named(text), PERSONAL)


def redact(value: Any) -> Any:
    """Return a copy with secrets replaced: in mappings by the names of fields, in texts by their look."""
    if isinstance(value, str):
        return redact_text(value)
    if isinstance(value, Mapping):
        items = cast(Mapping[Any, Any], value).items()
        return {key: REDACTED if is_sensitive(str(key)) and inner else redact(inner) for key, inner in items}
    if isinstance(value, list | tuple | set | frozenset):
        return [redact(inner) for inner in cast(list[Any], value)]
    return value


def _redact_named(text: str) -> str:
    parts: list[str] = []
    at = 0
    for named in _NAME.finditer(text):
        if named.start() < at or not is_sensitive(
            named["name"]
        ):  # inside of what is gone, no value is sought
            continue
        value = _VALUE.match(text, named.end())
        if value is None or value[0].lower() in _SCHEMES:
            continue
        quote = value["quote"] or ""
        parts += (text[at : value.start()], quote, REDACTED, quote)
        at = value.end()
    return "".join(parts) + text[at:]
