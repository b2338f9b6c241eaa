"""A site on a Git branch of its own: what web servers that follow a branch take.

The branch holds the published files and nothing else. Every publication is one commit on it; the same files
make none, so that whoever follows the branch is told only of changes.
"""

import re
from collections.abc import Mapping

from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, move, tip
from proofroom.repository.git.commit import is_ancestor, tree_of
from proofroom.repository.git.open import Repo, Sha, default_branch
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import write_files

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*\Z")
ATTEMPTS = 5


def write_branch(
    repo: Repo,
    branch: str,
    files: Mapping[str, bytes],
    signed: Signed,
    there: Sha | None = None,
    *,
    over: bool = False,
) -> tuple[Sha, bool]:
    """Put files on a branch as its whole content; return the commit, and whether it is a new one.

    `there` is where a remote has the branch. Commits of others are put aside only where that is said: the
    site goes on top of them, and they stay in its history.
    """
    check_branch(repo, branch)
    tree = write_files(repo, None, {**files, ".nojekyll": b""})
    for _ in range(ATTEMPTS):
        current = tip(repo, branch)
        is_known = there is None or (current is not None and is_ancestor(repo, there, current))
        if not is_known and not over:
            raise Conflict(say("site.branch_of_others", branch=branch), suggestion=say("site.branch_over"))
        if is_known and current is not None and tree_of(repo, current) == tree:
            return current, False
        tips = [one for one in (current, None if is_known else there) if one is not None]
        if len(tips) > 1 and is_ancestor(repo, tips[0], tips[1]):
            tips = tips[1:]
        made = commit_tree(repo, tree, tuple(tips), "Publish the site", signed)
        if move(repo, branch, expected=current, to=made):
            return made, True
    raise Conflict(say("content.branch_moving", branch=branch), suggestion=say("next.again"))


def check_branch(repo: Repo, branch: str) -> None:
    """Refuse branches that are no place for a published site: those that content and proposals are on."""
    taken = branch in (CONTENT_BRANCH, default_branch(repo)) or branch.startswith(PREFIX)
    if taken or not _NAME.match(branch) or ".." in branch or branch.endswith(".lock"):
        raise InvalidInput(say("site.bad_branch", branch=branch))
