"""A small project with every kind of model, read from memory."""

import json
from typing import Any

import pytest

from proofroom.content.brain.index import EntryIndex
from proofroom.content.brain.view import Part, View
from proofroom.content.format.project import Project
from tests.content.memory_tree import MemoryTree

CONFIG = {
    "version": 1,
    "workflow": "review",
    "locales": {"default": "en", "supported": ["en", "tr"]},
    "domains": ["blog"],
}
TOPICS = {
    "id": "topics",
    "name": "Topics",
    "kind": "collection",
    "domain": "blog",
    "i18n": True,
    "title_field": "name",
    "fields": {
        "name": {"type": "string", "required": True},
        "description": {"type": "text"},
        "rank": {"type": "integer"},
        "notes": {"type": "markdown"},
    },
}
ARTICLES = {
    "id": "articles",
    "name": "Articles",
    "kind": "document",
    "domain": "blog",
    "i18n": True,
    "title_field": "title",
    "fields": {
        "title": {"type": "string", "required": True},
        "topic": {"type": "relation", "model": "topics"},
        "related": {"type": "relations", "model": "articles"},
    },
}
LABELS = {
    "id": "labels",
    "name": "Labels",
    "kind": "dictionary",
    "domain": "blog",
    "i18n": True,
    "title_field": "key",
}
RIVERS, PARKS = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


def article(title: str, body: str, **front: Any) -> str:
    lines = [f"{key}: {value}" for key, value in {"title": title, **front}.items()]
    return "---\n" + "\n".join(lines) + f"\n---\n\n{body}\n"


FILES: dict[str, Any] = {
    "config.json": CONFIG,
    "models/topics.json": TOPICS,
    "models/articles.json": ARTICLES,
    "models/labels.json": LABELS,
    "content/blog/topics/en.json": {
        RIVERS: {"name": "Rivers", "description": "Water that moves", "rank": 2, "notes": "# Long\ntext"},
        PARKS: {"name": "Parks", "description": "", "rank": 10},
    },
    "content/blog/topics/tr.json": {RIVERS: {"name": "Nehirler", "rank": 2}},
    "meta/topics/en.json": {
        RIVERS: {"status": "published", "updated_at": "2026-01-01T00:00:00.000Z"},
        PARKS: {"status": "draft", "updated_at": "2026-11-01T00:00:00.000Z"},
    },
    "meta/topics/tr.json": {RIVERS: {"status": "draft", "updated_at": "2026-11-01T00:00:00.000Z"}},
    "content/blog/articles/swifts/en.md": article(
        "Counting swifts in July", "The swifts came late this year.", topic=RIVERS
    ),
    "content/blog/articles/elm/en.md": article("The last elm", "An elm beside İstanbul’s old wall."),
    "content/blog/labels/en.json": {"nav.home": "Home", "nav.about": "About"},
    "content/blog/labels/tr.json": {"nav.home": "Ana sayfa"},
}


def as_project(files: dict[str, Any]) -> Project:
    """Return a project from files below .contentrain; values are texts or JSON."""
    raw = {
        f".contentrain/{path}": (value if isinstance(value, str) else json.dumps(value)).encode()
        for path, value in files.items()
        if value is not None
    }
    return Project(MemoryTree(raw))


def as_view(files: dict[str, Any]) -> View:
    """Return the view of a project's content branch."""
    project, index = as_project(files), EntryIndex()
    index.load(project)
    return View(project, (Part(index),))


@pytest.fixture
def view() -> View:
    """Return the small project."""
    return as_view(FILES)
