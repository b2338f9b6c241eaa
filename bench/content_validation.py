"""Reading and checking a content project, and planning one save in it, as it grows."""

from datetime import UTC, datetime
from typing import Any

from bench.measure import Row, median_cpu
from proofroom.content.format.markdown import render_document
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, Stamp
from proofroom.content.validation.project import validate_project
from proofroom.repository.json.text import render_json
from tests.content.memory_tree import MemoryTree

STAMP = Stamp("bench", datetime(2026, 1, 1, tzinfo=UTC))
RECORD = {"status": "draft", "source": "agent", "updated_at": "2026-01-01T00:00:00.000Z", "updated_by": "b"}
FIELDS: dict[str, Any] = {
    "title": {"type": "string", "required": True, "max": 120},
    "key": {"type": "slug", "unique": True},
    "author": {"type": "relation", "model": "authors"},
    "text": {"type": "markdown"},
    "tags": {"type": "array", "items": "string"},
    "seo": {"type": "object", "fields": {"title": {"type": "string"}}},
}


def measure() -> list[Row]:
    """Measure 1,000, 10,000 and 100,000 entries in one collection, and 10,000 documents."""
    rows: list[Row] = []
    for count in (1_000, 10_000, 100_000):
        files = collection(count)
        target = 1.0 if count == 10_000 else None
        rows.append(_validation(f"read and validate {count:,} entries", files, target))
        rows.append(_save(f"plan a save among {count:,} entries, read before", files))
    rows.append(_validation("read and validate 10,000 documents", documents(10_000), 1.0))
    return rows


def collection(count: int) -> dict[str, bytes]:
    """Return a project with one large collection."""
    entries = {f"e{number:011d}": entry(number) for number in range(count)}
    return {
        **_frame("collection"),
        ".contentrain/content/blog/posts/data.json": render_json(entries),
        ".contentrain/meta/posts/en.json": render_json(dict.fromkeys(entries, RECORD)),
    }


def documents(count: int) -> dict[str, bytes]:
    """Return a project with many documents."""
    files = _frame("document")
    for number in range(count):
        front = entry(number) | {"slug": f"doc-{number}"}
        text = render_document(front, front.pop("text"))
        files[f".contentrain/content/blog/posts/doc-{number}.md"] = text.encode()
        files[f".contentrain/meta/posts/doc-{number}/en.json"] = render_json(RECORD)
    return files


def entry(number: int) -> dict[str, Any]:
    """Return one entry of about half a kilobyte."""
    return {
        "title": f"Entry {number}",
        "key": f"key-{number}",
        "author": f"a{number % 100}",
        "text": "The river under the market is older than the city. " * 6,
        "tags": ["river", "city"],
        "seo": {"title": "Rivers"},
    }


def _frame(kind: str) -> dict[str, bytes]:
    authors = {f"a{number}": {"name": f"Author {number}"} for number in range(100)}
    posts = {"id": "posts", "name": "Posts", "kind": kind, "domain": "blog", "i18n": False}
    people = {"id": "authors", "name": "Authors", "kind": "collection", "domain": "blog", "i18n": False}
    name = {"name": {"type": "string", "required": True}}
    return {
        ".contentrain/config.json": render_json({"version": 1, "domains": ["blog"]}),
        ".contentrain/models/posts.json": render_json(posts | {"title_field": "title", "fields": FIELDS}),
        ".contentrain/models/authors.json": render_json(people | {"title_field": "name", "fields": name}),
        ".contentrain/content/blog/authors/data.json": render_json(authors),
        ".contentrain/meta/authors/en.json": render_json(dict.fromkeys(authors, RECORD)),
    }


def _validation(what: str, files: dict[str, bytes], target: float | None) -> Row:
    seconds = median_cpu(5, lambda: validate_project(Project(MemoryTree(files))))
    return Row(what, seconds, "s", target)


def _save(what: str, files: dict[str, bytes]) -> Row:
    project = Project(MemoryTree(files))
    save = EntrySave({"title": "Changed"}, "e00000000500")
    plan_save(project, "posts", [save], STAMP)
    return Row(what, 1000 * median_cpu(5, lambda: plan_save(project, "posts", [save], STAMP).checked()), "ms")
