"""Who points at what, nested references included."""

from proofroom.content.validation.references import inbound_references, referencing_fields
from tests.content.samples import TITLE, model, project

FIELDS = {
    "title": TITLE,
    "one": {"type": "relation", "model": "cats"},
    "any": {"type": "relations", "model": ["cats", "dogs"]},
    "blocks": {
        "type": "array",
        "items": {
            "type": "object",
            "fields": {"cat": {"type": "relation", "model": "cats"}, "n": {"type": "number"}},
        },
    },
    "deep": {"type": "object", "fields": {"cats": {"type": "relations", "model": "cats"}}},
}
PAGES = project(
    {
        "models/cats.json": model("cats", "collection"),
        "models/dogs.json": model("dogs", "collection"),
        "models/pages.json": model("pages", "document", i18n=False, fields=FIELDS),
        "models/hero.json": model("hero", "singleton", i18n=False, fields=FIELDS),
        "content/d/hero/data.json": {
            "title": "Hero",
            "one": "a",
            "any": [{"model": "dogs", "ref": "a"}, {"model": "cats", "ref": "b"}, 5, {"model": "cats"}],
            "blocks": [{"cat": "a"}, {"n": 1}, "odd"],
            "deep": {"cats": ["c", "a"]},
        },
        "content/d/pages/x.md": "---\ntitle: Page\none: b\n---\n",
    }
)


def test_every_reference_to_an_entry_is_found_with_its_path():
    found = [(one.model, one.entry, one.field, one.label) for one in inbound_references(PAGES, "cats", ["a"])]
    assert found == [
        ("hero", "", "one", "Hero"),
        ("hero", "", "blocks[0].cat", "Hero"),
        ("hero", "", "deep.cats[1]", "Hero"),
    ]
    assert [(one.model, one.entry) for one in inbound_references(PAGES, "dogs")] == [("hero", "")]


def test_references_of_documents_count_too():
    found = [one.as_dict() for one in inbound_references(PAGES, "cats", ["b"]) if one.model == "pages"]
    assert found == [{"model": "pages", "ref": "x", "field": "one", "label": "Page", "target": "b"}]


def test_fields_that_may_point_at_a_model_are_named():
    found = [(one.model, one.field) for one in referencing_fields(PAGES, "dogs")]
    assert found == [("hero", "any"), ("pages", "any")]
    assert len(referencing_fields(PAGES, "cats")) == 8
    assert referencing_fields(PAGES, "hero") == []
