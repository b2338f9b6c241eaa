"""Relations: the shape of a reference, and whether what it points at is there."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from proofroom.content.format.project import Project
from proofroom.content.format.types import RELATION_TYPES, Config, Field, Json, Model
from proofroom.content.validation.types import Finding
from proofroom.kernel.strings import say


class Reference(NamedTuple):
    """One pointer from an entry to another."""

    path: str
    target: str
    ref: str
    is_deep: bool
    """Whether it stands where the official tools do not look: nested, or in a list of several targets."""


def check_relation(value: Any, field: Field, path: str) -> Iterator[tuple[str, Finding]]:
    """Return what is wrong with the shape of a relation's value."""
    name = path.rpartition(".")[2]
    if value is None or value == "":
        if field.required:
            yield path, Finding("error", "entry.required", say("finding.relation.required", name=name))
        elif value == "":
            yield path, Finding("error", "relation.broken", say("finding.relation.empty", name=name))
        return
    if field.type == "relation":
        if problem := _reference_problem(value, field, name, "relation"):
            yield path, problem
        return
    if not isinstance(value, list):
        yield path, Finding("error", "entry.type", say("finding.relation.array", name=name))
        return
    items = cast("list[Any]", value)
    if field.min is not None and len(items) < field.min:
        yield (
            path,
            Finding("error", "entry.min", say("finding.relation.min", name=name, least=f"{field.min:g}")),
        )
    if field.max is not None and len(items) > field.max:
        yield (
            path,
            Finding("error", "entry.max", say("finding.relation.max", name=name, most=f"{field.max:g}")),
        )
    for index, item in enumerate(items):
        if problem := _reference_problem(item, field, f"{name}[{index}]", "relations"):
            yield f"{path}[{index}]", problem


def references(data: Json, fields: Mapping[str, Field]) -> Iterator[Reference]:
    """Return every reference an entry makes through some fields, nested ones too."""
    for name, field in fields.items():
        if name in data:
            yield from _references(data[name], field, name, 0)


def pointing_fields(model: Model) -> dict[str, Field]:
    """Return the fields of a model that are relations or have some inside."""
    return {name: field for name, field in model.fields.items() if _points(field, 0)}


class TargetIndex:
    """What can be pointed at, by model and locale, looked up once."""

    def __init__(self, project: Project, *, is_bulk: bool = True) -> None:
        self._project = project
        self._is_bulk = is_bulk
        self._known: dict[tuple[str, str], frozenset[str] | None] = {}
        self._pointing: dict[str, dict[str, Field]] = {}

    def check(self, data: Json, model: Model, locale: str) -> Iterator[tuple[str, Finding]]:
        """Return the references of an entry that lead nowhere."""
        fields = self._pointing.get(model.id)
        if fields is None:
            fields = self._pointing[model.id] = pointing_fields(model)
        for name, field in fields.items():
            # Nothing in an empty list can lead nowhere, and still there is nothing that it could name.
            is_empty = field.type == "relations" and data.get(name) == [] and field.targets
            if is_empty and field.targets[0] not in self._project.models:
                problem = say("finding.relation.no_model", target=field.targets[0])
                yield name, Finding("error", "relation.broken", problem)
        for path, target, ref, is_deep in references(data, fields):
            problem = self._problem(target, ref, locale)
            if problem is not None and is_deep:
                yield path, Finding("warning", "relation.deep_broken", problem)
            elif problem is not None:
                yield path, Finding("error", "relation.broken", problem)

    def _problem(self, target: str, ref: str, locale: str) -> str | None:
        model = self._project.models.get(target)
        if model is None:
            return say("finding.relation.no_model", target=target)
        if model.kind == "document" and not self._is_bulk:
            is_there = self._project.has_document(model, ref)
        else:
            known = self._targets(model, locale)
            is_there = known is None or ref in known
        if is_there:
            return None
        return say("finding.relation.broken", ref=ref, target=target)

    def _targets(self, model: Model, locale: str) -> frozenset[str] | None:
        key = (model.id, locale)
        if key not in self._known:
            self._known[key] = self._find(model, locale)
        return self._known[key]

    def _find(self, model: Model, locale: str) -> frozenset[str] | None:
        if model.kind == "document":
            return frozenset(self._project.documents(model))
        if model.kind != "collection":
            return None
        default = (self._project.config or Config()).default_locale
        found: set[str] = set()
        for place in {locale, default} if model.i18n else {default}:
            file = self._project.collection(model, place)
            found.update(file.entries if file else ())
        return frozenset(found)


def _reference_problem(value: Any, field: Field, name: str, what: str) -> Finding | None:
    if value == "":
        return Finding("error", "relation.broken", say("finding.relation.empty", name=name))
    if len(field.targets) < 2:
        if isinstance(value, str):
            return None
        return Finding("error", "entry.relation", say("finding.relation.text", name=name))
    reference = cast("Json", value) if isinstance(value, dict) else {}
    target, ref = reference.get("model"), reference.get("ref")
    if not (isinstance(target, str) and target and isinstance(ref, str) and ref):
        message = say("finding.relation.polymorphic", name=name, what=what)
        return Finding("error", "entry.relation", message)
    if target not in field.targets:
        message = say("finding.relation.target", name=name, target=target, known=", ".join(field.targets))
        return Finding("error", "entry.relation", message)
    return None


def _points(field: Field, depth: int) -> bool:
    if field.type in RELATION_TYPES:
        return True
    inside = [*field.fields.values(), *([field.items] if field.items else [])]
    return depth < 10 and any(_points(one, depth + 1) for one in inside)


def _references(value: Any, field: Field, path: str, depth: int) -> Iterator[Reference]:
    if value is None or depth > 10:
        return
    if field.type == "relation":
        yield from _reference(value, field, path, is_deep=depth > 0)
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        if field.type == "relations":
            for index, item in enumerate(items):
                is_deep = depth > 0 or (len(field.targets) > 1 and not isinstance(item, str))
                yield from _reference(item, field, f"{path}[{index}]", is_deep=is_deep)
        elif field.items is not None:
            for index, item in enumerate(items):
                yield from _references(item, field.items, f"{path}[{index}]", depth + 1)
    elif isinstance(value, dict) and field.type == "object":
        members = cast("Json", value)
        for name, member in field.fields.items():
            yield from _references(members.get(name), member, f"{path}.{name}", depth + 1)


def _reference(value: Any, field: Field, path: str, *, is_deep: bool) -> Iterator[Reference]:
    if isinstance(value, str) and value and field.targets:
        yield Reference(path, field.targets[0], value, is_deep)
    elif isinstance(value, dict):
        reference = cast("Json", value)
        target, ref = reference.get("model"), reference.get("ref")
        if isinstance(target, str) and isinstance(ref, str) and target and ref:
            yield Reference(path, target, ref, is_deep)
