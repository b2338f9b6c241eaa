"""Finishing a review: take out, merge, carry on."""

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.repository.git import branch
from proofroom.repository.git.commit import read_commit
from proofroom.repository.merge import review as review_module
from proofroom.repository.merge.land import Target
from proofroom.repository.merge.review import Decisions, finish_review, open_review
from proofroom.repository.merge.types import Choice
from tests.content.merge.conftest import CONTENT, FAQ, MODELS, SIGNED, edited, fork, model, read, tree, write
from tests.content.merge.formatted import FORMATS, diff

TARGET = Target(base="main", formats=FORMATS)
BRANCH, NEXT = "cr/chat/x/1-a", "cr/chat/x/2-b"


def _finish(repo, accepted=(), rejected=(), choices=None, **options):
    decisions = Decisions(frozenset(accepted), frozenset(rejected), choices)
    return finish_review(repo, BRANCH, TARGET, decisions, signed=SIGNED, carry_to=NEXT, **options)


@pytest.fixture
def hunks(repo):
    """Propose three changes and return them by field."""
    fork(repo, BRANCH, {FAQ: edited(CONTENT[FAQ], a1={"question": "x", "tags": ["z"]}, d4={"question": "n"})})
    found = open_review(repo, BRANCH, TARGET).hunks
    return {hunk.path[0] if hunk.path else hunk.key: hunk.id for hunk in found}


def test_accepting_everything_merges_the_branch_as_it_is(repo, hunks):
    proposed = tree(repo, BRANCH)
    finished = _finish(repo, hunks.values())
    assert (finished.status, finished.carried, finished.undecided) == ("merged", None, frozenset())
    assert tree(repo, "contentrain") == tree(repo, "main") == proposed
    assert branch.tip(repo, BRANCH) is None


def test_rejecting_everything_deletes_the_branch_and_keeps_it_for_a_while(repo, hunks):
    before = tree(repo, "contentrain")
    assert _finish(repo, (), hunks.values()).status == "rejected"
    assert tree(repo, "contentrain") == before
    assert branch.tip(repo, BRANCH) is None
    branch.restore_branch(repo, BRANCH)


def test_half_is_accepted_the_rest_is_dropped_or_waits(repo, hunks):
    finished = _finish(repo, [hunks["tags"]], [hunks["question"]])
    assert (finished.status, finished.carried) == ("merged", NEXT)
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert (entries["a1"]["tags"], entries["a1"]["question"], "d4" in entries) == (
        ["z"],
        "Is it free?",
        False,
    )
    left = open_review(repo, NEXT, TARGET).hunks
    assert [hunk.id for hunk in left] == [hunks["d4"]]
    assert branch.tip(repo, BRANCH) is None


def test_rejected_hunks_are_taken_out_by_a_commit_on_the_branch(repo, hunks):
    proposed = branch.need_tip(repo, BRANCH)
    finished = _finish(repo, [hunks["tags"], hunks["d4"]], [hunks["question"]])
    commit = read_commit(repo, finished.landing.commit)
    assert commit.subject == "review: take 1 of 3 changes out"
    assert commit.parents == (proposed,)


def test_rejecting_some_and_accepting_none_leaves_the_rest_on_the_branch(repo, hunks):
    finished = _finish(repo, (), [hunks["question"]])
    assert finished.status == "waiting"
    left = {hunk.id for hunk in open_review(repo, BRANCH, TARGET).hunks}
    assert left == {hunks["tags"], hunks["d4"]}
    assert _finish(repo).status == "waiting"


def test_content_that_moved_meanwhile_is_kept(repo, hunks):
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], b2={"answer": "By hand."}, c3=None)})
    finished = _finish(repo, [hunks["tags"]], [hunks["question"]])
    entries = read(repo, tree(repo, "contentrain"), FAQ)
    assert finished.status == "merged"
    assert (entries["b2"]["answer"], "c3" in entries, entries["a1"]["tags"]) == ("By hand.", False, ["z"])
    carried = read(repo, tree(repo, NEXT), FAQ)
    assert set(carried) == {"a1", "b2", "d4"}


def test_conflicts_are_hunks_with_three_choices(repo, hunks):
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "By hand?"})})
    review = open_review(repo, BRANCH, TARGET)
    (conflict,) = review.conflicts
    assert (conflict.op, conflict.type, conflict.path) == ("conflict", "entry", ("question",))
    assert (conflict.old, conflict.conflict.ours, conflict.new) == ("Is it free?", "By hand?", "x")
    finished = _finish(repo, hunks.values())
    assert (finished.status, [found.id for found in finished.conflicts]) == ("conflicts", [conflict.id])
    assert branch.tip(repo, BRANCH) is not None
    finished = _finish(repo, hunks.values(), choices={conflict.id: Choice("value", "Both?")})
    assert finished.status == "merged"
    assert read(repo, tree(repo, "contentrain"), FAQ)["a1"]["question"] == "Both?"


