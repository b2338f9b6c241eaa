"""One entry against its model: every declared field, nested ones too, and what nobody declared."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, cast

from proofroom.content.format.types import MEDIA_TYPES, RELATION_TYPES, Field, Json, Model
from proofroom.content.validation.relation import check_relation
from proofroom.content.validation.secrets import find_secret, has_secret
from proofroom.content.validation.text_rules import check_address
from proofroom.content.validation.types import Finding
from proofroom.content.validation.value import ValueCheck
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import scalar_text

Found = list[tuple[str, Finding]]
"""Findings with the path of the value inside the entry."""

DEPTH_LIMIT = 10


@cache
def _secret() -> Finding:
    return Finding("error", "entry.secret", say("finding.entry.secret"))


@cache
def _too_deep() -> Finding:
    return Finding("error", "entry.depth", say("finding.entry.depth", limit=DEPTH_LIMIT))


class EntryCheck:
    """The checks of a model, made ready once and applied to many entries."""

    def __init__(self, model: Model) -> None:
        # A document's body is not in its front matter.
        skipped = "body" if model.kind == "document" else None
        fields = {name: field for name, field in model.fields.items() if name != skipped}
        self._fields = [_FieldCheck(name, field) for name, field in fields.items()]
        self._declared = frozenset(fields)
        self._built_in = frozenset({"slug", "body"} if model.kind == "document" else ())
        self.unique_paths = tuple(_unique_paths(fields))

    def check(self, data: Json) -> Found:
        """Return what is wrong with an entry's own values; uniqueness and relations need their indexes."""
        found: Found = []
        for name, value in data.items():
            if name in self._declared:
                continue
            if find_secret(value):
                message = say("finding.secret.undeclared", field=name)
                found.append((name, Finding("error", "secret.undeclared", message)))
            elif name not in self._built_in:
                message = say("finding.entry.undeclared", field=name)
                found.append((name, Finding("warning", "entry.undeclared", message)))
        for field in self._fields:
            field.check(data.get(field.name), field.name, found, 0)
        return found


class _FieldCheck:
    __slots__ = (
        "_field",
        "_is_linked",
        "_is_relation",
        "_items",
        "_members",
        "_takes_any_text",
        "_value",
        "name",
    )

    def __init__(self, name: str, field: Field) -> None:
        self.name = name
        self._field = field
        self._is_relation = field.type in RELATION_TYPES
        self._value = ValueCheck(field)
        self._is_linked = field.type == "url" or field.type in MEDIA_TYPES
        self._takes_any_text = self._value.takes_any_text and not self._is_relation
        self._items = _FieldCheck(name, field.items) if field.type == "array" and field.items else None
        is_object = field.type == "object"
        self._members = (
            [_FieldCheck(key, member) for key, member in field.fields.items()] if is_object else []
        )

    def check(self, value: Any, path: str, found: Found, depth: int) -> None:
        kind = value.__class__
        if kind is str and value:
            if has_secret(value):
                found.append((path, _secret()))
            if self._is_linked and (finding := check_address(value)):
                found.append((path, finding))
            if self._takes_any_text:
                return
        if self._is_relation:
            found += check_relation(value, self._field, path)
            return
        for finding in self._value.check(value):
            found.append((path, finding))
        if kind is list or kind is dict:
            self._check_inside(value, path, found, depth)

    def _check_inside(self, value: Any, path: str, found: Found, depth: int) -> None:
        if depth >= DEPTH_LIMIT:
            found.append((path, _too_deep()))
        elif isinstance(value, list) and self._items is not None:
            for index, item in enumerate(cast("list[Any]", value)):
                self._items.check(item, f"{path}[{index}]", found, depth + 1)
        elif isinstance(value, dict) and self._members:
            members = cast("Json", value)
            for member in self._members:
                member.check(members.get(member.name), f"{path}.{member.name}", found, depth + 1)
        elif find_secret(value):
            # Nothing says what is inside, so no field of its own can report it.
            found.append((path, _secret()))


class UniqueIndex:
    """The values of unique fields over all entries of a file, so that a clash is found at once."""

    def __init__(
        self,
        paths: tuple[tuple[str, ...], ...],
        entries: Mapping[str, Json],
        chosen: Collection[str] | None = None,
    ) -> None:
        """Index the entries; with a choice, only the values that those have."""
        self._owners: dict[tuple[str, ...], dict[str, list[str]]] = {}
        for path in paths:
            owners = self._owners[path] = {}
            wanted = None if chosen is None else {_text_at(entries[entry_id], path) for entry_id in chosen}
            for entry_id, data in entries.items():
                text = _text_at(data, path)
                if text is not None and (wanted is None or text in wanted):
                    owners.setdefault(text, []).append(entry_id)

    def check(self, entry_id: str, data: Json) -> Iterator[tuple[str, Finding]]:
        """Return the unique fields whose value another entry has too."""
        for path, owners in self._owners.items():
            text = _text_at(data, path)
            if text is None:
                continue
            other = next((owner for owner in owners.get(text, ()) if owner != entry_id), None)
            if other is not None:
                message = say("finding.entry.unique", field=path[-1], value=text, entry=other)
                yield ".".join(path), Finding("error", "entry.unique", message)


def texts_at(data: Json, paths: tuple[tuple[str, ...], ...]) -> tuple[str | None, ...]:
    """Return the values at some paths as they are compared: by their text."""
    return tuple(_text_at(data, path) for path in paths)


def _unique_paths(fields: Mapping[str, Field], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in fields.items():
        path = (*above, name)
        if field.unique:
            yield path
        if field.type == "object" and len(path) < DEPTH_LIMIT:
            yield from _unique_paths(field.fields, path)


def _text_at(data: Json, path: tuple[str, ...]) -> str | None:
    value: Any = data.get(path[0])
    for name in path[1:]:
        value = cast("Json", value).get(name) if isinstance(value, dict) else None
    return value if value is None or type(value) is str else scalar_text(value)
