"""What a merge did, in the words of `context.json`: from the files it changed, where no tool has said it."""

from dataclasses import field
from typing import cast

from proofroom.content.format.context_file import MERGE, Operation
from proofroom.content.merge.places import ContentPlace, Places
from proofroom.kernel.data import dataclass
from proofroom.repository.git.tree import Change, TreeView, changes
from proofroom.repository.json.text import parse_json

BY_PERSON = "studio-ui"
BY_AGENT = "mcp-studio"
MOST_READ = 500_000
"""Bytes of a file that is taken apart for this: a save may not cost what a whole collection does."""
_RECORDS = ("singleton", "dictionary")


@dataclass
class _Seen:
    """What changed, gathered over all files."""

    models: set[str] = field(default_factory=set[str])
    locales: set[str] = field(default_factory=set[str])
    entries: dict[str, None] = field(default_factory=dict[str, None])
    kinds: set[str] = field(default_factory=set[str])
    removed: list[bool] = field(default_factory=list[bool])
    marked: dict[str, None] = field(default_factory=dict[str, None])
    """Entries of which only what is kept about them changed."""


def operation_of(before: TreeView, after: TreeView, places: Places, *, by_agent: bool) -> Operation:
    """Return which model, locale and entries changed, if it was one model; else only that it was a merge."""
    seen, source = _Seen(), BY_AGENT if by_agent else BY_PERSON
    for change in changes(before.repo, before.sha, after.sha):
        place = places.find(change.path)
        if place is None or place.kind == "context":
            continue
        seen.kinds.add(place.kind)
        if place.area:
            seen.models.add(place.area)
        if place.kind == "model":
            seen.removed.append(change.new is None)
        elif place.kind == "meta":
            seen.marked |= dict.fromkeys([place.slug] if place.slug else _differing(change, before, after))
        elif place.area:
            _note(seen, change, place, before, after)
    if seen.kinds == {"vocabulary"}:
        return Operation("contentrain_vocabulary_save", "*", source=source)
    if len(seen.models) != 1 or seen.kinds & {"config", "vocabulary"}:
        return Operation(MERGE.tool, MERGE.model, source=source)
    model, is_gone = seen.models.pop(), bool(seen.removed) and all(seen.removed)
    if seen.kinds <= {"model"}:
        return Operation(f"contentrain_model_{'delete' if is_gone else 'save'}", model, source=source)
    locale = next(iter(seen.locales)) if len(seen.locales) == 1 else None
    if seen.kinds <= {"meta"}:
        return Operation("contentrain_bulk", model, locale, sorted(seen.marked) or None, source)
    tool = "contentrain_content_delete" if is_gone else "contentrain_content_save"
    return Operation(tool, model, locale, sorted(seen.entries) or None, source)


def _note(seen: _Seen, change: Change, place: ContentPlace, before: TreeView, after: TreeView) -> None:
    """Take down which entries of a file changed, and whether they went."""
    if place.locale:
        seen.locales.add(place.locale)
    if place.kind == "document":
        seen.entries[place.slug or ""] = None
        seen.removed.append(change.new is None)
    elif place.model_kind in _RECORDS:
        seen.entries[place.locale or ""] = None
        seen.removed.append(change.new is None)
    else:
        new = _entries(after, change.path)
        for key in _differing(change, before, after):
            seen.entries[key] = None
            seen.removed.append(key not in new)


def _differing(change: Change, before: TreeView, after: TreeView) -> list[str]:
    """Return the entries of a file that are not as they were."""
    old, new = (_entries(tree, change.path) for tree in (before, after))
    return sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def _entries(tree: TreeView, path: str) -> dict[str, object]:
    data = tree.read(path)
    if data is None or len(data) > MOST_READ:
        return {}
    found: object = parse_json(data)
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}
