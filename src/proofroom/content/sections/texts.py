"""Configuration, models, relations and glossary as the prompt tells them. Pure: a project in, text out."""

from collections.abc import Iterator
from typing import Any

import orjson

from proofroom.content.format.model import ordered_fields
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Field, Model

TERMS_SHOWN = 10
_DEPTH = 4


def configuration(config: Config) -> str:
    """Return the project's configuration."""
    lines = [
        f"- Built with: {config.stack}",
        f"- Locales: {', '.join(config.locales)} (default {config.default_locale})",
        f"- Domains: {', '.join(config.domains) or 'none'}",
        f"- Workflow: {config.workflow}",
    ]
    return "## Project configuration\n" + "\n".join(lines)


def schema(models: list[Model]) -> str:
    """Return every model with its fields."""
    if not models:
        return "## Content models\nThere is none yet."
    return "## Content models\n" + "\n\n".join(_model(model) for model in models)


def relation_graph(project: Project, models: list[Model]) -> str:
    """Return which field points at which model."""
    lines = [line for model in models for line in _edges(project, model)]
    return "## Relations between models\n" + "\n".join(lines) if lines else ""


def vocabulary(project: Project) -> str:
    """Return the first terms of the glossary."""
    terms = project.vocabulary.terms if project.vocabulary else None
    if not terms:
        return ""
    lines = [
        f"- {term}: " + ", ".join(f"{locale} “{text}”" for locale, text in sorted(texts.items()))
        for term, texts in sorted(terms.items())[:TERMS_SHOWN]
    ]
    more = len(terms) - len(lines)
    rest = f"\n… and {more} more; read them with `vocabulary`." if more > 0 else ""
    return f"## Glossary ({len(terms)})\n" + "\n".join(lines) + rest


def _model(model: Model) -> str:
    marks = [model.kind, model.domain, "one version per locale" if model.i18n else "no locales"]
    head = f"### {model.id} ({', '.join(marks)})"
    lines = [head, f"{model.name}. {model.description or ''}".strip()]
    if model.title_field and model.kind != "dictionary":
        lines.append(f"Entries are called by `{model.title_field}`.")
    for name in ordered_fields(model.fields):
        lines += _field(name, model.fields[name], 0)
    return "\n".join(lines)


def _field(name: str, field: Field, depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}- {name}: {', '.join(_facts(field))}"
    if depth < _DEPTH:
        inside = field.fields or (field.items.fields if field.items else {})
        for each in ordered_fields(inside):
            yield from _field(each, inside[each], depth + 1)


def _facts(field: Field) -> Iterator[str]:
    kind = field.type
    if field.type == "array" and field.items is not None:
        kind = f"array of {field.items.type}"
    if field.targets:
        kind += f" → {' | '.join(field.targets)}"
    yield kind
    if field.required:
        yield "required"
    if field.unique:
        yield "unique"
    if field.options:
        yield f"one of {_json(list(field.options))}"
    for label, value in (("min", field.min), ("max", field.max)):
        if value is not None:
            yield f"{label} {value:g}"
    if field.pattern:
        yield f"pattern /{field.pattern}/"
    if field.accept:
        yield f"accepts {field.accept}"
    if "default" in field.raw:
        yield f"default {_json(field.raw['default'])}"
    if isinstance(text := field.raw.get("description"), str) and text:
        yield f"“{text}”"


def _edges(project: Project, model: Model) -> Iterator[str]:
    for name, field in model.fields.items():
        for target in field.targets:
            known = project.models.get(target)
            key = "slug" if known and known.kind == "document" else "id"
            many = "many" if field.type == "relations" else "one"
            missing = "" if known else ", missing"
            yield f"- {model.id}.{name} → {target} ({many}, ref by {key}{missing})"


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()
