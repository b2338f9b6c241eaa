"""The project's models as the tool `list_models` tells them, and which of them a request speaks of."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, cast

from proofroom.providers.offline import lexicon
from proofroom.providers.offline.sentence import alike, plain, stems, tokens

Json = dict[str, Any]


@dataclass(frozen=True)
class FieldView:
    """A field: its path, definition, and what people call it."""

    path: tuple[str, ...]
    definition: Json = field(hash=False)

    @property
    def type(self) -> str:
        """Return the field's type."""
        return str(self.definition.get("type", "string"))

    @property
    def target(self) -> str | None:
        """Return the model a relation points at."""
        model = self.definition.get("model")
        if isinstance(model, list):
            return str(cast("list[Any]", model)[0]) if model else None
        return str(model) if model else None

    @property
    def is_text(self) -> bool:
        """Tell whether its value is written in a language."""
        return self.type in ("string", "text", "markdown", "richtext")

    def nest(self, value: Any) -> Json:
        """Return the value in its place inside the data."""
        data: Any = value
        for name in reversed(self.path):
            data = {name: data}
        return cast("Json", data)

    def label(self, language: str) -> str:
        """Return what people call it, in their language."""
        label = self.definition.get("label")
        if isinstance(label, dict):
            texts = cast("dict[str, str]", label)
            return (texts.get(language) or texts.get("en") or self.path[-1]).lower()
        return self.path[-1].replace("_", " ")

    @cached_property
    def names(self) -> list[str]:
        """Return its id and labels as plain words."""
        label = self.definition.get("label")
        labels = [label] if isinstance(label, str) else list(cast("dict[str, str]", label or {}).values())
        return list(dict.fromkeys(plain(text).replace("_", " ") for text in (self.path[-1], *labels)))

    def means(self, concept: str) -> bool:
        """Tell whether the thing it holds is one of the lexicon's, by the last word of a name."""
        pattern = lexicon.FIELDS[concept]
        return any(re.fullmatch(pattern, name.split()[-1]) for name in self.names if name)

    def patterns(self) -> list[str]:
        """Return patterns over plain text that name this field."""
        return _patterns(tuple(self.names), self.type)


@dataclass(frozen=True)
class ModelView:
    """A content model."""

    raw: Json = field(hash=False)

    @property
    def id(self) -> str:
        """Return the model's id."""
        return str(self.raw["id"])

    @property
    def kind(self) -> str:
        """Return singleton, collection, document or dictionary."""
        return str(self.raw.get("kind", ""))

    @property
    def name(self) -> str:
        """Return what people call the model."""
        return str(self.raw.get("name") or self.id)

    @property
    def i18n(self) -> bool:
        """Tell whether it has a version per locale."""
        return bool(self.raw.get("i18n"))

    @property
    def has_entries(self) -> bool:
        """Tell whether it holds entries with ids."""
        return self.kind in ("collection", "document")

    @property
    def title_field(self) -> str:
        """Return the field entries are called by."""
        return str(self.raw.get("title_field") or "title")

    @cached_property
    def fields(self) -> list[FieldView]:
        """Return the fields, members of objects included."""
        return list(_fields(self.raw.get("fields"), ()))

    def field(self, name: str) -> FieldView | None:
        """Return a field by its name."""
        return next((one for one in self.fields if one.path == (name,)), None)

    def relations(self) -> list[FieldView]:
        """Return the fields that point at other entries."""
        return [one for one in self.fields if one.type in ("relation", "relations")]

    def is_called(self, word: str) -> bool:
        """Tell whether a word names this model or its entries."""
        return _is_called(self.id, self.name, tuple(cast("list[str]", self.raw.get("called") or [])), word)


@lru_cache(maxsize=8192)
def _is_called(model: str, name: str, called: tuple[str, ...], word: str) -> bool:
    own = [*tokens(plain(model).replace("-", " ")), *tokens(plain(name))]
    if any(_same_noun(word, one) for one in (*own, *(one for other in called for one in tokens(other)))):
        return True
    return any(
        re.fullmatch(pattern, word) and any(re.fullmatch(pattern, one) or alike(one, noun) for one in own)
        for noun, pattern in lexicon.NOUNS.items()
    )


