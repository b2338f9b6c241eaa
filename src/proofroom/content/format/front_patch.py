"""Changing some keys of a front matter and leaving the lines of the others as they are.

What the official writer wrote comes out as it would write it; what a person wrote keeps its comments, quotes
and block texts, which that writer could not hold.
"""

from collections.abc import Collection, Mapping

from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.types import Json
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import is_index

_KEY_LINE = late_pattern(r"([^\s#\-'\"\[{][^:\n]*?|-?[^\s#\-'\"\[{:][^:\n]*?):(?:\s|\Z)")


def lines_below(chunk: str) -> list[str]:
    """Return the comments and empty lines that end a key's lines: they are about what comes next."""
    lines = chunk.split("\n")
    end = len(lines)
    while end > 1 and (not lines[end - 1] or lines[end - 1].startswith("#")):
        end -= 1
    return lines[end:]


def without_keys(chunks: Mapping[str, str], gone: Collection[str]) -> dict[str, str]:
    """Return the lines of each key but some; the comments below those stay with the key above."""
    kept: dict[str, str] = {}
    for key, chunk in chunks.items():
        if key not in gone:
            kept[key] = chunk
        elif left := lines_below(chunk):
            above = next(reversed(kept), "")
            kept[above] = "\n".join([*([kept[above]] if above in kept else []), *left])
    return kept


def patch_block(block: str, before: Json, after: Json) -> str | None:
    """Return the block with changed keys rewritten in place and new ones at its end.

    None means the lines cannot be told apart by key, so that the whole block has to be written anew.
    """
    parts = _split(block)
    if (
        parts is None
        or set(parts) - {""} != set(before)
        or any(is_index(key) for key in after.keys() - before)
    ):
        return None
    lines: list[str] = []
    for key, own in without_keys(parts, before.keys() - after.keys()).items():
        if key in after and after[key] != before.get(key):
            lines += [*render_front_matter({key: after[key]}), *lines_below(own)]
        else:
            lines.append(own)
    for key, value in after.items():
        if key not in before:
            lines += render_front_matter({key: value})
    return "\n".join(lines)


def _split(block: str) -> dict[str, str] | None:
    """Return each top-level key's lines; lines before the first key stand under the empty name."""
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in block.split("\n") if block else ():
        match = _KEY_LINE.match(line)
        if match is not None:
            if match[1] in parts:
                return None
            current = parts[match[1]] = [line]
        elif current is not None:
            current.append(line)
        elif not line or line.startswith("#"):
            parts.setdefault("", []).append(line)
        else:
            return None
    return {key: "\n".join(lines) for key, lines in parts.items()}
