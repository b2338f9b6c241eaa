"""Markdown documents in parts: front matter key by key as it is written, and the body.

A key that nobody touched keeps its bytes, with comments and spelling, whatever happens to its neighbours.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.front_patch import lines_below
from proofroom.content.format.markdown import TOML_RULER, read_document
from proofroom.content.format.toml_front import cut_toml, join_toml, write_toml_key
from proofroom.content.format.types import Field, Json
from proofroom.content.merge.places import BODY, ContentPlace
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.merge.compare import compare_members, compare_sentences, compare_whole, op_of_sides
from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.records import member, merge_values, same
from proofroom.repository.merge.revert import TakenOut, revert, revert_text
from proofroom.repository.merge.types import MISSING, Draft, Sides, Where

_KEY = late_pattern(
    r"""(?:"(?P<double>[^"\\]+)"|'(?P<single>[^']+)'|(?P<bare>[^\s#:'"\-\[{][^:\n]*?))[ \t]*:(?:\s|\Z)"""
)


@dataclass(frozen=True, slots=True)
class Parts:
    """A document taken apart: typed front matter, its text by key, and everything after the second ruler."""

    front: Json
    chunks: dict[str, str] | None
    """The lines of each key; None when the block cannot be cut at its keys."""
    block: str | None
    """The lines between the rulers; None when there are no rulers."""
    rest: str
    ruler: str = "---"


_NOTHING = Parts({}, {}, None, "")


def take_apart(raw: bytes, fields: Mapping[str, Field]) -> Parts | None:
    """Take a document apart; None when it is no text."""
    try:
        text = raw.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
    document = read_document(raw, fields)
    if document.block is None:
        return Parts({}, {}, None, text)
    start = text.index("\n") + 1 + (len(document.block) + 1 if document.block else 0)
    _, _, rest = text[start:].partition("\n")
    is_toml = document.ruler == TOML_RULER
    chunks = cut_toml(document.block) if is_toml else _chunks(document.block, document.front)
    return Parts(document.front, chunks, document.block, rest, document.ruler)


def put_together(block: str | None, rest: str, ruler: str) -> bytes:
    """Return the bytes of a document."""
    if block is None:
        return rest.encode()
    head = f"{ruler}\n{block}\n{ruler}\n" if block else f"{ruler}\n{ruler}\n"
    return f"{head}{rest}".encode()


def _write_key(key: str, value: Any, ruler: str, before: str | None = None) -> str:
    if ruler == TOML_RULER:
        return write_toml_key(key, value, before)
    return "\n".join([*render_front_matter({key: value}), *lines_below(before or "")])


def _join(chunks: Mapping[str, str], ruler: str) -> str:
    return join_toml(chunks) if ruler == TOML_RULER else "\n".join(chunks.values())


def compare_documents(place: ContentPlace, old: bytes | None, new: bytes | None) -> Iterator[Draft]:
    """Yield what differs between two versions of a document."""
    before = None if old is None else take_apart(old, place.fields)
    after = None if new is None else take_apart(new, place.fields)
    if (old is not None and before is None) or (new is not None and after is None):
        yield from compare_whole(place, old, new)
    elif before is None or after is None:
        op = op_of_sides(old, new)
        yield Draft(place, place.type, place.slug, (), op, _whole(before), _whole(after))
    else:
        yield from compare_members(place, place.slug, (), before.front, after.front)
        if before.rest.strip() != after.rest.strip():
            yield from compare_sentences(place, place.slug, (BODY,), before.rest, after.rest)


def revert_document(place: ContentPlace, old: bytes, new: bytes, out: TakenOut) -> bytes:
    """Return a document without some of its changes."""
    before, after = take_apart(old, place.fields), take_apart(new, place.fields)
    if before is None or after is None:
        return old
    rest = after.rest
    if (BODY,) in out.paths:
        rest = revert_text(before.rest, after.rest, (BODY,), out)
    front = out._replace(hunks=[hunk for hunk in out.hunks if hunk.path[:1] != (BODY,)])
    return put_together(_revert_block(before, after, front), rest, after.ruler)


def merge_documents(sides: Sides[Parts | None], where: Where, conflicts: Conflicts) -> bytes:
    """Merge two versions of a document by front-matter key and sentence."""
    parts = Sides(*(side or _NOTHING for side in sides))
    rest = merge_values(Sides(*(side.rest for side in parts)), where.below(BODY), conflicts)
    block, ruler = _merge_blocks(parts, where, conflicts)
    return put_together(block, "" if rest is MISSING else rest, ruler)


def _merge_blocks(parts: Sides[Parts], where: Where, conflicts: Conflicts) -> tuple[str | None, str]:
    """Return the merged block and its ruler; blocks in two languages are chosen between, not mixed."""
    base, ours, theirs = (side.block for side in parts)
    if theirs in (base, ours):
        return ours, parts.ours.ruler
    if base == ours:
        return theirs, parts.theirs.ruler
    chunks = [side.chunks for side in parts]
    rulers = {side.ruler for side in parts if side.block is not None}
    if chunks[0] is None or chunks[1] is None or chunks[2] is None or len(rulers) > 1:
        chosen = conflicts.pick(where, base, ours, theirs)
        ruler = parts.theirs.ruler if chosen == theirs else parts.ours.ruler
        return None if chosen is MISSING else chosen, ruler
    cut = Sides(chunks[0], chunks[1], chunks[2])
    keys = [*cut.ours, *(key for key in cut.theirs if key not in cut.ours)]
    merged = ((key, _merge_chunk(key, cut, parts, where, conflicts)) for key in keys)
    kept = {key: chunk for key, chunk in merged if chunk is not None}
    return _join(kept, parts.ours.ruler), parts.ours.ruler


def _merge_chunk(
    key: str, cut: Sides[dict[str, str]], parts: Sides[Parts], where: Where, conflicts: Conflicts
) -> str | None:
    base, ours, theirs = (chunks.get(key) for chunks in cut)
    if theirs in (base, ours):
        return ours
    if base == ours:
        return theirs
    if not key:  # comments above the first key
        return ours
    values = Sides(*(member(side.front, key) for side in parts))
    merged = merge_values(values, where.below(key), conflicts)
    if merged is MISSING:
        return None
    for value, chunk in ((values.ours, ours), (values.theirs, theirs)):
        if chunk is not None and same(merged, value):
            return chunk
    return _write_key(key, merged, parts.ours.ruler, ours)


def _chunks(block: str, front: Json) -> dict[str, str] | None:
    """Cut a block before each line that begins a key; comments and indented lines stay with the key above."""
    found: dict[str, str] = {}
    current = ""
    for line in block.split("\n") if block else []:
        match = _KEY.match(line)
        if match:
            current = match["double"] or match["single"] or match["bare"]
            if current in found:
                return None
            found[current] = line
        elif current in found:
            found[current] += f"\n{line}"
        else:
            found[current] = line
    keys = {key for key in found if key}
    return (
        found if keys >= front.keys() and all(key in front or _is_null(found[key]) for key in keys) else None
    )


def _is_null(chunk: str) -> bool:
    return chunk.partition(":")[2].strip() in ("", "~", "null")


def _revert_block(before: Parts, after: Parts, out: TakenOut) -> str | None:
    names = list(dict.fromkeys(path[0] for path in out.paths))
    if not names:
        return after.block
    reverted = cast("Json", revert(before.front, after.front, out))
    ruler = after.ruler
    if after.chunks is None:
        return _join({key: _write_key(key, value, ruler) for key, value in reverted.items()}, ruler)
    chunks = dict(after.chunks)
    for name in names:
        value = member(reverted, name)
        if value is MISSING:
            chunks.pop(name, None)
        elif (before.chunks and name in before.chunks and before.ruler == ruler) and same(
            value, member(before.front, name)
        ):
            chunks[name] = before.chunks[name]
        else:
            chunks[name] = _write_key(name, value, ruler, after.chunks.get(name))
    return _join(chunks, ruler) if chunks or before.block is not None else None


def _whole(parts: Parts | None) -> Any:
    return None if parts is None else {**parts.front, BODY: parts.rest.strip()}
