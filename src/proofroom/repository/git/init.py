"""The first commits of a project."""

from collections.abc import Mapping

from proofroom.kernel.data import dataclass
from proofroom.repository.git.branch import (
    CONTENT_BRANCH,
    branch_name,
    create_branch,
    ensure_content_branch,
    move,
    need_tip,
    tip,
)
from proofroom.repository.git.commit import tree_of
from proofroom.repository.git.objects import write_lines
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import write_files


@dataclass(frozen=True, slots=True)
class Started:
    """The branch on which a new project's files wait to be merged."""

    branch: str
    commit: Sha


def ensure_first_commit(repo: Repo, branch: str, signed: Signed) -> Sha:
    """Give a branch an empty first commit if it has none."""
    known = tip(repo, branch)
    if known is not None:
        return known
    first = commit_tree(repo, write_lines(repo, []), (), "initial commit", signed)
    move(repo, branch, expected=None, to=first)
    return need_tip(repo, branch)


def start_project(
    repo: Repo,
    files: Mapping[str, bytes],
    *,
    base: str,
    signed: Signed,
    entropy: str,
    message: str = "[contentrain] init: project setup",
    content: str = CONTENT_BRANCH,
) -> Started:
    """Commit a project's first files on a branch of their own, `cr/new/init/...`."""
    ensure_first_commit(repo, base, signed)
    ensure_content_branch(repo, base, content=content)
    parent = need_tip(repo, content)
    tree = tree_of(repo, parent)
    commit = commit_tree(repo, write_files(repo, tree, files), (parent,), message, signed)
    branch = branch_name("new", "init", at=signed.at, entropy=entropy)
    create_branch(repo, branch, commit)
    return Started(branch, commit)
