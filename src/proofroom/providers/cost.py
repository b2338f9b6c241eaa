"""What a call cost, in whole micro-dollars. An unknown price gives an unknown cost, never zero."""

from proofroom.providers.types import ModelInfo, TokenUsage
from proofroom.telemetry.types import CostSource


def cost_micros(usage: TokenUsage, info: ModelInfo) -> tuple[int | None, CostSource]:
    """Return the cost and where it comes from: the provider's own figure, our prices, or nowhere."""
    if usage.cost_micros is not None:
        return usage.cost_micros, "provider"
    into, out = info.input_micros_per_mtok, info.output_micros_per_mtok
    if into is None or out is None:
        return None, "unknown"
    read = info.cache_read_micros_per_mtok if info.cache_read_micros_per_mtok is not None else into
    write = info.cache_write_micros_per_mtok if info.cache_write_micros_per_mtok is not None else into
    exact = usage.input * into + usage.cache_read * read + usage.cache_write * write + usage.output * out
    return -(-exact // 1_000_000), "prices"  # rounded up, so that a sum never undercounts
