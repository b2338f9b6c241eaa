"""Which attributes and properties authors may set on what they import."""

import re
from functools import lru_cache

_ATTRIBUTE = re.compile(r"[a-z][a-z0-9_.:-]*")
_OWN = ("on", "data-instatic-", "data-canvas-")
_OWNED = frozenset({"class", "style", "data-node-id", "data-module-id", "data-hovered"})
_PROPERTY = re.compile(r"-{0,2}[a-zA-Z][a-zA-Z0-9-]*")
_CUSTOM = re.compile(r"--[^\s{}:;<>\"'\\]+")
_DENIED = frozenset({"behavior", "-moz-binding", "-ms-behavior"})


def is_attribute(name: str) -> bool:
    """Tell whether an authored attribute is kept: no handler, and none the studio uses itself."""
    return name not in _OWNED and not name.startswith(_OWN) and _ATTRIBUTE.fullmatch(name) is not None


@lru_cache(maxsize=2_048)
def is_property(name: str) -> bool:
    """Tell whether a property, as CSS writes it, may be set."""
    if _CUSTOM.fullmatch(name):
        return True
    return _PROPERTY.fullmatch(name) is not None and name.lower() not in _DENIED
