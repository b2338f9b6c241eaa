"""Taking hunks out of a change."""

import json

from proofroom.repository.git.tree import TreeView, write_files
from proofroom.repository.json.text import render_json
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    FAQ_META,
    HERO,
    POST,
    POST_META,
    PROSE,
    TERMS,
    edited,
    make_tree,
    read,
)
from tests.content.merge.formatted import diff, take_out


def _change(repo, changed, deleted=()):
    old = make_tree(repo, CONTENT)
    return old, write_files(repo, old, changed, deleted)


def _without(repo, old, new, wanted):
    """Take out the hunks for which `wanted` is false."""
    return take_out(repo, old, new, {hunk.id for hunk in diff(repo, old, new) if not wanted(hunk)})


def test_all_out_is_the_old_tree_and_none_out_the_new_one(repo):
    old, new = _change(
        repo,
        {
            FAQ: edited(CONTENT[FAQ], a1={"question": "x"}, b2=None),
            ".contentrain/context.json": b"{}",
            POST: b"# new",
        },
        [HERO],
    )
    assert _without(repo, old, new, lambda _: False) == old
    assert _without(repo, old, new, lambda _: True) == new
    assert take_out(repo, old, new, {"unknown"}) == new


def test_one_field_of_an_entry_goes_back_and_its_metadata_stays(repo):
    meta = json.loads(CONTENT[FAQ_META])
    meta["a1"]["updated_by"] = meta["c3"]["updated_by"] = "agent"
    old, new = _change(
        repo,
        {
            FAQ: edited(CONTENT[FAQ], a1={"question": "x", "tags": ["z"]}, c3={"question": "y"}),
            FAQ_META: render_json(meta),
        },
    )
    tree = _without(repo, old, new, lambda hunk: hunk.path == ("tags",))
    entries, records = read(repo, tree, FAQ), read(repo, tree, FAQ_META)
    assert (entries["a1"]["question"], entries["a1"]["tags"]) == ("Is it free?", ["z"])
    assert entries["c3"] == {"question": "Is it safe?"}
    assert records["a1"]["updated_by"] == "agent"
    assert "updated_by" not in records["c3"]
    assert [hunk.path for hunk in diff(repo, old, tree)] == [("tags",)]


def test_a_rejected_entry_leaves_with_its_metadata_and_a_kept_one_returns_with_it(repo):
    meta = json.loads(CONTENT[FAQ_META])
    meta["d4"] = {"status": "draft"}
    del meta["c3"]
    old, new = _change(
        repo,
        {
            FAQ: edited(CONTENT[FAQ], d4={"question": "n"}, c3=None, a1={"tags": []}),
            FAQ_META: render_json(meta),
            POST_META: None or render_json({"status": "draft", "updated_by": "agent"}),
        },
    )
    tree = _without(repo, old, new, lambda hunk: hunk.key == "a1")
    assert set(read(repo, tree, FAQ)) == set(read(repo, tree, FAQ_META)) == {"a1", "b2", "c3"}


def test_a_rejected_document_takes_its_metadata_along(repo):
    other, other_meta = POST.replace("swifts", "storks"), POST_META.replace("swifts", "storks")
    old, new = _change(
        repo, {other: b"---\ntitle: S\n---\n", other_meta: b'{"status": "draft"}', TERMS: b"{}\n"}
    )
    tree = _without(repo, old, new, lambda hunk: hunk.type == "dictionary")
    view = TreeView(repo, tree)
    assert (view.oid(other), view.oid(other_meta)) == (None, None)
    assert read(repo, tree, TERMS) == {}


def test_sentences_go_back_one_by_one(repo):
    text = (
        PROSE.replace("come in May", "arrive in May")
        .replace("five metres", "six metres")
        .replace("no cats", "no dogs")
    )
    old, new = _change(
        repo,
        {
            FAQ: edited(CONTENT[FAQ], a1={"answer": text}),
            POST: CONTENT[POST].replace(PROSE.encode(), text.encode()),
        },
    )
    tree = _without(repo, old, new, lambda hunk: "six" in str(hunk.new))
    expected = PROSE.replace("five metres", "six metres")
    assert read(repo, tree, FAQ)["a1"]["answer"] == expected
    assert TreeView(repo, tree).read(POST) == CONTENT[POST].replace(PROSE.encode(), expected.encode())


def test_a_document_keeps_the_spelling_of_what_was_not_touched(repo):
    text = (
        CONTENT[POST].decode().replace('live: "true"', 'live: "false"').replace("  - one", "  - one\n  - two")
    )
    old, new = _change(repo, {POST: text.replace("come", "arrive").encode()})
    tree = _without(repo, old, new, lambda hunk: hunk.path == ("tags",))
    assert TreeView(repo, tree).read(POST) == CONTENT[POST].replace(b"  - one", b"  - one\n  - two")


def test_visibility_can_be_rejected_alone(repo):
    meta = json.loads(CONTENT[FAQ_META])
    meta["a1"] |= {"status": "published", "updated_by": "agent"}
    old, new = _change(repo, {FAQ: edited(CONTENT[FAQ], a1={"tags": []}), FAQ_META: render_json(meta)})
    tree = _without(repo, old, new, lambda hunk: hunk.type == "entry")
    record = read(repo, tree, FAQ_META)["a1"]
    assert (record["status"], record["updated_by"]) == ("draft", "agent")
    tree = _without(repo, old, new, lambda hunk: hunk.type == "status")
    assert read(repo, tree, FAQ) == json.loads(CONTENT[FAQ])
    assert read(repo, tree, FAQ_META)["a1"]["status"] == "published"


def test_a_new_file_disappears_only_when_all_of_it_is_rejected(repo):
    turkish = FAQ.replace("en.json", "tr.json")
    terms = TERMS.replace("en.json", "tr.json")
    old, new = _change(
        repo,
        {
            turkish: render_json({"a1": {"question": "Q"}, "b2": {"question": "R"}}),
            terms: render_json({"save": "Kaydet"}),
        },
    )
    tree = _without(repo, old, new, lambda hunk: hunk.key == "a1")
    assert read(repo, tree, turkish) == {"a1": {"question": "Q"}}
    assert TreeView(repo, tree).oid(terms) is None


def test_a_deleted_file_can_come_back_in_part(repo):
    old, new = _change(repo, {}, [FAQ, FAQ_META])
    tree = _without(repo, old, new, lambda hunk: hunk.key != "a1")
    assert list(read(repo, tree, FAQ)) == ["a1"]
    assert list(read(repo, tree, FAQ_META)) == ["a1"]
