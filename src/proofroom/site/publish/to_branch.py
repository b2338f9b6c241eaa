"""A site on a Git branch of its own: what web servers that follow a branch take.

The branch holds the published files and nothing else. Every publication is one commit on it; the same files
make none, so that whoever follows the branch is told only of changes.
"""

import re
from collections.abc import Mapping
from datetime import datetime

from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, move, tip
from proofroom.repository.git.commit import Identity, tree_of
from proofroom.repository.git.open import Repo, default_branch
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import write_files

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*\Z")
ATTEMPTS = 5


def write_branch(
    repo: Repo, branch: str, files: Mapping[str, bytes], by: str, at: datetime
) -> tuple[str, bool]:
    """Put files on a branch as its whole content; return the commit, and whether it is a new one."""
    _check_name(repo, branch)
    tree = write_files(repo, None, {**files, ".nojekyll": b""})
    for _ in range(ATTEMPTS):
        current = tip(repo, branch)
        if current is not None and tree_of(repo, current) == tree:
            return current, False
        signed = Signed(Identity(by, "studio@proofroom.invalid"), at)
        made = commit_tree(repo, tree, (current,) if current else (), "Publish the site", signed)
        if move(repo, branch, expected=current, to=made):
            return made, True
    raise Conflict(say("content.branch_moving", branch=branch), suggestion=say("next.again"))


def _check_name(repo: Repo, branch: str) -> None:
    """Refuse branches that are no place for a published site: those that content and proposals are on."""
    taken = branch in (CONTENT_BRANCH, default_branch(repo)) or branch.startswith(PREFIX)
    if taken or not _NAME.match(branch) or ".." in branch or branch.endswith(".lock"):
        raise InvalidInput(say("site.bad_branch", branch=branch))
