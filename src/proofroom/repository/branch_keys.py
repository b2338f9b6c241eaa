"""Which branch a piece of work goes on with, and how a new one is called."""

import hashlib
from collections.abc import Iterator

from proofroom.repository.git.branch import CONTENT_BRANCH, PREFIX, branch_name, open_branch, tip
from proofroom.repository.git.commit import find_step
from proofroom.repository.git.open import Repo
from proofroom.repository.types import Job


def branch_of(repo: Repo, job: Job) -> str | None:
    """Return the open branch that a job goes on with."""
    if not job.is_apart:
        return open_branch(repo, job.branch_key)
    return next((name for name, own in _names(repo, job) if own), None)


def free_name(repo: Repo, job: Job) -> str:
    """Return a name for a job's new branch."""
    if job.is_apart:
        return next(name for name, own in _names(repo, job) if own is None)
    # The run too: two that go by the same steps may begin within one second.
    entropy = entropy_of(job.provenance.run or "", job.provenance.step or job.branch_key)
    return branch_name(*job.branch_key.split("/", 1), at=job.at, entropy=entropy)


def carry_name(branch: str, job: Job) -> str:
    """Return a name for the branch that goes on with what was left undecided on another."""
    key = branch.removeprefix(PREFIX).rsplit("/", 1)[0]
    return branch_name(*key.split("/", 1), at=job.at, entropy=entropy_of(branch, str(job.at)))


def entropy_of(*parts: str) -> str:
    """Return four digits that are the same for the same parts."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:4]


def _names(repo: Repo, job: Job) -> Iterator[tuple[str, bool | None]]:
    """Give the names that a branch of its own may have, and whose each is: the job's, another's, nobody's.

    The last one given is nobody's; a job repeated after a crash walks the same names again.
    """
    run, step = job.provenance.run or "", job.provenance.step or job.branch_key
    content = tip(repo, CONTENT_BRANCH)
    for number in range(1_000):
        name = branch_name(*job.branch_key.split("/"), at=job.at, entropy=entropy_of(run, step, str(number)))
        found = tip(repo, name)
        if found is None:
            yield name, None
            return
        # One with nothing on it was made by an attempt that went no further.
        yield name, found == content or find_step(repo, found, run, step, hide=content) is not None
