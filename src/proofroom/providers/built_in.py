"""What is known of the built-in model before it is made."""

from proofroom.providers.types import ModelInfo

OFFLINE = "offline"
WINDOW = 200_000
"""Tokens of a request. Rules have no window to fill; leaving history out would only confuse them."""

OFFLINE_MODEL = ModelInfo(
    id=OFFLINE,
    provider=OFFLINE,
    name="Offline model",
    context_window=WINDOW,
    vision=False,
    tools=True,
    thinking=False,
    input_micros_per_mtok=0,
    output_micros_per_mtok=0,
)
