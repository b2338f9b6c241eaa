"""What may stand in a style sheet as a value or a query."""

import re
from typing import Any

from proofroom.site.document.numbers import plain

_REFUSED = re.compile(r"expression\(|javascript:|behavior:|-moz-binding|data:text|[{}]|</", re.I)
_NAME = re.compile(r"-{0,2}[a-zA-Z][a-zA-Z0-9-]*")
_UPPER = re.compile(r"[A-Z]")
_DENIED = frozenset({"behavior", "-moz-binding", "-ms-behavior"})


def clean_value(value: Any) -> str | None:
    """Return a value as it is emitted; None where it is refused."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return plain(value)
    text = str(value)
    return None if _REFUSED.search(text) else text


def css_name(name: str) -> str:
    """Return the name of a property as CSS writes it; custom properties as they are."""
    if name.startswith("--"):
        return name
    return _UPPER.sub(lambda found: f"-{found.group().lower()}", name)


def is_property(kebab: str) -> bool:
    """Tell whether a property may be set."""
    return (_NAME.fullmatch(kebab) is not None and kebab.lower() not in _DENIED) or _is_custom(kebab)


def _is_custom(name: str) -> bool:
    return name.startswith("--") and len(name) > 2 and not re.search(r"[\s{}:;<>\"'\\]", name)


def is_safe_query(query: str) -> bool:
    """Tell whether a condition may be emitted."""
    return not re.search(r"[{};]|</", query)
