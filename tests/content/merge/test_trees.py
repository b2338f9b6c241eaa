"""Merging trees record by record."""

import json

import pytest

from proofroom.repository.git.objects import Entry, write_blob
from proofroom.repository.git.tree import TreeView, write_entries, write_files
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.types import Choice
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    FAQ_META,
    HERO,
    MODELS,
    POST,
    POST_META,
    PROSE,
    TERMS,
    edited,
    make_tree,
    model,
    read,
)
from tests.content.merge.formatted import merge3


@pytest.fixture
def merge(repo):
    """Return a function that merges two changes of the project and gives the tree and the conflicts."""
    base = make_tree(repo, CONTENT)

    def side(files):
        deleted = [path for path, data in files.items() if data is None]
        return write_files(
            repo, base, {path: data for path, data in files.items() if data is not None}, deleted
        )

    def run(ours, theirs, **options):
        return merge3(repo, base, side(ours), side(theirs), **options)

    return run


def _conflicts(merged):
    return [(conflict.code, conflict.key, ".".join(conflict.field)) for conflict in merged.conflicts]


def test_neighbouring_entries_merge(repo, merge):
    merged = merge(
        {FAQ: edited(CONTENT[FAQ], b21={"question": "o"})}, {FAQ: edited(CONTENT[FAQ], b22={"question": "t"})}
    )
    assert merged.conflicts == ()
    assert list(read(repo, merged.tree, FAQ)) == ["a1", "b2", "b21", "b22", "c3"]


def test_fields_of_one_entry_merge_and_the_file_stays_canonical(repo, merge):
    merged = merge(
        {FAQ: edited(CONTENT[FAQ], a1={"question": "o"})},
        {FAQ: edited(CONTENT[FAQ], a1={"tags": ["t"], "seo": {"title": "t"}}, c3=None)},
    )
    assert merged.conflicts == ()
    expected = edited(CONTENT[FAQ], a1={"question": "o", "tags": ["t"], "seo": {"title": "t"}}, c3=None)
    assert TreeView(repo, merged.tree).read(FAQ) == expected


def test_conflicts_name_the_field(merge):
    merged = merge(
        {FAQ: edited(CONTENT[FAQ], a1={"question": "o"})}, {FAQ: edited(CONTENT[FAQ], a1={"question": "t"})}
    )
    assert _conflicts(merged) == [("field_value_conflict", "a1", "question")]


def test_a_conflict_can_be_given_to_either_side(repo, merge):
    sides = (
        {FAQ: edited(CONTENT[FAQ], a1={"question": "o"})},
        {FAQ: edited(CONTENT[FAQ], a1={"question": "t"})},
    )
    (found,) = merge(*sides).conflicts
    for choice, expected in ((Choice("theirs"), "t"), (Choice("value", "both"), "both")):
        merged = merge(*sides, choices={found.id: choice})
        assert merged.conflicts == ()
        assert read(repo, merged.tree, FAQ)["a1"]["question"] == expected
    assert read(repo, merge(*sides, otherwise="theirs").tree, FAQ)["a1"]["question"] == "t"


def test_metadata_of_different_entries_and_times_never_conflicts(repo, merge):
    def touched(**changes):
        records = json.loads(CONTENT[FAQ_META])
        for key, change in changes.items():
            records[key] = {**records[key], **change}
        return render_json(records)

    merged = merge(
        {FAQ_META: touched(a1={"updated_at": "2026-03-01", "updated_by": "o"}, b2={"updated_by": "o"})},
        {FAQ_META: touched(a1={"updated_at": "2026-02-01", "updated_by": "t", "status": "published"})},
    )
    assert merged.conflicts == ()
    records = read(repo, merged.tree, FAQ_META)
    assert records["a1"] == {"status": "published", "updated_at": "2026-03-01", "updated_by": "o"}
    assert records["b2"]["updated_by"] == "o"


@pytest.mark.parametrize("take", ["ours", "theirs"])
def test_metadata_stays_exactly_as_long_as_its_entry(repo, merge, take):
    records = json.loads(CONTENT[FAQ_META])
    gone = {key: value for key, value in records.items() if key != "b2"}
    records["b2"] = {**records["b2"], "updated_by": "t"}
    ours = {FAQ: edited(CONTENT[FAQ], b2=None), FAQ_META: render_json(gone)}
    theirs = {FAQ: edited(CONTENT[FAQ], b2={"answer": "Edited."}), FAQ_META: render_json(records)}
    (found,) = merge(ours, theirs).conflicts
    assert (found.code, found.key) == ("delete_edit_conflict", "b2")
    merged = merge(ours, theirs, choices={found.id: Choice(take)})
    assert set(read(repo, merged.tree, FAQ)) == set(read(repo, merged.tree, FAQ_META))
    assert ("b2" in read(repo, merged.tree, FAQ)) == (take == "theirs")


