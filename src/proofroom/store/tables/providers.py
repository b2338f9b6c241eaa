"""What models cost, as last read from the public catalogue."""

from proofroom.store.columns import table

ai_model_pricing = table(
    "ai_model_pricing",
    """
    pricing_key text(200), model_id text(200), name text(200), input_micros_per_mtok big?,
    output_micros_per_mtok big?, cache_read_micros_per_mtok big?, cache_write_micros_per_mtok big?,
    context_window int?, max_output int?, vision bool?, tools bool?, thinking bool?, refreshed_at time
    """,
    key="pricing_key",
)
