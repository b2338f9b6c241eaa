"""The project's models as the tool `list_models` tells them, and which of them a request speaks of."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Any, Final, cast

from proofroom.content.playbook.words import LOOK
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Result, lexicon
from proofroom.providers.offline.language import fold
from proofroom.providers.offline.plan import Language
from proofroom.providers.offline.sentence import alike, plain, stems, tokens

Json = dict[str, Any]
NUMERIC = ("integer", "number", "decimal", "percent", "rating")
"""Types whose values are numbers."""
TEXTS = ("string", "text", "markdown", "richtext")
"""Types whose values are written in a language."""
TYPED = ("color", "email", "phone", "url", "image")
"""Types that people call a field by, where a model has one of it."""
_KIND = {kind: re.compile(rf"\b(?:{lexicon.FIELDS[kind]})\b") for kind in (*TYPED, "price")}
PROSE = ("text", "markdown", "richtext")
"""Those of whole sentences."""


@dataclass(frozen=True)
class FieldView:
    """A field: its path, definition, and what people call it."""

    path: tuple[str, ...]
    definition: Json = field(hash=False, default_factory=Json)
    language: Language = "en"
    """What the request is written in that speaks of it."""

    @cached_property
    def type(self) -> str:
        """The field's type."""
        return str(self.definition.get("type", "string"))

    @cached_property
    def target(self) -> str | None:
        """The model a relation points at."""
        model: Any = self.definition.get("model")
        models = cast("list[Any]", model if isinstance(model, list) else [model])
        return str(models[0]) if models and models[0] else None

    @property
    def is_text(self) -> bool:
        """Tell whether its value is written in a language."""
        return self.type in TEXTS

    def nest(self, value: Any) -> Json:
        """Return the value in its place inside the data."""
        for name in reversed(self.path):
            value = {name: value}
        return cast("Json", value)

    def label(self, language: str) -> str:
        """Return what people call it, in their language."""
        label = self.definition.get("label")
        if not isinstance(label, dict):
            return self.path[-1].replace("_", " ")
        texts = cast("dict[str, str]", label)
        return fold(texts.get(language) or texts.get("en") or self.path[-1])

    @cached_property
    def names(self) -> list[str]:
        """Its id and labels as plain words."""
        label = self.definition.get("label")
        labels = [label] if isinstance(label, str) else list(cast("dict[str, str]", label or {}).values())
        names = dict.fromkeys(plain(text).replace("_", " ") for text in (self.path[-1], *labels))
        if self.language == "tr" and not isinstance(label, dict):
            names |= dict.fromkeys(each for one in (*names,) for each in lexicon.in_turkish(one))
        return list(names)

    def means(self, concept: str) -> bool:
        """Tell whether the thing it holds is one of the lexicon's, by the last word of a name."""
        return any(_means(concept, name) for name in self.names if name)

    def is_own_name(self, said: str) -> bool:
        """Tell whether a plain text begins with its id or label."""
        own = re.sub(r"[ _-]", "", said)
        return any(own.startswith(re.sub(r"[ _-]", "", name)) for name in self.names)

    def is_done_by(self, word: str) -> bool:
        """Tell whether a verb says what a relation's name says: directed, director; yönetti, yönetmen."""
        return self.target is not None and self.is_kin(word)

    def is_kin(self, word: str) -> bool:
        """Tell whether a word begins as the name does: described, description."""
        shortest = 5
        stem = lexicon.PAST.get(word, word)[:shortest]
        parts = (part for name in self.names for part in name.split())
        return len(stem) == shortest and any(part.startswith(stem) for part in parts)

    def is_noun_of(self, word: str) -> bool:
        """Tell whether a word that ends as a verb that says not to is one of its nouns: indirime."""
        return any(part.startswith(word[:-1]) for name in self.names for part in name.split())

    @cached_property
    def patterns(self) -> list[str]:
        """Patterns over plain text that name this field."""
        return _patterns(tuple(self.names), self.type)

    @cached_property
    def searches(self) -> list[re.Pattern[str]]:
        """The same, for a name anywhere in a text."""
        return [re.compile(rf"(?<![\w.])(?:{pattern})(?![\w])") for pattern in self.patterns]