def test_rejecting_a_conflicting_hunk_settles_it(repo, hunks):
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "By hand?"})})
    finished = _finish(repo, [hunks["tags"], hunks["d4"]], [hunks["question"]])
    assert finished.status == "merged"
    assert read(repo, tree(repo, "contentrain"), FAQ)["a1"]["question"] == "By hand?"


def test_an_undecided_conflicting_hunk_is_carried_as_a_plain_hunk(repo, hunks):
    write(repo, "contentrain", {FAQ: edited(CONTENT[FAQ], a1={"question": "By hand?"})})
    assert _finish(repo, [hunks["tags"]]).carried == NEXT
    review = open_review(repo, NEXT, TARGET)
    assert review.conflicts == ()
    changed = {hunk.path: (hunk.old, hunk.new) for hunk in review.hunks if hunk.key == "a1"}
    assert changed == {("question",): ("By hand?", "x")}


def test_a_branch_that_moved_since_the_reviewer_saw_it_is_refused(repo, hunks):
    seen = branch.need_tip(repo, BRANCH)
    write(repo, BRANCH, {"more": b"1"})
    with pytest.raises(Conflict, match="changed since you opened it"):
        _finish(repo, hunks.values(), expected=seen)


def test_what_a_hunk_requires_is_decided_with_it(repo):
    news = model("news", "collection", title={"type": "string"})
    path = ".contentrain/content/site/news/en.json"
    fork(
        repo,
        BRANCH,
        {".contentrain/models/news.json": news, path: b'{\n  "n1": {\n    "title": "t"\n  }\n}\n'},
    )
    found = {hunk.type: hunk for hunk in open_review(repo, BRANCH, TARGET).hunks}
    assert found["entry"].requires == (found["model"].id,)
    with pytest.raises(InvalidInput, match="was rejected") as caught:
        _finish(repo, [found["entry"].id], [found["model"].id])
    assert caught.value.context["requires"] == [found["model"].id]
    waiting = _finish(repo, [found["entry"].id])
    assert (waiting.status, waiting.undecided) == ("waiting", {found["entry"].id, found["model"].id})
    assert _finish(repo, [found["entry"].id, found["model"].id]).status == "merged"


def test_a_hunk_cannot_be_accepted_and_rejected(repo, hunks):
    with pytest.raises(InvalidInput, match="both accepted and rejected"):
        _finish(repo, [hunks["tags"]], [hunks["tags"]])


def test_decisions_about_hunks_that_are_gone_are_ignored(repo, hunks):
    assert _finish(repo, [*hunks.values(), "0123456789abcdef"]).status == "merged"


def test_the_hunks_of_a_second_turn_join_those_of_the_first(repo, hunks):
    write(
        repo,
        BRANCH,
        {".contentrain/config.json": MODELS[".contentrain/config.json"].replace(b'"tr"', b'"de"')},
    )
    found = [hunk.id for hunk in open_review(repo, BRANCH, TARGET).hunks]
    assert set(hunks.values()) < set(found)


def test_a_carried_branch_shows_only_what_is_left(repo, hunks):
    _finish(repo, [hunks["question"]], [hunks["d4"]])
    assert [hunk.id for hunk in diff(repo, tree(repo, "contentrain"), tree(repo, NEXT))] == [hunks["tags"]]


def test_a_crash_after_the_merge_loses_no_undecided_hunk(repo, hunks, monkeypatch):
    def crash(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(review_module, "discard", crash)
        with pytest.raises(KeyboardInterrupt):
            _finish(repo, [hunks["tags"]], [hunks["question"]])
    with pytest.raises(Conflict, match="Somebody else decides"):
        _finish(repo, [hunks["tags"]], [hunks["question"]])
    assert branch.tip(repo, BRANCH) is None
    assert [hunk.id for hunk in open_review(repo, NEXT, TARGET).hunks] == [hunks["d4"]]


def test_a_crash_before_the_merge_can_be_repeated(repo, hunks, monkeypatch):
    from proofroom.repository.git import branch as branch_module

    original = branch_module.move

    def crash(where, name, **options):
        if name == "contentrain":
            raise KeyboardInterrupt
        return original(where, name, **options)

    before = tree(repo, "contentrain")
    with monkeypatch.context() as patch:
        patch.setattr(branch_module, "move", crash)
        with pytest.raises(KeyboardInterrupt):
            _finish(repo, [hunks["tags"]], [hunks["question"]])
    assert tree(repo, "contentrain") == before
    assert _finish(repo, [hunks["tags"]], [hunks["question"]]).carried == NEXT
    assert [hunk.id for hunk in open_review(repo, NEXT, TARGET).hunks] == [hunks["d4"]]
