"""How many proposals wait."""

import pytest

from proofroom.kernel.errors import Conflict
from proofroom.repository.git import branch, health
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.save import commit_tree, save
from proofroom.repository.git.tree import write_files
from tests.repository.git.conftest import SIGNED
from tests.repository.git.test_commit import Files


def _propose(repo, name, signed=SIGNED):
    start = branch.need_tip(repo, "contentrain")
    tree = write_files(repo, tree_of(repo, start), {name: b"1"})
    sha = commit_tree(repo, tree, (start,), name, signed)
    branch.create_branch(repo, f"cr/content/{name}/1-a", sha)
    return sha


def test_limits_turn_into_a_warning_and_then_a_block(repo):
    for number in range(4):
        _propose(repo, f"m{number}")
    states = [
        health.branch_health(repo, warn_limit=warn, block_limit=block).status
        for warn, block in ((5, 6), (4, 6), (3, 4))
    ]
    assert states == ["ok", "warning", "blocked"]


def test_a_blocked_project_refuses_writes_and_says_what_to_do(repo):
    _propose(repo, "a")
    health.check_not_blocked(health.branch_health(repo))
    with pytest.raises(Conflict, match="1 branches wait") as caught:
        health.check_not_blocked(health.branch_health(repo, block_limit=1))
    assert caught.value.suggestion == "Merge or reject some of them first."


def test_eighty_unmerged_branches_block(repo):
    for number in range(80):
        _propose(repo, f"m{number}")
    report = health.branch_health(repo)
    assert (report.status, len(report.unmerged)) == ("blocked", 80)


def test_merged_branches_do_not_count_even_if_squashed(repo):
    contained = _propose(repo, "a")
    branch.fast_forward(repo, "contentrain", contained)
    _propose(repo, "b")
    save(repo, "contentrain", lambda _: Files(b="1"), message="squashed b", signed=SIGNED)
    _propose(repo, "c")
    report = health.branch_health(repo)
    assert [found.name for found in report.unmerged] == ["cr/content/c/1-a"]
