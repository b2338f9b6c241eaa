"""The schema's health and what changed since an earlier state."""

import pytest

from proofroom.content.format.model import model_from
from proofroom.content.format.project import Project
from proofroom.content.validation.schema import validate_schema
from tests.content.memory_tree import MemoryTree
from tests.content.samples import NOON, RECORD, TITLE, model, project


def _types(files, previous=None):
    report = validate_schema(project(files), NOON, previous)
    return [(warning.type, warning.severity) for warning in report.warnings]


def _fields(definition):
    return {"models/m.json": model("m", "singleton", i18n=False, fields={"title": TITLE, "f": definition})}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"models/m.json": model("m", "zz", i18n=False)}, ("invalid_kind", "critical")),
        (
            {"models/m.json": model("m", "singleton", i18n=False, domain="x")},
            ("domain_not_in_config", "warning"),
        ),
        ({"models/m.json": model("m", "singleton", i18n=False, fields={})}, ("missing_fields", "error")),
        (
            {"models/m.json": model("m", "dictionary", i18n=False) | {"fields": {"a": {}}}},
            ("dictionary_has_fields", "error"),
        ),
        ({"models/other.json": model("m", "singleton", i18n=False)}, ("id_filename_mismatch", "error")),
        ({"models/m.json": "{"}, ("config_invalid", "error")),
        (_fields({"type": "zz"}), ("invalid_field_type", "error")),
        (_fields({"type": "relation", "model": "gone"}), ("relation_target_missing", "error")),
        (_fields({"type": "select"}), ("select_missing_options", "error")),
        (_fields({"type": "string", "pattern": "["}), ("invalid_pattern", "error")),
        (_fields({"type": "array", "items": {"type": "object"}}), ("array_missing_item_fields", "warning")),
        (
            _fields(
                {
                    "type": "object",
                    "fields": {"a": {"type": "object", "fields": {"b": {"type": "object", "fields": {}}}}},
                }
            ),
            ("object_nesting_too_deep", "warning"),
        ),
        (
            {"models/m.json": model("m", "dictionary"), "content/d/m/en.json": {}},
            ("locale_file_missing", "error"),
        ),
        (
            {
                "models/m.json": model("m", "dictionary"),
                "content/d/m/en.json": {"a": "b"},
                "content/d/m/tr.json": {},
            },
            ("locale_key_parity", "warning"),
        ),
        (
            {
                "models/m.json": model("m", "collection"),
                "content/d/m/en.json": {"a": {"title": "x"}},
                "content/d/m/tr.json": {},
            },
            ("locale_entry_parity", "warning"),
        ),
        (
            {"models/m.json": model("m", "singleton", i18n=False), "content/d/m/data.json": {}},
            ("content_validation_error", "error"),
        ),
    ],
)
def test_a_weakness_is_named_and_weighed(files, expected):
    assert expected in _types(files)


def test_broken_relations_are_summed_up_per_field():
    files = {
        "models/m.json": model(
            "m", "collection", i18n=False, fields={"title": TITLE, "r": {"type": "relation", "model": "m"}}
        ),
        "content/d/m/data.json": {key: {"title": key, "r": "gone"} for key in ("a", "b", "c")},
    }
    (warning,) = validate_schema(project(files), NOON).warnings
    assert (warning.type, warning.field, warning.affected_entries) == ("relation_integrity_broken", "r", 3)


def test_a_field_defined_twice_is_found_in_the_file():
    text = '{"id": "m", "kind": "singleton", "domain": "d", "fields": {"a": {"type": "text"}, "a": {}}}'
    assert ("duplicate_field_id", "error") in _types({"models/m.json": text})


def test_changes_since_an_earlier_state_are_named():
    before = {
        "gone": model_from(model("gone", "singleton")),
        "m": model_from(
            model(
                "m",
                "singleton",
                i18n=True,
                fields={"title": {"type": "string"}, "old": {}, "n": {"type": "number"}},
            )
        ),
    }
    files = {
        "models/m.json": model(
            "m", "collection", i18n=False, fields={"title": TITLE, "n": {"type": "integer"}}
        ),
        "content/d/m/data.json": {"a": {"title": "A"}},
        "meta/m/en.json": {"a": RECORD},
    }
    report = validate_schema(project(files), NOON, before)
    assert [(w.type, w.severity, w.affected_entries) for w in report.warnings] == [
        ("model_removed", "critical", 0),
        ("kind_changed", "critical", 1),
        ("i18n_changed", "error", 1),
        ("field_removed", "error", 1),
        ("field_type_changed", "error", 1),
        ("field_required_added", "warning", 1),
    ]
    assert report.health_score == 100 - 20 - 20 - 10 - 10 - 10 - 3


def test_a_sound_schema_has_full_health():
    files = {"models/m.json": model("m", "dictionary", i18n=False), "content/d/m/data.json": {"a": "b"}}
    assert validate_schema(project(files), NOON).as_dict() == {
        "valid": True,
        "warnings": [],
        "healthScore": 100,
        "modelCount": 1,
        "validModels": 1,
        "timestamp": "2026-01-01T00:00:00.000Z",
    }


def test_a_project_without_configuration_is_critical_and_health_never_below_zero():
    report = validate_schema(Project(MemoryTree({})), NOON)
    assert [w.type for w in report.warnings] == ["config_invalid"]
    assert report.as_dict()["healthScore"] == 80
    many = {f"models/m{n}.json": model(f"m{n}", "zz") for n in range(9)}
    assert validate_schema(project(many), NOON).health_score == 0


def test_a_warning_reports_itself_in_the_official_shape():
    (warning, *_) = validate_schema(project(_fields({"type": "select"})), NOON).warnings
    assert warning.as_dict() == {
        "modelId": "m",
        "type": "select_missing_options",
        "field": "f",
        "affectedEntries": 0,
        "severity": "error",
        "message": 'Field "f": has no options to choose from',
    }
