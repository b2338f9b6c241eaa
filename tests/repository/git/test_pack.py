"""Packing and garbage: nothing that somebody may still need is dropped."""

import os
import sys
import threading
import time
import weakref
from datetime import timedelta
from pathlib import Path

import pygit2
import pytest

from proofroom.repository.git import branch, pack
from proofroom.repository.git import open as repository
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.objects import loose_objects, read_blob, write_blob
from proofroom.repository.git.save import commit_tree, save
from proofroom.repository.git.tree import TreeView, write_files
from tests.repository.git.conftest import SIGNED
from tests.repository.git.test_commit import Files


def _fill(repo, count):
    for number in range(count):
        save(repo, "contentrain", lambda _, n=number: Files(**{f"f{n}": str(n)}), message="m", signed=SIGNED)


def _age(repo, days):
    for path in [*loose_objects(repo.path), *(repo.path / "objects" / "pack").iterdir()]:
        _touch(path, days)


def _touch(path, days):
    old = time.time() - days * 86400
    os.utime(path, (old, old))


def test_loose_objects_move_into_a_pack(repo, client):
    _fill(repo, 30)
    assert len(list(loose_objects(repo.path))) > 60
    done = pack.pack_loose(repo)
    assert done.packed > 60
    assert list(loose_objects(repo.path)) == []
    assert len(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list("")) == 30
    assert client(repo.path, "fsck", "--full", "--strict") == ""
    _fill(repo, 31)
    assert len(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list("")) == 31


def test_packing_is_asked_for_after_a_number_of_saves(repo):
    assert not pack.needs_packing(repo, limit=500)
    for number in range(1500):
        write_blob(repo, b"%d" % number)
    assert pack.needs_packing(repo, limit=500)
    pack.pack_loose(repo)
    assert not pack.needs_packing(repo, limit=500)


def test_small_packs_are_joined_as_they_pile_up_and_a_large_one_stays(repo, client):
    def packs():
        return {path.name for path in (repo.path / "objects" / "pack").glob("*.pack")}

    for number in range(900):
        write_blob(repo, b"%d" % number)
    pack.pack_loose(repo)
    large, seen = packs(), []
    for round in range(20):
        save(repo, "contentrain", lambda _, n=round: Files(**{f"f{n}": "x"}), message="m", signed=SIGNED)
        assert pack.pack_outside(repo) is not None
        seen.append(len(packs()))
    assert max(seen) <= 8
    assert list(loose_objects(repo.path)) == []
    assert large < packs(), "what is much larger is not written again"
    assert len(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list("")) == 20
    assert read_blob(repo, write_blob(repo, b"899")) == b"899"
    assert client(repo.path, "fsck", "--full", "--strict", "--no-dangling") == ""


def test_without_git_on_the_machine_packing_goes_on(repo, monkeypatch):
    monkeypatch.setattr(pack.shutil, "which", lambda _: None)
    monkeypatch.setattr(pack, "needs_packing", lambda *_, **__: True)
    _fill(repo, 3)
    done = pack.pack_if_needed(repo)
    assert done is not None
    assert done.packed > 6
    assert list(loose_objects(repo.path)) == []


def test_garbage_goes_when_it_is_old_and_packs_become_one(repo, client):
    _fill(repo, 5)
    pack.pack_loose(repo)
    _fill(repo, 8)
    lost = write_blob(repo, b"nobody points here")
    pack.pack_loose(repo)
    assert pack.collect_garbage(repo).dropped == 0
    assert read_blob(repo, lost) == b"nobody points here"
    _age(repo, 20)
    done = pack.collect_garbage(repo)
    assert (done.dropped, done.packs) == (1, 1)
    assert not pygit2.Repository(str(repo.path)).odb.exists(lost)
    assert client(repo.path, "fsck", "--full", "--strict") == ""
    assert pack.collect_garbage(repo).packs == 1
    assert len(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list("")) == 8


