"""Undoing a turn, and undoing the undoing."""

from proofroom.repository.git import branch
from proofroom.repository.git.commit import read_commit
from proofroom.repository.merge.land import Target, merge_branch
from proofroom.repository.merge.types import Choice
from proofroom.repository.merge.undo import Stretch, find_turn, undo_changes
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    HERO,
    POST,
    POST_META,
    SIGNED,
    TERMS,
    edited,
    fork,
    read,
    signed,
    tree,
    write,
)
from tests.content.merge.formatted import FORMATS, undo_tree, undo_turn

TARGET = Target(base="main", formats=FORMATS)


def _turn(repo, run="r1"):
    """Make a turn of two commits and merge it."""
    name = fork(repo, f"cr/chat/{run}/1-a", {FAQ: edited(CONTENT[FAQ], a1={"question": "x"}, c3=None)}, run)
    write(repo, name, {FAQ: edited(CONTENT[FAQ], a1={"question": "y"}, c3=None), HERO: None}, run)
    assert merge_branch(repo, name, TARGET, signed=SIGNED).status == "merged"


def _undo(repo, run, as_run):
    undone = undo_turn(repo, run, TARGET, branch=f"cr/undo/{as_run}/1-a", signed=signed(as_run))
    if undone.branch:
        assert merge_branch(repo, undone.branch, TARGET, signed=SIGNED).status == "merged"
    return undone


def test_undo_restores_to_the_byte_and_redo_repeats(repo):
    before = tree(repo, "contentrain")
    _turn(repo)
    after = tree(repo, "contentrain")
    undone = _undo(repo, "r1", "r2")
    assert (undone.is_exact, undone.conflicts) == (True, ())
    assert tree(repo, "contentrain") == before
    _undo(repo, "r2", "r3")
    assert tree(repo, "contentrain") == after
    _undo(repo, "r3", "r4")
    assert tree(repo, "contentrain") == before


def test_the_undoing_says_what_it_undoes(repo):
    _turn(repo)
    undone = _undo(repo, "r1", "r2")
    provenance = read_commit(repo, undone.commit).provenance
    assert (provenance.run, provenance.undoes) == ("r2", "r1")


def test_undo_keeps_what_happened_since(repo):
    _turn(repo)
    write(
        repo,
        "contentrain",
        {FAQ: edited(CONTENT[FAQ], a1={"question": "y", "tags": ["new"]}, c3=None, e5={"question": "e"})},
    )
    write(repo, "contentrain", {TERMS: b"{}\n"})
    undone = _undo(repo, "r1", "r2")
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert (undone.is_exact, undone.conflicts) == (False, ())
    assert entries["a1"]["question"] == "Is it free?"
    assert entries["a1"]["tags"] == ["new"]
    assert set(entries) == {"a1", "b2", "c3", "e5"}
    assert read(repo, tree(repo, "contentrain"), TERMS) == {}
    assert read(repo, tree(repo, "contentrain"), HERO) == {"title": "Hello", "note": "old"}


def test_what_changed_again_is_a_conflict_for_a_person(repo):
    _turn(repo)
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "by hand"}, c3=None)})
    first = undo_turn(repo, "r1", TARGET, branch="cr/undo/r2/1-a", signed=signed("r2"))
    (conflict,) = first.conflicts
    assert (conflict.ours, conflict.theirs) == ("by hand", "Is it free?")
    met = merge_branch(repo, first.branch, TARGET, signed=SIGNED)
    assert (met.status, [one.id for one in met.conflicts]) == ("conflicts", [conflict.id])
    assert read(repo, tree(repo, "contentrain"), FAQ)["a1"]["question"] == "by hand"
    taken = {conflict.id: Choice("theirs")}
    assert merge_branch(repo, first.branch, TARGET, signed=SIGNED, choices=taken).status == "merged"
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert (entries["a1"]["question"], "c3" in entries) == ("Is it free?", True)


def test_undoing_twice_changes_nothing_more(repo):
    _turn(repo)
    _undo(repo, "r1", "r2")
    again = _undo(repo, "r1", "r3")
    assert (again.branch, again.commit) == (None, None)


def test_a_turn_of_which_only_metadata_could_come_back_brings_no_empty_undo(repo):
    """Its words were taken out of the branch; the times it wrote over others tell nothing."""
    before, words = tree(repo, "contentrain"), CONTENT[POST]
    at = {hour: b'{"status": "draft", "updated_at": "2026-02-01T0%d:00:00.000Z"}\n' % hour for hour in (1, 2)}
    first = words.replace(b"in May", b"in April")
    name = fork(repo, "cr/chat/r1/1-a", {POST: first, POST_META: at[1]}, "r1")
    write(repo, name, {POST: first.replace(b"no cats", b"few cats"), POST_META: at[2]}, "r2")
    write(repo, name, {POST: first}, "review")
    landed = merge_branch(repo, name, TARGET, signed=SIGNED)
    merge = [Stretch(before, tree(repo, "contentrain"), landed.commit)]
    whole = undo_changes(repo, merge, TARGET, branch="cr/undo/m/1-a", message="undo", signed=signed("r3"))
    assert merge_branch(repo, whole.branch, TARGET, signed=SIGNED).status == "merged"
    assert tree(repo, "contentrain") == before
    assert undo_turn(repo, "r2", TARGET, branch="cr/undo/r4/1-a", signed=signed("r4")).branch is None


def test_a_turn_interrupted_by_another_is_found_in_pieces(repo):
    name = fork(repo, "cr/chat/x/1-a", {TERMS: b'{"a": "1"}\n'}, "r1")
    write(repo, name, {HERO: None}, "r2")
    write(repo, name, {TERMS: b'{"a": "2"}\n'}, "r1")
    turn = find_turn(repo, branch.need_tip(repo, name), "r1")
    assert len(turn) == 2
    undone = undo_tree(repo, tree(repo, name), turn)
    assert read(repo, undone.tree, TERMS) == {"save": "Save", "undo": "Undo"}


def test_undo_works_across_a_merge_with_other_work(repo):
    name = fork(repo, "cr/chat/r1/1-a", {FAQ: edited(CONTENT[FAQ], a1={"question": "x"})}, "r1")
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], b2={"answer": "No."})})
    merge_branch(repo, name, TARGET, signed=signed("r1"))
    _undo(repo, "r1", "r2")
    assert read(repo, tree(repo, "contentrain"), FAQ) == read_edited(b2={"answer": "No."})


def read_edited(**entries):
    import json

    return json.loads(edited(CONTENT[FAQ], **entries))
