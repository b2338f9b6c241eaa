"""Defects of the official tools that lose work (spec 17): merging here loses nothing."""

import json
import subprocess

import pytest

from proofroom.content.format.markdown import read_document
from proofroom.content.format.model import parse_model
from proofroom.repository.git import branch, reconcile
from proofroom.repository.git import open as repository
from proofroom.repository.git.save import save
from proofroom.repository.git.tree import TreeView
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.land import Target, merge_branch
from proofroom.repository.merge.review import Decisions, finish_review, open_review
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    MODELS,
    POST,
    SIGNED,
    TERMS,
    Plan,
    edited,
    fork,
    make_tree,
    read,
    tree,
    write,
)
from tests.content.merge.formatted import FORMATS, edits_merger, merge3

TARGET = Target(base="main", formats=FORMATS)

RICH = (
    b'---\ntitle: "He said \\"go\\" \\\\ twice"\nlive: "true"\nseo:\n  title: T\n  depth:\n    level: 2\n'
    b'tags:\n  - "a: b"\n  - plain\nlines: |\n  first\n  second\nslug: swifts\n---\n\nBody one. Body two.\n'
)


def _merge_ten_times(repo, rich):
    """Change the body on one side and add a key on the other, ten times, merging each time."""
    text = make_tree(repo, {POST: rich})
    for number in range(10):
        current = TreeView(repo, text).read(POST)
        ours = make_tree(repo, {POST: current.replace(b"Body one", b"Body one and one")})
        theirs = make_tree(repo, {POST: current.replace(b"slug: swifts", b"k%d: v\nslug: swifts" % number)})
        merged = merge3(repo, text, ours, theirs)
        assert merged.conflicts == ()
        text = merged.tree
    return TreeView(repo, text).read(POST)


@pytest.mark.parametrize(
    ("defect", "key"), [("d1", "live"), ("d2", "title"), ("d2", "tags"), ("d3", "seo"), ("d4", "lines")]
)
def test_front_matter_survives_ten_merges_unchanged(repo, defect, key):
    result = _merge_ten_times(repo, RICH)
    fields = parse_model(MODELS[".contentrain/models/post.json"]).fields
    before, after = read_document(RICH, fields).front, read_document(result, fields).front
    assert after[key] == before[key]
    assert len(after) == len(before) + 10
    assert result.count(b"Body one and one") == 1


def test_d1_d2_d3_a_rejected_change_restores_the_exact_spelling(repo):
    write(repo, "contentrain", {POST: RICH})
    changed = RICH.replace(b'live: "true"', b'live: "false"').replace(b"level: 2", b"level: 3")
    fork(repo, "cr/chat/x/1-a", {POST: changed.replace(b"Body two", b"Body three")})
    review = open_review(repo, "cr/chat/x/1-a", TARGET)
    wanted = {hunk.id for hunk in review.hunks if hunk.path == ("body",)}
    rest = {hunk.id for hunk in review.hunks} - wanted
    decisions = Decisions(frozenset(wanted), frozenset(rest))
    finish_review(repo, "cr/chat/x/1-a", TARGET, decisions, signed=SIGNED, carry_to="cr/chat/x/2-b")
    assert TreeView(repo, tree(repo, "contentrain")).read(POST) == RICH.replace(b"Body two", b"Body three")


def test_d7_number_like_keys_are_merged_in_their_canonical_order(repo):
    base = make_tree(repo, {TERMS: render_json({"b": "1"})})
    ours = make_tree(repo, {TERMS: render_json({"b": "1", "10": "x"})})
    theirs = make_tree(repo, {TERMS: render_json({"b": "1", "9": "y", "007": "z"})})
    merged = merge3(repo, base, ours, theirs)
    assert list(read(repo, merged.tree, TERMS)) == ["9", "10", "007", "b"]


@pytest.fixture
def checkout(tmp_path):
    """Return a developer's repository with the project checked out."""
    folder = tmp_path / "checkout"
    for path, data in (MODELS | CONTENT).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", ".")
    _git(folder, "commit", "-q", "-m", "start")
    repo = repository.open_at(folder)
    branch.ensure_content_branch(repo, "main")
    return repo


def _git(folder, *arguments):
    identity = ["-c", "user.name=Hand", "-c", "user.email=hand@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def _save_entry(repo, number, **entry):
    name = f"cr/content/faq/{number}-a"
    branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
    save(repo, name, lambda view: Plan({FAQ: edited(view.read(FAQ), **entry)}), message="save", signed=SIGNED)
    return merge_branch(repo, name, TARGET, signed=SIGNED)


def test_d10_an_uncommitted_hand_edit_and_the_saves_around_it_are_all_kept(checkout):
    folder = checkout.work_tree
    file = folder / FAQ
    file.write_bytes(edited(file.read_bytes(), hand={"question": "By hand?"}))
    first = _save_entry(checkout, 1, s1={"question": "First?"})
    assert (first.advance.sync.merged, first.advance.sync.skipped) == ((FAQ,), ())
    assert "hand" not in read(checkout, tree(checkout, "contentrain"), FAQ), "nobody has committed it"
    _save_entry(checkout, 2, s2={"question": "Second?"})
    assert {"s1", "s2"} < set(read(checkout, tree(checkout, "contentrain"), FAQ))
    assert set(json.loads(file.read_text())) == {"a1", "b2", "c3", "s1", "s2", "hand"}
    _git(folder, "commit", "-q", "-a", "-m", "by hand")
    _save_entry(checkout, 3, s3={"question": "Third?"})
    done = reconcile.reconcile(
        checkout,
        base="main",
        merge=lambda *trees: merge3(checkout, *trees),
        signed=SIGNED,
        dry_run=False,
        merge_edited=edits_merger(checkout, tree(checkout, "contentrain")),
    )
    assert done.status == "in_sync", "the third save has taken the commit by hand in already"
    for name in ("main", "contentrain"):
        assert set(read(checkout, tree(checkout, name), FAQ)) == {"a1", "b2", "c3", "s1", "s2", "s3", "hand"}
    assert _git(folder, "status", "--porcelain") == ""


def test_d10_a_hand_edit_that_cannot_be_merged_is_left_and_reported(checkout):
    file = checkout.work_tree / FAQ
    by_hand = edited(file.read_bytes(), a1={"question": "By hand?"})
    file.write_bytes(by_hand)
    landing = _save_entry(checkout, 1, a1={"question": "Saved?"})
    assert landing.advance.sync.skipped == (FAQ,)
    assert file.read_bytes() == by_hand


def test_d11_neighbouring_entries_of_two_branches_both_merge_in_any_order(repo):
    for order in ((1, 2), (2, 1)):
        for number in order:
            fork(
                repo,
                f"cr/content/faq/{number}-a",
                {FAQ: edited(CONTENT[FAQ], **{f"b2{number}": {"question": "?"}})},
            )
        for number in order:
            assert merge_branch(repo, f"cr/content/faq/{number}-a", TARGET, signed=SIGNED).status == "merged"
        assert set(read(repo, tree(repo, "contentrain"), FAQ)) == {"a1", "b2", "b21", "b22", "c3"}
        write(repo, "contentrain", {FAQ: CONTENT[FAQ]})
