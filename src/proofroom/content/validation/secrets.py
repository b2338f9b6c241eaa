"""Texts that look like credentials. They must never reach a repository."""

import re
from typing import Any, cast

from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import WHITESPACE

_SECRET = late_pattern(
    r"\b[sp]k_(?:live_|test_)[A-Za-z0-9]{6,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{10,}"
    rf"|\bBearer[{WHITESPACE}]+(?![<${{]|(?:YOUR|your)[_-]|x{{3}}|X{{3}}|\.\.\.)[A-Za-z0-9._~+/-]{{20,}}"
    rf"|\b(?i:api[_-]?key)[{WHITESPACE}]*[:=][{WHITESPACE}]*[\"'`]?[A-Za-z0-9_-]{{16,}}"
    rf"|\b(?i:aws_secret[a-z_]*)[{WHITESPACE}]*[:=][{WHITESPACE}]*[\"'`]?[A-Za-z0-9/+=]{{20,}}"
    r"|\bAKIA[0-9A-Z]{16}\b"
    rf"|\b(?:postgres(?:ql)?|mysql|mongodb)(?:\+srv)?://[^{WHITESPACE}:@/]+:[^{WHITESPACE}@/]+@"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----",
    re.ASCII,
)


def has_secret(text: str) -> bool:
    """Tell whether a text carries something that looks like a credential."""
    return _is_suspect(text) and _SECRET.search(text) is not None


def find_secret(value: Any, depth: int = 0) -> bool:
    """Tell whether any text inside a value looks like a credential."""
    match value:
        case str():
            return has_secret(value)
        case dict() if depth < 20:
            return any(find_secret(item, depth + 1) for item in cast("dict[str, Any]", value).values())
        case list() if depth < 20:
            return any(find_secret(item, depth + 1) for item in cast("list[Any]", value))
        case _:
            return False


def _is_suspect(text: str) -> bool:
    """Tell whether the long search is worth it: plain substrings rule out nearly every text at once."""
    if "_" in text and ("_live_" in text or "_test_" in text or "gh" in text):
        return True
    if ":" in text or "=" in text:
        if "@" in text and "://" in text:
            return True
        lowered = text.lower()
        if "key" in lowered or "aws_secret" in lowered:
            return True
    return "Bearer" in text or "AKIA" in text or "-----BEGIN" in text
