"""The document of the API as it is kept: `tests/architecture/test_docs.py` holds it to the code."""

from pathlib import Path
from typing import Any

import orjson

KEPT = Path(__file__).parents[2] / "web/openapi.json"


def api_document() -> dict[str, Any]:
    """Return the document; making it anew takes seconds."""
    return orjson.loads(KEPT.read_bytes())
