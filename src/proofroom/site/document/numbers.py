"""Numbers as the design-token maths rounds and prints them."""

import math
from decimal import ROUND_HALF_UP, Decimal

_CENT = Decimal("0.01")
_NO_CENTS = 1e15
"""From here on a number has no two decimals any more."""


def plain(number: float) -> str:
    """Return a number without trailing zeros."""
    if not math.isfinite(number):
        return "0"
    if number == int(number):
        return str(int(number))
    text = repr(number)
    return f"{Decimal(number):f}" if "e" in text else text


def round_up(number: float) -> float:
    """Return a number rounded to 2 decimals, halves upwards (colours)."""
    return math.floor(number * 100 + 0.5) / 100


def round_exact(number: float) -> float:
    """Return the exact binary value rounded to 2 decimals, halves away from zero (scales)."""
    if not math.isfinite(number):
        return 0.0
    if abs(number) >= _NO_CENTS:
        return float(number)
    return float(Decimal(number).quantize(_CENT, ROUND_HALF_UP)) + 0.0
