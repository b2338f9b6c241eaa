"""What models cost: prices in micro-dollars per million tokens. An unknown price is unknown, never nought."""

from decimal import ROUND_CEILING, Decimal
from typing import Any

from proofroom.providers.shapes import Json, as_object

PER_MILLION = 1_000_000


def reported_cost(usage: Json) -> int | None:
    """Return what a provider's usage object says a call cost (OpenRouter), in micro-dollars rounded up.

    When the call went through an own key behind the provider, what that key's owner is charged is added.
    """
    dollars = _decimal(usage.get("cost"))
    if dollars is None:
        return None
    if usage.get("is_byok"):
        dollars += _decimal(as_object(usage.get("cost_details")).get("upstream_inference_cost")) or 0
    return to_micros(dollars * PER_MILLION)


def to_micros(micros: Decimal) -> int:
    """Return whole micro-dollars, rounded up so that a sum never undercounts."""
    return int(micros.to_integral_value(ROUND_CEILING))


def _decimal(value: Any) -> Decimal | None:
    return Decimal(str(value)) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
