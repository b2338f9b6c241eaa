"""Names on the wire: one key for one model under its many ids, and tool names every provider accepts."""

import hashlib
import re
from collections.abc import Iterable

from proofroom.kernel.patterns import late_pattern

_REGION_AND_VENDOR = late_pattern(
    r"^(?:(?:us|eu|apac|jp|au|ca|global|us-gov)\.)?"
    r"(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek|openai|qwen|writer|moonshot|minimax|google|nvidia|zai)\."
)
_SERVED_VERSION = re.compile(r"-v?\d+:\d+$|-v\d+$")
_DATE = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|20\d{6})(?=$|[:-])")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def pricing_key(model: str) -> str:
    """Return one key for a model, whether it is spelt natively, as an OpenRouter slug or as a Bedrock id.

    Variants (`:thinking`, `-fast`) stay, because they are priced differently.
    """
    name = model.strip().lower().rsplit("/", 1)[-1]
    if _REGION_AND_VENDOR.match(name):  # vendor.model-v1:0, where the tail is a serving version
        name = _SERVED_VERSION.sub("", _REGION_AND_VENDOR.sub("", name))
    return _DATE.sub("", name).replace(".", "-")


def wire_tool_name(name: str) -> str:
    """Return a tool's name in the letters every provider accepts, at most 64 of them."""
    if _TOOL_NAME.fullmatch(name):
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:6]
    return f"{re.sub(r'[^a-zA-Z0-9_-]', '_', name)[:57]}_{mark}"


def tool_names(names: Iterable[str]) -> dict[str, str]:
    """Return the way back from wire names to our own, for those that differ."""
    return {wire: name for name in names if (wire := wire_tool_name(name)) != name}
