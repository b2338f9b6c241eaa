"""The ECMAScript rules the official tools inherit: key order, number text, string length, trimming.

They decide bytes on disk and lengths in checks, so they are written once here and used everywhere.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

_LAST_INDEX = 4294967294
"""The largest array index; larger digit strings are ordinary keys."""
_SAFE_INTEGER = 2**53
WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `trim` removes and `\\s` matches in ECMAScript."""


def order_keys(keys: Iterable[str]) -> list[str]:
    """Return the keys as a JavaScript engine lists them after a plain sort."""
    ordered = sorted(keys)
    if not "".join(ordered).isascii():
        ordered.sort(key=_code_units)
    # Digits sort before letters, so one look at the first key rules array indexes out.
    return ordered if not ordered or ordered[0] > ":" else indexes_first(ordered)


def indexes_first(keys: Sequence[str]) -> list[str]:
    """Return array-index keys in numeric order, then the others in the order given."""
    indexes = [key for key in keys if key[:1].isdigit() and is_index(key)]
    if not indexes:
        return list(keys)
    taken = set(indexes)
    return [*sorted(indexes, key=int), *(key for key in keys if key not in taken)]


def key_rank(key: str) -> tuple[int, int | bytes]:
    """Return what a key sorts by, for places that compare keys one at a time."""
    return (0, int(key)) if is_index(key) else (1, _code_units(key))


def is_index(key: str) -> bool:
    """Tell whether an engine treats the key as an array index."""
    if not (key.isascii() and key.isdigit()) or len(key) > 10:
        return False
    return (key == "0" or key[0] != "0") and int(key) <= _LAST_INDEX


def number_text(number: int | float) -> str:
    """Return the number as JavaScript prints it."""
    if isinstance(number, int):
        if -_SAFE_INTEGER <= number <= _SAFE_INTEGER:
            return str(number)
        number = _as_double(number)
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    return sign + _positive_text(abs(number))


def scalar_text(value: Any) -> str:
    """Return the text JavaScript makes of any JSON value."""
    match value:
        case str():
            return value
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case list():
            items = cast("list[Any]", value)
            return ",".join("" if item is None else scalar_text(item) for item in items)
        case _:
            return "[object Object]"


def type_name(value: Any) -> str:
    """Return what `typeof` says of a JSON value."""
    match value:
        case str():
            return "string"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case _:
            return "object"


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 code units."""
    if text.isascii():
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)


def utf16_units(text: str) -> str:
    """Return the text with every character beyond the basic plane split into its two halves."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(raw[at] | raw[at + 1] << 8) for at in range(0, len(raw), 2))


def trim(text: str) -> str:
    """Remove the white space ECMAScript knows from both ends."""
    return text.strip(WHITESPACE)


def _code_units(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def _as_double(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _positive_text(number: float) -> str:
    mantissa, _, exponent_text = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent_text or 0)
    if whole == "0":
        point = int(exponent_text or 0) - (len(fraction) - len(fraction.lstrip("0")))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"
