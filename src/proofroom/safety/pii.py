"""Finding and masking personal data and secrets in text, without a model.

A finding's score is what its shape alone says, plus 0.35 for a word nearby that names it, and 1.0 where a
checksum proves it. Names and places cannot be found this way.
"""

import re
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.safety.checksums import (
    IBAN_LENGTHS,
    is_bitcoin,
    is_card,
    is_iban,
    is_isbn13,
    is_nhs_number,
    is_turkish_id,
)
from proofroom.safety.credentials import PRIVATE_KEY, TOKEN, is_random

PersonalDataKind = Literal[
    "secret", "card", "iban", "ssn", "tckn", "crypto", "email", "phone", "ip", "mac", "nhs", "nino"
]

DEFAULT_KINDS: tuple[PersonalDataKind, ...] = (
    "secret",
    "card",
    "iban",
    "ssn",
    "tckn",
    "crypto",
    "email",
    "phone",
    "ip",
    "mac",
)
"""Looked for unless asked otherwise; `nhs` and `nino` are for studios with British data."""

THRESHOLD = 0.4
_CONTEXT = 0.35
_NEARBY = 40


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Where something personal stands, what it is and how sure that is."""

    kind: PersonalDataKind
    start: int
    end: int
    score: float


Score = Callable[[str, re.Match[str]], float]


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: PersonalDataKind
    pattern: re.Pattern[str]
    score: Score
    context: re.Pattern[str] | None = None


def find(
    text: str, kinds: tuple[PersonalDataKind, ...] = DEFAULT_KINDS, *, threshold: float = THRESHOLD
) -> list[PersonalData]:
    """Return what was found, in order of place and without overlaps."""
    found = [
        one for rule in _RULES if rule.kind in kinds for one in _apply(rule, text) if one.score >= threshold
    ]
    order: dict[PersonalDataKind, int] = {rule.kind: place for place, rule in enumerate(_RULES)}
    kept: list[PersonalData] = []
    for one in sorted(found, key=lambda one: (order[one.kind], one.start)):
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def mask(text: str, kinds: tuple[PersonalDataKind, ...] = DEFAULT_KINDS) -> str:
    """Return the text with every finding masked."""
    parts: list[str] = []
    at = 0
    for one in find(text, kinds):
        parts += (text[at : one.start], _mask(one.kind, text[one.start : one.end]))
        at = one.end
    return "".join(parts) + text[at:]


def _apply(rule: _Rule, text: str) -> Iterator[PersonalData]:
    for match in rule.pattern.finditer(text):
        score = rule.score(text, match)
        if (
            0 < score < 1
            and rule.context
            and rule.context.search(text, max(0, match.start() - _NEARBY), match.start())
        ):
            score = min(1.0, score + _CONTEXT)
        if score > 0:
            yield PersonalData(rule.kind, match.start(), match.end(), round(score, 2))


def _mask(kind: PersonalDataKind, value: str) -> str:
    match kind:
        case "email":
            local, _, domain = value.rpartition("@")
            return f"{local[:2]}***@{domain}"
        case "phone":
            prefix = re.match(r"\+(?:[17]|\d\d)", value)
            return f"{prefix[0] + '-' if prefix else ''}***-***-{_digits(value)[-4:]}"
        case "ssn":
            return "[REDACTED_SSN]"
        case "card":
            return "[REDACTED_CC]"
        case _:
            return f"[REDACTED_{kind.upper()}]"


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def _score_secret(text: str, match: re.Match[str]) -> float:
    return 1.0 if match[0].startswith("-----") or is_random(match[0]) else 0.0


def _score_card(text: str, match: re.Match[str]) -> float:
    return 1.0 if is_card(_digits(match[0])) else 0.0


def _score_iban(text: str, match: re.Match[str]) -> float:
    return 1.0 if is_iban(match[0].replace(" ", "").replace("-", "").upper()) else 0.0


def _score_ssn(text: str, match: re.Match[str]) -> float:
    area, group, serial = match["area"], match["group"], match["serial"]
    digits = area + group + serial
    if area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000":
        return 0.0
    # Numbers printed in advertisements and manuals belong to nobody.
    if len(set(digits)) == 1 or digits in ("078051120", "219099999", "457555462", "123456789", "987654321"):
        return 0.0
    return 0.5 if match["sep"] == "-" else 0.05


def _score_tckn(text: str, match: re.Match[str]) -> float:
    return 0.3 if is_turkish_id(_digits(match[0])) else 0.0


def _score_crypto(text: str, match: re.Match[str]) -> float:
    return 1.0 if is_bitcoin(match[0]) else 0.0


def _score_phone(text: str, match: re.Match[str]) -> float:
    value, digits = match[0], _digits(match[0])
    if not 7 <= len(digits) <= 15 or is_isbn13(digits) or len(set(digits)) == 1:
        return 0.0
    if re.match(r"\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b", value):
        return 0.0  # a date, with or without more numbers after it
    if value.startswith("+"):
        return 0.6 if len(digits) >= 8 else 0.05
    if value.startswith("("):
        return 0.5
    if re.fullmatch(r"0?5\d{2}([- ])\d{3}\1\d{2}\1\d{2}", value):
        return 0.4  # as a mobile number is written in Turkey
    if re.fullmatch(r"(?:1[-. ])?[2-9]\d{2}([-. ])[2-9]\d{2}\1\d{4}", value):
        return 0.4
    return 0.05


def _score_ip(text: str, match: re.Match[str]) -> float:
    try:
        address = ip_address(match[0])
    except ValueError:
        return 0.0
    if address.is_loopback or address.is_unspecified or not _digits(match[0]):  # a::b is a name in a program
        return 0.0
    is_version = address.version == 4 and _NUMBERED.search(text[: match.start()][-24:])
    return 0.0 if is_version else 0.6


def _score_mac(text: str, match: re.Match[str]) -> float:
    return 0.6 if len(set(match[0].lower()) - set(":-.")) > 1 else 0.0


def _score_nhs(text: str, match: re.Match[str]) -> float:
    return 0.3 if is_nhs_number(_digits(match[0])) else 0.0


def _score_nino(text: str, match: re.Match[str]) -> float:
    return 0.0 if match[0][:2].upper() in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ") else 0.5


_NUMBERED = late_pattern(
    r"(?:\b(?:version|release|build|v|ver|chapter|section|clause|part|sürüm|bölüm|madde|kapitel|abschnitt|python"
    r"|node|php|java|ruby|chrome|firefox|linux|kernel|android|ios|windows)|§)[ .:]*$",
    re.IGNORECASE,
)
"""What has four numbers with points between them and is no address."""


def _words(*words: str) -> re.Pattern[str]:
    return late_pattern(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


# No letter, digit or joined number may stand directly before or after.
_EDGE, _END = r"(?<![\w+@/#=-])(?<!\d[.,:])", r"(?![\w@/-]|[.,:]\d)"

_ACCOUNTS = "|".join(
    rf"{country}\d\d(?:[ -]?[A-Z0-9]){{{length - 4}}}" for country, length in IBAN_LENGTHS.items()
)
_IBAN = rf"(?<![A-Za-z0-9])(?:{_ACCOUNTS})(?![A-Za-z0-9])"
"""Each as long as its country has it, for the next word may be written large too."""

# The order decides who wins where two overlap: a card before a phone number.
_RULES = (
    _Rule("secret", late_pattern(f"{PRIVATE_KEY.pattern}|(?x:{TOKEN.pattern})", re.DOTALL), _score_secret),
    _Rule(
        "card",
        # As it is printed first: what stands behind it may be the number on its back.
        late_pattern(
            rf"{_EDGE}(?:(?:\d{{4}}[ -]){{3}}\d{{4}}|\d{{4}}[ -]\d{{6}}[ -]\d{{5}}"
            rf"|\d(?:[ -]?\d){{12,18}}){_END}"
        ),
        _score_card,
    ),
    _Rule("iban", late_pattern(_IBAN, re.IGNORECASE), _score_iban),
    _Rule(
        "ssn",
        late_pattern(
            rf"{_EDGE}(?P<area>\d{{3}})(?P<sep>[- ])(?P<group>\d{{2}})(?P=sep)(?P<serial>\d{{4}}){_END}"
        ),
        _score_ssn,
        _words("ssn", "social security", "social security number"),
    ),
    _Rule(
        "tckn",
        late_pattern(rf"{_EDGE}[1-9]\d{{2}}(?P<gap> ?)\d{{3}}(?P=gap)\d{{3}}(?P=gap)\d{{2}}{_END}"),
        _score_tckn,
        _words("tckn", "t\\.?c\\.?", "kimlik", "kimlik no", "vatandaşlık", "identity number", "turkish id"),
    ),
    _Rule(
        "crypto",
        late_pattern(r"\b(?:[13][A-HJ-NP-Za-km-z1-9]{25,34}|bc1[a-z0-9]{11,71}|BC1[A-Z0-9]{11,71})\b"),
        _score_crypto,
    ),
    _Rule(
        "email",
        late_pattern(
            r"(?<![\w.%+-])\w(?:[\w.%+'-]{0,62}[\w%+-])?@(?:[^\W_](?:[^\W_]|-){0,61}(?<!-)\.){1,8}[^\W\d_]{2,24}\b"
        ),
        lambda text, match: 0.0 if ".." in match[0] else 1.0,
    ),
    _Rule(
        "nhs",
        late_pattern(rf"{_EDGE}\d{{3}}[ -]?\d{{3}}[ -]?\d{{4}}{_END}"),
        _score_nhs,
        _words("nhs", "health number", "patient"),
    ),
    _Rule(
        "nino",
        late_pattern(
            r"\b(?![DFIQUV])[A-Z](?![DFIQUVO])[A-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b",
        ),
        _score_nino,
        _words("nino", "national insurance"),
    ),
    _Rule(
        "phone",
        late_pattern(rf"{_EDGE}(?:\+?\d|\(\+?\d)(?:[ .()/-]{{0,2}}\d){{6,14}}{_END}"),
        _score_phone,
        _words(
            "phone",
            "telephone",
            "telefon",
            "téléphone",
            "teléfono",
            "tel",
            "tél",
            "call",
            "mobile",
            "cell",
            "fax",
            "whatsapp",
            "sms",
            "dial",
            "ring",
            "handy",
            "gsm",
            "cep",
            "numara",
        ),
    ),
    _Rule(
        "ip",
        late_pattern(
            r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?![\w.]\w|\w)|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:]))"
        ),
        _score_ip,
    ),
    _Rule(
        "mac",
        late_pattern(
            r"(?<![\w:-])(?:[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})(?![\w:-])"
        ),
        _score_mac,
    ),
)