@dataclass(frozen=True)
class ModelView:
    """A content model: a singleton, collection, document or dictionary."""

    id: str
    kind: str
    name: str
    i18n: bool
    title_field: str
    raw: Json = field(compare=False)
    language: Language = "en"
    """What the request is written in that speaks of it."""

    @classmethod
    def of(cls, raw: Json, language: Language) -> "ModelView":
        """Return a model as the tool told it."""
        key = str(raw["id"])
        title = str(raw.get("title_field") or "title")
        name, kind = str(raw.get("name") or key), str(raw.get("kind", ""))
        return cls(key, kind, name, bool(raw.get("i18n")), title, raw, language)

    @property
    def has_entries(self) -> bool:
        """Tell whether it holds entries with ids."""
        return self.kind in ("collection", "document")

    @cached_property
    def fields(self) -> list[FieldView]:
        """The fields, members of objects included."""
        return list(_fields(self.raw.get("fields"), (), self.language))

    def field(self, name: str) -> FieldView | None:
        """Return a field by its name."""
        return self.at((name,))

    def at(self, path: tuple[str, ...]) -> FieldView | None:
        """Return a field by its path."""
        return next((one for one in self.fields if one.path == path), None)

    @cached_property
    def title(self) -> FieldView | None:
        """The field that entries are called by."""
        return self.field(self.title_field)

    def own(self, *types: str) -> list[FieldView]:
        """Return the fields of some types, but for members of objects."""
        return [one for one in self.fields if one.type in types and len(one.path) == 1]

    def relations(self) -> list[FieldView]:
        """Return the fields that point at other entries."""
        return [one for one in self.fields if one.type in ("relation", "relations")]

    def is_called(self, word: str) -> bool:
        """Tell whether a word names this model or its entries."""
        return _is_called(self.id, self.name, self._called, word)

    @cached_property
    def _called(self) -> tuple[str, ...]:
        """What else its entries are called."""
        return tuple(cast("list[str]", self.raw.get("called") or []))

    def call_also(self, names: Sequence[str]) -> None:
        """Have its entries called by more names."""
        if fresh := [one for one in names if one not in self._called]:
            self.raw["called"] = [*self._called, *fresh]
            del self.__dict__["_called"]


@lru_cache(maxsize=4096)
def _means(concept: str, name: str) -> bool:
    return re.fullmatch(lexicon.FIELDS[concept], name.split()[-1]) is not None


@lru_cache(maxsize=4096)
def _nouns(word: str) -> list[tuple[str, str]]:
    """Return the nouns that a word is a form of, with their patterns."""
    return [(noun, pattern) for noun, pattern in lexicon.NOUNS.items() if re.fullmatch(pattern, word)]


@lru_cache(maxsize=8192)
def _is_called(model: str, name: str, called: tuple[str, ...], word: str) -> bool:
    own = [*tokens(plain(model).replace("-", " ")), *tokens(plain(name))]
    nouns = [one for one in (*own, *(one for other in called for one in tokens(other))) if len(one) > 2]
    if len(word) > 2 and any(alike(word, one) for one in nouns):
        return True
    return any(
        re.fullmatch(pattern, one) or alike(one, noun) for noun, pattern in _nouns(word) for one in own
    )


def by_kind(model: ModelView) -> Iterator[tuple[list[FieldView], re.Pattern[str]]]:
    """Yield the fields of a kind that people call a field by, where a model has one of it."""
    for kind in TYPED if model.has_entries else ():
        yield model.own(kind), _KIND[kind]
    yield [one for one in model.fields if one.type in NUMERIC and one.means("price")], _KIND["price"]
    yield [one for one in model.fields if one.type in ("date", "datetime")], LOOK["sense_the_date"]


@dataclass(frozen=True)
class Mention:
    """A field that a request names, and where."""

    model: ModelView
    field: FieldView
    start: int = 0
    end: int = 0
    is_own: bool = False
    """Whether it is called by its own name, and not by a word that stands for it."""

    @property
    def span(self) -> tuple[int, int]:
        """Return its place."""
        return self.start, self.end


