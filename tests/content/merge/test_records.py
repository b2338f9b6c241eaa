"""Merging values three ways."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.format.types import Field
from proofroom.content.merge.metadata import merge_records
from proofroom.content.merge.places import ContentPlace, Places
from proofroom.repository.merge.conflicts import Conflicts
from proofroom.repository.merge.records import merge_values, same
from proofroom.repository.merge.types import MISSING, Choice, Place, Sides, Where
from tests.content.merge.conftest import POST, TERMS, tree

PLACE = ContentPlace(
    "faq.json",
    "collection",
    shape="records",
    area="faq",
    locale="en",
    fields={"answer": Field("markdown"), "code": Field("code")},
)
WHERE = Where(PLACE, "a1")

scalars = (
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "b", "long " * 40, "x\ny"])
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=8,
)
sides = values | st.just(MISSING)


def _merge(base, ours, theirs, choices=None, where=WHERE):
    conflicts = Conflicts(choices)
    return merge_values(Sides(base, ours, theirs), where, conflicts), conflicts.open


@settings(max_examples=300, deadline=None)
@given(base=sides, ours=sides, theirs=sides)
def test_merging_never_fails_and_obeys_the_identities(base, ours, theirs):
    _merge(base, ours, theirs)
    assert _merge(base, ours, base) == (ours, [])
    assert _merge(base, base, theirs) == (theirs, [])
    assert _merge(base, ours, ours) == (ours, [])


@settings(max_examples=150, deadline=None)
@given(base=sides, ours=sides, theirs=sides)
def test_both_sides_find_the_same_conflicts(base, ours, theirs):
    found = [(conflict.field, conflict.ours, conflict.theirs) for conflict in _merge(base, ours, theirs)[1]]
    turned = [(conflict.field, conflict.theirs, conflict.ours) for conflict in _merge(base, theirs, ours)[1]]
    assert sorted(found, key=repr) == sorted(turned, key=repr)


@settings(max_examples=150, deadline=None)
@given(base=sides, ours=sides, theirs=sides, take=st.sampled_from(["ours", "theirs"]))
def test_choices_for_all_conflicts_leave_none(base, ours, theirs, take):
    _, found = _merge(base, ours, theirs)
    _, left = _merge(base, ours, theirs, {conflict.id: Choice(take) for conflict in found})
    assert left == []


def test_fields_of_both_sides_are_kept():
    merged, found = _merge({"a": 1, "b": 1}, {"a": 2, "b": 1, "c": 1}, {"a": 1, "b": 2})
    assert (merged, found) == ({"a": 2, "b": 2, "c": 1}, [])


def test_nested_objects_merge_member_by_member():
    merged, found = _merge({"seo": {"t": 1, "d": 1}}, {"seo": {"t": 2, "d": 1}}, {"seo": {"t": 1}})
    assert (merged, found) == ({"seo": {"t": 2}}, [])


def test_a_field_both_changed_is_a_conflict_and_stays_ours():
    merged, found = _merge({"a": 1}, {"a": 2}, {"a": 3})
    assert merged == {"a": 2}
    assert [(c.code, c.key, c.field, c.base, c.ours, c.theirs) for c in found] == [
        ("field_value_conflict", "a1", ("a",), 1, 2, 3)
    ]


def test_a_deletion_against_an_edit_is_a_conflict():
    merged, found = _merge({"a": 1}, MISSING, {"a": 2})
    assert merged is MISSING
    assert [(c.code, c.ours, c.theirs) for c in found] == [("delete_edit_conflict", None, {"a": 2})]


def test_a_conflict_can_be_answered_in_three_ways():
    _, (found,) = _merge({"a": 1}, {"a": 2}, {"a": 3})
    assert _merge({"a": 1}, {"a": 2}, {"a": 3}, {found.id: Choice("ours")}) == ({"a": 2}, [])
    assert _merge({"a": 1}, {"a": 2}, {"a": 3}, {found.id: Choice("theirs")}) == ({"a": 3}, [])
    assert _merge({"a": 1}, {"a": 2}, {"a": 3}, {found.id: Choice("value", 9)}) == ({"a": 9}, [])
    assert _merge({"a": 1}, {"a": 2}, {"a": 3}, {found.id: Choice("value", None)}) == ({}, [])


def test_an_answer_to_an_older_conflict_does_not_apply():
    _, (found,) = _merge({"a": 1}, {"a": 2}, {"a": 3})
    conflicts = Conflicts({found.id: Choice("theirs")})
    merge_values(Sides({"a": 1}, {"a": 2}, {"a": 4}), WHERE, conflicts)
    assert len(conflicts.open) == 1
    assert conflicts.stale == {found.id}


def test_the_id_of_a_conflict_is_the_official_one():
    conflicts = Conflicts()
    conflicts.resolve(Where(Place("p", "json"), "k"), {"a": 2, "b": 1}, 1, 2)
    assert conflicts.open[0].id == "d41f4ac60c46f5cd"


def test_true_is_not_one():
    assert not same(True, 1)
    assert not same({"a": [0]}, {"a": [False]})
    assert same({"a": [0.0]}, {"a": [0]})
    assert _merge({"a": 1}, {"a": True}, {"a": 1})[0]["a"] is True


def test_lists_of_distinct_texts_merge_item_by_item():
    merged, found = _merge(["a", "b", "c"], ["a", "c", "x"], ["a", "b", "c", "y"])
    assert (merged, found) == (["a", "c", "x", "y"], [])
    assert len(_merge(["a", "b"], ["b", "a"], ["a", "b", "c"])[1]) == 1
    assert len(_merge(["a", "a"], ["a"], ["a", "a", "a"])[1]) == 1
    assert len(_merge([1, 2], [1], [1, 2, 3])[1]) == 1


def test_sentences_of_one_field_merge():
    text = "First sentence here. Second sentence here. Third sentence here. " * 4
    ours, theirs = text.replace("First", "Our", 1), text.rstrip().removesuffix("here.") + "there."
    merged, found = _merge({"answer": text}, {"answer": ours}, {"answer": theirs})
    assert found == []
    assert merged["answer"].startswith("Our sentence here. Second")
    assert merged["answer"].endswith("there.")


def test_code_is_not_prose():
    text = "line one of code.\nLine two of code.\n"
    assert PLACE.is_prose(("answer",), text)
    assert not PLACE.is_prose(("code",), text)
    assert not PLACE.is_prose(("answer",), "short")
    assert PLACE.is_prose(("undeclared",), text)


META = Where(
    ContentPlace(".contentrain/meta/faq/en.json", "meta", area="faq", code="meta_status_conflict"), "a1"
)


def _meta(at, status="draft", **more):
    return {"status": status, "updated_at": f"2026-01-0{at}T00:00:00.000Z", **more}


def test_metadata_is_from_whoever_wrote_later():
    conflicts = Conflicts()
    merged = merge_records(
        Sides(_meta(1), _meta(3, updated_by="ours"), _meta(2, updated_by="theirs")), META, conflicts
    )
    assert merged == _meta(3, updated_by="ours")
    merged = merge_records(Sides(_meta(1), _meta(2), _meta(3, "published")), META, conflicts)
    assert merged == _meta(3, "published")
    merged = merge_records(Sides(_meta(1), _meta(2, "published"), _meta(3)), META, conflicts)
    assert merged == _meta(3, "published")
    assert conflicts.open == []


def test_two_different_states_are_a_conflict():
    conflicts = Conflicts()
    merge_records(Sides(_meta(1), _meta(2, "published"), _meta(3, "archived")), META, conflicts)
    assert [(c.code, c.field) for c in conflicts.open] == [("meta_status_conflict", ("status",))]


@pytest.mark.parametrize(
    ("path", "code", "suggested"),
    [
        (TERMS, "dictionary_value_conflict", None),
        (".contentrain/vocabulary.json", "vocabulary_value_conflict", None),
        (".contentrain/models/faq.json", "model_key_conflict", "theirs"),
        (POST, "frontmatter_value_conflict", None),
        (".contentrain/config.json", "field_value_conflict", None),
    ],
)
def test_conflicts_have_the_official_codes(repo, path, code, suggested):
    conflicts = Conflicts()
    place = Places(repo, "", None, [tree(repo, "contentrain")]).find(path)
    merge_values(Sides("a", "b", "c"), Where(place, "k"), conflicts)
    assert (conflicts.open[0].code, conflicts.open[0].suggested) == (code, suggested)
