"""Whether the demo was made: a file beside the data says so."""

import json
from pathlib import Path
from typing import Any

from proofroom.wiring import Studio


async def should_make_demo(studio: Studio) -> bool:
    """Tell whether this is the first start: nobody is here, and the demo was not made, or not finished."""
    return (
        studio.settings.demo
        and await studio.access.setup.is_needed()
        and not read_mark(studio).get("done", False)
    )


def read_mark(studio: Studio) -> dict[str, Any]:
    """Return what is noted of the demo of this workspace."""
    try:
        marks = json.loads(_mark(studio).read_text("utf-8"))
        return marks.get(str(studio.workspace_id), {})
    except (OSError, ValueError):
        return {}


def write_mark(studio: Studio, mark: dict[str, Any]) -> None:
    """Note something of the demo of this workspace."""
    _mark(studio).write_text(json.dumps({str(studio.workspace_id): mark}), "utf-8")


def _mark(studio: Studio) -> Path:
    return studio.settings.data / "demo.json"