_PARTICIPLE: Final = re.compile(r"\w+(?:ed|ing|able|ible)|\w+[iu]l[aeiu]?[rn]|\w+l[ae]n[ae]n|uygun\w*")
"""How the words of a flag's name say that it is so: allowed, kabul edilir."""


def half_named(model: ModelView, field: FieldView, spoken: Sequence[re.Match[str]]) -> list[Mention]:
    """Return where a flag is called by what it is about: pets, of pets allowed."""
    for name in field.names:
        parts = name.split()
        about = [one for one in parts if len(one) > 3 and not _PARTICIPLE.fullmatch(one)]
        size = min(len(about), 2)
        if len(parts) < 2 or not about or len(about) == len(parts) or parts[-1] in ("out", "off", "up"):
            continue
        for at in range(len(spoken) - size + 1):
            run = spoken[at : at + size]
            if all(alike(word[0], part) for word, part in zip(run, about, strict=False)):
                more = spoken[at + size : at + size + len(about) - size]
                more = [one for one, part in zip(more, about[size:], strict=False) if alike(one[0], part)]
                return [Mention(model, field, run[0].start(), (more or run)[-1].end(), is_own=True)]
    return []


_NAME: Final = re.compile(r"(?<=\s)[A-ZÇĞİÖŞÜ]\w")


class Schema:
    """All models."""

    def __init__(
        self,
        models: Iterable[Json],
        locales: Iterable[str] = (),
        language: Language = "en",
        domains: Iterable[str] = (),
    ) -> None:
        self.models = [ModelView.of(dict(raw), language) for raw in models]
        self.locales, self.domains = tuple(locales), tuple(domains)
        for model in self.models:  # what other models call it: the labels of the relations that point at it
            pointing = (one for other in self.models for one in other.relations() if one.target == model.id)
            model.raw["called"] = [name for one in pointing for name in one.names]
            model.raw["called"] += lexicon.in_turkish(plain(model.name)) if language == "tr" else ()
        self._mentioned = lru_cache(maxsize=256)(self._find_fields)

    def get(self, model_id: Any) -> ModelView | None:
        """Return a model by its id."""
        return next((model for model in self.models if model.id == model_id), None)

    def with_entries(self) -> list[ModelView]:
        """Return the models that hold entries."""
        return [model for model in self.models if model.has_entries]

    def of_kind(self, kind: str) -> list[ModelView]:
        """Return the models of a kind."""
        return [model for model in self.models if model.kind == kind]

    def every_field(self) -> list[Mention]:
        """Return the fields of entries, named or not."""
        return [Mention(model, one) for model in self.with_entries() for one in model.fields]

    def named_in(self, text: str) -> list[ModelView]:
        """Return the models a plain text names, in the order of the text; ids count before words."""
        for model in self.models:
            if "-" in model.id and re.search(rf"(?<![\w-]){re.escape(model.id)}(?![\w-])", text):
                return [model]
        words = tokens(text)
        return list(dict.fromkeys(model for word in words for model in self.models if model.is_called(word)))

    def fields_in(self, text: str, models: Iterable[ModelView] | None = None) -> list[Mention]:
        """Return the fields a plain text names, the longest names first."""
        return list(self._mentioned(text, tuple(self.models if models is None else models)))

    def tells_value(self, text: str) -> bool:
        """Tell whether a field is named and a name stands behind it: kenti de Bursa, her town is Bonn."""
        said = plain(text)
        return any(one.is_own and _NAME.search(text, one.end) for one in self.fields_in(said))

    def _find_fields(self, text: str, models: tuple[ModelView, ...]) -> list[Mention]:
        found = [
            Mention(model, one, *match.span(), one.is_own_name(match[0]))
            for model in models
            for one in model.fields
            for pattern in one.searches
            if (match := pattern.search(text))
        ]
        found.sort(key=lambda hit: (hit.start - hit.end, hit.start))
        longest: dict[tuple[str, tuple[str, ...]], Mention] = {}
        for hit in found:
            longest.setdefault((hit.model.id, hit.field.path), hit)
        return list(longest.values())


