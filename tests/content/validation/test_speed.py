"""Validation follows the number of entries, not its square."""

from proofroom.content.validation.project import validate_project
from proofroom.repository.json.text import render_json
from tests.content.samples import RECORD, TITLE, model, project
from tests.pace import hold_within

FIELDS = {
    "title": TITLE,
    "key": {"type": "slug", "unique": True},
    "author": {"type": "relation", "model": "authors"},
    "body": {"type": "markdown"},
    "tags": {"type": "array", "items": "string"},
    "seo": {"type": "object", "fields": {"title": {"type": "string", "max": 80}}},
}


def _build(count):
    entries = {
        f"e{n:011d}": {
            "author": f"a{n % 100}",
            "body": "A few words: more of them. " * 10,
            "key": f"key-{n}",
            "seo": {"title": "T"},
            "tags": ["x", "y"],
            "title": f"Entry {n}",
        }
        for n in range(count)
    }
    authors = {f"a{n}": {"title": f"A {n}"} for n in range(100)}
    return {
        "models/posts.json": model("posts", "collection", i18n=False, fields=FIELDS),
        "models/authors.json": model("authors", "collection", i18n=False),
        "content/d/posts/data.json": render_json(entries),
        "content/d/authors/data.json": render_json(authors),
        "meta/posts/en.json": render_json(dict.fromkeys(entries, RECORD)),
        "meta/authors/en.json": render_json(dict.fromkeys(authors, RECORD)),
    }


def test_ten_thousand_entries_are_read_and_checked_within_a_second():
    files, reports = _build(10_000), []
    hold_within(1000, lambda _: reports.append(validate_project(project(files))))
    assert reports[0].issues == ()
    assert reports[0].entries_checked == 10_100
