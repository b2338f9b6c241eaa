"""One project with every kind, field type and locale strategy: valid, and stable through read and write."""

import pytest

from proofroom.content.format.collection import parse_collection
from proofroom.content.format.markdown import read_document, render_document
from proofroom.content.format.model import parse_model, render_model
from proofroom.content.format.project import Project
from proofroom.content.format.types import FIELD_TYPES
from proofroom.content.plans.init import plan_init
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.schema import validate_schema
from proofroom.repository.json.text import parse_json, render_json
from tests.content.memory_tree import MemoryTree
from tests.content.samples import NOON, STAMP, applied

FIELDS = {
    "title": {"type": "string", "required": True, "min": 1, "max": 80, "label": {"en": "Title"}, "order": 1},
    "code": {"type": "code"},
    "icon": {"type": "icon"},
    "text": {"type": "text", "pattern": "^[A-Z]"},
    "markdown": {"type": "markdown"},
    "richtext": {"type": "richtext"},
    "slug_name": {"type": "slug", "unique": True},
    "email": {"type": "email"},
    "url": {"type": "url"},
    "color": {"type": "color"},
    "phone": {"type": "phone"},
    "date": {"type": "date"},
    "datetime": {"type": "datetime"},
    "image": {"type": "image", "accept": "image/*"},
    "video": {"type": "video"},
    "file": {"type": "file", "accept": ".pdf"},
    "select": {"type": "select", "options": ["a", "b"], "default": "a"},
    "number": {"type": "number", "min": -5},
    "integer": {"type": "integer"},
    "decimal": {"type": "decimal"},
    "percent": {"type": "percent"},
    "rating": {"type": "rating", "max": 5},
    "boolean": {"type": "boolean"},
    "relation": {"type": "relation", "model": "author"},
    "poly": {"type": "relation", "model": ["author", "page-file"]},
    "relations": {"type": "relations", "model": "author", "max": 3},
    "tags": {"type": "array", "items": "string"},
    "blocks": {
        "type": "array",
        "items": {"type": "object", "fields": {"kind": {"type": "string"}, "on": {"type": "boolean"}}},
    },
    "seo": {"type": "object", "fields": {"title": {"type": "string"}, "size": {"type": "number"}}},
}
DATA = {
    **{"title": 'A "quoted": title', "code": "a < b", "icon": "star", "text": "Text 😀", "markdown": "**x**"},
    **{"richtext": "<p>x</p>", "slug_name": "a-b", "email": "a@b.c", "url": "/x", "color": "#fff"},
    **{
        "phone": "+49 30 1234",
        "date": "2024-02-29",
        "datetime": "2024-01-01T10:00:00Z",
        "image": "media/a.png",
    },
    **{"video": "v.mp4", "file": "f.pdf", "select": "b", "number": -1.5, "integer": 42, "decimal": 0.1},
    **{
        "percent": 99.9,
        "rating": 5,
        "boolean": True,
        "relation": "0123456789ab",
        "relations": ["0123456789ab"],
    },
    **{"poly": {"model": "author", "ref": "0123456789ab"}, "tags": ["one", "t: wo", "3"]},
    **{
        "blocks": [{"kind": "quote", "on": False}, {"kind": "x", "on": True}],
        "seo": {"title": "S", "size": 3},
    },
}
STRATEGIES = ("file", "suffix", "directory")


def _models():
    author = {"id": "author", "name": "Author", "kind": "collection", "domain": "people", "i18n": False}
    yield {**author, "title_field": "name", "fields": {"name": {"type": "string", "required": True}}}
    for strategy in STRATEGIES:
        for kind, prefix in (
            ("collection", "list"),
            ("singleton", "one"),
            ("document", "page"),
            ("dictionary", "words"),
        ):
            raw = {
                "id": f"{prefix}-{strategy}",
                "name": strategy,
                "kind": kind,
                "domain": "all",
                "i18n": True,
            }
            raw |= {"locale_strategy": strategy, "title_field": "key" if kind == "dictionary" else "title"}
            if kind == "singleton":
                raw["fields"] = {**FIELDS, "slug_name": {"type": "slug"}}
            elif kind != "dictionary":
                raw["fields"] = FIELDS
            yield raw
    plain = {
        "id": "plain",
        "name": "Plain",
        "kind": "document",
        "domain": "all",
        "i18n": False,
        "title_field": "title",
    }
    yield plain | {"content_path": "src/plain", "fields": FIELDS}


@pytest.fixture(scope="module")
def everything():
    empty = Project(MemoryTree())
    now = applied(
        empty,
        plan_init(
            MemoryTree(), locales=["en", "tr"], domains=["people", "all"], models=list(_models())
        ).checked(),
    )
    now = applied(
        now, plan_save(now, "author", [EntrySave({"name": "Ada"}, "0123456789ab")], STAMP).checked()
    )
    for made in list(now.models.values()):
        if made.id == "author":
            continue
        saves = []
        for locale in now.locales(made):
            if made.kind == "dictionary":
                saves.append(
                    EntrySave(
                        {"ok": f"OK {locale} {made.id}", "9": locale + made.id, "10": f"{made.id}-{locale}"},
                        None,
                        locale,
                    )
                )
            elif made.kind == "document":
                saves.append(EntrySave(DATA, "hello", locale, body="# Hi\n\nText"))
            else:
                key = "abcdef012345" if made.kind == "collection" else None
                saves.append(EntrySave(DATA, key, locale))
        now = applied(now, plan_save(now, made.id, saves, STAMP).checked())
    return now


def test_every_field_type_is_in_it(everything):
    assert {field.type for field in everything.model("plain").fields.values()} == FIELD_TYPES


def test_the_strict_validator_finds_nothing(everything):
    report = validate_project(everything)
    assert [issue for issue in report.issues if issue.severity != "notice"] == []
    assert report.models_checked == 14
    assert validate_schema(everything, NOON, report=report).as_dict()["healthScore"] == 100


def test_what_was_saved_is_read_back(everything):
    for made in everything.models.values():
        for locale in everything.locales(made):
            for entry in everything.entries(made, locale):
                if made.kind in ("collection", "singleton") and made.id != "author":
                    assert entry.data == DATA
                elif made.kind == "document":
                    assert (entry.data, entry.body) == ({**DATA, "slug": "hello"}, "# Hi\n\nText")


def test_every_file_comes_out_of_reading_and_writing_byte_for_byte(everything):
    documents = {
        path: made
        for made in everything.models.values()
        if made.kind == "document"
        for files in everything.documents(made).values()
        for path in files.values()
    }
    assert len(documents) == 7
    for path in everything.tree.list(""):
        raw = everything.tree.read(path)
        if path in documents:
            read = read_document(raw, documents[path].fields)
            assert render_document(read.front, read.body).encode() == raw
        elif path.startswith(".contentrain/models/"):
            assert render_model(parse_model(raw).raw) == raw
        else:
            assert render_json(parse_json(raw)) == raw
            assert parse_collection(raw) is not None
