"""Would JavaScript's Date take this text?

The format calls a datetime valid when the Date constructor of the official tools' engine accepts it: the ISO
form, and a lenient older form with month names, zone names, loose separators and ignored words. A check must
agree with what those tools will say of the same file, so both forms are followed here. Only acceptance is
decided; no moment is computed.
"""

import re
from dataclasses import field
from typing import NamedTuple

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import WHITESPACE

_SPACE = re.sub("[\u2028\u2029]", "", WHITESPACE)
_TOKEN = late_pattern(
    rf"(?P<number>[0-9]+)|(?P<symbol>[:+.)-])|(?P<space>[{_SPACE}]+)|(?P<word>[^\x00-@{_SPACE}]+)|.",
    re.DOTALL,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ZERO_ZONES = frozenset({"ut", "utc", "z", "gmt"})
_ZONES = _ZERO_ZONES | {"est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt"}
_FIRST_DAY = (-271_821, 4, 20)
_LAST_DAY = (275_760, 9, 13)
_DIGITS = 9
"""Significant digits of a number that count; the engine skips the rest."""


class _Token(NamedTuple):
    kind: str
    text: str = ""
    number: int = 0

    def is_symbol(self, symbol: str) -> bool:
        return self.kind == "symbol" and self.text == symbol

    @property
    def is_sign(self) -> bool:
        return self.kind == "symbol" and self.text in "+-"

    def is_number(self, length: int, low: int, high: int) -> bool:
        return self.kind == "number" and len(self.text) == length and low <= self.number <= high


_END = _Token("end")


class _Wrong(Exception):
    """The engine would answer with an invalid date."""


class _Tokens:
    """The text in pieces, with a look at the next one."""

    def __init__(self, text: str) -> None:
        self._left = list(_split(text))
        self._at = 0

    def peek(self) -> _Token:
        return self._left[self._at] if self._at < len(self._left) else _END

    def take(self) -> _Token:
        token = self.peek()
        self._at += 1
        return token

    def skip(self, symbol: str) -> bool:
        if self.peek().is_symbol(symbol):
            self._at += 1
            return True
        return False

    def need(self, length: int, low: int, high: int) -> int:
        if not self.peek().is_number(length, low, high):
            raise _Wrong
        return self.take().number


@dataclass
class _Parts:
    """What has been read of day, time and zone."""

    days: list[int] = field(default_factory=list[int])
    times: list[int] = field(default_factory=list[int])
    month: int | None = None
    has_half_day: bool = False
    zone_hour: int | None = None
    zone_minute: int | None = None
    is_iso: bool = False

    def add_day(self, number: int) -> None:
        if len(self.days) == 3:
            raise _Wrong
        self.days.append(number)

    def add_time(self, number: int) -> None:
        if len(self.times) == 4:
            raise _Wrong
        self.times.append(number)

    def end_time(self, number: int) -> None:
        self.times = [*self.times, number, 0, 0, 0][:4]

    def expects_time(self, number: int) -> bool:
        return 1 <= len(self.times) <= 3 and number <= (59, 59, 999)[len(self.times) - 1]

    def check(self) -> None:
        self._check_day()
        hour, minute, second, fraction = [*self.times, 0, 0, 0, 0][:4]
        if self.has_half_day and hour > 12:
            raise _Wrong
        is_midnight = hour == 24 and not (minute or second or fraction) and not self.has_half_day
        if not is_midnight and (hour > 23 or minute > 59 or second > 59 or fraction > 999):
            raise _Wrong

    def _check_day(self) -> None:
        if not self.days:
            raise _Wrong
        first, second, third = [*self.days, 1, 1][:3]
        starts_with_day = 1 <= first <= 31
        if self.month is not None:
            month = self.month
            year, day = (second, first) if starts_with_day else (first, second)
        elif self.is_iso or not starts_with_day:
            year, month, day = first, second, third
        else:
            month, day, year = first, second, third
        if not (1 <= month <= 12 and 1 <= day <= 31 and _FIRST_DAY <= (year, month, day) <= _LAST_DAY):
            raise _Wrong


def is_js_date(text: str) -> bool:
    """Tell whether the official tools' engine reads the text as a date."""
    tokens, parts = _Tokens(text.partition("\x00")[0]), _Parts()
    try:
        rest = _read_iso(tokens, parts)
        _read_loose(tokens, parts, rest)
        parts.check()
    except _Wrong:
        return False
    return True


def _split(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, "the pattern matches any character"
        at = match.end()
        piece = match[0]
        if match.lastgroup == "number":
            found.append(_Token("number", piece, int(piece.lstrip("0")[:_DIGITS] or 0)))
        elif piece == "(":
            at = _after_parentheses(text, match.start())
            found.append(_Token("other"))
        else:
            found.append(_Token(match.lastgroup or "other", piece))
    return found


def _after_parentheses(text: str, at: int) -> int:
    depth = 0
    for index in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1
    return len(text)


def _read_iso(tokens: _Tokens, parts: _Parts) -> _Token:
    """Read as much of the ISO form as there is; return the token at which it ends."""
    if tokens.peek().is_sign:
        sign = tokens.take()
        if not tokens.peek().is_number(6, 0, 999_999):
            return sign
        year = tokens.take().number
        if sign.text == "-" and year == 0:
            return sign
        parts.add_day(-year if sign.text == "-" else year)
    elif tokens.peek().is_number(4, 0, 9999):
        parts.add_day(tokens.take().number)
    else:
        return tokens.take()
    for low, high in ((1, 12), (1, 31)):
        if not tokens.skip("-"):
            break
        if not tokens.peek().is_number(2, low, high):
            return tokens.take()
        parts.add_day(tokens.take().number)
    following = tokens.peek()
    if following.kind == "word" and following.text.lower() == "t":
        tokens.take()
        _read_iso_time(tokens, parts)
    elif following is not _END:
        return tokens.take()
    parts.is_iso = True
    return _END


def _read_iso_time(tokens: _Tokens, parts: _Parts) -> None:
    parts.add_time(tokens.need(2, 0, 24))
    if not tokens.skip(":"):
        raise _Wrong
    parts.add_time(tokens.need(2, 0, 59))
    if tokens.skip(":"):
        parts.add_time(tokens.need(2, 0, 59))
        if tokens.skip("."):
            if tokens.peek().kind != "number":
                raise _Wrong
            fraction = tokens.take()
            parts.add_time(1 if parts.times[0] == 24 and fraction.number else 0)
    if _is_z(tokens.peek()):
        tokens.take()
    elif tokens.peek().is_sign:
        tokens.take()
        if tokens.peek().is_number(4, 0, 2359) and tokens.peek().number % 100 < 60:
            tokens.take()
        else:
            tokens.need(2, 0, 23)
            if not tokens.skip(":"):
                raise _Wrong
            tokens.need(2, 0, 59)
    if tokens.peek() is not _END:
        raise _Wrong


def _read_loose(tokens: _Tokens, parts: _Parts, token: _Token) -> None:
    """Read the older form from a token on: words before the first number are ignored, later ones are not."""
    has_number = bool(parts.days)
    while token is not _END:
        if token.kind == "number":
            has_number = True
            _read_number(tokens, parts, token.number)
        elif token.kind == "word":
            _read_word(tokens, parts, token.text, has_number=has_number)
        elif token.is_sign and (parts.times or (parts.zone_hour == 0 and parts.zone_minute == 0)):
            has_number = True
            _read_offset(tokens, parts)
        elif has_number and (token.is_sign or token.is_symbol(")")):
            raise _Wrong
        token = tokens.take()


def _read_number(tokens: _Tokens, parts: _Parts, number: int) -> None:
    if tokens.skip(":"):
        if tokens.skip(":"):
            if parts.times:
                raise _Wrong
            parts.times += [number, 0]
        else:
            parts.add_time(number)
            tokens.skip(".")
    elif tokens.skip(".") and parts.expects_time(number):
        parts.add_time(number)
        fraction = tokens.take()
        if fraction.kind != "number":
            raise _Wrong
        parts.end_time(_milliseconds(fraction))
    elif parts.zone_hour is not None and parts.zone_minute is None and number <= 59:
        parts.zone_minute = number
    elif parts.expects_time(number):
        parts.end_time(number)
        following = tokens.peek()
        if not (following.kind in ("end", "space") or _is_z(following) or following.is_sign):
            raise _Wrong
    else:
        parts.add_day(number)
        tokens.skip("-")


def _read_word(tokens: _Tokens, parts: _Parts, text: str, *, has_number: bool) -> None:
    word = text.lower()
    if word in ("am", "pm") and parts.times:
        parts.has_half_day = True
    elif word[:3] in _MONTHS:
        parts.month = _MONTHS.index(word[:3]) + 1
        tokens.skip("-")
    elif word in _ZONES and has_number:
        parts.zone_hour, parts.zone_minute = (0 if word in _ZERO_ZONES else 1), 0
    elif has_number or tokens.peek().kind == "number":
        # Words after a number are wrong, and so is one that touches the first number.
        raise _Wrong


def _read_offset(tokens: _Tokens, parts: _Parts) -> None:
    token = tokens.take() if tokens.peek().kind == "number" else _Token("number")
    if tokens.peek().is_symbol(":"):
        parts.zone_hour, parts.zone_minute = token.number, None
    elif 1 <= len(token.text) <= 2:
        parts.zone_hour, parts.zone_minute = token.number, 0
    elif 3 <= len(token.text) <= 4:
        parts.zone_hour, parts.zone_minute = divmod(token.number, 100)
    else:
        raise _Wrong


def _milliseconds(fraction: _Token) -> int:
    length = min(len(fraction.text), _DIGITS)
    return fraction.number * 10 ** (3 - length) if length < 3 else fraction.number // 10 ** (length - 3)


def _is_z(token: _Token) -> bool:
    return token.kind == "word" and token.text.lower() == "z"
