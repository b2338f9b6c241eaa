"""Reading tools that say so when their answer holds a stranger's words."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import orjson

from proofroom.content.origins.record import WHOLE_MODEL, Origins
from proofroom.content.origins.repo import EntryOrigin
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec


def marked_reads(specs: Iterable[ToolSpec], origins: Origins) -> list[ToolSpec]:
    """Return the tools; those that read look whether a marked entry stands in what they found."""
    return [replace(spec, handler=_marking(spec.handler, origins)) for spec in specs]


def _marking(handler: Handler, origins: Origins) -> Handler:
    async def read(context: ToolContext, given: Any) -> ToolOutput:
        output = await handler(context, given)
        if output.ok and not output.outside and context.project_id is not None:
            marked = await origins.of_project(context.workspace_id, context.project_id)
            output.outside = _first_in(output.data, marked)
        return output

    return read


def _first_in(data: Any, marked: list[EntryOrigin]) -> str:
    """Return the first marked entry that an answer names, as people find it."""
    if not marked:
        return ""
    text = orjson.dumps(data, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
    for one in marked:
        if f'"{one.entry if one.entry != WHOLE_MODEL else one.model}"' in text:
            return f"{one.model}/{one.entry}".rstrip("/")
    return ""
