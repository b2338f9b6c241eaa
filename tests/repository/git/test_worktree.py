"""Files a developer has checked out."""

import pytest

from proofroom.kernel.errors import Conflict
from proofroom.repository.git import branch, reconcile
from proofroom.repository.git import open as repository
from proofroom.repository.git.save import save
from proofroom.repository.git.worktree import check_not_checked_out
from tests.repository.git.conftest import SIGNED


class Plan:
    """Several files at once."""

    def __init__(self, writes, deletes=()):
        self.writes, self.deletes = writes, deletes


@pytest.fixture
def checkout(tmp_path, client):
    folder = tmp_path / "checkout"
    folder.mkdir()
    client(folder, "init", "-q", "-b", "main")
    for name in ("a", "b", "d/c", "gone"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("1")
    client(folder, "add", ".")
    client(folder, "commit", "-q", "-m", "start")
    repo = repository.open_at(folder)
    branch.ensure_content_branch(repo, "main")
    return repo


def test_changed_files_come_along_and_edited_ones_are_left(checkout, client):
    folder = checkout.work_tree
    (folder / "b").write_text("edited by hand")
    plan = Plan({"a": b"2", "b": b"2", "new/x": b"2"}, ["gone", "d/c"])
    saved = save(checkout, "contentrain", lambda _: plan, message="m", signed=SIGNED)
    advanced = reconcile.advance_base(checkout, "main", to=saved.commit)
    assert advanced.status == "advanced"
    assert advanced.sync.synced == ("a", "d/c", "gone", "new/x")
    assert advanced.sync.skipped == ("b",)
    assert (folder / "a").read_text() == "2"
    assert (folder / "new/x").read_text() == "2"
    assert (folder / "b").read_text() == "edited by hand"
    assert not (folder / "d").exists()
    assert client(folder, "status", "--porcelain") == "M b"


def test_a_file_behind_a_link_is_left(checkout, tmp_path, client):
    folder = checkout.work_tree
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "c").write_text("1")
    (folder / "d/c").unlink()
    (folder / "d").rmdir()
    (folder / "d").symlink_to(outside)
    saved = save(checkout, "contentrain", lambda _: Plan({"d/c": b"2"}), message="m", signed=SIGNED)
    assert reconcile.advance_base(checkout, "main", to=saved.commit).sync.skipped == ("d/c",)
    assert (outside / "c").read_text() == "1"


def test_a_checked_out_content_branch_blocks_writes(checkout, client):
    check_not_checked_out(checkout, "contentrain")
    client(checkout.work_tree, "checkout", "-q", "contentrain")
    with pytest.raises(Conflict) as caught:
        check_not_checked_out(checkout, "contentrain")
    assert caught.value.context["code"] == "CONTENT_BRANCH_CHECKED_OUT"


def test_a_bare_repository_has_no_files_to_bring_along(repo):
    saved = save(repo, "contentrain", lambda _: Plan({"a": b"2"}), message="m", signed=SIGNED)
    assert reconcile.advance_base(repo, "main", to=saved.commit).sync.synced == ()
    assert reconcile.advance_base(repo, "main", to=saved.commit).status == "unchanged"
