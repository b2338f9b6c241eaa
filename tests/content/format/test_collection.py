"""Collection files: both shapes are read, and changing an entry costs no rewrite."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.content.format.collection import EMPTY_FILE, parse_collection
from proofroom.repository.json.splice import change_members
from proofroom.repository.json.text import parse_json, render_json
from tests.content.samples import keys, objects

_ENTRIES = st.dictionaries(keys, objects, max_size=5)
_CHANGES = st.dictionaries(keys, st.none() | objects, max_size=4)


def _expected(entries, changes):
    merged = {**entries, **changes}
    return render_json({key: value for key, value in merged.items() if value is not None})


@settings(deadline=None)
@given(_ENTRIES, _CHANGES, st.data())
def test_splicing_gives_the_bytes_of_rewriting_the_whole_file(entries, changes, data):
    for key in data.draw(st.sets(st.sampled_from(sorted(entries)))) if entries else ():
        changes[key] = data.draw(st.none() | objects)
    entries.pop("__proto__", None)
    changes.pop("__proto__", None)
    assert change_members(render_json(entries), changes) == _expected(entries, changes)


def test_a_text_that_looks_like_a_member_is_not_one():
    entries = {"a": {"t": '\n  "b": {'}, "c": {}}
    assert change_members(render_json(entries), {"b": {"x": 1}}) == _expected(entries, {"b": {"x": 1}})


def test_a_file_that_is_not_canonical_is_rewritten():
    file = parse_collection(b'{"b":{"x":1.0},"a":{"y":null}}')
    assert not file.is_canonical
    assert file.with_changes({"c": {}}).raw == render_json({"a": {}, "b": {"x": 1}, "c": {}})


def test_a_changed_file_knows_its_entries_and_that_it_is_canonical():
    file = EMPTY_FILE.with_changes({"b": {"x": 1}}).with_changes({"a": {}, "b": None})
    assert (file.entries, file.raw, file.is_canonical) == ({"a": {}}, b'{\n  "a": {}\n}\n', True)
    assert EMPTY_FILE.entries == {}


def test_the_list_of_older_tools_is_read_and_rewritten_as_a_map():
    file = parse_collection(b'[{"id": "a", "t": 1}, {"ID": "b", "t": 2}, {"t": 3}, 5]')
    assert file.entries == {"a": {"t": 1}, "b": {"t": 2}, "entry-2": {"t": 3}}
    assert parse_json(file.with_changes({}).raw) == file.entries


def test_members_that_are_no_objects_survive_a_change():
    file = parse_collection(b'{"a": {}, "odd": "text"}')
    assert (file.entries, file.others) == ({"a": {}}, {"odd": "text"})
    assert parse_json(file.with_changes({"b": {}}).raw) == {"a": {}, "b": {}, "odd": "text"}


def test_other_json_is_no_collection():
    assert parse_collection(b"5") is None
    assert parse_collection(b"{") is None


def test_changed_entries_stand_in_the_order_of_the_bytes():
    file = EMPTY_FILE.with_changes({"b": {}}).with_changes({"c": {}, "b": None}).with_changes({"a": {}})
    assert list(file.entries) == ["a", "c"] == list(parse_json(file.raw))
