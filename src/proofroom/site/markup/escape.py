"""What may stand in published HTML: escaping, addresses, attribute names."""

import re
from html import escape as _escape

from proofroom.site.document.load import as_object

SCHEMES = frozenset({"http", "https", "mailto", "tel", "sms"})
_EDGES = "".join(map(chr, range(0x21)))
_BREAKS = re.compile(r"[\t\r\n]")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_NAME = re.compile(r"[a-z][a-z0-9_.:-]*")
_ACTIVE = re.compile(r"(?:javascript|vbscript|data):", re.I)
_OWN = ("data-instatic-", "data-canvas-", "data-node-id", "data-module-id", "data-hovered")


def escape_html(text: str) -> str:
    """Return a text as it stands in HTML, also inside quotes."""
    return _escape(text, quote=True)


def is_safe_url(url: str) -> bool:
    """Tell whether an address may be followed or loaded: one of few schemes, or none."""
    plain = _BREAKS.sub("", url.strip(_EDGES))
    scheme = _SCHEME.match(plain)
    return scheme is None or scheme.group(1).lower() in SCHEMES


def is_attribute(name: str) -> bool:
    """Tell whether an authored attribute may be kept: nothing active, and nothing the studio uses itself."""
    return (
        _NAME.fullmatch(name) is not None
        and name not in ("class", "style")
        and not name.startswith("on")
        and not name.startswith(_OWN)
    )


def attributes(given: object, *, without: frozenset[str] = frozenset()) -> str:
    """Return authored attributes by name, with a space before each; what is active is left out."""
    found = list[str]()
    for name, value in sorted(as_object(given).items()):
        if not is_attribute(name) or name == "srcdoc" or name in without:
            continue
        text = value if isinstance(value, str) else str(value)
        if _ACTIVE.match(_BREAKS.sub("", text.strip(_EDGES))):
            continue
        found.append(f' {name}="{escape_html(text)}"')
    return "".join(found)