@dataclass(frozen=True)
class Mention:
    """A field that a request names, and where."""

    model: ModelView
    field: FieldView
    start: int
    end: int


class Schema:
    """All models."""

    def __init__(self, models: Iterable[Json], locales: Iterable[str] = ()) -> None:
        self.models = [ModelView(raw) for raw in models]
        self.locales = tuple(locales)
        for model in self.models:  # what other models call it: the labels of the relations that point at it
            pointing = (one for other in self.models for one in other.relations() if one.target == model.id)
            model.raw["called"] = [name for one in pointing for name in one.names]

    def get(self, model_id: str | None) -> ModelView | None:
        """Return a model by its id."""
        return next((model for model in self.models if model.id == model_id), None)

    def with_entries(self) -> list[ModelView]:
        """Return the models that hold entries."""
        return [model for model in self.models if model.has_entries]

    def of_kind(self, kind: str) -> list[ModelView]:
        """Return the models of a kind."""
        return [model for model in self.models if model.kind == kind]

    def named_in(self, text: str) -> list[ModelView]:
        """Return the models a plain text names, in the order of the text; ids count before words."""
        for model in self.models:
            if "-" in model.id and re.search(rf"(?<![\w-]){re.escape(model.id)}(?![\w-])", text):
                return [model]
        hits: list[tuple[int, ModelView]] = []
        for index, word in enumerate(tokens(text)):
            hits += [(index, model) for model in self.models if model.is_called(word)]
        return list(dict.fromkeys(model for _, model in sorted(hits, key=lambda hit: hit[0])))

    def fields_in(self, text: str, models: Iterable[ModelView] | None = None) -> list[Mention]:
        """Return the fields a plain text names, the longest names first."""
        found: list[Mention] = []
        for model in self.models if models is None else models:
            for one in model.fields:
                for pattern in one.patterns():
                    match = re.search(rf"(?<![\w.])(?:{pattern})(?![\w])", text)
                    if match:
                        found.append(Mention(model, one, *match.span()))
        found.sort(key=lambda hit: (-(hit.end - hit.start), hit.start))
        longest: dict[tuple[str, tuple[str, ...]], Mention] = {}
        for hit in found:
            longest.setdefault((hit.model.id, hit.field.path), hit)
        return list(longest.values())


@lru_cache(maxsize=1024)
def _patterns(names: tuple[str, ...], kind: str) -> list[str]:
    found: list[str] = []
    for name in names:
        parts = name.split()
        if not parts:
            continue
        found.append(r"[_ -]?".join(re.escape(part) for part in parts) + r"\w{0,5}")
        synonyms = [_synonyms(part) for part in parts]
        found.append(" ".join(f"(?:{'|'.join(words)})" for words in synonyms))
        if kind == "boolean":
            found.append(_flag(parts))
    return list(dict.fromkeys(found))


def _synonyms(word: str) -> list[str]:
    groups = [pattern for pattern in lexicon.FIELDS.values() if re.fullmatch(pattern, word)]
    return [re.escape(word), *groups]


def _flag(parts: list[str]) -> str:
    """Return a pattern for the verbs of a flag: pinned, pin, unpin; sabitlenmiş, sabitle."""
    *before, last = parts
    stem = re.sub(r"(?:n?m[iu]s|[ae]n)$", "", last)
    if stem == last:
        stem = min(stems(last), key=len)
    return " ".join([*(re.escape(one) for one in before), rf"(?:un-?)?{re.escape(stem)}\w{{0,5}}"])


def _same_noun(word: str, other: str) -> bool:
    return len(word) > 2 and len(other) > 2 and alike(word, other)


def _fields(raw: Any, path: tuple[str, ...]) -> Iterator[FieldView]:
    if not isinstance(raw, dict):
        return
    for name, definition in cast("dict[str, Any]", raw).items():
        if not isinstance(definition, dict):
            continue
        view = FieldView((*path, name), cast("Json", definition))
        if view.type == "object":
            yield from _fields(view.definition.get("fields"), view.path)
        yield view
