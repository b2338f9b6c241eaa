"""What a text must look like to be an e-mail address, a colour, a date and so on."""

import re
from collections.abc import Callable

from proofroom.content.format.ids import is_slug
from proofroom.content.validation.ecma_date import is_js_date
from proofroom.content.validation.types import Finding, Severity
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import WHITESPACE

_EMAIL = late_pattern(rf"[^{WHITESPACE}@]+@[^{WHITESPACE}@]+\.[^{WHITESPACE}@]+\Z")
_URL = late_pattern(r"https?://[^\n\r\u2028\u2029]+|/")
_COLOR = late_pattern(
    r"(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|(?:rgb|hsl)a?\([^)]*\)|[a-zA-Z]+)\Z"
)
_PHONE = late_pattern(rf"\+?[0-9{WHITESPACE}().-]{{4,}}\Z")
_DATE = late_pattern(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])\Z")
_ISO_MOMENT = late_pattern(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?Z?)?\Z"
)


def is_moment(text: str) -> bool:
    """Tell whether a text names a moment as leniently as the official tools take one."""
    return _ISO_MOMENT.match(text) is not None or is_js_date(text)


def _is_phone(text: str) -> bool:
    return _PHONE.match(text) is not None and sum("0" <= character <= "9" for character in text) >= 4


_Rule = tuple[Callable[[str], object], Severity]
_RULES: dict[str, _Rule] = {
    "slug": (is_slug, "error"),
    "email": (_EMAIL.match, "warning"),
    "url": (_URL.match, "warning"),
    "color": (_COLOR.match, "warning"),
    "phone": (_is_phone, "warning"),
    "date": (_DATE.match, "error"),
    "datetime": (is_moment, "error"),
}
"""What fits, and how bad it is when a text does not. The kind is part of the finding's code and sentence."""


_ACTIVE = late_pattern(r"(?:javascript|data|vbscript):", re.IGNORECASE)
_SKIPPED = late_pattern(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]+")


def is_active(text: str) -> bool:
    """Tell whether an address would run or hold something itself, as browsers read it: past odd spaces."""
    return _ACTIVE.match(_SKIPPED.sub("", text[:200])) is not None


def check_address(text: str) -> Finding | None:
    """Refuse an address that runs code or carries its own content, in fields that pages link or show."""
    if not is_active(text):
        return None
    return Finding("error", "entry.address", say("finding.entry.address", value=text[:60]))


def text_rule(kind: str) -> Callable[[str], Finding | None] | None:
    """Return the rule for texts of a field type; None when any text will do."""
    if kind not in _RULES:
        return None
    is_fine, severity = _RULES[kind]

    def check(text: str) -> Finding | None:
        if not text or is_fine(text):
            return None
        return Finding(severity, f"entry.{kind}", say(f"finding.look.{kind}", value=text))

    return check
