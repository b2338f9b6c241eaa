"""The first commits of a project."""

from collections.abc import Mapping
from dataclasses import dataclass

from proofroom.content.git.branch import (
    CONTENT_BRANCH,
    branch_name,
    create_branch,
    ensure_content_branch,
    move,
    need_tip,
    tip,
)
from proofroom.content.git.commit import tree_of
from proofroom.content.git.objects import write_lines
from proofroom.content.git.repository import Repo, Sha
from proofroom.content.git.save import Signed, commit_tree
from proofroom.content.git.tree import TreeView, write_files

IGNORE_FILE = ".gitignore"
_IGNORED = ".contentrain/.cache/"


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
    ignored = ignore_cache(TreeView(repo, tree).read(IGNORE_FILE))
    written = write_files(repo, tree, {IGNORE_FILE: ignored, **files})
    commit = commit_tree(repo, written, (parent,), message, signed)
    branch = branch_name("new", "init", at=signed.at, entropy=entropy)
    create_branch(repo, branch, commit)
    return Started(branch, commit)


def ignore_cache(existing: bytes | None) -> bytes:
    """Return an ignore file that also names the official tools' cache."""
    text = (existing or b"").decode("utf-8", "surrogateescape")
    if _IGNORED in text.splitlines():
        return existing or b""
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}# Contentrain cache\n{_IGNORED}\n".encode("utf-8", "surrogateescape")
