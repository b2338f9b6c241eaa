"""Configuration, models, metadata, vocabulary, ids: read leniently, written canonically."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from proofroom.content.format import ids
from proofroom.content.format.config import parse_config, render_config, with_changes, with_locale
from proofroom.content.format.entry import entry_label, merge_fields
from proofroom.content.format.meta import is_public, meta_from, timestamp, touch, with_status
from proofroom.content.format.model import (
    field_from,
    fields_from,
    ordered_fields,
    parse_model,
    render_model,
)
from proofroom.content.format.vocabulary import (
    merge_terms,
    parse_vocabulary,
    render_vocabulary,
    term_problems,
)
from proofroom.repository.json.text import parse_json
from tests.content.samples import NOON, as_bytes


def test_an_empty_configuration_has_every_default():
    config = parse_config(b"{}")
    assert (config.workflow, config.stack, config.default_locale, config.locales) == (
        "auto-merge",
        "other",
        "en",
        ("en",),
    )
    assert (config.branch_retention_days, config.branch_warn_limit, config.branch_block_limit) == (30, 50, 80)
    assert config.remote_branch_cleanup


def test_a_broken_configuration_counts_as_none():
    assert parse_config(b"{") is None
    assert parse_config(b"[]") is None


def test_keys_we_do_not_know_survive_a_change():
    raw = {
        "custom": {"x": 1},
        "stack": "nuxt",
        "locales": {"default": "en", "supported": ["en"], "note": "n"},
    }
    config = parse_config(as_bytes(raw))
    after = parse_json(render_config(with_locale(config, "de")))
    assert after == {**raw, "locales": {"default": "en", "supported": ["en", "de"], "note": "n"}}
    assert with_changes(config, {"workflow": "review"})["custom"] == {"x": 1}


def test_the_model_of_the_minimal_example_is_written_exactly():
    definition = {
        "fields": {"question": {"type": "string", "required": True}, "answer": {"type": "text"}},
        **{
            "title_field": "question",
            "i18n": True,
            "domain": "blog",
            "kind": "collection",
            "name": "FAQ",
            "id": "faq",
        },
    }
    expected = """{
  "id": "faq",
  "name": "FAQ",
  "kind": "collection",
  "domain": "blog",
  "i18n": true,
  "title_field": "question",
  "fields": {
    "answer": {
      "type": "text"
    },
    "question": {
      "required": true,
      "type": "string"
    }
  }
}
"""
    assert render_model(definition).decode() == expected


def test_models_without_an_id_or_sense_are_skipped():
    for raw in (b"{", b"[]", b'{"name": "x"}', b'{"id": 5}'):
        assert parse_model(raw) is None


def test_older_models_are_read_and_malformed_parts_are_absent():
    raw = {
        "id": "m",
        "kind": "collection",
        "domain": "d",
        "locale_strategy": "wild",
        "fields": {"a": "string", "b": {}},
    }
    read = parse_model(as_bytes(raw))
    assert (read.i18n, read.title_field, read.strategy) == (False, None, "file")
    assert list(read.fields) == ["b"]
    assert parse_json(render_model(read.raw)) == raw


def test_fields_know_targets_items_and_members():
    field = field_from(
        {
            "type": "array",
            "items": {"type": "object", "fields": {"r": {"type": "relation", "model": ["a", "b"]}}},
            "options": ["x"],
        }
    )
    assert field.items.fields["r"].targets == ("a", "b")
    assert field_from({"type": "array", "items": "string"}).items.type == "string"
    assert field_from({"type": "select"}).options is None
    assert field_from({"type": "select", "options": []}).options == ()


def test_fields_are_shown_by_order_then_name():
    fields = fields_from({"b": {}, "a": {}, "z": {"order": 1}, "y": {"order": 2.5, "label": {"tr": "Ye"}}})
    assert ordered_fields(fields) == ["z", "y", "a", "b"]


def test_a_save_keeps_the_status_and_unknown_keys():
    first = touch(None, source="agent", by="a", at=NOON)
    assert first == {
        "status": "draft",
        "source": "agent",
        "updated_by": "a",
        "updated_at": "2026-01-01T00:00:00.000Z",
    }
    before = {"status": "published", "custom": 1, "publish_at": "x"}
    later = touch(
        before, source="human", by="b", at=NOON, schedule={"publish_at": None, "expire_at": "2030-01-01"}
    )
    assert later["status"] == "published"
    assert later["custom"] == 1
    assert "publish_at" not in later
    assert later["expire_at"] == "2030-01-01"


def test_a_forced_status_wins_and_a_status_change_leaves_the_source():
    assert (
        touch({"status": "draft"}, source="human", by="b", at=NOON, status="published")["status"]
        == "published"
    )
    changed = with_status({"source": "import", "status": "draft"}, "archived", by="b", at=NOON)
    assert (changed["source"], changed["status"]) == ("import", "archived")


@pytest.mark.parametrize(
    ("record", "seen"),
    [
        ({}, True),
        ({"status": "published"}, True),
        ({"status": "draft"}, False),
        ({"status": "published", "publish_at": "2026-01-02"}, False),
        ({"status": "published", "publish_at": "2025-12-31T23:00:00Z"}, True),
        ({"status": "published", "expire_at": "2025-12-31"}, False),
        ({"status": "published", "publish_at": "not a date"}, True),
    ],
)
def test_the_public_sees_what_is_published_begun_and_not_expired(record, seen):
    assert is_public(meta_from(record), NOON) is seen


def test_times_are_utc_with_milliseconds():
    at = datetime(2026, 1, 1, 1, 2, 3, 456789, tzinfo=timezone(timedelta(hours=1)))
    assert timestamp(at) == "2026-01-01T00:02:03.456Z"
    assert timestamp(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00.000Z"


def test_vocabulary_merges_per_term_and_per_locale():
    before = parse_vocabulary(b'{"version": 3, "terms": {"save": {"en": "Save"}}, "note": "kept"}')
    after = merge_terms(before, {"save": {"tr": "Kaydet"}, "new": {"en": "New"}})
    assert parse_json(render_vocabulary(after)) == {
        "note": "kept",
        "terms": {"new": {"en": "New"}, "save": {"en": "Save", "tr": "Kaydet"}},
        "version": 3,
    }
    assert before.terms == {"save": {"en": "Save"}}


def test_terms_that_cannot_be_saved_are_named():
    assert term_problems({"good-term": {"en": "x"}}) == []
    for bad in (
        {"Bad Term": {"en": "x"}},
        {"x": {}},
        {"x": {"english": "y"}},
        {"x": {"en": 5}},
        {"x": "y"},
        [],
    ):
        assert len(term_problems(bad)) == 1


def test_entry_ids_are_twelve_hex_characters_and_can_be_derived():
    assert len(ids.new_entry_id()) == 12
    assert ids.is_entry_id(ids.new_entry_id())
    assert (
        ids.derived_entry_id("run", "1")
        == ids.derived_entry_id("run", "1")
        != ids.derived_entry_id("run", "2")
    )
    assert not ids.is_entry_id("a\n")
    assert not ids.is_slug("a\n")
    assert [ids.is_locale(text) for text in ("en", "pt-BR", "EN", "en-us", "eng")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [ids.is_field_name(text) for text in ("a_1", "A", "1a", "a-b")] == [True, False, False, False]


def test_objects_merge_member_by_member_and_everything_else_is_replaced():
    fields = fields_from({"seo": {"type": "object"}, "tags": {"type": "array"}})
    before = {"seo": {"t": 1, "d": {"x": 1, "y": 2}}, "tags": [1, 2], "other": {"a": 1}, "gone": 1}
    changes = {"seo": {"d": {"x": None, "z": 3}}, "tags": [3], "other": {"b": None, "c": 1}, "gone": None}
    assert merge_fields(before, changes, fields) == {
        "seo": {"t": 1, "d": {"y": 2, "z": 3}},
        "tags": [3],
        "other": {"c": 1},
    }
    assert before["seo"]["d"] == {"x": 1, "y": 2}


def test_an_entry_is_called_by_its_title_or_the_next_best_text():
    assert entry_label({"q": "Question?", "name": "N"}, "q") == "Question?"
    assert entry_label({"label": "L", "body": "x"}) == "L"
    assert entry_label({"n": 5, "text": "x" * 90, "short": "s"}) == "s"
    assert entry_label({}) == ""
