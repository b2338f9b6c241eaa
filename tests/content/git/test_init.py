"""The first commits of a project."""

from proofroom.content.git import branch, init, repository
from proofroom.content.git.commit import read_commit
from proofroom.content.git.tree import TreeView
from tests.content.git.conftest import SIGNED


def test_a_new_project_waits_on_its_own_branch(tmp_path):
    repo = repository.create(tmp_path / "new.git")
    started = init.start_project(
        repo, {".contentrain/config.json": b"{}\n"}, base="main", signed=SIGNED, entropy="abcd"
    )
    assert started.branch == "cr/new/init/1767268800-abcd"
    commit = read_commit(repo, started.commit)
    assert commit.subject == "[contentrain] init: project setup"
    view = TreeView(repo, commit.tree)
    assert view.list("") == [".contentrain/config.json", ".gitignore"]
    assert view.read(".gitignore") == b"# Contentrain cache\n.contentrain/.cache/\n"
    assert read_commit(repo, branch.need_tip(repo, "main")).subject == "initial commit"
    assert branch.need_tip(repo, "contentrain") == branch.need_tip(repo, "main")


def test_the_ignore_file_is_extended_once():
    once = init.ignore_cache(b"node_modules")
    assert once == b"node_modules\n\n# Contentrain cache\n.contentrain/.cache/\n"
    assert init.ignore_cache(once) == once
    assert init.ignore_cache(b"a\n").startswith(b"a\n\n# Contentrain")
