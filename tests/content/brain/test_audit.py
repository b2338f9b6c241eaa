"""Where content is weak."""

from datetime import UTC, datetime

from proofroom.content.brain import View, analyze
from tests.content.brain.conftest import FILES, PARKS, RIVERS, article, as_view

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def test_the_seo_audit_names_entry_field_and_what_is_wrong(view: View) -> None:
    found = analyze(view, "seo_audit", NOW)
    issues = {(one["model"], one["entryId"], one["field"]): one["issue"] for one in found["seo"]["issues"]}
    assert issues["topics", PARKS, "description"] == "description is empty"
    assert issues["topics", RIVERS, "name"] == "name has only 6 characters"
    assert found["seo"]["total"] == len(found["seo"]["issues"])
    assert "quality" not in found


def test_long_titles_are_found_in_documents_too() -> None:
    view = as_view(FILES | {"content/blog/articles/long/en.md": article("x" * 61, "body")})
    issues = analyze(view, "seo_audit", NOW)["seo"]["issues"]
    assert [one["entryId"] for one in issues if one["model"] == "articles"] == ["long"]


def test_parity_counts_entries_documents_and_keys_per_locale(view: View) -> None:
    issues = analyze(view, "locale_parity", NOW)["localeParity"]["issues"]
    assert {(one["model"], one["locale"], one["count"], one["expected"]) for one in issues} == {
        ("topics", "tr", 1, 2),
        ("articles", "tr", 0, 2),
        ("labels", "tr", 1, 2),
    }
    assert {one["model"]: one["missing"] for one in issues}["labels"] == ["nav.about"]


def test_stale_content_is_listed_oldest_first(view: View) -> None:
    entries = analyze(view, "stale_content", NOW)["staleContent"]["entries"]
    assert [(one["entryId"], one["daysSinceUpdate"]) for one in entries] == [(RIVERS, 319)]


def test_quality_takes_points_for_gaps(view: View) -> None:
    quality = analyze(view, "quality_score", NOW)["quality"]
    scores = {one["model"]: one["score"] for one in quality["models"]}
    # Two articles without metadata and none in Turkish; the labels have no metadata.
    assert scores == {"topics": 100, "articles": 80, "labels": 95}
    assert (quality["score"], quality["tier"], quality["modelCount"]) == (92, "Excellent", 3)


def test_a_full_analysis_has_all_parts_and_can_be_limited_to_models(view: View) -> None:
    found = analyze(view, "full", NOW, {"labels"})
    assert {"seo", "localeParity", "staleContent", "quality"} <= found.keys()
    assert found["quality"]["modelCount"] == 1
    assert found["seo"]["total"] == 0
