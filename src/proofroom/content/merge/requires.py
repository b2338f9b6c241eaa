"""What a hunk cannot do without: a new entry its model, a relation its target, a new locale its setting.

Taking away works the other way round: an entry goes only with what refers to it, a model with its entries.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.content.format.types import RELATION_TYPES, Field, Json, Model
from proofroom.repository.merge.types import Hunk

_CONTENT = ("entry", "document", "singleton", "dictionary")


def link(hunks: list[Hunk], models: Mapping[str, Model]) -> dict[str, tuple[str, ...]]:
    """Return for each hunk that cannot do without others which those are."""
    given = _Given(hunks, models)
    linked: dict[str, tuple[str, ...]] = {}
    for hunk in hunks:
        needed = dict.fromkeys(need for need in _needs(hunk, given, models) if need != hunk.id)
        if needed:
            linked[hunk.id] = tuple(needed)
    return linked


class _Given:
    """What the hunks themselves bring or take away."""

    def __init__(self, hunks: list[Hunk], models: Mapping[str, Model]) -> None:
        self.models: dict[str, str] = {}
        self.fields: dict[tuple[str, str], str] = {}
        self.entries: dict[tuple[str, str], list[Hunk]] = {}
        self.locales: dict[str, str] = {}
        self.unlinked: dict[tuple[str, str], list[str]] = {}
        """By entry: the hunks that stop referring to it."""
        self.removed: dict[str, list[str]] = {}
        """By model: the hunks that remove its content."""
        for hunk in hunks:
            self._note_given(hunk)
            if hunk.type in _CONTENT and hunk.area:
                self._note_taken(hunk, models.get(hunk.area))

    def _note_taken(self, hunk: Hunk, model: Model | None) -> None:
        if hunk.op == "remove" and not hunk.path:
            self.removed.setdefault(hunk.area or "", []).append(hunk.id)
        left = set(_relations(hunk, hunk.new, model))
        for target in dict.fromkeys(_relations(hunk, hunk.old, model)):
            if target not in left:
                self.unlinked.setdefault(target, []).append(hunk.id)

    def _note_given(self, hunk: Hunk) -> None:
        if hunk.type == "model" and hunk.area and hunk.op == "add":
            if not hunk.path:
                self.models[hunk.area] = hunk.id
            elif len(hunk.path) == 2 and hunk.path[0] == "fields":
                self.fields[hunk.area, hunk.path[1]] = hunk.id
        elif hunk.type in ("entry", "document") and hunk.area and hunk.key and not hunk.path:
            if hunk.op == "add":
                self.entries.setdefault((hunk.area, hunk.key), []).append(hunk)
        elif hunk.type == "config" and hunk.path == ("locales", "supported"):
            old, new = _texts(hunk.old), _texts(hunk.new)
            self.locales.update(dict.fromkeys(set(new) - set(old), hunk.id))


def _needs(hunk: Hunk, given: _Given, models: Mapping[str, Model]) -> Iterator[str]:
    if hunk.area is None:
        return
    if hunk.op == "remove":
        yield from _needs_gone(hunk, hunk.area, given)
        return
    if hunk.type not in _CONTENT:
        return
    if hunk.area in given.models:
        yield given.models[hunk.area]
    if hunk.locale in given.locales:
        yield given.locales[hunk.locale]
    for name, _ in _values(hunk, hunk.new):
        if (hunk.area, name) in given.fields:
            yield given.fields[hunk.area, name]
    for target in _relations(hunk, hunk.new, models.get(hunk.area)):
        known = models.get(target[0])
        for added in given.entries.get(target, ()):
            # Each locale has its own copy of an entry; a model without languages has one for all.
            if added.locale == hunk.locale or (known is not None and not known.i18n):
                yield added.id


def _needs_gone(hunk: Hunk, model: str, given: _Given) -> Iterator[str]:
    if not hunk.path and hunk.type == "model":
        yield from given.removed.get(model, ())
    elif not hunk.path and hunk.key:
        yield from given.unlinked.get((model, hunk.key), ())


def _relations(hunk: Hunk, value: Any, model: Model | None) -> Iterator[tuple[str, str]]:
    """Yield (model, entry) for each relation in one side of a hunk."""
    for name, inner in _values(hunk, value):
        field = model.fields.get(name) if model else None
        if field is not None:
            yield from _targets(inner, field)


def _values(hunk: Hunk, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the top-level fields that one side of a hunk sets."""
    if hunk.path:
        inner = value
        for name in reversed(hunk.path[1:]):
            inner = {name: inner}
        yield hunk.path[0], inner
    elif isinstance(value, dict):
        yield from cast("Json", value).items()


def _targets(value: Any, field: Field) -> Iterator[tuple[str, str]]:
    """Yield (model, entry) for each relation inside a value."""
    if field.type in RELATION_TYPES:
        for item in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield from ((target, item) for target in field.targets)
            elif isinstance(item, dict):
                reference = cast("Json", item)
                yield str(reference.get("model")), str(reference.get("ref"))
    elif field.type == "object" and isinstance(value, dict):
        for name, inner in cast("Json", value).items():
            if name in field.fields:
                yield from _targets(inner, field.fields[name])
    elif field.type == "array" and field.items is not None and isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from _targets(item, field.items)


def _texts(value: Any) -> list[str]:
    return (
        [item for item in cast("list[Any]", value) if isinstance(item, str)]
        if isinstance(value, list)
        else []
    )