def test_young_garbage_in_an_old_pack_ages_by_itself(repo):
    _fill(repo, 3)
    lost = write_blob(repo, b"young")
    pack.pack_loose(repo)
    _age(repo, 10)
    pack.collect_garbage(repo)
    path = repo.path / "objects" / lost[:2] / lost[2:]
    assert 9 < (time.time() - path.stat().st_mtime) / 86400 < 11
    assert pack.collect_garbage(repo, grace=timedelta(days=9)).dropped == 1


def test_a_rejected_branch_survives_until_its_time_is_over(repo):
    tree = write_files(repo, None, {"x": b"rejected"})
    sha = commit_tree(repo, tree, (branch.need_tip(repo, "main"),), "rejected", SIGNED)
    branch.create_branch(repo, "cr/chat/x/1-a", sha)
    branch.delete_branch(repo, "cr/chat/x/1-a", keep=True)
    _age(repo, 20)
    pack.collect_garbage(repo)
    assert branch.restore_branch(repo, "cr/chat/x/1-a") == sha
    branch.delete_branch(repo, "cr/chat/x/1-a", keep=True)
    kept = repo.path / branch.KEPT / "cr/chat/x/1-a"
    _touch(kept, days=31)
    _age(repo, 40)
    pack.collect_garbage(repo)
    assert not pygit2.Repository(str(repo.path)).odb.exists(sha)


def test_readers_and_writers_go_on_while_packs_are_replaced(repo, client):
    _fill(repo, 10)
    stop, errors = threading.Event(), []

    def work(read_only):
        number = 0
        while not stop.is_set():
            try:
                view = TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain")))
                assert all(view.read(path) is not None for path in view.list(""))
                if not read_only:
                    number += 1
                    plan = Files(**{f"w{number % 20}": str(number)})
                    save(repo, "contentrain", lambda _, p=plan: p, message="w", signed=SIGNED)
            except Exception as error:
                errors.append(error)
                return

    threads = [threading.Thread(target=work, args=(kind,)) for kind in (True, True, False)]
    for thread in threads:
        thread.start()
    for _ in range(6):
        time.sleep(0.15)
        pack.pack_loose(repo)
        pack.collect_garbage(repo)
    stop.set()
    for thread in threads:
        thread.join()
    assert errors == []
    assert client(repo.path, "fsck", "--full", "--strict", "--no-dangling") == ""


def test_branches_rejected_long_ago_are_counted_and_then_forgotten(repo):
    tree = write_files(repo, None, {"x": b"rejected"})
    for name in ("old", "young"):
        sha = commit_tree(repo, tree, (branch.need_tip(repo, "main"),), name, SIGNED)
        branch.create_branch(repo, f"cr/chat/{name}/1-a", sha)
        branch.delete_branch(repo, f"cr/chat/{name}/1-a", keep=True)
    _touch(repo.path / branch.KEPT / "cr/chat/old/1-a", days=31)
    before = time.time() - 30 * 86400
    assert pack.forget_rejected(repo, before, is_dry_run=True) == 1
    assert pack.forget_rejected(repo, before, is_dry_run=False) == 1
    assert pack.forget_rejected(repo, before, is_dry_run=False) == 0
    assert branch.restore_branch(repo, "cr/chat/young/1-a")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which files are held")
def test_packs_that_are_joined_are_let_go_without_waiting_for_the_collector(repo, monkeypatch):
    monkeypatch.setattr(repository, "LOOKED_AT_S", -1.0)
    monkeypatch.setattr(repository, "_here", repository._OpenHere())  # what is open now is known for longer
    first = weakref.ref(repo.git)
    for number in range(5):
        _fill(repo, 10 * (number + 1))
        assert pack.pack_outside(repo) is not None
        assert len(TreeView(repo, tree_of(repo, branch.need_tip(repo, "contentrain"))).list("")) > 9
    assert first() is None
    held = [line for line in Path("/proc/self/maps").read_text().splitlines() if str(repo.path) in line]
    assert held, "what is there is read from packs"
    assert [line for line in held if line.endswith("(deleted)")] == []