def test_a_deleted_document_takes_its_metadata_only_if_it_stays_deleted(repo, merge):
    ours = {POST: None, POST_META: None}
    theirs = {POST: CONTENT[POST] + b"More.\n", POST_META: render_json({"status": "published"})}
    (found,) = merge(ours, theirs).conflicts
    assert (found.code, found.key) == ("delete_edit_conflict", "swifts")
    for take, exists in (("ours", False), ("theirs", True)):
        view = TreeView(repo, merge(ours, theirs, choices={found.id: Choice(take)}).tree)
        assert (view.oid(POST) is not None, view.oid(POST_META) is not None) == (exists, exists)


def test_a_locale_deleted_here_and_edited_there_is_settled_entry_by_entry(repo, merge):
    merged = merge({FAQ: None}, {FAQ: edited(CONTENT[FAQ], a1={"question": "t"})})
    assert _conflicts(merged) == [("delete_edit_conflict", "a1", "")]
    assert TreeView(repo, merged.tree).oid(FAQ) is None
    chosen = merge({FAQ: None}, {FAQ: edited(CONTENT[FAQ], a1={"question": "t"})}, otherwise="theirs")
    assert list(read(repo, chosen.tree, FAQ)) == ["a1"]


def test_documents_merge_by_key_and_sentence_and_keep_their_spelling(repo, merge):
    ours = CONTENT[POST].replace(b'live: "true"', b'live: "false"').replace(b"come in May", b"arrive in May")
    theirs = CONTENT[POST].replace(b"  - one", b"  - one\n  - two\nauthor: Eda").replace(b"five", b"six")
    merged = merge({POST: ours}, {POST: theirs})
    assert merged.conflicts == ()
    expected = ours.replace(b"  - one", b"  - one\n  - two\nauthor: Eda").replace(b"five", b"six")
    assert TreeView(repo, merged.tree).read(POST) == expected


def test_conflicts_inside_documents_are_small(merge):
    ours = CONTENT[POST].replace(b"quoted", b"our").replace(b"come in May", b"arrive in May")
    theirs = CONTENT[POST].replace(b"quoted", b"their").replace(b"come in May", b"appear in May")
    merged = merge({POST: ours}, {POST: theirs})
    assert _conflicts(merged) == [
        ("document_body_conflict", "swifts", "body"),
        ("frontmatter_value_conflict", "swifts", "title"),
    ]
    body = merged.conflicts[0]
    assert (body.base, body.ours) == ("Swifts come in May.", "Swifts arrive in May.")


def test_front_matter_that_cannot_be_cut_is_one_conflict(repo, merge):
    ours = b"---\n? complex\n: key\ntitle: o\n---\nText.\n"
    theirs = b"---\n? complex\n: key\ntitle: t\n---\nText. And more text.\n"
    merged = merge({POST: ours}, {POST: theirs})
    assert [conflict.key for conflict in merged.conflicts] == ["swifts", "swifts"]


def test_dictionaries_models_settings_and_vocabulary_merge_by_key(repo, merge):
    config = json.loads(MODELS[".contentrain/config.json"])
    more = {**config, "locales": {"default": "en", "supported": ["en", "tr", "de"]}}
    other = {**config, "locales": {"default": "en", "supported": ["en", "tr", "fr"]}, "workflow": "review"}
    path = ".contentrain/models/hero.json"
    vocabulary = ".contentrain/vocabulary.json"
    merged = merge(
        {
            TERMS: render_json({"save": "Keep", "undo": "Undo"}),
            ".contentrain/config.json": render_json(more),
            path: model("hero", "singleton", title={"type": "string"}, a={"type": "text"}),
            vocabulary: render_json({"version": 1, "terms": {"bird": {"en": "bird"}}}),
        },
        {
            TERMS: render_json({"save": "Save", "redo": "Redo"}),
            ".contentrain/config.json": render_json(other),
            path: model("hero", "singleton", title={"type": "string"}, b={"type": "text"}),
            vocabulary: render_json({"version": 1, "terms": {"bird": {"tr": "kuş"}, "sky": {"en": "sky"}}}),
        },
    )
    assert merged.conflicts == ()
    assert read(repo, merged.tree, TERMS) == {"save": "Keep", "redo": "Redo"}
    assert read(repo, merged.tree, ".contentrain/config.json")["locales"]["supported"] == [
        "en",
        "tr",
        "de",
        "fr",
    ]
    assert read(repo, merged.tree, ".contentrain/config.json")["workflow"] == "review"
    assert TreeView(repo, merged.tree).read(path) == model(
        "hero", "singleton", title={"type": "string"}, a={"type": "text"}, b={"type": "text"}
    )
    assert read(repo, merged.tree, vocabulary)["terms"]["bird"] == {"en": "bird", "tr": "kuş"}


