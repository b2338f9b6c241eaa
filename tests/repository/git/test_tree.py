"""Files of a tree by path, and writing only what changed."""

import os
from pathlib import Path

import pytest

from proofroom.kernel.errors import InvalidInput, StorageFailed
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.objects import Entry, read_tree, write_blob
from proofroom.repository.git.save import commit_tree
from proofroom.repository.git.tree import EMPTY_TREE, TreeView, changes, write_entries, write_files
from tests.repository.git.conftest import SIGNED


def test_files_written_are_read_back(repo):
    tree = write_files(repo, None, {"a/b/c.json": b"{}", "a/d.md": b"text", "e": b"\0\xff"})
    view = TreeView(repo, tree)
    assert view.list("") == ["a/b/c.json", "a/d.md", "e"]
    assert view.list("a/") == ["a/b/c.json", "a/d.md"]
    assert view.names("a") == ["b", "d.md"]
    assert view.read("a/b/c.json") == b"{}"
    assert view.read("e") == b"\0\xff"
    assert view.read("a/b") is None
    assert view.read("a/b/c.json/x") is None
    assert view.oid("nothing") is None


def test_ids_are_those_of_git(repo, client, tmp_path):
    (tmp_path / "file").write_bytes(b"some bytes\n" * 50_000)
    expected = client(repo.path, "hash-object", str(tmp_path / "file"))
    assert write_blob(repo, (tmp_path / "file").read_bytes()) == expected
    assert write_files(repo, None, {}) == EMPTY_TREE


def test_entries_are_sorted_as_git_wants_them(repo, client):
    tree = write_files(repo, None, {"a/x": b"1", "a.b": b"2", "a-b": b"3", "a0": b"4", "ü": b"5", "Z": b"6"})
    commit = commit_tree(repo, tree, (), "all", SIGNED)
    client(repo.path, "update-ref", "refs/heads/all", commit)
    assert client(repo.path, "fsck", "--strict", "--full") == ""
    listed = client(repo.path, "-c", "core.quotepath=off", "ls-tree", "-r", "--name-only", "all")
    assert listed.split("\n") == ["Z", "a-b", "a.b", "a/x", "a0", "ü"]


def test_only_changed_folders_are_written(repo):
    first = write_files(repo, None, {"a/1": b"1", "b/1": b"1"})
    second = write_files(repo, first, {"a/2": b"2"})
    assert read_tree(repo, first)["b"] == read_tree(repo, second)["b"]
    assert [change.path for change in changes(repo, first, second)] == ["a/2"]


def test_deleting_the_last_file_removes_its_folders(repo):
    first = write_files(repo, None, {"a/b/c": b"1", "d": b"1"})
    second = write_files(repo, first, {}, ["a/b/c", "not/there", "d/below"])
    assert TreeView(repo, second).list("") == ["d"]
    assert TreeView(repo, second).oid("a") is None


def test_the_executable_bit_survives_a_write(repo):
    tree = write_entries(repo, None, {"run.sh": Entry(0o100755, write_blob(repo, b"1"))})
    assert read_tree(repo, write_files(repo, tree, {"run.sh": b"2"}))["run.sh"].mode == 0o100755


def test_a_file_that_becomes_a_folder_is_two_changes(repo):
    old = write_files(repo, None, {"x": b"1"})
    new = write_files(repo, old, {"x/y": b"2"})
    assert [(change.path, change.old is None, change.new is None) for change in changes(repo, old, new)] == [
        ("x", False, True),
        ("x/y", True, False),
    ]


@pytest.mark.parametrize(
    "path", ["", "/a", "a//b", "../a", "a/./b", ".git/config", "a/.GIT/x", "a\\b", "a\0"]
)
def test_a_path_that_could_escape_is_refused(repo, path):
    with pytest.raises(InvalidInput):
        write_files(repo, None, {path: b""})


def test_a_missing_object_is_explained(repo):
    with pytest.raises(StorageFailed, match="lacks the object"):
        TreeView(repo, "1" * 40).read("a")


@pytest.mark.parametrize("size", [1, 50_000])
def test_an_object_written_twice_gets_a_fresh_time(repo, size):
    data = b"same" * size
    sha = write_blob(repo, data)
    path = repo.path / "objects" / sha[:2] / sha[2:]
    os.utime(path, (1, 1))
    assert write_blob(repo, data) == sha
    assert path.stat().st_mtime > 1


def test_a_half_written_object_leaves_nothing_behind(repo, monkeypatch):
    before = sorted(path.name for path in (repo.path / "objects").rglob("*"))

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(StorageFailed, match="disk full"):
        write_blob(repo, b"new bytes" * 50_000)
    left = sorted(path.name for path in (repo.path / "objects").rglob("*") if path.is_file())
    assert [name for name in left if name not in before] == []


def test_the_first_commit_has_the_empty_tree(repo):
    from proofroom.repository.git.branch import need_tip

    assert tree_of(repo, need_tip(repo, "main")) == EMPTY_TREE
