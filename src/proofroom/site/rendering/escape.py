"""Where text becomes HTML or CSS: the one place that decides what may stand in an attribute or a value."""

import re
from typing import Any

from proofroom.kernel.patterns import late_pattern
from proofroom.site.document.load import as_object

_SCHEME = late_pattern(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SAFE = frozenset({"http:", "https:", "mailto:", "tel:", "sms:"})
_ACTIVE = ("javascript:", "vbscript:", "data:")
_EDGES = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\r\n")
_ATTRIBUTE = re.compile(r"[a-z][a-z0-9_.:-]*\Z")
_OWN = ("on", "data-instatic-", "data-canvas-")
_OWNED = frozenset(
    {"class", "style", "srcdoc", "uid", "data-node-id", "data-module-id", "data-hovered", "formaction"}
)
_VALUE = re.compile(r"expression\(|javascript:|behavior:|-moz-binding|data:text|[{}]|</", re.IGNORECASE)
_NAME = re.compile(r"-{0,2}[a-zA-Z][a-zA-Z0-9-]*\Z")
_DENIED = frozenset({"behavior", "-moz-binding", "-ms-behavior"})
_CAPITAL = re.compile(r"[A-Z]")
_QUERY = re.compile(r"[{};]|</")
_TAG = re.compile(r"[a-z][a-z0-9-]{0,31}\Z")
_FORBIDDEN_TAGS = frozenset(
    {"script", "style", "object", "embed", "applet", "base", "link", "meta"}
    | {"html", "head", "body", "frameset", "frame", "plaintext"}
)
"""What runs, what speaks for the whole document, and what would take the rest of the page with it."""


def escape(text: str) -> str:
    """Return a text that is safe between tags and in a quoted attribute."""
    if not ("&" in text or "<" in text or ">" in text or '"' in text or "'" in text):
        return text
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#x27;")
    )


def is_safe_url(url: str) -> bool:
    """Tell whether an address may be followed: a path, or one of the schemes that people follow."""
    clean = url.translate(_BREAKS).strip(_EDGES)
    scheme = _SCHEME.match(clean)
    return scheme is None or scheme[0].lower() in _SAFE


def safe_url(url: str) -> str:
    """Return an address as it is, or `#` where it may not be followed."""
    if url[:1] in ("/", "#"):
        return url
    return url if is_safe_url(url) else "#"


def is_attribute(name: str) -> bool:
    """Tell whether authors may set an attribute of this name."""
    return name not in _OWNED and not name.startswith(_OWN) and _ATTRIBUTE.match(name) is not None


def is_safe_value(value: str) -> bool:
    """Tell whether the value of an authored attribute is no address that runs something."""
    if ":" not in value:
        return True
    return not value.translate(_BREAKS).strip(_EDGES).lower().startswith(_ACTIVE)


def attributes(raw: Any, left_out: frozenset[str] = frozenset()) -> str:
    """Return authored attributes as they stand in a tag, by name."""
    found = list[str]()
    for name, value in sorted(as_object(raw).items()):
        if (
            name in left_out
            or not is_attribute(name)
            or not isinstance(value, str)
            or not is_safe_value(value)
        ):
            continue
        found.append(f' {name}="{escape(value)}"')
    return "".join(found)


def tag_name(tag: Any, custom: Any, allowed: frozenset[str], default: str = "div") -> str:
    """Return the name of an element: a listed one, or a custom one that is well formed and inert."""
    if tag == "custom":
        name = str(custom or "").lower()
        return name if _TAG.match(name) and name not in _FORBIDDEN_TAGS else default
    return tag if tag in allowed else default


def kebab(name: str) -> str:
    """Return a property's CSS name; custom properties stay as they are."""
    return name if name.startswith("--") else _CAPITAL.sub(lambda found: f"-{found[0].lower()}", name)


def clean_value(value: Any) -> str | None:
    """Return a declaration's value, or None where it could leave its place or run something."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    text = str(value).strip()
    return None if not text or _VALUE.search(text) else text


def clean_name(name: str) -> str | None:
    """Return a property's CSS name, or None where it is none or an active one."""
    if _NAME.match(name) is None:
        return None
    found = kebab(name)
    return None if found in _DENIED else found


def is_query(query: str) -> bool:
    """Tell whether a condition can stand before a block."""
    return bool(query.strip()) and _QUERY.search(query) is None
