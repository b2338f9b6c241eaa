"""Names of branches, and moving them without losing anybody's work."""

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.repository.git import branch
from proofroom.repository.git.branch import Branch
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.open import Repo
from proofroom.repository.git.save import commit_tree, save
from proofroom.repository.git.tree import EMPTY_TREE, TreeView
from tests.repository.git.conftest import NOON, SIGNED
from tests.repository.git.test_commit import Files


def _commit(repo, parent, text):
    return commit_tree(repo, EMPTY_TREE, (parent,), text, SIGNED)


def test_names_follow_the_official_pattern():
    name = branch.branch_name("content", "faq", "en", at=NOON, entropy="3fa9c1")
    assert name == "cr/content/faq/en/1767268800-3fa9"
    chat = branch.branch_name("chat", "0190-abcd", at=NOON, entropy="beef")
    assert chat == "cr/chat/0190-abcd/1767268800-beef"


def test_a_name_is_safe_whatever_its_parts():
    name = branch.branch_name("fix", "../weird name~^:?*[\\", "", at=NOON, entropy="a")
    assert name == "cr/fix/weird-name/x/1767268800-a000"


def test_a_branch_moves_only_from_where_it_was_seen(repo):
    start = branch.need_tip(repo, "main")
    first, second = _commit(repo, start, "1"), _commit(repo, start, "2")
    assert branch.move(repo, "main", expected=start, to=first)
    assert not branch.move(repo, "main", expected=start, to=second)
    assert not branch.move(repo, "main", expected=None, to=second)
    assert branch.need_tip(repo, "main") == first


def test_update_builds_again_when_somebody_was_faster(repo):
    seen = []

    def build(tip):
        seen.append(tip)
        if len(seen) == 1:
            assert branch.move(repo, "main", expected=tip, to=_commit(repo, tip, "faster"))
        return _commit(repo, tip, "mine")

    branch.update(repo, "main", build)
    assert len(seen) == 2
    assert seen[0] != seen[1]


def test_update_gives_up_on_a_branch_that_never_rests(repo):
    def build(tip):
        branch.move(repo, "main", expected=tip, to=_commit(repo, tip, "faster"))
        return _commit(repo, tip, "mine")

    with pytest.raises(Conflict, match="kept moving"):
        branch.update(repo, "main", build, attempts=3)


def _save_many(repo: Repo, worker: int, count: int) -> None:
    for number in range(count):
        save(
            repo,
            "contentrain",
            lambda _, name=f"{worker}-{number}": Files(**{name: "x"}),
            message=f"save {worker}-{number}",
            signed=SIGNED,
        )


def test_saves_from_many_threads_all_land(repo):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda worker: _save_many(repo, worker, 13), range(8)))
    view = TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain")))
    assert len(view.list("")) == 104


def test_saves_from_many_processes_all_land(repo, client):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_save_many, args=(repo, worker, 12)) for worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(50)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert client(repo.path, "rev-list", "--count", "contentrain") == "49"
    assert len(client(repo.path, "ls-tree", "--name-only", "contentrain").split()) == 48
    assert client(repo.path, "fsck", "--strict", "--no-dangling") == ""


def test_a_lock_left_by_a_killed_process_is_broken(repo):
    lock = repo.path / "refs" / "heads" / "main.lock"
    lock.touch()
    old = time.time() - 60
    os.utime(lock, (old, old))
    start = branch.need_tip(repo, "main")
    new = branch.update(repo, "main", lambda tip: _commit(repo, tip, "after the crash"))
    assert new != start
    assert not lock.exists()


def test_a_fresh_lock_is_respected(repo):
    lock = repo.path / "refs" / "heads" / "main.lock"
    lock.touch()
    start = branch.need_tip(repo, "main")
    assert not branch.move(repo, "main", expected=start, to=_commit(repo, start, "1"))
    assert lock.exists()
    threading.Timer(0.2, lock.unlink).start()
    assert branch.update(repo, "main", lambda tip: _commit(repo, tip, "waited")) != start


def test_branches_are_listed_by_prefix(repo):
    start = branch.need_tip(repo, "main")
    branch.create_branch(repo, "cr/content/faq/1-a", start)
    branch.create_branch(repo, "cr/chat/x/1-a", start)
    assert [found.name for found in branch.branches(repo, "cr/")] == ["cr/chat/x/1-a", "cr/content/faq/1-a"]
    assert branch.branches(repo, "cr/chat/") == [Branch("cr/chat/x/1-a", start)]


def test_a_name_in_use_is_a_conflict(repo):
    with pytest.raises(Conflict, match="already a branch main"):
        branch.create_branch(repo, "main", branch.need_tip(repo, "main"))


def test_a_deleted_branch_can_be_brought_back(repo, client):
    sha = _commit(repo, branch.need_tip(repo, "main"), "proposal")
    branch.create_branch(repo, "cr/chat/x/1-a", sha)
    branch.delete_branch(repo, "cr/chat/x/1-a", keep=True)
    assert branch.tip(repo, "cr/chat/x/1-a") is None
    assert "cr/chat" not in client(repo.path, "branch", "--list")
    assert branch.restore_branch(repo, "cr/chat/x/1-a") == sha
    assert branch.need_tip(repo, "cr/chat/x/1-a") == sha
    with pytest.raises(NotFound, match="Nothing was kept"):
        branch.restore_branch(repo, "cr/chat/x/1-a")


def test_a_branch_that_moved_is_not_deleted(repo):
    start = branch.need_tip(repo, "main")
    branch.create_branch(repo, "cr/x/1-a", _commit(repo, start, "1"))
    with pytest.raises(Conflict, match="not deleted"):
        branch.delete_branch(repo, "cr/x/1-a", expected=start)
    assert branch.tip(repo, "cr/x/1-a") is not None


def test_only_proposals_can_be_merged_or_rejected():
    branch.check_feature("cr/chat/x/1-a")
    with pytest.raises(InvalidInput, match="not a proposal"):
        branch.check_feature("contentrain")


def test_an_impossible_name_is_refused(repo):
    with pytest.raises(InvalidInput):
        branch.tip(repo, "a..b")


def test_fast_forward_never_leaves_commits_behind(repo):
    start = branch.need_tip(repo, "main")
    ahead = _commit(repo, start, "ahead")
    assert branch.fast_forward(repo, "main", ahead)
    assert not branch.fast_forward(repo, "main", _commit(repo, start, "aside"))
    assert branch.need_tip(repo, "main") == ahead


def test_legacy_branches_make_room_for_the_content_branch_and_are_kept(tmp_path):
    from proofroom.repository.git import init
    from proofroom.repository.git import open as repository

    made = repository.create(tmp_path / "old.git")
    start = init.ensure_first_commit(made, "main", SIGNED)
    old = _commit(made, start, "unmerged work")
    branch.create_branch(made, "contentrain/faq/1", old)
    moved = branch.ensure_content_branch(made, "main")
    assert moved == [Branch("cr/legacy/faq/1", old)]
    assert branch.need_tip(made, "contentrain") == start
    assert branch.ensure_content_branch(made, "main") == []