@lru_cache(maxsize=16)
def told_by(result: Result, language: Language) -> Schema:
    """Return the models that `list_models` told; many readings of a request ask for the same."""
    models, locales, domains = (result.rows(name) for name in ("models", "locales", "domains"))
    given = cast("list[Json]", models), cast("list[str]", locales)
    return Schema(*given, language, cast("list[str]", domains))


_SHORT = 3
"""Letters of a name that longer words begin with as well: ad, adres."""
_ENDING = r"(?:s|l[ae]r)?(?:[iu]m?|s[iu]|imiz|umuz)?(?:n?[iu]n|n?[ae]|n?[dt][ae]n?|[ny][iu])?"


@lru_cache(maxsize=1024)
def _patterns(names: tuple[str, ...], kind: str) -> list[str]:
    found: list[str] = []
    for parts in (name.split() for name in names if name.split()):
        is_short = len(parts) == 1 and len(parts[0]) <= _SHORT
        ends = _ENDING if is_short else r"\w{0,6}"
        found.append(r"[_ -]?".join([*map(re.escape, parts[:-1]), _softened(parts[-1])]) + ends)
        found.append(" ".join(f"(?:{'|'.join(_synonyms(part))})" for part in parts))
        if kind in ("array", "relations") and (one := _singular(parts[-1])) is not None:
            found.append(" ".join([*(re.escape(part) for part in parts[:-1]), rf"{one}(?!\w)"]))
        if kind == "boolean":
            found.append(_flag(parts))
        if kind in NUMERIC and len(parts) == 1 and (verb := re.fullmatch(r"(\w{3,})ings?", parts[0])):
            found.append(rf"{re.escape(verb[1])}(?:es|e|s)(?!\w)")  # serves 6: its servings
    return list(dict.fromkeys(found))


def _softened(word: str) -> str:
    """Return a pattern for a word whose last letter may be soft before an ending: uzmanlık, uzmanlığı."""
    soft = {"k": "[kg]", "p": "[pb]", "t": "[td]"}.get(word[-1]) if len(word) > _SHORT else None
    return re.escape(word[:-1]) + soft if soft else re.escape(word)


def _synonyms(word: str) -> list[str]:
    verb = re.fullmatch(r"(\w{4,})s", word)
    own = rf"{re.escape(verb[1])}(?:s|ing|ed)?" if verb else re.escape(word)  # starts on: its start date
    return [own, *(group for group in lexicon.FIELDS.values() if re.fullmatch(group, word))]


def _singular(word: str) -> str | None:
    """Return what one of several is called: genres, genre; etiketler, etiket."""
    known = re.fullmatch(r"(?P<en>\w{3,}?)(?:ies|s)|(?P<tr>\w{2,}?)l[ae]r\w{0,2}", word)
    if known is None:
        return None
    return rf"{re.escape(known['en'])}(?:y|e)?" if known["en"] else rf"{re.escape(known['tr'])}{_ENDING}"


def _flag(parts: list[str]) -> str:
    """Return a pattern for the verbs of a flag: pinned, pin, unpin; sabitlenmiş, sabitle."""
    *before, last = parts
    stem = re.sub(r"(?:n?m[iu]s|[ae]n)$", "", last)
    if stem == last:
        stem = min(stems(last), key=len)
    passive = re.fullmatch(r"(\w{3,}?[^aeiou])[iu]l", stem) if stem != last else None  # önerilen: öner
    active = rf"|{passive[1]}(?:in|sin|elim|alim|ir misin)?" if passive else ""
    verb = rf"(?:un-?|de|dis|in)?{re.escape(stem.removesuffix('e') or stem)}\w{{0,8}}"
    return " ".join([*(re.escape(one) for one in before), f"(?:{verb}{active})"])


def _fields(raw: Any, path: tuple[str, ...], language: Language) -> Iterator[FieldView]:
    for name, definition in cast("Json", raw).items() if isinstance(raw, dict) else ():
        if isinstance(definition, dict):
            view = FieldView((*path, name), cast("Json", definition), language)
            if view.type == "object":
                yield from _fields(view.definition.get("fields"), view.path, language)
            yield view