def test_singletons_conflict_by_field_and_as_a_whole_when_deleted(merge):
    hero = {"title": "Hello", "note": "old"}
    merged = merge(
        {HERO: render_json({**hero, "title": "o"})}, {HERO: render_json({**hero, "title": "t", "note": "n"})}
    )
    assert _conflicts(merged) == [("field_value_conflict", None, "title")]
    assert _conflicts(merge({HERO: None}, {HERO: render_json({"title": "t"})})) == [
        ("delete_edit_conflict", None, "")
    ]


def test_the_context_file_never_conflicts(repo, merge):
    path = ".contentrain/context.json"
    merged = merge({path: b'{"a": 1}'}, {path: b'{"a": 2}'})
    assert merged.conflicts == ()
    assert read(repo, merged.tree, path) == {"a": 1}


def test_other_text_merges_by_line_and_broken_json_too(repo, merge):
    merged = merge({FAQ: b"{\n1\n2\n3\n", "x.txt": b"a\n"}, {FAQ: b"{\n1\n2\n3\n", "x.txt": b"a\n"})
    assert merged.conflicts == ()
    merged = merge({"x.txt": b"a\n"}, {"x.txt": b"b\n"})
    assert _conflicts(merged) == [("file_conflict", None, "")]
    merged = merge({"x.bin": b"\xff"}, {"x.bin": b"\xfe"})
    assert [conflict.ours for conflict in merged.conflicts] == [{"bytes": 1}]


def test_lines_of_other_files_merge_as_git_does(repo):
    base = write_files(repo, None, {"x": b"1\n2\n3\n4\n5\n"})
    ours, theirs = (
        write_files(repo, None, {"x": b"one\n2\n3\n4\n5\n"}),
        write_files(repo, None, {"x": b"1\n2\n3\n4\n5\n6\n"}),
    )
    merged = merge3(repo, base, ours, theirs)
    assert TreeView(repo, merged.tree).read("x") == b"one\n2\n3\n4\n5\n6\n"


def test_a_link_both_changed_is_a_conflict(repo):
    trees = [
        write_entries(repo, None, {"l": Entry(0o120000, write_blob(repo, name))})
        for name in (b"a", b"b", b"c")
    ]
    merged = merge3(repo, *trees)
    assert _conflicts(merged) == [("file_conflict", None, "")]
    taken = merge3(repo, *trees, choices={merged.conflicts[0].id: Choice("theirs")})
    assert taken.tree == trees[2]


def test_a_collection_written_by_hand_in_another_style_merges(repo, merge):
    by_hand = json.dumps(json.loads(edited(CONTENT[FAQ], a1={"question": "hand"})), indent=4).encode()
    merged = merge({FAQ: by_hand}, {FAQ: edited(CONTENT[FAQ], c3=None)})
    assert merged.conflicts == ()
    assert TreeView(repo, merged.tree).read(FAQ) == edited(CONTENT[FAQ], a1={"question": "hand"}, c3=None)


def test_a_legacy_list_merges_with_a_map(repo, merge):
    entries = json.loads(CONTENT[FAQ])
    listed = render_json([{"id": key, **fields} for key, fields in entries.items()])
    merged = merge({FAQ: listed}, {FAQ: edited(CONTENT[FAQ], a1={"question": "t"})})
    assert merged.conflicts == ()
    assert read(repo, merged.tree, FAQ)["a1"]["question"] == "t"
    assert set(read(repo, merged.tree, FAQ)) == {"a1", "b2", "c3"}


def test_long_bodies_keep_code_blocks_whole(repo, merge):
    code = PROSE + "\n```\na\n\nb\n```\n"
    base = CONTENT[POST].replace(PROSE.encode(), code.encode())
    merged = merge({POST: base.replace(b"a\n\nb", b"a\n\nc")}, {POST: base.replace(b"come", b"fly")})
    text = TreeView(repo, merged.tree).read(POST).decode()
    assert text.endswith("```\na\n\nc\n```\n")
