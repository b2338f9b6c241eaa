"""Sources inside tool results: what was found outside, one by one, so that some can be left out.

A result of a research tool is JSON with one list of objects in it, or is that list. Each object is a source;
its relevance is what the tool says of it, else its place in the list, as tools answer best first.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, cast

import msgspec
import orjson

from proofroom.kernel.blocks import AnyBlock, Message, ToolResultBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.nouns import count
from proofroom.runtime.context.thread import thread_of

_RELEVANCE = ("relevance", "relevanceScore", "relevance_score", "score")


@dataclass(frozen=True, slots=True)
class Research:
    """One source: where it stands, how large it is, how relevant."""

    place: tuple[int, int, int]
    """Message, block, and place in the result's list."""
    tokens: int
    relevance: float


def find_research(
    messages: list[Message], tools: frozenset[str], count: Callable[[str], int]
) -> list[Research]:
    """Return the sources in the results of these tools."""
    found: list[Research] = []
    for at in thread_of(messages).answered_by(tools):
        for nth, block in enumerate(messages[at].blocks):
            if not isinstance(block, ToolResultBlock) or block.tool_name not in tools:
                continue
            sources = _sources(block)
            if sources is None:
                continue
            for place, source in enumerate(sources):
                size = count(orjson.dumps(source).decode())
                found.append(Research((at, nth, place), size, _relevance(source, place, len(sources))))
    return found


def without_sources(messages: list[Message], gone: list[Research]) -> list[Message]:
    """Return the messages without these sources; each result says how many it lost."""
    by_block: dict[tuple[int, int], set[int]] = defaultdict(set)
    for source in gone:
        by_block[source.place[:2]].add(source.place[2])
    kept = list(messages)
    for (at, nth), places in by_block.items():
        blocks: list[AnyBlock] = list(kept[at].blocks)
        block = blocks[nth]
        assert isinstance(block, ToolResultBlock)
        blocks[nth] = _without(block, places)
        kept[at] = msgspec.structs.replace(kept[at], blocks=blocks)
    return kept


def _without(block: ToolResultBlock, places: set[int]) -> ToolResultBlock:
    before, body, after = _parts(block.content)
    data, key = _find_list(orjson.loads(body))
    whole: list[Any] = data if key is None else data[key]
    rest = [source for place, source in enumerate(whole) if place not in places]
    told: Any = rest if key is None else {**data, key: rest}
    text = orjson.dumps(told).decode()
    note = f"\n[{count(len(places), 'less relevant source')} left out to fit token budget]"
    return ToolResultBlock(block.tool_call_id, block.tool_name, block.ok, before + text + note + after)


def _sources(block: ToolResultBlock) -> list[dict[str, Any]] | None:
    try:
        data, key = _find_list(orjson.loads(_parts(block.content)[1]))
    except (orjson.JSONDecodeError, LookupError):
        return None
    return cast("list[dict[str, Any]]", data if key is None else data[key])


def _parts(content: str) -> tuple[str, str, str]:
    """Return what stands before the line of JSON, the line, and what stands after: marks and notes."""
    lines = content.split("\n")
    for at, line in enumerate(lines):
        if line[:1] in ("{", "["):
            before = "".join(each + "\n" for each in lines[:at])
            return before, line, "".join("\n" + each for each in lines[at + 1 :])
    raise LookupError("no JSON")


def _find_list(data: Any) -> tuple[Any, str | None]:
    """Return the data and the key of its list of objects; no key if the data is that list."""
    if _is_sources(data):
        return data, None
    if isinstance(data, dict):
        for key, value in cast("dict[str, Any]", data).items():
            if _is_sources(value):
                return cast("Any", data), key
    raise LookupError("no list of sources")


def _is_sources(value: Any) -> bool:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return bool(items) and all(isinstance(item, dict) for item in items)


def _relevance(source: dict[str, Any], place: int, total: int) -> float:
    for name in _RELEVANCE:
        value = source.get(name)
        if isinstance(value, int | float):
            return float(value)
    return 1.0 - place / total
