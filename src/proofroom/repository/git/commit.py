"""Commits: who, when, why, and which run made them.

Provenance travels as trailers at the end of the message: any Git client shows it and a clone keeps it.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from heapq import heappop, heappush
from itertools import islice
from typing import cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.open import Repo, Sha, store
from proofroom.repository.git.whole import check_object

_TRAILER = late_pattern(r"([A-Za-z0-9][A-Za-z0-9-]*):[ \t]+(.*)\Z")
_UNSAFE = re.compile(r"[<>\r\n\0]+")
STEP_SEARCH_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Identity:
    """A name and an address, as Git records them."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What made a commit. Each field is a trailer: `Proofroom-Run`, `Proofroom-Agent` and so on."""

    run: str | None = None
    agent: str | None = None
    model: str | None = None
    step: str | None = None
    approved_by: str | None = None
    co_author: str | None = None
    undoes: str | None = None


NOBODY = Provenance()


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as the other rooms see it."""

    sha: Sha
    tree: Sha
    parents: tuple[Sha, ...]
    message: str
    author: Identity
    at: datetime
    provenance: Provenance

    @property
    def subject(self) -> str:
        """Return the first line of the message."""
        return self.message.split("\n", 1)[0]


def compose_message(text: str, provenance: Provenance = NOBODY) -> str:
    """Return a commit message with its provenance as trailers."""
    lines = [
        f"{_trailer_name(field.name)}: {' '.join(str(value).split())}"
        for field in fields(provenance)
        if (value := getattr(provenance, field.name))
    ]
    text = text.strip()
    return f"{text}\n\n" + "".join(f"{line}\n" for line in lines) if lines else f"{text}\n"


def read_provenance(message: str) -> Provenance:
    """Return what the trailers of a message say."""
    known = {_trailer_name(field.name).lower(): field.name for field in fields(Provenance)}
    found: dict[str, str] = {}
    for line in message.strip().rsplit("\n\n", 1)[-1].split("\n"):
        match = _TRAILER.match(line.strip())
        if match and (name := known.get(match[1].lower())):
            found[name] = match[2].strip()
    return Provenance(**found)


def create_commit(
    repo: Repo, *, tree: Sha, parents: tuple[Sha, ...], message: str, identity: Identity, at: datetime
) -> Sha:
    """Store a commit that no branch points at yet."""
    who = _signature(identity, at)
    return store(
        "store_commit", lambda: str(repo.git.create_commit(None, who, who, message, tree, list(parents)))
    )


def read_commit(repo: Repo, sha: Sha) -> Commit:
    """Return one commit."""
    return describe(_lookup(repo, sha))


def describe(commit: "pygit2.Commit") -> Commit:
    """Return what other rooms need of libgit2's commit."""
    message = commit.raw_message.decode("utf-8", "replace")
    author = commit.author
    return Commit(
        sha=str(commit.id),
        tree=str(commit.tree_id),
        parents=tuple(str(parent) for parent in commit.parent_ids),
        message=message,
        author=Identity(
            author.raw_name.decode("utf-8", "replace"), author.raw_email.decode("utf-8", "replace")
        ),
        at=datetime.fromtimestamp(commit.commit_time, UTC),
        provenance=read_provenance(message),
    )


def walk(
    repo: Repo, start: Sha, *, hide: Sha | None = None, mentioning: str | None = None
) -> Iterator[Commit]:
    """Return commits from newest to oldest, without those that the history of `hide` has.

    `mentioning` passes only messages with a text, which is checked before anything is decoded.
    """
    needle = (mentioning or "").encode()
    return (describe(commit) for commit in _walk(repo, start, hide) if needle in commit.raw_message)


def _walk(repo: Repo, start: Sha, hide: Sha | None) -> "Iterator[pygit2.Commit]":
    if hide is None:
        return walk_all(repo, start)
    walker = repo.git.walk(start, pygit2.enums.SortMode.TOPOLOGICAL | pygit2.enums.SortMode.TIME)
    walker.hide(hide)
    return iter(walker)


def walk_all(repo: Repo, start: Sha) -> "Iterator[pygit2.Commit]":
    """Yield commits from newest to oldest, reading only as far as they are taken.

    libgit2's own walk reads all of history before it gives the first commit in this order.
    """
    first = _lookup(repo, start)
    seen = {first.id}
    # A parent enters the queue after its child has left it, so equal times keep children before parents.
    waiting = [(-first.commit_time, 0, first)]
    number = 0
    while waiting:
        commit = heappop(waiting)[2]
        yield commit
        for parent in commit.parents:
            if parent.id not in seen:
                seen.add(parent.id)
                number += 1
                heappush(waiting, (-parent.commit_time, number, parent))


def find_step(repo: Repo, tip: Sha, run: str, step: str, *, hide: Sha | None = None) -> Commit | None:
    """Return the commit a step already made, if it did; a step repeated after a crash then writes nothing.

    What was cut short was the last thing its run did, so it lies among the newest commits: to look
    through all of them would make each save dearer than the one before.
    """
    needle = run.encode()
    for commit in islice(_walk(repo, tip, hide), STEP_SEARCH_LIMIT):
        if needle in commit.raw_message:
            told = describe(commit)
            if (told.provenance.run, told.provenance.step) == (run, step):
                return told
    return None


def tree_of(repo: Repo, sha: Sha) -> Sha:
    """Return the tree of a commit."""
    return str(_lookup(repo, sha).tree_id)


def is_ancestor(repo: Repo, old: Sha, new: Sha) -> bool:
    """Tell whether the history of `new` contains `old`."""
    return old == new or repo.git.descendant_of(new, old)


def merge_base(repo: Repo, one: Sha, other: Sha) -> Sha | None:
    """Return the newest commit that both histories contain."""
    # pygit2 answers None where histories have nothing in common, though its type says otherwise.
    found = cast("pygit2.Oid | None", repo.git.merge_base(one, other))
    return str(found) if found is not None else None


def _lookup(repo: Repo, sha: Sha) -> "pygit2.Commit":
    check_object(repo.path, sha)
    found = cast("object", repo.git.get(sha))
    if not isinstance(found, pygit2.Commit):
        raise NotFound(say("content.no_commit", commit=sha[:12]))
    return found


def _trailer_name(field: str) -> str:
    if field == "co_author":
        return "Co-Authored-By"
    return "Proofroom-" + "-".join(part.capitalize() for part in field.split("_"))


def _signature(identity: Identity, at: datetime) -> "pygit2.Signature":
    name = _UNSAFE.sub(" ", identity.name).strip() or "Unknown"
    email = _UNSAFE.sub("", identity.email).strip() or "unknown@invalid"
    return pygit2.Signature(name, email, int(at.timestamp()), 0, "utf-8")
