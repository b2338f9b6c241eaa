"""The first commits of a project."""

from proofroom.repository.git import branch, init
from proofroom.repository.git import open as repository
from proofroom.repository.git.commit import read_commit
from proofroom.repository.git.tree import TreeView
from tests.repository.git.conftest import SIGNED


def test_a_new_project_waits_on_its_own_branch(tmp_path):
    repo = repository.create(tmp_path / "new.git")
    started = init.start_project(
        repo, {".contentrain/config.json": b"{}\n"}, base="main", signed=SIGNED, entropy="abcd"
    )
    assert started.branch == "cr/new/init/1767268800-abcd"
    commit = read_commit(repo, started.commit)
    assert commit.subject == "[contentrain] init: project setup"
    view = TreeView(repo, commit.tree)
    assert view.list("") == [".contentrain/config.json"]
    assert read_commit(repo, branch.need_tip(repo, "main")).subject == "initial commit"
    assert branch.need_tip(repo, "contentrain") == branch.need_tip(repo, "main")
