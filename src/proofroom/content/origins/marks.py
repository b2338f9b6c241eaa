"""Reading tools that say so when their answer holds a stranger's words."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from proofroom.content.origins.record import Origins
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec

_LONGEST = 200
"""Letters of an id or slug at most."""


def marked_reads(specs: Iterable[ToolSpec], origins: Origins) -> list[ToolSpec]:
    """Return the tools; those that read look whether a marked entry stands in what they found."""
    return [
        replace(spec, handler=_marking(spec.handler, origins))
        if spec.effect == "read" or spec.asks_itself
        else spec
        for spec in specs
    ]


def _marking(handler: Handler, origins: Origins) -> Handler:
    async def read(context: ToolContext, given: Any) -> ToolOutput:
        output = await handler(context, given)
        if output.ok and not output.outside and context.project_id is not None:
            output.outside = await origins.among(
                context.workspace_id,
                context.project_id,
                lambda: {*_names(output.data), *_names(given.model_dump())},
            )
        return output

    return read


def _names(data: Any) -> Iterator[str]:
    """Yield what might be the name of an entry or model in an answer: every short string, keys too."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if 0 < len(one) <= _LONGEST:
                yield one
        elif isinstance(one, dict):
            known = cast("dict[Any, Any]", one)
            yield from (key for key in known if isinstance(key, str) and len(key) <= _LONGEST)
            waiting.extend(known.values())
        elif isinstance(one, list | tuple | set | frozenset):
            waiting.extend(cast("Iterable[Any]", one))
