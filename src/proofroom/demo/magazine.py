"""Fieldnotes, as its files say."""

import json
from datetime import UTC, date, datetime, time
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from proofroom.content.format.markdown import read_document
from proofroom.content.format.model import model_from
from proofroom.content.format.types import Json
from proofroom.kernel.data import dataclass

NAME = "Fieldnotes"
LOCALES = ("en", "tr")
DOMAIN = "magazine"


@dataclass(frozen=True, slots=True)
class Article:
    """An article in one language."""

    slug: str
    locale: str
    data: Json
    body: str

    @property
    def title(self) -> str:
        """Return its title."""
        return str(self.data["title"])

    @property
    def written_at(self) -> datetime:
        """Return when it was finished: on the morning of its date."""
        return datetime.combine(date.fromisoformat(str(self.data["published_on"])), time(8), UTC)


@dataclass(frozen=True, slots=True)
class Magazine:
    """Everything the demo project begins with."""

    models: list[Json]
    authors: dict[str, Json]
    topics: dict[str, dict[str, Json]]
    settings: dict[str, Json]
    labels: dict[str, Json]
    articles: list[Article]
    readers: dict[str, Json]
    pending: list[Json]
    glossary: dict[str, dict[str, str]]
    drafts: frozenset[str]

    def author_of(self, article: Article) -> Json:
        """Return who wrote an article."""
        return self.authors[str(article.data["author"])]


@cache
def read_magazine() -> Magazine:
    """Read the files."""
    folder = resources.files("proofroom.demo") / "data"
    models: list[Json] = _json(folder, "models")
    subscriptions = _json(folder, "subscriptions")
    return Magazine(
        models=models,
        authors=_json(folder, "authors"),
        topics=_json(folder, "topics"),
        settings=_json(folder, "settings"),
        labels=_json(folder, "labels"),
        articles=_articles(folder / "articles", next(one for one in models if one["id"] == "articles")),
        readers=subscriptions["entries"],
        pending=subscriptions["pending"],
        glossary=_json(folder, "glossary"),
        drafts=frozenset(_json(folder, "status")["draft"]),
    )


def _json(folder: Traversable, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def _articles(folder: Traversable, model: Json) -> list[Article]:
    fields = model_from(model).fields
    found: list[Article] = []
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        slug, locale, _ = file.name.rsplit(".", 2)
        document = read_document(file.read_bytes(), fields)
        found.append(Article(slug, locale, document.front, document.body))
    return sorted(found, key=lambda one: (one.written_at, one.slug, one.locale))
