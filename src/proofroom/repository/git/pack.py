"""Keep the object store small: pack loose objects, join packs, drop what nothing has needed for a while.

Packing never removes an object that is not in the new pack. Dropping looks at ages, because a commit being
written right now is not reachable yet; writers renew the time of every object they use again.
"""

import fcntl
import logging
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path

from proofroom.kernel.data import dataclass
from proofroom.repository.git.branch import KEPT
from proofroom.repository.git.lib import pygit2
from proofroom.repository.git.objects import loose_objects, read_tree
from proofroom.repository.git.open import Repo, Sha, explained

log = logging.getLogger(__name__)

LOOSE_LIMIT = 2000
GRACE = timedelta(days=14)
KEPT_FOR = timedelta(days=30)
_SAMPLED_FANOUT = "17"
SUBMODULE = 0o160000
_LOCK = "proofroom-pack.lock"
_LONGEST_S = 900
_GIT_SETTINGS = (
    *("-c", "safe.directory=*", "-c", "core.hooksPath=/dev/null", "-c", "pack.threads=1"),
    *("-c", "pack.windowMemory=64m", "-c", "repack.writeBitmaps=false"),
)
_GIT_ENV = {"PATH": os.defpath, "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}


@dataclass(frozen=True, slots=True)
class Packed:
    """What a round of packing did."""

    packed: int
    dropped: int
    packs: int


def needs_packing(repo: Repo, *, limit: int = LOOSE_LIMIT) -> bool:
    """Estimate from one of 256 folders whether loose objects have piled up."""
    fanout = repo.path / "objects" / _SAMPLED_FANOUT
    return fanout.is_dir() and len(os.listdir(fanout)) * 256 > limit  # noqa: PTH208 -- only the count matters


def pack_if_needed(repo: Repo, *, limit: int = LOOSE_LIMIT) -> Packed | None:
    """Pack where loose objects have piled up and no other thread or process is packing already."""
    if not needs_packing(repo, limit=limit):
        return None
    return _alone(repo, lambda: pack_outside(repo) or pack_loose(repo))


def pack_outside(repo: Repo) -> Packed | None:
    """Let Git move loose objects into a pack and join small packs; None where it cannot.

    It is a process of its own, because what packing takes in memory stays with the process that does it. A
    pack is joined with smaller ones once together they are half as large, so that an object is written again
    a few times in the life of a repository, and not with every round.
    """
    program = shutil.which("git")
    if program is None:
        return None
    before = sum(1 for _ in loose_objects(repo.path))
    words = [program, *_GIT_SETTINGS, "--git-dir", str(repo.path), "repack", "-q", "-d", "--geometric=2"]
    try:
        done = subprocess.run(  # noqa: S603 - Git itself, with words of ours
            words,
            env=_GIT_ENV,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        log.warning("Git could not be asked to pack", exc_info=True)
        return None
    if done.returncode:
        log.warning("Git did not pack: %s", done.stderr.decode(errors="replace").strip()[:500])
        return None
    return Packed(before - sum(1 for _ in loose_objects(repo.path)), 0, len(_packs(repo)))


def forget_rejected(repo: Repo, before: float, *, is_dry_run: bool) -> int:
    """Drop branches that were rejected before a moment, with what only they needed; return how many."""
    count = len(expired(repo, before))
    if count and not is_dry_run:
        kept_for = timedelta(seconds=time.time() - before)
        if _alone(repo, lambda: collect_garbage(repo, kept_for=kept_for)) is None:
            return 0
    return count


def _alone(repo: Repo, work: Callable[[], Packed]) -> Packed | None:
    """Do it unless another thread or process is packing already."""
    with (repo.path / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return None
        return work()


def pack_loose(repo: Repo) -> Packed:
    """Move all loose objects into one new pack."""
    files, before = list(loose_objects(repo.path)), set(_packs(repo))
    count = _pack(repo, [_name(path) for path in files])
    # Only what was written now is read back: to read all packs each time grows with the repository.
    written = set(_packs(repo)) - before or before
    packed = set[Sha]().union(*(_contents(pack) for pack in written))
    for path in files:
        if _name(path) in packed:
            path.unlink(missing_ok=True)
    return Packed(count, 0, len(_packs(repo)))


def collect_garbage(repo: Repo, *, grace: timedelta = GRACE, kept_for: timedelta = KEPT_FOR) -> Packed:
    """Put everything reachable into one pack and drop what is neither reachable nor young."""
    for reference in expired(repo, time.time() - kept_for.total_seconds()):
        reference.delete()
    limit = time.time() - grace.total_seconds()
    loose = {_name(path): path for path in loose_objects(repo.path)}
    old_packs = {pack: _contents(pack) for pack in _packs(repo)}
    needed = reachable(repo)
    known = needed.intersection(loose).union(*(needed & shas for shas in old_packs.values()))
    count = _pack(repo, sorted(known))
    whole = next((pack for pack in _packs(repo) if _contents(pack) >= known), None)
    if known and whole is None:
        return Packed(0, 0, len(old_packs))
    dropped = 0
    for pack, shas in old_packs.items():
        spare = shas - known - loose.keys()
        if _modified(pack) > limit:
            _unpack(repo, spare, _modified(pack))
        else:
            dropped += len(spare)
        if pack != whole:
            _remove_pack(pack)
    for sha, path in loose.items():
        if sha in known:
            path.unlink(missing_ok=True)
        elif _modified(path) <= limit:
            path.unlink(missing_ok=True)
            dropped += 1
    _remove_leftovers(repo, limit)
    return Packed(count, dropped, len(_packs(repo)))


def reachable(repo: Repo) -> set[Sha]:
    """Return the ids of all objects that some reference needs."""
    seen: set[Sha] = set()
    waiting = [str(reference.resolve().target) for reference in repo.git.references.iterator()]
    while waiting:
        sha = waiting.pop()
        if sha not in seen:
            seen.add(sha)
            waiting += _leads_to(repo, sha, seen)
    return seen


def _leads_to(repo: Repo, sha: Sha, seen: set[Sha]) -> list[Sha]:
    kind = repo.git.odb.read_header(sha)[0]
    if kind == pygit2.enums.ObjectType.COMMIT:
        commit = repo.git[sha].peel(pygit2.Commit)
        return [str(commit.tree_id), *map(str, commit.parent_ids)]
    if kind == pygit2.enums.ObjectType.TREE:
        entries = read_tree(repo, sha).values()
        # Files lead nowhere: marked here, never looked at. The commit of a submodule lives elsewhere.
        seen.update(entry.sha for entry in entries if not entry.is_tree and entry.mode != SUBMODULE)
        return [entry.sha for entry in entries if entry.is_tree]
    if kind == pygit2.enums.ObjectType.TAG:
        return [str(repo.git[sha].peel(pygit2.Tag).target)]
    return []


def _pack(repo: Repo, shas: Iterable[Sha]) -> int:
    builder = pygit2.PackBuilder(repo.git)
    for sha in shas:
        builder.add(pygit2.Oid(hex=sha))
    if not len(builder):
        return 0
    with explained("pack"):
        builder.write(str(repo.path / "objects" / "pack"))
    return builder.written_objects_count


def _unpack(repo: Repo, shas: Iterable[Sha], modified: float) -> None:
    # Young but unreachable objects become loose with their old time, so that each ages by itself.
    backend = pygit2.OdbBackendLoose(str(repo.path / "objects"), -1, False)
    loose = pygit2.Odb()
    loose.add_backend(backend, 1)
    for sha in shas:
        kind, data = repo.git.odb.read(sha)
        loose.write(kind, data)
        os.utime(repo.path / "objects" / sha[:2] / sha[2:], (modified, modified))


def expired(repo: Repo, limit: float) -> "list[pygit2.Reference]":
    """Return the rejected branches that were rejected before a moment."""
    kept = [one for one in repo.git.references.iterator() if one.name.startswith(KEPT)]
    return [
        one
        for one in kept
        if (_modified(repo.path / one.name) or one.peel(pygit2.Commit).commit_time) < limit
    ]


def _remove_leftovers(repo: Repo, limit: float) -> None:
    for path in (repo.path / "objects").glob("*/tmp_*"):
        if _modified(path) <= limit:
            path.unlink(missing_ok=True)


def _remove_pack(pack: Path) -> None:
    # The index goes first: a pack without an index is not looked at, an index without its pack is an error.
    for ending in (".idx", ".rev", ".bitmap", ".pack"):
        pack.with_suffix(ending).unlink(missing_ok=True)


def _packs(repo: Repo) -> list[Path]:
    return sorted((repo.path / "objects" / "pack").glob("pack-*.pack"))


def _contents(pack: Path) -> set[Sha]:
    """Return the ids a pack's index lists (version 2: magic, version, 256 counts, then the sorted ids)."""
    raw = pack.with_suffix(".idx").read_bytes()
    if raw[:8] != b"\xfftOc\0\0\0\2":
        return set()
    start = 8 + 256 * 4
    count = int.from_bytes(raw[start - 4 : start], "big")
    return {raw[at : at + 20].hex() for at in range(start, start + count * 20, 20)}


def _name(path: Path) -> Sha:
    return path.parent.name + path.name


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
