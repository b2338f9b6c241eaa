"""The hash an approval is bound to: the same for the same input, however its keys are ordered."""

import hashlib
from typing import Any

import orjson


def input_hash(tool_name: str, given: dict[str, Any]) -> str:
    """Return the SHA-256 of a call in canonical form."""
    canonical = orjson.dumps([tool_name, given], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(canonical).hexdigest()
