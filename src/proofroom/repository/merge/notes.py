"""What is being merged, written down before it happens: a kill in the middle leaves no riddle.

A note stands beside the objects, not among the references: Git walks those for every branch it looks for.
It counts only once the content branch holds the commit that it names.
"""

import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.repository.git.branch import CONTENT_BRANCH, KEPT, is_kept, tip
from proofroom.repository.git.commit import is_ancestor
from proofroom.repository.git.open import Repo, Sha, explained
from proofroom.repository.git.save import Signed

_FOLDER = "proofroom-merges"
_KEPT_FOR = timedelta(days=30)
SETTLED_S = 5.0
"""How long after a merge its record may still be on its way."""


@dataclass(frozen=True, slots=True)
class MergeNote:
    """One merge of a branch: its tip, what it was merged onto, and the commit that holds it then."""

    branch: str
    tip: Sha
    onto: Sha
    commit: Sha
    carried: str | None = None
    run: str | None = None
    step: str | None = None


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What became of a branch: it waits, was merged or rejected, or is gone and nobody knows how."""

    state: Literal["open", "merged", "rejected", "gone"]
    note: MergeNote | None = None


def write_note(
    repo: Repo, branch: str, seen: Sha, *, onto: Sha, commit: Sha, carried: str | None, signed: Signed
) -> None:
    """Write down that a branch is about to be merged."""
    made = signed.provenance
    note = MergeNote(branch, seen, onto, commit, carried, made.run, made.step)
    with explained("keep_branch"):
        for name in (branch, _key_of(branch)):
            _put(_path(repo, name), json.dumps(asdict(note)))


def find_note(repo: Repo, name: str) -> MergeNote | None:
    """Return the last merge of a branch, or of a conversation's branches, if it has happened."""
    try:
        note = MergeNote(**json.loads(_path(repo, name).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    content = tip(repo, CONTENT_BRANCH)
    has_happened = content is not None and note.commit in repo.git and is_ancestor(repo, note.commit, content)
    return note if has_happened else None


def find_branch(repo: Repo, branch: str) -> Whereabouts:
    """Return what became of a branch."""
    found, note = tip(repo, branch), find_note(repo, branch)
    if _age_s(_path(repo, branch)) < SETTLED_S or _age_s(repo.path / f"{KEPT}{branch}") < SETTLED_S:
        return Whereabouts("open")  # whoever decides it may still be at it
    if found is not None:
        return Whereabouts("merged", note) if note and note.tip == found else Whereabouts("open")
    if note is not None:
        return Whereabouts("merged", note)
    return Whereabouts("rejected" if is_kept(repo, branch) else "gone")


def drop_old_notes(repo: Repo) -> None:
    """Forget merges that everybody must have heard of."""
    limit = time.time() - _KEPT_FOR.total_seconds()
    for path in (repo.path / _FOLDER).glob("*.json"):
        if path.stat().st_mtime < limit:
            path.unlink(missing_ok=True)


def _age_s(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return SETTLED_S


def _key_of(branch: str) -> str:
    return branch.rsplit("/", 1)[0] + "/"


def _path(repo: Repo, name: str) -> Path:
    return repo.path / _FOLDER / f"{hashlib.sha256(name.encode()).hexdigest()[:40]}.json"


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".note-", suffix=".tmp", dir=path.parent)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    Path(name).replace(path)
