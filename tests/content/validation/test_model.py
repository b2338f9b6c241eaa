"""Definitions of models: what blocks a save, what is only warned of."""

import pytest

from proofroom.content.format.model import model_from
from proofroom.content.format.types import Config
from proofroom.content.validation.model import check_model
from proofroom.content.validation.title_field import infer_title_field
from tests.content.samples import TITLE, model


def _deep(levels):
    return {"type": "object", "fields": {"x": _deep(levels - 1)}} if levels else {"type": "string"}


FIELDS = {
    "model.field.name": [{"type": "string"}],
    "model.field.shape": ["string", {"type": "string", "required": "yes"}, {"type": "string", "min": "3"}],
    "model.field.type": [{"type": "zzz"}, {}, {"type": "array", "items": "zzz"}],
    "model.field.model": [{"type": "relation"}, {"type": "relations", "model": []}],
    "model.field.options": [
        {"type": "select"},
        {"type": "select", "options": []},
        {"type": "select", "options": [1]},
    ],
    "model.field.misplaced": [
        *(
            {"type": "string", key: value}
            for key, value in (("options", ["a"]), ("items", "string"), ("fields", {}))
        ),
        *({"type": "string", key: value} for key, value in (("accept", ".png"), ("maxSize", 5))),
    ],
    "model.field.bounds": [{"type": "number", "min": 5, "max": 1}],
    "model.field.pattern": [{"type": "string", "pattern": "["}],
    "model.field.default": [
        {"type": "number", "default": "x"},
        {"type": "select", "options": ["a"], "default": "z"},
    ],
    "model.field.label": [
        *({"type": "string", "label": label} for label in ("", 5, {}, {"en": ""}, {"english": "x"})),
    ],
    "model.field.order": [{"type": "string", "order": "first"}],
    "model.field.depth": [_deep(12)],
    "model.field.unknown_key": [{"type": "string", "colour": "red"}],
    "model.field.object_empty": [{"type": "object"}],
    "model.field.media_max": [{"type": "image", "max": 5}],
    "model.field.max_size": [{"type": "image", "maxSize": 5}],
    "model.field.pattern_unchecked": [{"type": "string", "pattern": "(?<=a*)b"}],
}
WARNINGS = {
    "model.field.object_empty",
    "model.field.media_max",
    "model.field.max_size",
    "model.field.pattern_unchecked",
}
PAIRS = [(code, definition) for code, definitions in FIELDS.items() for definition in definitions]


@pytest.mark.parametrize(("code", "definition"), PAIRS)
def test_a_wrong_field_is_named(code, definition):
    name = "Bad" if code == "model.field.name" else "f"
    issues = check_model(model("m", "collection", fields={"title": TITLE, name: definition}))
    assert [(issue.code, issue.severity) for issue in issues] == [
        (code, "warning" if code in WARNINGS else "error")
    ]
    assert issues[0].field.startswith(name)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"id": "Bad_Id"}, "model.id"),
        ({"name": ""}, "model.name"),
        ({"kind": "zz"}, "model.kind"),
        ({"domain": "a/b"}, "model.domain"),
        ({"i18n": "yes"}, "model.i18n"),
        ({"locale_strategy": "zz"}, "model.locale_strategy"),
        ({"locale_strategy": "none"}, "model.locale_strategy"),
        ({"content_path": "../x"}, "model.content_path"),
        ({"fields": []}, "model.fields"),
        ({"title_field": 5}, "model.title_field.invalid"),
        ({"title_field": "n", "fields": {"n": {"type": "number"}}}, "model.title_field.invalid"),
    ],
)
def test_a_wrong_model_is_named(change, code):
    assert code in [issue.code for issue in check_model(model("m", "collection") | change)]


def test_dictionaries_have_keys_instead_of_fields():
    assert check_model(model("m", "dictionary")) == []
    found = [
        issue.code
        for issue in check_model(model("m", "dictionary", title_field="name") | {"fields": {"a": TITLE}})
    ]
    assert check_model(model("m", "dictionary") | {"fields": {}}) == [], "none is not one too many"
    assert found == ["model.dictionary_fields", "model.title_field.invalid"]


def test_unique_means_nothing_on_a_singleton():
    fields = {"title": TITLE | {"unique": True}}
    assert [i.code for i in check_model(model("m", "singleton", fields=fields))] == ["model.field.unique"]
    assert check_model(model("m", "collection", fields=fields)) == []


def test_unlisted_domains_and_missing_targets_are_warned_of():
    fields = {"title": TITLE, "r": {"type": "relation", "model": ["m", "other", "gone"]}}
    issues = check_model(model("m", "collection", fields=fields), Config(domains=("blog",)), ["other"])
    assert [(i.code, i.severity) for i in issues] == [
        ("model.domain_unlisted", "warning"),
        ("model.field.target_missing", "warning"),
    ]


@pytest.mark.parametrize(
    ("fields", "chosen"),
    [
        ({"body": "markdown", "name": "text"}, "name"),
        ({"page_title": "text", "name_x": "string"}, "page_title"),
        ({"my_title": "text", "b_title": "text"}, "b_title"),
        ({"a": "text", "b": "string"}, "b"),
        ({"n": "number"}, None),
    ],
)
def test_the_best_title_field_is_chosen(fields, chosen):
    made = model("m", "collection", fields={name: {"type": kind} for name, kind in fields.items()})
    assert infer_title_field(model_from(made)) == chosen


def test_a_required_field_is_the_better_title():
    fields = {"a": {"type": "string"}, "z": {"type": "richtext", "required": True}}
    assert infer_title_field(model_from(model("m", "collection", fields=fields))) == "z"
    assert infer_title_field(model_from(model("m", "dictionary"))) == "key"
