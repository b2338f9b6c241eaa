"""Base and content branch after both moved."""

import pytest

from proofroom.kernel.errors import Conflict
from proofroom.repository.git import branch
from proofroom.repository.git.commit import read_commit
from proofroom.repository.git.reconcile import Merged, advance_base, reconcile
from proofroom.repository.git.save import commit_tree, save
from proofroom.repository.git.tree import EMPTY_TREE, TreeView
from proofroom.repository.git.treemerge import merge_trees
from tests.repository.git.conftest import SIGNED
from tests.repository.git.test_commit import Files


def _merge(repo):
    def merge(base, ours, theirs):
        clashes = []

        def resolve(clash):
            clashes.append(clash.path)
            return clash.ours

        return Merged(merge_trees(repo, base, ours, theirs, resolve), tuple(clashes))

    return merge


def _save(repo, name, **files):
    return save(repo, name, lambda _: Files(**files), message=f"on {name}", signed=SIGNED).commit


def test_a_base_branch_that_diverged_is_not_moved(repo):
    _save(repo, "main", hand="1")
    tip = _save(repo, "contentrain", ours="1")
    assert advance_base(repo, "main", to=tip).status == "blocked_diverged"


def test_hand_edits_and_content_are_both_kept(repo, client):
    _save(repo, "main", hand="1")
    _save(repo, "contentrain", ours="1")
    preview = reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED)
    assert (preview.status, preview.commit) == ("preview", None)
    done = reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED, dry_run=False)
    assert (done.status, done.advance.status) == ("reconciled", "advanced")
    commit = read_commit(repo, done.commit)
    assert commit.subject == "[contentrain] reconcile: merge main into contentrain"
    assert TreeView(repo, commit.tree).list("") == ["hand", "ours"]
    assert branch.need_tip(repo, "main") == branch.need_tip(repo, "contentrain") == done.commit
    assert reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED).status == "in_sync"
    assert client(repo.path, "fsck", "--strict", "--no-dangling") == ""


def test_conflicts_are_reported_and_nothing_moves(repo):
    _save(repo, "main", same="hand")
    tip = _save(repo, "contentrain", same="ours")
    for dry_run in (True, False):
        done = reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED, dry_run=dry_run)
        assert (done.status, done.conflicts) == ("conflicts", ("same",))
    assert branch.need_tip(repo, "contentrain") == tip


def test_a_content_branch_left_behind_moves_forward(repo):
    tip = _save(repo, "main", hand="1")
    done = reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED, dry_run=False)
    assert (done.status, done.commit) == ("reconciled", tip)


def test_a_base_branch_left_behind_moves_forward_too(repo):
    tip = _save(repo, "contentrain", ours="1")
    done = reconcile(repo, base="main", merge=_merge(repo), signed=SIGNED, dry_run=False)
    assert (done.status, done.advance.status) == ("in_sync", "advanced")
    assert branch.need_tip(repo, "main") == tip


def test_histories_with_nothing_in_common_are_refused(repo):
    other = commit_tree(repo, EMPTY_TREE, (), "elsewhere", SIGNED)
    branch.create_branch(repo, "other", other)
    with pytest.raises(Conflict) as caught:
        reconcile(repo, base="other", merge=_merge(repo), signed=SIGNED)
    assert caught.value.context["code"] == "RECONCILE_NO_MERGE_BASE"
